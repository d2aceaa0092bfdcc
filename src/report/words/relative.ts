import type { Report } from '../../handover/report.ts';
import { printDecimal } from '../../metrics/decimal.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { SloFinding } from '../../verdict/findings.ts';
import { formatValue } from '../format/numbers.ts';
import { type Phrase, say } from '../format/phrase.ts';
import { title, withoutUnit } from './terms.ts';

/** Finding on an SLO with a limit relative to another scenario. */
export type RelativeFinding = SloFinding & { relative: NonNullable<SloFinding['relative']> };

/** Tells whether the limit of an SLO is a metric of another scenario. */
export function isRelative(slo: SloFinding | null): slo is RelativeFinding {
  return slo?.relative !== undefined;
}

/** Writes the sum of a relative limit, and the distance to it: `limit 31 + 150 = 181 ms, difference +1 ms (−3 … +5 ms)`. */
export function relativeWords({ slo, relative }: RelativeFinding): string {
  const { difference, estimate } = relative;
  const { low, high } = difference;
  const distance = signedValue(slo.metric, difference.value);
  const ends = [signedValue(slo.metric, low), signedValue(slo.metric, high)] as const;
  const range = low < high ? ` (${withoutUnit(...ends)} … ${ends[1]})` : '';
  return `limit ${sumWords(slo, estimate.value, relative.limit)}, difference ${distance}${range}`;
}

/** Writes `31 + 150 = 181 ms`, `0.5 × 31 = 15.5 ms`, or `31 ms` where nothing is added. */
function sumWords({ metric, limit }: RelativeFinding['slo'], other: number, sum: number): string {
  if (limit.kind === 'absolute') return formatValue(metric, sum);
  const { factor, offsetMs } = limit;
  const total = formatValue(metric, sum);
  if (factor === 1 && offsetMs === 0) return total;
  const times = factor === 1 ? '' : `${printDecimal(factor)} × `;
  const added = withoutUnit(formatValue(metric, Math.abs(offsetMs)), total);
  const plus = offsetMs === 0 ? '' : ` ${offsetMs < 0 ? '−' : '+'} ${added}`;
  return `${times}${withoutUnit(formatValue(metric, other), total)}${plus} = ${total}`;
}

/** Most limits that are explained. */
const MOST = 6;

/** Writes what relative limits came to: `api p95 182 ms, limit by sparql p95: 31 + 150 = 181 ms, …`. */
export function explainRelative({ verdict: { slos } }: Report): Phrase[] {
  return slos
    .filter(isRelative)
    .slice(0, MOST)
    .map((finding) => {
      const { label, slo, estimate, relative } = finding;
      const by = slo.limit.kind === 'relative' ? title(relative.label, slo.limit.metric) : '';
      const value = formatValue(slo.metric, estimate.value);
      return say`${title(label, slo.metric)} ${value}, by ${by}: ${relativeWords(finding)}.`;
    });
}

function signedValue(metric: Metric, value: number): string {
  const text = formatValue(metric, Math.abs(value));
  if (Number.isNaN(value) || /^0(?: |$)/.test(text)) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}
