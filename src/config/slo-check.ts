import type { Load } from '../measurement/load.ts';
import { printMetric, unitOf } from '../metrics/metric.ts';
import type { Place } from './diagnostics/place.ts';
import { type ParsedSlo, printSlo } from './language/slo.ts';
import type { CapacityGoal, Slo } from './language/slo-type.ts';

/** Rejects an SLO that this version cannot judge, that no run could meet, or that asks for a slow service. */
export function checkSlo(place: Place, { slo, spans }: ParsedSlo, loads: Load[]): void {
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
  checkSense(place, { slo, spans });
  if (metric.kind !== 'rate' || !operator.startsWith('>') || limit.kind !== 'absolute' || loads.length === 0)
    return;
  const most = Math.max(...loads.map((load) => (load.kind === 'arrival-rate' ? load.rate : Infinity)));
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
function checkSense(place: Place, { slo, spans }: Pick<ParsedSlo, 'slo' | 'spans'>): void {
  const { metric, operator, limit } = slo;
  const wantsMore = unitOf(metric) === 'req/s';
  const asksMore = operator.startsWith('>');
  if (wantsMore !== asksMore) {
    const turned = { ...slo, operator: operator.replace(/[<>]/, wantsMore ? '>' : '<') as Slo['operator'] };
    place.add({
      span: spans.operator,
      what: 'This would fail exactly when the service does well: an SLO says what must hold.',
      expected: `expected \`${turned.operator}\``,
      nearest: printSlo(turned),
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
      nearest: metric.kind === 'errors' ? 'errors <= 0%' : undefined,
    });
  }
}
