import { parse } from 'csv-parse/sync';

/** Most bytes and rows of a data file. k6 holds all rows in memory. */
export const MOST_DATA_BYTES = 10 * 1024 * 1024;
const MOST_ROWS = 100_000;

/** Values for `${data.NAME}`: `rows[i][j]` belongs to `columns[j]`. */
export type DataTable = { columns: string[]; rows: string[][] };

/** What is wrong with a data file, in one sentence that names its line or row. */
export class DataFault extends Error {
  override readonly name = 'DataFault';
}

/**
 * Reads a table: CSV (RFC 4180) whose first line names the columns.
 *
 * @throws DataFault
 */
export function parseData(text: string): DataTable {
  const table = parseCsv(text);
  if (table.rows.length === 0) throw new DataFault('It has no rows.');
  if (table.rows.length > MOST_ROWS)
    throw new DataFault(`It has ${table.rows.length} rows; ${MOST_ROWS} are the most.`);
  const twice = table.columns.find((column, index) => table.columns.indexOf(column) !== index);
  if (twice !== undefined) throw new DataFault(`The column \`${twice}\` is there twice.`);
  return table;
}

function parseCsv(text: string): DataTable {
  try {
    const [columns = [], ...rows] = parse(text, {
      bom: true,
      skip_empty_lines: true,
      // A file may have several, after a line was added by hand.
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    return { columns, rows };
  } catch (error) {
    throw new DataFault(`This is not CSV: ${(error as Error).message}.`);
  }
}
