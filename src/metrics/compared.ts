import { leaveOutTwins } from '../measurement/sum.ts';
import type { CustomMetric } from './custom.ts';
import {
  isCost,
  isOfAllLoad,
  METRIC_KINDS,
  type Metric,
  percentile,
  printMetric,
  rankOf,
  rowOf,
  type Where,
} from './metric.ts';

/** Anything with a metric, such as an SLO. */
type WithMetric = { metric: Metric };

/** A metric by which base and head are compared, and where. */
export type PairMetric = { metric: Metric; where: Where };

const ALWAYS = METRIC_KINDS.filter((kind) => rowOf({ kind }).compared === 'always').map(
  (kind) => ({ kind }) as Metric,
);

/** Costs of an instance: always shown, compared if an SLO or a setting names them. */
export const COSTS = METRIC_KINDS.map((kind) => ({ kind }) as Metric).filter(isCost);

/** Lists p50 and each built-in metric that is compared if an SLO names it: the metrics of every comparison. */
export function listNamed(slos: readonly WithMetric[]): Metric[] {
  const named = slos.map(({ metric }) => metric).filter((metric) => rowOf(metric).compared === 'by-slo');
  return leaveOutTwins([percentile(50), ...named.filter(({ kind }) => kind !== 'custom')], printMetric);
}

/** Lists the script metrics that SLOs name, each once. */
export function listCustom(slos: readonly WithMetric[]): CustomMetric[] {
  return leaveOutTwins(
    slos.flatMap(({ metric }) => (metric.kind === 'custom' ? [metric] : [])),
    printMetric,
  );
}

/** Leaves out metrics with limits on both sides: it is unknown which direction is better. */
function listComparedCustom(slos: readonly WithMetric[]): CustomMetric[] {
  return listCustom(slos).filter((own) =>
    slos.every(
      ({ metric }) =>
        metric.kind !== 'custom' || printMetric(metric) !== printMetric(own) || metric.better === own.better,
    ),
  );
}

/**
 * Lists the metrics by which a pair is judged: p50, the percentiles and custom metrics of its SLOs, and those
 * that the table marks as always compared; p50 a second time, under the whole load.
 *
 * @param takesTurns false if each arm is only measured alone
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
  const metrics = [...listNamed(slos), ...ALWAYS, ...named, ...listComparedCustom(slos)];
  const main = metrics.map(
    (metric): PairMetric => ({ metric, where: !takesTurns || isOfAllLoad(metric) ? 'all' : 'turns' }),
  );
  return takesTurns ? [...main, { metric: percentile(50), where: 'alone' }] : main;
}

/** Lists the metrics by which a scenario is compared and which settings may name. */
export function listSettableMetrics(slos: readonly WithMetric[]): Metric[] {
  const named = listNamed(slos).toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...named, ...ALWAYS, ...COSTS, ...listComparedCustom(slos)];
}
