import type { Load } from '../measurement/load.ts';
import { unitOf } from '../metrics/metric.ts';
import type { Place } from './diagnostics/place.ts';
import { type ParsedSlo, printSlo } from './language/slo.ts';
import type { Slo } from './language/slo-type.ts';

/** Rejects an SLO that this version cannot judge, that no run could meet, or that asks for a slow service. */
export function checkSlo(place: Place, { slo, spans }: ParsedSlo, loads: Load[]): void {
  const { metric, operator, limit } = slo;
  if (metric.kind === 'capacity') {
    place.add({
      span: spans.metric,
      what: '`capacity` is not known to this version of Tailgate yet.',
      expected: 'expected `rate`, or a latency',
    });
    return;
  }
  // Only the script knows which direction is better, and whether a number may be 0.
  if (metric.kind === 'custom') return;
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
  if (metric.kind !== 'rate' || limit.kind !== 'absolute' || !asksMore || loads.length === 0) return;
  const most = Math.max(...loads.map((load) => (load.kind === 'arrival-rate' ? load.rate : Infinity)));
  if (operator === '>=' ? limit.value > most : limit.value >= most) {
    place.add({
      span: spans.limit,
      what: `The load is ${most} req/s, so no higher rate can be achieved.`,
      expected: `expected less than \`${most} req/s\``,
    });
  }
}
