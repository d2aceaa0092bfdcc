import type { Load } from '../measurement/load.ts';
import type { Request, Scenario, WeightedRequest, Work } from './config.ts';
import { DataFault, type Folder, findFile, parseData } from './data.ts';
import { listValues, type Path, type Place } from './diagnostics/problem.ts';
import { parseDuration } from './language/duration.ts';
import { type LoadRange, printLoad } from './language/load.ts';
import { ANY_COLUMN, checkTemplate, type ReferenceScope } from './references.ts';
import type { UserConfig, UserRequest, UserScenario } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { checkTolerances, mergeTolerances } from './sensitivity.ts';
import { checkSlos, isGoal } from './slo-check.ts';

type RequestWork = Extract<Work, { kind: 'request' }>;

/** Reads the scenarios: each by itself, then its limits beside the others. @param scope names that requests may use */
export function readScenarios(
  root: Place,
  input: UserConfig,
  scope: ReferenceScope,
  folder: Folder,
): Scenario[] {
  const scenarios = Object.entries(input.scenarios).map(([name, scenario]) => ({
    name,
    ...readScenario(root.below('scenarios', name), scenario, input, scope, folder),
  }));
  for (const scenario of scenarios) {
    const { slo = [], tolerance } = input.scenarios[scenario.name]!;
    const place = root.below('scenarios', scenario.name);
    const slos = slo.map((parsed) => parsed.slo);
    checkSlos(place, slos, scenario, scenarios);
    checkTolerances(place, tolerance, [scenario]);
  }
  return scenarios;
}

function readScenario(
  place: Place,
  input: UserScenario,
  { measure, baseline }: UserConfig,
  scope: ReferenceScope,
  folder: Folder,
): Omit<Scenario, 'name'> {
  const { script, exec = 'default', slo = [], budget = measure?.budget } = input;
  const given = readLoads(place, input);
  const range = given.find((load) => load.kind === 'range');
  const slos = slo.map((parsed) => parsed.slo);
  // `checkSlos` tells where there is none.
  const goal = slos.find((one) => range && isGoal(one))!;
  const path = script && findFile(place.below('script'), script, 'a script such as `load/browse.js`', folder);
  return {
    work: path ? { kind: 'script', path, exec } : readRequests(place, input, scope, folder),
    loads: given.filter((load) => load.kind !== 'range'),
    ...(range && { capacity: { slo: goal, from: range.from, to: range.to } }),
    slos: slos.filter((one) => one !== goal),
    // A search for a capacity takes longer than a load.
    budgetSeconds: range && budget === undefined ? parseDuration(DEFAULTS.capacityBudget) : input.budget,
    tolerances: mergeTolerances(input.tolerance, baseline?.tolerance),
  };
}

/** Lists the loads of a scenario: several are a sweep, one may stand in its SLOs, and in a range a capacity is searched. */
function readLoads(place: Place, { load, slo = [] }: UserScenario): (Load | LoadRange)[] {
  const loads = load ?? slo.flatMap((one) => one.load ?? []).slice(0, 1);
  const texts = loads.map(printLoad);
  if (loads.length === 0)
    place.rejectKey('This scenario has no load.', 'add `load: 100 req/s`, or `at 100 req/s` to its SLO');
  if (loads.length > 1 && loads.some(({ kind }) => kind === 'range'))
    place.below('load').reject('A range of rates is no part of a sweep.', 'expected it alone');
  for (const [index, text] of texts.entries())
    if (texts.indexOf(text) < index)
      place.below('load', index).reject(`\`${text}\` is in this sweep twice.`, 'expected different loads');
  for (const [index, one] of slo.entries())
    if (one.load && (load !== undefined || printLoad(one.load) !== texts[0]))
      place
        .below('slo', index)
        .reject('This scenario has a load already.', 'expected it once, here or there');
  return loads;
}

/** Reads the requests of a scenario, and the columns of the file whose values they use. */
function readRequests(
  place: Place,
  { request, requests = [], data }: UserScenario,
  scope: ReferenceScope,
  folder: Folder,
): RequestWork {
  const file = data === undefined ? undefined : readData(place.below('data'), data, folder);
  const names = file ? (file.columns?.map((column) => `data.${column}`) ?? [ANY_COLUMN]) : [];
  const read = (input: UserRequest, weight: number, ...keys: Path): WeightedRequest => {
    checkRequest(place.below(...keys), input, [...scope, ...names]);
    return { request: buildRequest(input, file !== undefined), weight };
  };
  const all = request
    ? [read(request, 1, 'request')]
    : requests.map((one, index) => read(one.request, one.weight ?? 1, 'requests', index, 'request'));
  return { kind: 'request', requests: all, ...(file && { data: file }) };
}

/** Reads the columns of a data file; null where they cannot be known. */
function readData(place: Place, data: string, folder: Folder): Required<RequestWork>['data'] {
  const path = findFile(place, data, 'a data file such as `load/items.csv`', folder);
  try {
    if (path && folder.readText) return { path, columns: parseData(folder.readText(path)).columns };
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    place.reject(error.message, 'expected CSV with names of columns in its first line');
  }
  return { path: path ?? data, columns: null };
}

/** Lists the texts of requests that may hold references. */
export function listTemplates({ requests }: RequestWork): string[] {
  const textsOf = ({ url, headers, body = '' }: Request) => [url, ...Object.values(headers), body];
  return requests.flatMap(({ request }) => textsOf(request));
}

/** What comes before the first value of a data file must hold the whole host: that is checked before the load begins. */
const HOST_OF_DATA = /^(?:https?:\/\/)?(?:(?!\$\{data\.)[^/])*\$\{data\./i;

function checkRequest(place: Place, { path, headers, body, json }: UserRequest, scope: ReferenceScope): void {
  if (HOST_OF_DATA.test(path))
    place.below('path').reject('The host is not taken from a file.', 'expected `/` before `${data.NAME}`');
  const texts = Object.entries({ path, headers, body, json });
  for (const { place: at, value } of texts.flatMap(([key, inner]) => listValues(place.below(key), inner))) {
    if (typeof value === 'string') checkTemplate(at, value, scope);
    // YAML has numbers that JSON has not, or does not keep exactly.
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
      at.reject('JSON has no such number.', 'expected a text in quotes, or `body` instead of `json`');
  }
}

function buildRequest(input: UserRequest, hasData: boolean): Request {
  const { method = DEFAULTS.method, path: url, json, body, expect, headers = {}, timeout } = input;
  const isJson = json !== undefined;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const text = isJson ? JSON.stringify(json) : body;
  return {
    headers: { ...headers, ...(isJson && !isTyped && { 'content-type': 'application/json' }) },
    expectStatus: expect?.status ?? [],
    ...(expect?.body && { expectBody: expect.body }),
    timeoutSeconds: timeout ?? parseDuration(DEFAULTS.requestTimeout),
    method,
    url,
    ...(text !== undefined && { body: text }),
    ...(isJson && hasData && { quotesData: true as const }),
  };
}
