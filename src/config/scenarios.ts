import type { Load } from '../measurement/load.ts';
import { printMetric } from '../metrics/metric.ts';
import type { Scenario, Work } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import type { TextSpan } from './diagnostics/text-error.ts';
import { printLoad } from './language/load.ts';
import { type ParsedSlo, printSlo } from './language/slo.ts';
import type { CapacityGoal } from './language/slo-type.ts';
import type { ReferenceScope } from './references.ts';
import { readRequests } from './request.ts';
import type { UserScenario } from './schema/scenario.ts';
import { type Folder, readScript } from './script.ts';
import { readSensitivity } from './sensitivity.ts';
import { checkCapacitySlo, checkSlo } from './slo-check.ts';

/**
 * Reads one scenario, and adds its problems.
 *
 * @param scope names that templates of a request may use
 * @returns the scenario, and its SLOs with their places, since a limit may be relative to a scenario that follows
 */
export function readScenario(
  name: string,
  place: Place,
  input: UserScenario,
  scope: ReferenceScope,
  folder: Folder,
): { scenario: Scenario; placedSlos: PlacedSlo[] } {
  const placedSlos = listItems(place.below('slo'), input.slo).map(({ item, place: at }) => ({
    parsed: item,
    place: at,
  }));
  // A broken capacity keeps its key, with the value undefined.
  const isSearched = Object.hasOwn(input, 'capacity') || place.below('capacity').isBroken;
  const capacity = isSearched ? readCapacity(place, input) : undefined;
  const loads = isSearched ? [] : readLoads(place, input, placedSlos);
  for (const { parsed, place: at } of placedSlos) {
    if (isSearched) {
      checkCapacitySlo(at, parsed, capacity);
      continue;
    }
    // The load of a script is of its iterations, and a rate of its requests.
    const isScript = input.script !== undefined || place.below('script').isBroken;
    checkSlo(at, parsed, isScript ? [] : loads);
    if (parsed.slo.metric.kind !== 'custom' || isScript) continue;
    at.add({
      span: parsed.spans.metric,
      what: `\`${printMetric(parsed.slo.metric)}\` is a metric that a script feeds, and this scenario has none.`,
      expected: 'expected `script: FILE` in place of `request`, or another metric',
    });
  }
  rejectDuplicates(placedSlos);
  const slos = placedSlos.map(({ parsed }) => parsed.slo);
  const even = input.arrivals === 'even' ? { arrivals: 'even' as const } : {};
  if (even.arrivals && loads.length > 0 && loads.every(({ kind }) => kind !== 'arrival-rate'))
    place
      .below('arrivals')
      .rejectKey('Users of a closed model send when they have an answer.', 'leave it out');
  const scenario: Scenario = {
    name,
    work: readWork(place, input, scope, folder),
    loads: loads.map((load) => (load.kind === 'arrival-rate' ? { ...load, ...even } : load)),
    ...(capacity && { capacity: { ...capacity, ...even } }),
    slos,
    budgetSeconds: input.budget,
    sensitivity: isSearched
      ? readSensitivity(place, input, [], ['capacity'])
      : readSensitivity(place, input, isSloBroken(place, input) ? undefined : slos),
  };
  return { scenario, placedSlos };
}

function readCapacity(place: Place, input: UserScenario): CapacityGoal | undefined {
  if (Object.hasOwn(input, 'load'))
    place
      .below('load')
      .rejectKey('A scenario has a `load` or a `capacity`, not both.', 'expected one of them');
  return input.capacity;
}

function readWork(place: Place, input: UserScenario, scope: ReferenceScope, folder: Folder): Work {
  const isGiven = (key: 'request' | 'requests' | 'script') =>
    input[key] !== undefined || place.below(key).isBroken;
  const script = place.below('script');
  const hasRequest = isGiven('request') || isGiven('requests');
  if (isGiven('request') && isGiven('requests'))
    place
      .below('requests')
      .rejectKey('A scenario has `request` or `requests`, not both.', 'expected one of them');
  if (hasRequest && isGiven('script'))
    script.rejectKey('A scenario has a `request` or a `script`, not both.', 'expected one of them');
  if (!hasRequest && !isGiven('script') && !place.isBroken)
    place.rejectKey('This scenario sends nothing.', 'add `request: GET /`, or `script`');
  if (input.data !== undefined && isGiven('script'))
    place.below('data').rejectKey('`data` is for requests; a script reads files by itself.', 'leave it out');
  if (input.exec !== undefined && !isGiven('script'))
    place
      .below('exec')
      .rejectKey('`exec` names a function of a `script`, and there is none.', 'add `script`');
  if (input.script === undefined) return readRequests(place, input, scope, folder);
  const exec = input.exec ?? 'default';
  if (!/^[A-Za-z_$][\w$]*$/.test(exec))
    place.below('exec').reject('This is not a name of a function.', 'expected one such as `browse`');
  return { kind: 'script', path: readScript(script, input.script, folder), exec };
}

export type PlacedSlo = { parsed: ParsedSlo; place: Place };

/** Rejects a second limit on one metric: only the stricter would ever decide. */
function rejectDuplicates(slos: readonly PlacedSlo[]): void {
  for (const [index, { parsed, place }] of slos.entries()) {
    const { metric, operator, limit } = parsed.slo;
    if (limit.kind !== 'absolute') continue;
    const first = slos.slice(0, index).find(({ parsed: { slo } }) => {
      const isSameWay = slo.operator[0] === operator[0];
      return slo.limit.kind === 'absolute' && isSameWay && printMetric(slo.metric) === printMetric(metric);
    });
    if (first === undefined) continue;
    place.reject(
      `\`${printMetric(metric)}\` has a limit already: \`${printSlo(first.parsed.slo)}\`.`,
      'expected one of them',
    );
  }
}

/** Lists one item or several, each with its place. Broken ones are left out. */
function listItems<T>(place: Place, value: T | T[] | undefined): { item: T; place: Place }[] {
  return Array.isArray(value) ? place.items(value) : value === undefined ? [] : [{ item: value, place }];
}

function readLoads(place: Place, input: UserScenario, slos: PlacedSlo[]): Load[] {
  const loads: Load[] = [];
  for (const { item: load, place: at } of listItems(place.below('load'), input.load)) {
    if (loads.some((other) => printLoad(other) === printLoad(load)))
      at.reject(`\`${printLoad(load)}\` is in this sweep twice.`, 'expected different loads');
    loads.push(load);
  }
  const first = slos.find(({ parsed }) => parsed.load)?.parsed.load;
  // A broken load keeps its key, with the value undefined.
  const isGiven = Object.hasOwn(input, 'load');
  for (const { parsed, place: at } of slos) {
    if (!parsed.load || !first) continue;
    const span = atLoadSpan(parsed);
    if (isGiven) {
      at.add({
        span,
        what: 'The load is given twice: here and under `load`.',
        expected: 'expected one of them',
        hint: Array.isArray(input.load)
          ? 'An SLO holds for every load of a sweep; for other limits make another scenario.'
          : undefined,
        nearest: printSlo(parsed.slo),
      });
    } else if (printLoad(parsed.load) !== printLoad(first)) {
      at.add({
        span,
        what: `This scenario already runs at \`${printLoad(first)}\`.`,
        expected: 'expected the same load in all of its SLOs',
        hint: 'Another load is another scenario.',
      });
    }
  }
  if (isGiven) return loads;
  if (first) return [first];
  if (!place.isBroken && !place.below('load').isBroken && !isSloBroken(place, input))
    place.rejectKey('This scenario has no load.', 'add `load: 100 req/s`, or `at 100 req/s` to its SLO');
  return [];
}

/** Tells whether an SLO is broken. It may have held the load, or named a percentile. */
function isSloBroken(place: Place, { slo }: UserScenario): boolean {
  const at = place.below('slo');
  return at.isBroken || (Array.isArray(slo) && slo.some((_, index) => at.below(index).isBroken));
}

/** Finds the span from `at` to the end of the load. */
function atLoadSpan({ spans }: ParsedSlo): TextSpan {
  const from = spans.limit.offset + spans.limit.length + 1;
  const load = spans.load ?? spans.limit;
  return { offset: from, length: load.offset + load.length - from };
}
