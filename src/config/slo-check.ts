import type { Load } from '../measurement/load.ts';
import { isLatency, printMetric, unitOf } from '../metrics/metric.ts';
import type { Scenario } from './config.ts';
import type { Place } from './diagnostics/problem.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { printDuration } from './language/duration.ts';
import { printLoad } from './language/load.ts';
import { printSlo } from './language/slo.ts';
import type { Operator, Slo } from './language/slo-type.ts';

/** Time (s) after which k6 gives up on a request of a script that sets no timeout: https://grafana.com/docs/k6/latest/javascript-api/k6-http/params/ */
const SCRIPT_TIMEOUT_SECONDS = 60;

/** Checks the SLOs of a scenario: each by itself, beside the others, and beside what its scenario does. */
export function checkSlos(
  place: Place,
  slos: readonly Slo[],
  scenario: Scenario,
  all: readonly Scenario[],
): void {
  if (scenario.capacity) checkGoal(place, slos);
  for (const [index, slo] of slos.entries()) {
    const at = place.below('slo', index);
    checkLimit(at, slo, scenario);
    checkMetric(at, slo, scenario);
    if (slo.limit.kind === 'relative' && !scenario.capacity) checkRelative(at, slo.limit, scenario, all);
    const keyOf = (one: Slo) => `${one.limit.kind} ${printMetric(one.metric)} ${one.operator[0]}`;
    const first = slos.slice(0, index).find((one) => keyOf(one) === keyOf(slo));
    // Only the stricter would ever decide.
    if (first && slo.limit.kind === 'absolute')
      at.reject(`This metric has a limit already: \`${printSlo(first)}\`.`, 'expected one of them');
  }
}

/** Tells whether an SLO may be what each rate of a search must meet. */
export function isGoal({ metric, operator, limit }: Slo): boolean {
  const isLevel = metric.kind === 'percentile' || metric.kind === 'avg';
  return isLevel && operator.startsWith('<') && limit.kind === 'absolute';
}

/** A search for the capacity has one limit on a latency, beside limits on the capacity. */
function checkGoal(place: Place, slos: readonly Slo[]): void {
  const others = slos.filter(({ metric }) => metric.kind !== 'capacity');
  const wrong = others.find((slo, index) => index > 0 || !isGoal(slo));
  if (others.length > 0 && wrong === undefined) return;
  const at = wrong ? place.below('slo', slos.indexOf(wrong)) : place;
  at.reject(
    'A search for the capacity has one limit on a latency, which each rate must meet.',
    'expected `slo: [p99 < 30ms, capacity > 1500 req/s]`; gate all else in a scenario with another load',
  );
}

/** A limit asks for no slow service, and slowness can miss it: what exceeds its timeout has failed, and has no latency. */
function checkLimit(at: Place, slo: Slo, { work }: Scenario): void {
  const { metric, limit } = slo;
  // Only the script knows which direction of its metrics is better.
  if (metric.kind === 'custom') return;
  const operator = slo.operator.replace(/[<>]/, unitOf(metric) === 'req/s' ? '>' : '<') as Operator;
  const timeouts = work.kind === 'script' ? [] : work.requests.map(({ request }) => request.timeoutSeconds);
  const most = timeouts.length > 0 ? Math.max(...timeouts) : SCRIPT_TIMEOUT_SECONDS;
  if (slo.operator !== operator)
    at.reject(
      'This would fail exactly when the service does well: an SLO says what must hold.',
      `expected \`${printSlo({ ...slo, operator })}\``,
    );
  else if (isLatency(metric) && limit.kind === 'absolute' && limit.value >= most * 1000)
    at.reject(
      `This limit can never be missed: a request that takes ${printDuration(most)} has failed.`,
      `expected less than \`${printDuration(most)}\`, or a longer \`timeout\` of the request`,
    );
}

/** Something in the scenario feeds each metric. */
function checkMetric(at: Place, { metric, limit }: Slo, { capacity, work }: Scenario): void {
  const { from, to } = capacity ?? { from: 0, to: 0 };
  const isSearched = limit.kind === 'absolute' && limit.value >= from && limit.value < to;
  if (metric.kind === 'capacity' && !capacity)
    at.reject('A capacity is known only where it is searched.', 'expected `load: 100 to 5000 req/s`');
  else if (metric.kind === 'capacity' && !isSearched)
    at.reject(`Only rates from ${from} to ${to} req/s are searched.`, 'expected one of them, below the end');
  else if (metric.kind === 'custom' && work.kind !== 'script')
    at.reject(`Only a script feeds \`${printMetric(metric)}\`.`, 'expected `script: load/browse.js`');
}

type Relative = Extract<Slo['limit'], { kind: 'relative' }>;

/** Checks the other scenario of a relative limit. Two may well have limits relative to each other: these are measured values. */
function checkRelative(at: Place, limit: Relative, own: Scenario, all: readonly Scenario[]): void {
  const others = all.filter(({ name }) => name !== own.name);
  const other = others.find(({ name }) => name === limit.scenario);
  const lacking = own.loads.find((load) => findLimitLoad(load, other?.loads ?? []) === undefined);
  const names = others.map(({ name }) => name);
  if (other === undefined)
    at.reject(`There is no other scenario ${quote(limit.scenario)}.`, proposeAmong(limit.scenario, names));
  else if (other.capacity || limit.metric.kind === 'capacity')
    at.reject(
      'A capacity is known only where it is searched.',
      'expected a scenario with a load, or a number',
    );
  else if (lacking && other.loads.length > 0)
    at.reject(
      `${quote(limit.scenario)} is a sweep, and has no load \`${printLoad(lacking)}\`.`,
      'expected a scenario with one load, or with the same loads as this one',
    );
}

/** Finds the load of another scenario that a limit is taken from: its only one, or in a sweep the same load. */
export function findLimitLoad<T extends Load>(own: Load, others: readonly T[]): T | undefined {
  return others.length === 1 ? others[0] : others.find((load) => printLoad(load) === printLoad(own));
}
