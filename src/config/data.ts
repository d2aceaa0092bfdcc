import { parse } from 'csv-parse/sync';
import type { Place } from './diagnostics/problem.ts';

/** Maximum number of bytes and rows of a data file. k6 keeps all rows in memory. */
export const MOST_DATA_BYTES = 10 * 1024 * 1024;
const MOST_ROWS = 100_000;

/** Absolute folder of the configuration, and how to look at files in it. */
export type Folder = {
  directory: string;
  /** Says in a sentence why a file cannot be read. */
  checkFile: (absolutePath: string) => string | undefined;
  /** Reads a data file. Absent: its contents are not checked. @throws DataFault */
  readText?: ((absolutePath: string) => string) | undefined;
};

/** Finds a file in the folder, or optionally above it; adds a problem if it cannot be read. @returns its absolute path */
export function findFile(
  place: Place,
  relative: string,
  what: string,
  { directory, checkFile }: Folder,
  isAbove = false,
): string | undefined {
  const inner = relative.trim().replace(/^(?:\.\/)+/, '');
  const leadsOut = isAbove ? /^[/~]/.test(inner) : /^\/|:\/\/|(?:^|\/)\.\.(?:\/|$)/.test(inner);
  const path = leadsOut ? undefined : `${directory.replace(/\/$/, '')}/${inner}`;
  const fault = path ? checkFile(path) : "This path leads outside this file's folder.";
  if (fault === undefined) return path;
  place.reject(fault, `expected ${what}`);
  return undefined;
}

/** What is wrong with a data file, in one sentence that names its line or row. */
export class DataFault extends Error {
  override readonly name = 'DataFault';
}

/** Reads CSV (RFC 4180) whose first line names the columns. @throws DataFault */
export function parseData(text: string): { columns: string[]; rows: string[][] } {
  const [columns = [], ...rows] = parseCsv(text);
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (rows.length === 0) throw new DataFault('It has no rows.');
  if (rows.length > MOST_ROWS) throw new DataFault(`It has ${rows.length} rows; the limit is ${MOST_ROWS}.`);
  if (twice !== undefined) throw new DataFault(`The column \`${twice}\` appears twice.`);
  return { columns, rows };
}

function parseCsv(text: string): string[][] {
  try {
    // A file may contain several kinds of line endings if a line was added by hand.
    return parse(text, { bom: true, skip_empty_lines: true, record_delimiter: ['\r\n', '\n', '\r'] });
  } catch (error) {
    throw new DataFault(`This is not CSV: ${(error as Error).message}.`);
  }
}
