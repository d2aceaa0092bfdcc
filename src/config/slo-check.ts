import type { Load } from '../measurement/load.ts';
import { printMetric, unitOf } from '../metrics/metric.ts';
import type { Scenario } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords, nearest, propose, quote } from './diagnostics/words.ts';
import { printLoad } from './language/load.ts';
import { type ParsedSlo, printSlo } from './language/slo.ts';
import type { CapacityGoal, Slo } from './language/slo-type.ts';
import type { PlacedSlo } from './scenarios.ts';

/** Rejects an SLO that this version cannot judge, that no run could meet, or that asks for a slow service. */
export function checkSlo(place: Place, { slo, spans, load }: ParsedSlo, loads: Load[]): void {
  const { metric, operator, limit } = slo;
  if (metric.kind === 'capacity') {
    place.add({
      span: spans.metric,
      what: '`capacity` is gated where it is searched, and this scenario has a load.',
      expected: 'expected `rate`, or a latency',
      hint: 'A search takes the place of the load: `capacity: p99 < 30ms between 100 and 5000 req/s`.',
    });
    return;
  }
  // Only the script knows which direction is better, and whether a number may be 0.
  if (metric.kind === 'custom') return;
  checkSense(place, { slo, spans, load });
  if (metric.kind !== 'rate' || !operator.startsWith('>') || limit.kind !== 'absolute' || loads.length === 0)
    return;
  // Each load of a sweep is judged by itself.
  const most = Math.min(...loads.map((load) => (load.kind === 'arrival-rate' ? load.rate : Infinity)));
  if (operator === '>=' ? limit.value > most : limit.value >= most) {
    place.add({
      span: spans.limit,
      what: `The load is ${most} req/s, so no higher rate can be achieved.`,
      expected: `expected less than \`${most} req/s\``,
    });
  }
}

/** Rejects an SLO that a search for the capacity says nothing about. */
export function checkCapacitySlo(place: Place, parsed: ParsedSlo, goal: CapacityGoal | undefined): void {
  const { slo, load, spans } = parsed;
  if (slo.metric.kind !== 'capacity') {
    place.add({
      span: spans.metric,
      what: `This scenario searches for its capacity, and \`${printMetric(slo.metric)}\` needs a load.`,
      expected: 'expected `capacity`, such as `capacity > 1500 req/s`',
      hint: 'Gate it in another scenario with the same request, and a `load`.',
    });
    return;
  }
  if (load) {
    const what = 'The rates are those under `capacity`.';
    place.add({ span: spans.load ?? spans.limit, what, expected: 'expected nothing after the limit' });
    return;
  }
  const { limit } = slo;
  if (limit.kind === 'relative') {
    const what = `\`${printMetric(slo.metric)}\` takes a number as its limit.`;
    place.add({ span: spans.limit, what, expected: 'expected a number with a unit' });
    return;
  }
  checkSense(place, parsed);
  if (!goal || (limit.value >= goal.from && limit.value < goal.to)) return;
  place.add({
    span: spans.limit,
    what: `Only rates from ${goal.from} to ${goal.to} req/s are searched.`,
    expected: 'expected a rate within this range, below its end',
  });
}

/** Rejects a limit that no run could meet, and a comparison that asks for a slow service. */
function checkSense(place: Place, { slo, spans, load }: ParsedSlo): void {
  const { metric, operator, limit } = slo;
  const wantsMore = unitOf(metric) === 'req/s';
  const asksMore = operator.startsWith('>');
  if (wantsMore !== asksMore) {
    const turned = { ...slo, operator: operator.replace(/[<>]/, wantsMore ? '>' : '<') as Slo['operator'] };
    place.add({
      span: spans.operator,
      what: 'This would fail exactly when the service does well: an SLO says what must hold.',
      expected: `expected \`${turned.operator}\``,
      nearest: printSlo(turned, load),
    });
  } else if (
    limit.kind === 'absolute' &&
    limit.value === 0 &&
    (unitOf(metric) !== 'fraction' || operator === '<')
  ) {
    place.add({
      span: spans.limit,
      what: 'No run could ever meet this.',
      expected: 'expected more than 0',
      nearest: metric.kind === 'errors' ? printSlo({ ...slo, operator: '<=' }, load) : undefined,
    });
  }
}

/**
 * Checks that limits which are relative to another scenario have one. Two scenarios may well have limits relative to
 * each other: each limit is a measured value, and no limit follows from another one.
 *
 * @param all scenarios of the file
 */
export function checkRelativeLimits(
  scenario: Scenario,
  slos: readonly PlacedSlo[],
  all: readonly Scenario[],
): void {
  for (const { parsed, place } of slos) {
    const { limit } = parsed.slo;
    if (limit.kind !== 'relative') continue;
    const span = parsed.spans.limit;
    const names = all.map(({ name }) => name).filter((name) => name !== scenario.name);
    if (limit.scenario === scenario.name) {
      place.add({
        span,
        what: 'A scenario cannot be the limit of itself.',
        expected: names.length > 0 ? `expected ${joinWords(names)} before the point` : 'expected a number',
      });
      continue;
    }
    const other = all.find(({ name }) => name === limit.scenario);
    if (other === undefined) {
      const known = names.length > 0 ? `expected ${joinWords(names)}` : 'expected a number';
      const near = nearest(limit.scenario, names);
      const proposal = near && `${near}.${printMetric(limit.metric)}`;
      place.add({
        span,
        what: `There is no scenario ${quote(limit.scenario)} in this file.`,
        expected: propose(proposal, known),
      });
      continue;
    }
    const isSearched = other.capacity !== undefined;
    if (isSearched || limit.metric.kind === 'capacity') {
      const what = isSearched
        ? `${quote(other.name)} searches for its capacity, and has no load that a value could be taken from.`
        : '`capacity` is known only where it is searched, and is no limit of another scenario.';
      const expected = 'expected a metric of a scenario with a load, or a number';
      if (scenario.capacity === undefined) place.add({ span, what, expected });
      continue;
    }
    const lacking = scenario.loads.find((load) => findLimitLoad(load, other.loads) === undefined);
    if (lacking && other.loads.length > 0) {
      const loads = other.loads.map(printLoad);
      place.add({
        span,
        what: `${quote(other.name)} is a sweep, and has no load \`${printLoad(lacking)}\` that its value could be taken from.`,
        expected: `expected a scenario with one load, or with the same loads as this one; it has ${joinWords(loads, 'and')}`,
      });
    }
  }
}

/** Finds the load of another scenario that a limit is taken from: its only one, or in a sweep the same load. */
export function findLimitLoad<T extends Scenario['loads'][number]>(
  own: Scenario['loads'][number],
  others: readonly T[],
): T | undefined {
  return others.length === 1 ? others[0] : others.find((load) => printLoad(load) === printLoad(own));
}
