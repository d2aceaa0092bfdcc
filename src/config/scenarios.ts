import type { Load } from '../measurement/measurement.ts';
import { isLatency, printMetric, unitOf } from '../metrics/metric.ts';
import type { Request, Scenario, WeightedRequest, Work } from './config.ts';
import { DataFault, type Folder, findFile, parseData } from './data.ts';
import { listValues, type Path, type Place } from './diagnostics/problem.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { parseDuration, printDuration } from './language/duration.ts';
import { type LoadRange, printLoad } from './language/load.ts';
import { printSlo } from './language/slo.ts';
import type { Operator, Slo } from './language/slo-type.ts';
import { ANY_COLUMN, checkTemplate, type ReferenceScope } from './references.ts';
import type { UserConfig, UserRequest, UserScenario } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { checkTolerances, mergeTolerances } from './sensitivity.ts';

type RequestWork = Extract<Work, { kind: 'request' }>;

/** What is needed to read scenarios. `scope`: names that requests may use. */
type Around = { suite: UserConfig; scope: ReferenceScope; folder: Folder };

/** Reads the scenarios: each on its own, then limits that refer to other scenarios. */
export function readScenarios(root: Place, around: Around): Scenario[] {
  const scenarios = Object.entries(around.suite.scenarios).map(([name, scenario]) => ({
    name,
    ...readScenario(root.below('scenarios', name), scenario, around),
  }));
  for (const scenario of scenarios) {
    const { slo = [], tolerance } = around.suite.scenarios[scenario.name]!;
    const place = root.below('scenarios', scenario.name);
    const slos = slo.map((parsed) => parsed.slo);
    checkSlos(place, slos, scenario, scenarios);
    if (around.suite.baseline?.from === 'history' && scenario.capacity && slos.length === 1)
      place.below('slo').reject('`from: history` cannot compare a capacity.', 'add `capacity > 1500 req/s`');
    checkTolerances(place, tolerance, [scenario]);
  }
  return scenarios;
}

function readScenario(place: Place, input: UserScenario, around: Around): Omit<Scenario, 'name'> {
  const { measure, baseline } = around.suite;
  const { script, exec = 'default', slo = [], budget = measure?.budget } = input;
  const given = readLoads(place, input);
  const range = given.find((load) => load.kind === 'range');
  const slos = slo.map((parsed) => parsed.slo);
  // `checkSlos` reports if there is none.
  const goal = slos.find((one) => range && isGoal(one))!;
  const path =
    script && findFile(place.below('script'), script, 'a script such as `load/browse.js`', around.folder);
  return {
    work: path ? { kind: 'script', path, exec } : readRequests(place, input, around),
    loads: given.filter((load) => load.kind !== 'range'),
    ...(range && { capacity: { slo: goal, from: range.from, to: range.to } }),
    slos: slos.filter((one) => one !== goal),
    // A capacity search takes longer than a load.
    budgetSeconds: range && budget === undefined ? parseDuration(DEFAULTS.capacityBudget) : input.budget,
    tolerances: mergeTolerances(input.tolerance, baseline?.tolerance),
  };
}

/** Lists the loads of a scenario: several are a sweep, one may be part of its SLOs, and a range is for a capacity search. */
function readLoads(place: Place, { load, slo = [] }: UserScenario): (Load | LoadRange)[] {
  const loads = load ?? slo.flatMap((one) => one.load ?? []).slice(0, 1);
  const texts = loads.map(printLoad);
  if (loads.length === 0)
    place.rejectKey('This scenario has no load.', 'add `load: 100 req/s`, or `at 100 req/s` to its SLO');
  if (loads.length > 1 && loads.some(({ kind }) => kind === 'range'))
    place.below('load').reject('A range of rates cannot be part of a sweep.', 'expected the range alone');
  for (const [index, text] of texts.entries())
    if (texts.indexOf(text) < index)
      place.below('load', index).reject(`\`${text}\` is in this sweep twice.`, 'expected different loads');
  for (const [index, one] of slo.entries())
    if (one.load && (load !== undefined || printLoad(one.load) !== texts[0]))
      place.below('slo', index).reject('This scenario already has a load.', 'expected it in one place only');
  return loads;
}

/** Reads the requests of a scenario, and the columns of the file whose values they use. */
function readRequests(place: Place, input: UserScenario, { scope, folder }: Around): RequestWork {
  const { request, requests = [], data } = input;
  const file = data === undefined ? undefined : readData(place.below('data'), data, folder);
  const names = file ? (file.columns?.map((column) => `data.${column}`) ?? [ANY_COLUMN]) : [];
  const read = (one: UserRequest, weight: number, ...keys: Path): WeightedRequest => {
    checkRequest(place.below(...keys), one, [...scope, ...names]);
    return { request: buildRequest(one, file !== undefined), weight };
  };
  const all = request
    ? [read(request, 1, 'request')]
    : requests.map((one, index) => read(one.request, one.weight ?? 1, 'requests', index, 'request'));
  const work: RequestWork = { kind: 'request', requests: all, ...(file && { data: file }) };
  if (file && !listTemplates(work).some((text) => text.includes('${data.')))
    place.below('data').rejectKey('No request uses any value from this file.', 'write `${data.NAME}` in one');
  return work;
}

/** Reads the columns of a data file; null if they cannot be known. */
function readData(place: Place, data: string, folder: Folder): Required<RequestWork>['data'] {
  const path = findFile(place, data, 'a data file such as `load/items.csv`', folder);
  try {
    if (path && folder.readText) return { path, columns: parseData(folder.readText(path)).columns };
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    place.reject(error.message, 'expected CSV with column names in its first line');
  }
  return { path: path ?? data, columns: null };
}

/** Lists the texts of requests that may contain references. */
export function listTemplates({ requests }: RequestWork): string[] {
  const textsOf = ({ url, headers, body = '' }: Request) => [url, ...Object.values(headers), body];
  return requests.flatMap(({ request }) => textsOf(request));
}

/** The part before the first data value must contain the whole host: that is checked before the load begins. */
const HOST_OF_DATA = /^(?:https?:\/\/)?(?:(?!\$\{data\.)[^/])*\$\{data\./i;

function checkRequest(place: Place, { path, headers, body, json }: UserRequest, scope: ReferenceScope): void {
  if (HOST_OF_DATA.test(path))
    place.below('path').reject('A data file cannot set the host.', 'expected `/` before `${data.NAME}`');
  const texts = Object.entries({ path, headers, body, json });
  for (const { place: at, value } of texts.flatMap(([key, inner]) => listValues(place.below(key), inner))) {
    if (typeof value === 'string') checkTemplate(at, value, scope);
    // YAML has numbers that JSON lacks, or does not keep exactly.
    if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
      at.reject('JSON cannot express this number.', 'expected text in quotes, or `body` instead of `json`');
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

/** Timeout (s) of a script's request that sets none: https://grafana.com/docs/k6/latest/javascript-api/k6-http/params/ */
const SCRIPT_TIMEOUT_SECONDS = 60;

/** Checks the SLOs of a scenario: individually, together, and against what the scenario does. */
function checkSlos(place: Place, slos: readonly Slo[], scenario: Scenario, all: readonly Scenario[]): void {
  if (scenario.capacity) checkGoal(place, slos);
  for (const [index, slo] of slos.entries()) {
    const at = place.below('slo', index);
    checkLimit(at, slo, scenario);
    checkMetric(at, slo, scenario);
    const isSame = (one: Slo) =>
      one.limit.kind === 'absolute' &&
      printMetric(one.metric) === printMetric(slo.metric) &&
      one.operator[0] === slo.operator[0];
    const first = slos.slice(0, index).find(isSame);
    if (first && slo.limit.kind === 'absolute')
      at.reject(`\`${printSlo(first)}\` is already here.`, 'expected only one of them');
    if (slo.limit.kind === 'relative' && !scenario.capacity) checkRelative(at, slo.limit, scenario, all);
  }
}

/** Tells whether an SLO can be the goal of each rate in a search. */
function isGoal({ metric, operator, limit }: Slo): boolean {
  const isLevel = metric.kind === 'percentile' || metric.kind === 'avg';
  return isLevel && operator.startsWith('<') && limit.kind === 'absolute';
}

/** A capacity search has one latency limit, in addition to limits on the capacity. */
function checkGoal(place: Place, slos: readonly Slo[]): void {
  const others = slos.filter(({ metric }) => metric.kind !== 'capacity');
  const wrong = others.find((slo, index) => index > 0 || !isGoal(slo));
  if (others.length > 0 && wrong === undefined) return;
  const at = wrong ? place.below('slo', slos.indexOf(wrong)) : place;
  at.reject(
    'A capacity search needs exactly one latency limit, which each rate must meet.',
    'expected `slo: [p99 < 30ms, capacity > 1500 req/s]`; gate anything else in a scenario with a different load',
  );
}

/** A limit must not require slowness, and must be possible to miss: whatever exceeds its timeout has failed. */
function checkLimit(at: Place, slo: Slo, { work }: Scenario): void {
  const { metric, limit } = slo;
  // Only the script knows which direction of its metrics is better.
  if (metric.kind === 'custom') return;
  const operator = slo.operator.replace(/[<>]/, unitOf(metric) === 'req/s' ? '>' : '<') as Operator;
  const timeouts = work.kind === 'script' ? [] : work.requests.map(({ request }) => request.timeoutSeconds);
  const most = timeouts.length > 0 ? Math.max(...timeouts) : SCRIPT_TIMEOUT_SECONDS;
  if (slo.operator !== operator)
    at.reject(
      'This would fail exactly when the service does well: an SLO states what must hold.',
      `expected \`${printSlo({ ...slo, operator })}\``,
    );
  else if (isLatency(metric) && limit.kind === 'absolute' && limit.value >= most * 1000)
    at.reject(
      `This limit can never be missed: a request that takes ${printDuration(most)} counts as failed.`,
      `expected less than \`${printDuration(most)}\`, or a longer \`timeout\` for the request`,
    );
}

/** Checks that the scenario produces each metric. */
function checkMetric(at: Place, { metric, limit }: Slo, { capacity, work }: Scenario): void {
  const { from, to } = capacity ?? { from: 0, to: 0 };
  const isSearched = limit.kind === 'absolute' && limit.value >= from && limit.value < to;
  if (metric.kind === 'capacity' && !capacity)
    at.reject('Only a capacity search can find a capacity.', 'expected `load: 100 to 5000 req/s`');
  else if (metric.kind === 'capacity' && !isSearched)
    at.reject(
      `The search only covers ${from} to ${to} req/s.`,
      'expected a rate within that range, below its end',
    );
  else if (metric.kind === 'custom' && work.kind !== 'script')
    at.reject(`Only a script can provide \`${printMetric(metric)}\`.`, 'expected `script: load/browse.js`');
}

type Relative = Extract<Slo['limit'], { kind: 'relative' }>;

/** Checks the other scenario of a relative limit. Two may refer to each other: these are measured values. */
function checkRelative(at: Place, limit: Relative, own: Scenario, all: readonly Scenario[]): void {
  const others = all.filter(({ name }) => name !== own.name);
  const other = others.find(({ name }) => name === limit.scenario);
  const lacking = own.loads.find((load) => findLimitLoad(load, other?.loads ?? []) === undefined);
  const names = others.map(({ name }) => name);
  if (other === undefined)
    at.reject(`There is no other scenario ${quote(limit.scenario)}.`, proposeAmong(limit.scenario, names));
  else if (other.capacity || limit.metric.kind === 'capacity')
    at.reject('Only a capacity search can find a capacity.', 'expected a scenario with a load, or a number');
  else if (lacking && other.loads.length > 0)
    at.reject(
      `${quote(limit.scenario)} is a sweep without the load \`${printLoad(lacking)}\`.`,
      'expected a scenario with one load, or with the same loads as this one',
    );
}

/** Finds the load of the other scenario that a limit refers to: its only one, or in a sweep the same load. */
export function findLimitLoad<T extends Load>(own: Load, others: readonly T[]): T | undefined {
  return others.length === 1 ? others[0] : others.find((load) => printLoad(load) === printLoad(own));
}
