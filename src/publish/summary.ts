import * as core from '@actions/core';

/** Largest summary of a step. GitHub drops a larger one whole ("Adding a job summary", step isolation and limits). */
export const SUMMARY_LIMIT = 1024 * 1024;

/**
 * Appends Markdown to the job summary, cut to the size that GitHub accepts. Never throws, since a runner without
 * summaries must not change a verdict.
 *
 * @param hasReport true when the output `report` names the full result, which it does for a single one
 * @returns one line that says why it was not possible, or null
 */
export async function writeSummary(markdown: string, hasReport: boolean): Promise<string | null> {
  try {
    await core.summary.addRaw(fitSummary(markdown, hasReport), true).write();
    return null;
  } catch (error) {
    return `The job summary could not be written (${error instanceof Error ? error.message : String(error)}).`;
  }
}

/** Cuts Markdown to a number of UTF-8 bytes, after a whole line, with room for a note about the cut. */
export function fitSummary(markdown: string, hasReport: boolean, limit: number = SUMMARY_LIMIT): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length < limit) return markdown;
  const where = hasReport ? ' The output `report` names the full result.' : '';
  const note = `\n\n*Cut here: GitHub shows at most 1 MiB.${where}*\n`;
  const end = bytes.lastIndexOf('\n', limit - Buffer.byteLength(note) - 1);
  return bytes.subarray(0, Math.max(end, 0)).toString() + note;
}
