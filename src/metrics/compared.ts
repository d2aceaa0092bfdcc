import { type CustomMetric, printCustom } from './custom.ts';
import { isCost, METRIC_KINDS, type Metric, rankOf, rowOf, type Where } from './metric.ts';

/** Anything with a metric, for instance an SLO. */
type WithMetric = { metric: Metric };

/** Metric by which base and head are compared, and where. */
export type PairMetric = { metric: Metric; where: Where };

const percentile = (percent: number): Metric => ({ kind: 'percentile', percent });

const ALWAYS = METRIC_KINDS.filter((kind) => rowOf({ kind }).compared === 'always').map(
  (kind) => (kind === 'slow-share' ? { kind, ms: Number.NaN } : { kind }) as Metric,
);

/** Costs of an instance: shown in any case, compared where an SLO or a setting names them. */
export const COSTS = METRIC_KINDS.map((kind) => ({ kind }) as Metric).filter(isCost);

/** Lists p50 and each percentile that an SLO names: the metrics of every comparison. */
export function listPercentiles(slos: readonly WithMetric[]): Metric[] {
  const percents = slos.flatMap(({ metric }) => (metric.kind === 'percentile' ? [metric.percent] : []));
  return [...new Set([50, ...percents])].map(percentile);
}

/** Lists the metrics of the user's script that SLOs name, each once. */
export function listCustom(slos: readonly WithMetric[]): CustomMetric[] {
  const custom = slos.flatMap(({ metric }) => (metric.kind === 'custom' ? [metric] : []));
  return custom.filter(
    (metric, i) => custom.findIndex((other) => printCustom(other) === printCustom(metric)) === i,
  );
}

/**
 * Lists the metrics by which a pair is judged: p50, the percentiles and custom metrics of its SLOs, and those
 * that the table marks as always compared; p50 a second time, under the whole load. `ms` of `slow-share` is known
 * only when both arms have been measured.
 *
 * @param takesTurns false where each arm is measured alone only
 * @param isAsked tells whether a setting names a cost
 */
export function listPairMetrics(
  slos: readonly WithMetric[],
  {
    takesTurns = true,
    isAsked = () => false,
  }: { takesTurns?: boolean; isAsked?: (metric: Metric) => boolean } = {},
): PairMetric[] {
  const named = COSTS.filter((cost) => isAsked(cost) || slos.some(({ metric }) => metric.kind === cost.kind));
  const metrics = [...listPercentiles(slos), ...ALWAYS, ...named, ...listCustom(slos)];
  const main = metrics.map((metric): PairMetric => {
    const isOfAll = !takesTurns || rowOf(metric).readFromAll === true;
    return { metric, where: isOfAll ? 'all' : 'turns' };
  });
  return takesTurns ? [...main, { metric: percentile(50), where: 'alone' }] : main;
}

/** Lists the metrics by which a scenario is compared and which settings may name. */
export function listSettableMetrics(slos: readonly WithMetric[]): Metric[] {
  const percentiles = listPercentiles(slos).toSorted((a, b) => rankOf(a) - rankOf(b));
  return [
    ...percentiles,
    ...ALWAYS.filter((metric) => rowOf(metric).settable),
    ...COSTS,
    ...listCustom(slos),
  ];
}
