import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { UserError } from '../errors.ts';
import type { Report } from '../handover/report.ts';
import { renderJson } from '../report/json.ts';
import { renderTerminal } from '../report/terminal.ts';
import { chooseColor, measureWidth } from '../terminal/stream.ts';

/**
 * Shows a report as a table on standard output.
 *
 * @param json value of `--json`: a file that gets the JSON as well, or true for JSON instead of the table
 * @throws UserError when the file cannot be written
 */
export async function showReport(
  report: Report,
  json: string | true | undefined,
  write: (text: string) => void,
): Promise<void> {
  const { stdout, env } = process;
  if (typeof json === 'string') await writeResultFile(json, renderJson(report));
  const style = { color: chooseColor(stdout, env), width: measureWidth(stdout) };
  write(`${json === true ? renderJson(report) : renderTerminal(report, style)}\n`);
}

/** Writes the result of a command to a file, whole or not at all. @throws UserError when it cannot be written */
export async function writeResultFile(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(resolve(path)), { recursive: true });
    await writeFileAtomic(path, text.endsWith('\n') ? text : `${text}\n`);
  } catch (cause) {
    throw new UserError({
      what: `The result could not be written: ${(cause as Error).message}`,
      where: path,
      cause,
    });
  }
}
