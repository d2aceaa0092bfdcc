import { isLatency, printMetric, unitOf } from '../metrics/metric.ts';
import type { Scenario } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { parseDuration, printDuration } from './language/duration.ts';
import { type LoadRange, printLoad } from './language/load.ts';
import { type ParsedSlo, printSlo } from './language/slo.ts';
import type { Operator, Slo } from './language/slo-type.ts';
import { declareRequests } from './request.ts';
import { findRange, listLoads } from './scenarios.ts';
import type { UserConfig, UserScenario } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';

type PlacedSlo = { parsed: ParsedSlo; place: Place };

/** Lists the SLOs of a scenario with their places. */
export function placeSlos(place: Place, { slo = [] }: UserScenario): PlacedSlo[] {
  return slo.map((parsed, index) => ({ parsed, place: place.below('slo', index) }));
}

/** Checks the SLOs of a scenario: each by itself, beside the others, and beside what its scenario does. */
export function checkSlos(name: string, place: Place, { scenarios }: UserConfig): void {
  const scenario = scenarios[name]!;
  const slos = placeSlos(place, scenario);
  const range = findRange(scenario);
  if (range) checkSearch(place, slos, range);
  for (const [index, one] of slos.entries()) {
    checkSense(one);
    if (!range) checkMetric(one, scenario);
    if (!range) checkRelative(one, name, scenarios);
    checkTimeout(one, scenario);
    rejectDuplicate(one, slos.slice(0, index));
  }
}

/** Tells whether an SLO may be what each rate of a search must meet. */
export function isGoal({ metric, operator, limit }: Slo): boolean {
  const isLevel = metric.kind === 'percentile' || metric.kind === 'avg';
  return isLevel && operator.startsWith('<') && limit.kind === 'absolute';
}

/** Checks the SLOs of a search for the capacity: one limit on a latency, and limits on the capacity. */
function checkSearch(place: Place, slos: readonly PlacedSlo[], { from, to }: LoadRange): void {
  const [goal, other] = slos.filter(({ parsed }) => parsed.slo.metric.kind !== 'capacity');
  if (goal === undefined || other !== undefined || !isGoal(goal.parsed.slo))
    ((other ?? goal)?.place ?? place).add({
      on: goal ? 'value' : 'key',
      what: 'A search for the capacity has one limit on a latency, which each rate must meet.',
      expected:
        'expected `slo: [p99 < 30ms, capacity > 1500 req/s]`; gate all else in a scenario with another load',
    });
  for (const { parsed, place: at } of slos) {
    const { metric, limit } = parsed.slo;
    if (metric.kind === 'capacity' && (limit.kind === 'relative' || limit.value < from || limit.value >= to))
      at.reject(
        `Only rates from ${from} to ${to} req/s are searched.`,
        'expected a rate within this range, below its end',
      );
  }
}

/** Rejects a comparison that asks for a slow service. Only the script knows which direction of its metrics is better. */
function checkSense({ place, parsed: { slo, load } }: PlacedSlo): void {
  const operator = slo.operator.replace(/[<>]/, unitOf(slo.metric) === 'req/s' ? '>' : '<') as Operator;
  if (slo.metric.kind !== 'custom' && slo.operator !== operator)
    place.reject(
      'This would fail exactly when the service does well: an SLO says what must hold.',
      `expected \`${printSlo({ ...slo, operator }, load)}\``,
    );
}

/** Rejects a metric that nothing in the scenario feeds. */
function checkMetric({ place, parsed: { slo } }: PlacedSlo, { script }: UserScenario): void {
  if (slo.metric.kind === 'capacity')
    place.reject(
      '`capacity` is gated where it is searched, and this scenario has a load.',
      'expected `load: 100 to 5000 req/s`',
    );
  else if (slo.metric.kind === 'custom' && script === undefined)
    place.reject(
      `\`${printMetric(slo.metric)}\` is a metric that a script feeds, and this scenario has none.`,
      'expected `script: load/browse.js` in place of `request`, or another metric',
    );
}

/** Time (s) after which k6 gives up on a request of a script that sets no timeout: https://grafana.com/docs/k6/latest/javascript-api/k6-http/params/ */
const SCRIPT_TIMEOUT_SECONDS = 60;

/** Rejects a limit on a latency that slowness cannot miss: what takes longer than its timeout has failed, and has no latency. */
function checkTimeout({ place, parsed: { slo } }: PlacedSlo, scenario: UserScenario): void {
  const timeouts = declareRequests(scenario).map(
    ({ input }) => input.timeout ?? parseDuration(DEFAULTS.requestTimeout),
  );
  const most = timeouts.length > 0 ? Math.max(...timeouts) : SCRIPT_TIMEOUT_SECONDS;
  const { metric, operator, limit } = slo;
  if (metric.kind === 'custom' || !isLatency(metric) || limit.kind !== 'absolute') return;
  if (operator.startsWith('<') && limit.value >= most * 1000)
    place.reject(
      `This limit can never be missed: a request that takes ${printDuration(most)} has failed.`,
      `expected less than \`${printDuration(most)}\`, or a longer \`timeout\` of the request`,
    );
}

/** Rejects a second limit on one metric: only the stricter would ever decide. */
function rejectDuplicate({ place, parsed: { slo } }: PlacedSlo, before: readonly PlacedSlo[]): void {
  const keyOf = (one: Slo) => `${one.limit.kind} ${printMetric(one.metric)} ${one.operator[0]}`;
  const first = before.find(({ parsed }) => keyOf(parsed.slo) === keyOf(slo));
  if (first !== undefined && slo.limit.kind === 'absolute')
    place.reject(
      `\`${printMetric(slo.metric)}\` has a limit already: \`${printSlo(first.parsed.slo)}\`.`,
      'expected one of them',
    );
}

/** Checks the other scenario of a relative limit. Two may well have limits relative to each other: these are measured values. */
function checkRelative({ place, parsed }: PlacedSlo, name: string, scenarios: UserConfig['scenarios']): void {
  const { limit } = parsed.slo;
  if (limit.kind !== 'relative') return;
  const others = Object.keys(scenarios).filter((other) => other !== name);
  const other = others.includes(limit.scenario) ? scenarios[limit.scenario]! : undefined;
  const loads = other ? listLoads(other) : [];
  const lacking = listLoads(scenarios[name]!).find((load) => findLimitLoad(load, loads) === undefined);
  if (other === undefined)
    place.reject(
      `There is no other scenario ${quote(limit.scenario)} in this file.`,
      others.length > 0 ? proposeAmong(limit.scenario, others) : 'expected a number',
    );
  else if (findRange(other) || limit.metric.kind === 'capacity')
    place.reject(
      'A capacity is known only where it is searched, and is no limit of another scenario.',
      'expected a metric of a scenario with a load, or a number',
    );
  else if (lacking && loads.length > 0)
    place.reject(
      `${quote(limit.scenario)} is a sweep, and has no load \`${printLoad(lacking)}\` that its value could be taken from.`,
      'expected a scenario with one load, or with the same loads as this one',
    );
}

type Load = Scenario['loads'][number];

/** Finds the load of another scenario that a limit is taken from: its only one, or in a sweep the same load. */
export function findLimitLoad<T extends Load>(own: Load, others: readonly T[]): T | undefined {
  return others.length === 1 ? others[0] : others.find((load) => printLoad(load) === printLoad(own));
}
