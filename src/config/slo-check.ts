import type { Load } from '../measurement/load.ts';
import { isLatency, printMetric, unitOf } from '../metrics/metric.ts';
import type { Scenario } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { proposeAmong, quote } from './diagnostics/words.ts';
import { parseDuration, printDuration } from './language/duration.ts';
import { type LoadRange, printLoad } from './language/load.ts';
import { type ParsedSlo, printSlo } from './language/slo.ts';
import type { Slo } from './language/slo-type.ts';
import { declareRequests } from './request.ts';
import { findRange, listLoads, type PlacedSlo } from './scenarios.ts';
import type { UserConfig, UserScenario } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';

/**
 * Rejects an SLO that this version cannot judge, that no run could meet, or that asks for a slow service.
 *
 * @param loads of the requests; null for a script, whose load is of its iterations
 */
export function checkSlo(place: Place, parsed: ParsedSlo, loads: readonly Load[] | null): void {
  const { metric, operator, limit } = parsed.slo;
  if (metric.kind === 'capacity')
    place.reject(
      '`capacity` is gated where it is searched, and this scenario has a load.',
      'expected `load: 100 to 5000 req/s`',
    );
  else if (metric.kind !== 'custom') checkSense(place, parsed);
  // Only the script knows which direction is better, and whether a number may be 0.
  else if (loads !== null)
    place.reject(
      `\`${printMetric(metric)}\` is a metric that a script feeds, and this scenario has none.`,
      'expected `script: load/browse.js` in place of `request`, or another metric',
    );
  // Each load of a sweep is judged by itself.
  const most = Math.min(
    ...(loads ?? []).map((load) => (load.kind === 'arrival-rate' ? load.rate : Infinity)),
  );
  if (metric.kind !== 'rate' || limit.kind !== 'absolute' || !operator.startsWith('>')) return;
  if (operator === '>=' ? limit.value > most : limit.value >= most)
    place.reject(
      `The load is ${most} req/s, so no higher rate can be achieved.`,
      `expected less than \`${most} req/s\``,
    );
}

/** Tells whether an SLO may be what each rate of a search must meet. */
export function isGoal({ metric, operator, limit }: Slo): boolean {
  const isLevel = metric.kind === 'percentile' || metric.kind === 'avg';
  return isLevel && operator.startsWith('<') && limit.kind === 'absolute';
}

/** Checks the SLOs of a scenario that searches for its capacity: one limit on a latency, and limits on the capacity. */
export function checkSearch(place: Place, slos: readonly PlacedSlo[], { from, to }: LoadRange): void {
  const [goal, other] = slos.filter(({ parsed }) => parsed.slo.metric.kind !== 'capacity');
  if (goal === undefined || other !== undefined || !isGoal(goal.parsed.slo))
    (other ?? goal)?.place.reject(
      'A search for the capacity has one limit on a latency, which each rate must meet.',
      'expected `slo: [p99 < 30ms, capacity > 1500 req/s]`; gate all else in a scenario with another load',
    );
  if (goal === undefined)
    place.rejectKey(
      'This search has nothing that each rate must meet.',
      'expected one such as `slo: p99 < 30ms`',
    );
  for (const { parsed, place: at } of slos) {
    const { metric, limit } = parsed.slo;
    checkSense(at, parsed);
    if (metric.kind === 'capacity' && (limit.kind === 'relative' || limit.value < from || limit.value >= to))
      at.reject(
        `Only rates from ${from} to ${to} req/s are searched.`,
        'expected a rate within this range, below its end',
      );
  }
}

/** Rejects a limit that no run could meet, and a comparison that asks for a slow service. */
function checkSense(place: Place, { slo, load }: ParsedSlo): void {
  const { metric, operator, limit } = slo;
  const wantsMore = unitOf(metric) === 'req/s';
  const turned = operator.replace(/[<>]/, wantsMore ? '>' : '<') as Slo['operator'];
  if (turned !== operator)
    place.reject(
      'This would fail exactly when the service does well: an SLO says what must hold.',
      `expected \`${printSlo({ ...slo, operator: turned }, load)}\``,
    );
  else if (
    limit.kind === 'absolute' &&
    limit.value === 0 &&
    (unitOf(metric) !== 'fraction' || operator === '<')
  )
    place.reject('No run could ever meet this.', 'expected more than 0, or `errors <= 0%`');
}

/** Time (s) after which k6 gives up on a request of a script that sets no timeout: https://grafana.com/docs/k6/latest/javascript-api/k6-http/params/ */
const SCRIPT_TIMEOUT_SECONDS = 60;

/** Rejects a limit on a latency that slowness cannot miss: what takes longer than its timeout has failed, and has no latency. */
export function checkTimeout(place: Place, input: UserScenario, slos: readonly PlacedSlo[]): void {
  const timeouts = declareRequests(place, input).map(
    (one) => one.input.timeout ?? parseDuration(DEFAULTS.requestTimeout),
  );
  if (timeouts.length === 0 && input.script === undefined) return;
  const most = input.script === undefined ? Math.max(...timeouts) : SCRIPT_TIMEOUT_SECONDS;
  for (const { parsed, place: at } of slos) {
    const { metric, operator, limit } = parsed.slo;
    if (metric.kind === 'custom' || !isLatency(metric) || limit.kind !== 'absolute') continue;
    if (operator.startsWith('<') && limit.value >= most * 1000)
      at.reject(
        `This limit can never be missed: a request that takes ${printDuration(most)} has failed.`,
        `expected less than \`${printDuration(most)}\`, or a longer \`timeout\` of the request`,
      );
  }
}

/**
 * Checks that limits which are relative to another scenario have one. Two scenarios may well have limits relative to
 * each other: each limit is a measured value, and no limit follows from another one.
 */
export function checkRelativeLimits(
  name: string,
  scenario: UserScenario,
  slos: readonly PlacedSlo[],
  { scenarios }: UserConfig,
): void {
  const others = Object.keys(scenarios).filter((other) => other !== name);
  for (const { parsed, place } of slos) {
    const { limit } = parsed.slo;
    if (limit.kind !== 'relative' || findRange(scenario)) continue;
    const other = others.includes(limit.scenario) ? scenarios[limit.scenario]! : undefined;
    const loads = other ? listLoads(other) : [];
    const lacking = listLoads(scenario).find((load) => findLimitLoad(load, loads) === undefined);
    if (other === undefined)
      place.reject(
        limit.scenario === name
          ? 'A scenario cannot be the limit of itself.'
          : `There is no scenario ${quote(limit.scenario)} in this file.`,
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
}

/** Finds the load of another scenario that a limit is taken from: its only one, or in a sweep the same load. */
export function findLimitLoad<T extends Scenario['loads'][number]>(
  own: Scenario['loads'][number],
  others: readonly T[],
): T | undefined {
  return others.length === 1 ? others[0] : others.find((load) => printLoad(load) === printLoad(own));
}
