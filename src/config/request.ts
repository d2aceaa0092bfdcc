import type { Request, WeightedRequest, Work } from './config.ts';
import { DataFault, parseData } from './data.ts';
import { listScalars, type Place } from './diagnostics/place.ts';
import type { Path } from './diagnostics/problem.ts';
import { parseDuration } from './language/duration.ts';
import { ANY_COLUMN, checkTemplate, type ReferenceScope } from './references.ts';
import type { UserRequest, UserScenario } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { checkFile, type Folder, resolveInside } from './script.ts';

type RequestWork = Extract<Work, { kind: 'request' }>;
type DeclaredRequest = { keys: Path; input: UserRequest; weight: number };

/** Lists the requests of a scenario, each with the keys that lead to it. */
export function declareRequests({ request, requests = [] }: UserScenario): DeclaredRequest[] {
  if (request !== undefined) return [{ keys: ['request'], input: request, weight: 1 }];
  return requests.map((item, index) => ({
    keys: ['requests', index, 'request'],
    input: item.request,
    weight: item.weight ?? 1,
  }));
}

/** Lists the texts of requests that may hold references. */
export function listTemplates({ requests }: RequestWork): string[] {
  return requests.flatMap(({ request: { url, headers, body = '' } }) => [
    url,
    ...Object.values(headers),
    body,
  ]);
}

/** Lists the names of the values of a data file, and adds a problem where it cannot be used. */
function listDataNames(place: Place, data: string, folder: Folder): string[] {
  const path = resolveInside(folder.directory, data);
  const isThere = checkFile(place, path, 'a data file such as `load/items.csv`', folder);
  try {
    if (isThere && folder.readText !== undefined)
      return parseData(folder.readText(path!)).columns.map((column) => `data.${column}`);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    place.reject(error.message, 'expected CSV with names of columns in its first line');
  }
  return [ANY_COLUMN];
}

/** Checks the requests of a scenario, and the file whose values they use. @param scope names that they may use */
export function checkRequests(
  place: Place,
  input: UserScenario,
  scope: ReferenceScope,
  folder: Folder,
): void {
  const data = place.below('data');
  const names = input.data === undefined ? [] : listDataNames(data, input.data, folder);
  for (const { keys, input: request } of declareRequests(input))
    checkRequest(place.below(...keys), request, [...scope, ...names]);
  const requests = declareRequests(input).map((one) => buildWeighted(one, true));
  const usesData = listTemplates({ kind: 'request', requests }).some((text) => text.includes('${data.'));
  if (input.data !== undefined && requests.length > 0 && !usesData)
    data.rejectKey('No request uses a value of this file.', 'write `${data.NAME}` in one');
}

/** What comes before the first value of a data file must hold the whole host: that is checked before the load begins. */
const HOST_OF_DATA = /^(?:https?:\/\/)?(?:(?!\$\{data\.)[^/])*\$\{data\./i;

function checkRequest(place: Place, input: UserRequest, scope: ReferenceScope): void {
  const path = place.below('path');
  checkTemplate(path, input.path, scope);
  if (HOST_OF_DATA.test(input.path))
    path.reject(
      'The host is not taken from a file.',
      'expected a path, with `${data.NAME}` after its first `/`',
    );
  for (const [name, value] of Object.entries(input.headers ?? {}))
    checkTemplate(place.below('headers', name), value, scope);
  if (input.body !== undefined) checkTemplate(place.below('body'), input.body, scope);
  for (const { place: at, value } of listScalars(place.below('json'), input.json)) {
    if (typeof value === 'string') checkTemplate(at, value, scope);
    // YAML has numbers that JSON has not.
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
      at.reject(
        'JSON has no such number, or does not keep it exactly.',
        'expected a text in quotes, or `body` instead of `json`',
      );
  }
}

/** Builds the requests of a sound scenario. */
export function buildRequests(input: UserScenario, { directory, readText }: Folder): RequestWork {
  const requests = declareRequests(input).map((one) => buildWeighted(one, input.data !== undefined));
  if (input.data === undefined) return { kind: 'request', requests };
  const path = resolveInside(directory, input.data)!;
  return {
    kind: 'request',
    requests,
    data: { path, columns: readText ? parseData(readText(path)).columns : null },
  };
}

function buildWeighted({ input, weight }: DeclaredRequest, hasData: boolean): WeightedRequest {
  const { method = DEFAULTS.method, path: url, json, body, expect, headers = {}, timeout } = input;
  const isJson = json !== undefined;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const text = isJson ? JSON.stringify(json) : body;
  const request: Request = {
    headers: { ...headers, ...(isJson && !isTyped && { 'content-type': 'application/json' }) },
    expectStatus: expect?.status ?? [],
    ...(expect?.body && { expectBody: expect.body }),
    timeoutSeconds: timeout ?? parseDuration(DEFAULTS.requestTimeout),
    method,
    url,
    ...(text !== undefined && { body: text }),
    ...(isJson && hasData && { quotesData: true as const }),
  };
  return { request, weight };
}
