import { statSync } from 'node:fs';
import * as core from '@actions/core';
import { readRunner } from '../forge/forge.ts';

/** Largest summary of a step. GitHub drops a larger one whole ("Adding a job summary", step isolation and limits). */
export const SUMMARY_LIMIT = 1024 * 1024;

/**
 * Appends Markdown to the job summary, cut so that all that this step has written fits. Never throws, since a runner
 * without summaries must not change a verdict.
 *
 * @returns one line that says why it was not possible, or null
 */
export async function writeSummary(markdown: string): Promise<string | null> {
  try {
    // The runner gives each step a file of its own.
    const written = statSync(readRunner(process.env).summary, { throwIfNoEntry: false })?.size ?? 0;
    const text = fitSummary(markdown, SUMMARY_LIMIT - written);
    if (text !== '') await core.summary.addRaw(text, true).write();
    return null;
  } catch (error) {
    return `The job summary could not be written (${error instanceof Error ? error.message : String(error)}).`;
  }
}

/** Cuts Markdown to a number of UTF-8 bytes, after a whole line, with room for a note about the cut; else to nothing. */
export function fitSummary(markdown: string, limit = SUMMARY_LIMIT): string {
  const bytes = Buffer.from(markdown);
  // With a line end that is added.
  if (bytes.length + 1 < limit) return markdown;
  const note =
    '\n\n*Cut here: GitHub shows at most 1 MiB. The outputs `html` and `report` name all of it.*\n';
  const room = limit - Buffer.byteLength(note) - 1;
  if (room < 0) return '';
  return bytes.subarray(0, Math.max(bytes.lastIndexOf('\n', room - 1), 0)).toString() + note;
}
