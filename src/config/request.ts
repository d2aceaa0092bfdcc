import type { DataFile, Request, Scenario, WeightedRequest, Work } from './config.ts';
import { DataFault, type DataTable, parseData } from './data.ts';
import type { Place } from './diagnostics/place.ts';
import { propose, quote } from './diagnostics/words.ts';
import { findReferences } from './interpolation.ts';
import { parseDuration } from './language/duration.ts';
import { findMethodFault, findUrlFault, parseRequestLine } from './language/request-line.ts';
import { checkTemplate, DATA_PREFIX, type ReferenceScope } from './references.ts';
import type { UserRequest, UserScenario } from './schema/scenario.ts';
import type { UserConfig } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { type Folder, readFilePath } from './script.ts';

/** Lists the requests of a scenario, with their shares of its arrivals. */
export function listRequests(work: Extract<Work, { kind: 'request' }>): WeightedRequest[] {
  return work.mix ?? [{ request: work.request, weight: 1 }];
}

/** Lists the requests of a scenario, each with the place of its line or of its `path`. None for a script. */
export function placeRequests(
  root: Place,
  { name, work }: Scenario,
  { scenarios }: UserConfig,
): { request: Request; place: Place }[] {
  if (work.kind === 'script') return [];
  const { request, mix } = work;
  const scenario = root.below('scenarios', name);
  const input = scenarios?.[name];
  const below = (place: Place, given: unknown) => (typeof given === 'object' ? place.below('path') : place);
  if (mix === undefined) return [{ request, place: below(scenario.below('request'), input?.request) }];
  return mix.map((one, index) => {
    const item = input?.requests?.[index];
    const at = scenario.below('requests', index);
    return {
      request: one.request,
      place: typeof item === 'object' ? below(at.below('request'), item.request) : at,
    };
  });
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

const DATA_FILE = { key: 'data', what: 'a data file', expected: 'expected one such as `load/items.csv`' };

type Table = DataFile & Pick<DataTable, 'rows'>;

function readDataFile(place: Place, input: string, folder: Folder): Table | undefined {
  const path = readFilePath(place, input, folder, DATA_FILE);
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

/** Characters of a header's name: RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

const TIMEOUT_SECONDS = parseDuration(DEFAULTS.requestTimeout);

/** Reads a request in either form, and adds a problem for each mistake. */
function readRequest(place: Place, input: string | UserRequest, scope: ReferenceScope): Request {
  if (typeof input === 'string') {
    const line = place.parse(input, parseRequestLine) ?? { method: 'GET', url: '/' };
    if (!place.isBroken) checkTemplate(place, input, scope);
    rejectDataHost(place, line.url);
    return { headers: {}, expectStatus: [], timeoutSeconds: TIMEOUT_SECONDS, ...line };
  }
  const method = input.method ?? DEFAULTS.method;
  const url = input.path ?? '/';
  const at = place.below('path');
  rejectFault(place.below('method'), findMethodFault(method));
  rejectFault(at, findUrlFault(url));
  rejectDataHost(at, url);
  if (/\s/.test(url)) at.reject('A path has no blanks.', 'expected `%20` for each');
  checkTemplate(at, url, scope);
  return {
    headers: readHeaders(place.below('headers'), input, scope),
    expectStatus: [input.expect?.status ?? []].flat().filter((status) => status !== undefined),
    ...(input.expect?.size && { expectSize: input.expect.size }),
    timeoutSeconds: input.timeout ?? TIMEOUT_SECONDS,
    method,
    url,
    body: readBody(place, input, scope),
    ...(scope.data && input.json !== undefined && { quotesData: true as const }),
  };
}

function rejectFault(place: Place, fault: ReturnType<typeof findUrlFault>): void {
  if (fault) place.reject(fault.what, propose(fault.replacement, fault.expected));
}

/** Rejects a host from a data file: it could not be checked before the load begins. */
function rejectDataHost(place: Place, url: string): void {
  if (!/^(?:\$\{data\.|[^/]*\/\/[^/]*\$\{data\.)/.test(url)) return;
  place.reject(
    'The host is not taken from a file.',
    'expected a path, with `${data.NAME}` after its first `/`',
  );
}

function readHeaders(place: Place, input: UserRequest, scope: ReferenceScope): Record<string, string> {
  const headers: Record<string, string> = {};
  const names = new Set<string>();
  for (const [name, value] of Object.entries(input.headers ?? {})) {
    const at = place.below(name);
    if (!HEADER_NAME.test(name))
      at.rejectKey(`${quote(name)} is not a name of a header.`, 'expected one such as `accept`');
    if (names.has(name.toLowerCase()))
      at.rejectKey(`The header ${quote(name)} is given twice; case does not matter.`);
    names.add(name.toLowerCase());
    if (value === undefined) continue;
    if (/[\r\n]/.test(value)) at.reject('A header is a single line.', 'expected no line break');
    checkTemplate(at, value, scope);
    headers[name] = value;
  }
  if (input.json !== undefined && !names.has('content-type')) headers['content-type'] = 'application/json';
  return headers;
}

function readBody(place: Place, input: UserRequest, scope: ReferenceScope): string | undefined {
  const [first, second] = (['json', 'body'] as const).filter((key) => input[key] !== undefined);
  if (!first) return undefined;
  if (second) place.below('body').rejectKey('`json` and `body` are both given.', 'expected one of them');
  if (input.method === undefined && !place.below('method').isBroken) {
    const what = `A request with \`${first}\` does not say its method.`;
    place.below(first).rejectKey(what, 'add `method: POST`, or another');
  }
  if (input.json === undefined) {
    checkTemplate(place.below('body'), input.body ?? '', scope);
    return input.body;
  }
  checkJson(place.below('json'), input.json, scope);
  return JSON.stringify(input.json);
}

/** Rejects values that YAML has and JSON has not. Checks the references in texts and keys. */
function checkJson(place: Place, value: unknown, scope: ReferenceScope): void {
  if (typeof value === 'string') checkTemplate(place, value, scope);
  if (typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
    place.reject(
      Number.isFinite(value) ? 'This number is too large to be kept exactly.' : 'JSON has no such number.',
      'expected a text in quotes, or `body` instead of `json`',
    );
  } else if (typeof value === 'number' && /^[-+]?0\d/.test(place.written ?? '')) {
    place.reject(
      'JSON has no number that begins with a zero.',
      'expected a text in quotes, or the number without the zero',
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = place.below(Array.isArray(value) ? Number(key) : key);
    if (key.includes('${')) checkTemplate(at, key, scope);
    checkJson(at, inner, scope);
  }
}
