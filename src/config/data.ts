import { parse } from 'csv-parse/sync';

/** Most bytes and rows of a data file. k6 holds all rows in memory. */
export const MOST_DATA_BYTES = 10 * 1024 * 1024;
const MOST_ROWS = 100_000;

type DataValue = string | number | boolean;

/** Values for `${data.NAME}`: `rows[i][j]` belongs to `columns[j]`. CSV has texts only, JSON numbers and switches too. */
export type DataTable = { columns: string[]; rows: DataValue[][] };

/** What is wrong with a data file, in one sentence that names its line or row. */
export class DataFault extends Error {
  override readonly name = 'DataFault';
}

/**
 * Reads a table: CSV (RFC 4180) whose first line names the columns, or, where the name ends in `.json`, a list of maps.
 *
 * @throws DataFault
 */
export function parseData(text: string, name: string): DataTable {
  const table = name.endsWith('.json') ? parseJson(text) : parseCsv(text);
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

function parseJson(text: string): DataTable {
  const list = parseList(text);
  const columns = [...new Set(list.flatMap((row) => Object.keys(isMap(row) ? row : {})))];
  const rows = list.map((row, index) => {
    if (!isMap(row)) throw new DataFault(`Item ${index + 1} is not a map.`);
    return columns.map((column): DataValue => {
      const value = Object.hasOwn(row, column) ? row[column] : undefined;
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
      throw new DataFault(
        value === undefined || value === null
          ? `Item ${index + 1} has no \`${column}\`.`
          : `\`${column}\` of item ${index + 1} is not a text, a number, true or false.`,
      );
    });
  });
  return { columns, rows };
}

function parseList(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DataFault(`This is not JSON: ${(error as Error).message}.`);
  }
  if (!Array.isArray(value)) throw new DataFault('It is not a list of maps.');
  return value;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
