import type { DataFile, WeightedRequest, Work } from './config.ts';
import { DataFault, type DataTable, parseData } from './data.ts';
import type { Place } from './diagnostics/place.ts';
import { quote } from './diagnostics/words.ts';
import { findReferences } from './interpolation.ts';
import { DATA_PREFIX, type ReferenceScope } from './references.ts';
import { readRequest } from './request.ts';
import type { UserScenario } from './schema/scenario.ts';
import { type Folder, readFilePath } from './script.ts';

/** Lists the requests of a scenario, with their shares of its arrivals. */
export function listRequests(work: Extract<Work, { kind: 'request' }>): WeightedRequest[] {
  return work.mix ?? [{ request: work.request, weight: 1 }];
}

/** Lists the texts of a scenario's requests that may hold references. */
export function listTemplates(work: Extract<Work, { kind: 'request' }>): string[] {
  return listRequests(work).flatMap(({ request: { url, headers, body } }) => [
    url,
    ...Object.values(headers),
    body ?? '',
  ]);
}

/** Reads `request` or `requests`, and the file whose values they use. @param scope names that they may use */
export function readRequests(
  place: Place,
  input: UserScenario,
  scope: ReferenceScope,
  folder: Folder,
): Extract<Work, { kind: 'request' }> {
  const table = input.data === undefined ? undefined : readDataFile(place.below('data'), input.data, folder);
  const data = table && { path: table.path, columns: table.columns };
  const isMissing = input.data === undefined && !place.below('data').isBroken;
  const own = { ...scope, data: isMissing ? undefined : { columns: data?.columns ?? null } };
  const mix = input.requests && readMix(place.below('requests'), input.requests, own);
  const request =
    mix === undefined ? readRequest(place.below('request'), input.request ?? 'GET /', own) : mix[0]?.request;
  const work: Extract<Work, { kind: 'request' }> = {
    kind: 'request',
    request: request ?? readRequest(place, 'GET /', own),
    ...(mix && { mix }),
    ...(data && { data }),
  };
  if (data && !place.isBroken && !listTemplates(work).some(usesData))
    place.below('data').rejectKey('No request uses a value of this file.', 'write `${data.NAME}` in one');
  if (table) checkHeaders(place.below('data'), table, work);
  return work;
}

/** Rejects line breaks in the columns that headers use. */
function checkHeaders(
  place: Place,
  { columns, rows }: Table,
  work: Extract<Work, { kind: 'request' }>,
): void {
  const headers = listRequests(work).flatMap(({ request }) => Object.values(request.headers));
  for (const [index, column] of (columns ?? []).entries()) {
    if (!headers.some((value) => value.includes(`\${${DATA_PREFIX}${column}}`))) continue;
    const row = rows.findIndex((values) => /[\r\n]/.test(String(values[index])));
    if (row < 0) continue;
    const what = `${quote(column)} of row ${row + 1} has a line break, which a header cannot hold.`;
    place.reject(what, 'expected values of one line');
  }
}

function usesData(template: string): boolean {
  try {
    return findReferences(template).some(({ name }) => name.startsWith(DATA_PREFIX));
  } catch {
    // It is explained at its own place.
    return true;
  }
}

function readMix(
  place: Place,
  input: NonNullable<UserScenario['requests']>,
  scope: ReferenceScope,
): WeightedRequest[] {
  return place.items(input).flatMap(({ item, place: at }) => {
    if (typeof item === 'string') return [{ request: readRequest(at, item, scope), weight: 1 }];
    const request = at.below('request');
    if (item.request !== undefined)
      return [{ request: readRequest(request, item.request, scope), weight: item.weight ?? 1 }];
    if (!request.isBroken && !at.isBroken) at.reject('This item has no `request`.', 'add `request: GET /`');
    return [];
  });
}

const EXPECTED = 'expected one such as `load/items.csv`';

type Table = DataFile & Pick<DataTable, 'rows'>;

function readDataFile(place: Place, input: string, folder: Folder): Table | undefined {
  const path = readFilePath(place, input, folder, { key: 'data', what: 'a data file', expected: EXPECTED });
  if (place.isBroken) return undefined;
  if (!/\.(csv|json)$/.test(input)) {
    place.reject('A data file is CSV or JSON.', 'expected a name that ends in `.csv` or `.json`');
    return undefined;
  }
  if (folder.readText === undefined) return { path, columns: null, rows: [] };
  try {
    return { path, ...parseData(folder.readText(path), path) };
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    place.reject(error.message, 'expected columns with names in the first line, or a list of maps');
    return undefined;
  }
}
