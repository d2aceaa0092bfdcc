import * as core from '@actions/core';

/** GitHub drops the whole summary of a step that is larger ("Adding a job summary", step isolation and limits). */
export const SUMMARY_LIMIT = 1024 * 1024;

/**
 * Appends Markdown to the job summary, cut to what GitHub accepts. Returns why that was not possible, in one line,
 * or null: a runner without summaries must not change a verdict.
 *
 * @param hasReport whether the output `report` names the full result, which it does for a single one
 */
export async function writeSummary(markdown: string, hasReport: boolean): Promise<string | null> {
  try {
    await core.summary.addRaw(fitSummary(markdown, hasReport), true).write();
    return null;
  } catch (error) {
    return `The job summary could not be written (${error instanceof Error ? error.message : String(error)}).`;
  }
}

/** Cuts Markdown after the last whole line that leaves room for a word about the cut, by UTF-8 bytes. */
export function fitSummary(markdown: string, hasReport: boolean, limit: number = SUMMARY_LIMIT): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length < limit) return markdown;
  const where = hasReport ? ' The output `report` names the full result.' : '';
  const note = `\n\n*Cut here: GitHub shows at most 1 MiB.${where}*\n`;
  const end = bytes.lastIndexOf('\n', limit - Buffer.byteLength(note) - 1);
  return bytes.subarray(0, Math.max(end, 0)).toString() + note;
}
