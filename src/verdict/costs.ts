import { COSTS } from '../metrics/compared.ts';
import { estimateMean } from '../statistics/mean.ts';
import { type CostFinding, isPairedFinding } from './findings.ts';
import { listDeviations, type PairedStep, pickBlocks, typify } from './pair-values.ts';
import type { Verdict } from './verdict.ts';

/** Error at each end of the 99 % interval. */
const ERROR = 0.005;

/** Compares costs side by side when they are not gated. Those unknown on either arm are left out. */
export function compareCosts(step: PairedStep): CostFinding[] {
  const isGated = (kind: string) => step.metrics.some(({ metric }) => metric.kind === kind);
  return COSTS.filter(({ kind }) => !isGated(kind)).flatMap((metric) => {
    const blocks = pickBlocks(step, 'all');
    const deviations = listDeviations(metric, blocks, 1);
    if (deviations.every(Number.isNaN)) return [];
    const { mean, reach } = estimateMean(deviations);
    const change = {
      value: Math.expm1(mean),
      low: Math.expm1(mean - reach(ERROR)),
      high: Math.expm1(mean + reach(ERROR)),
    };
    return [{ label: step.label, metric, ...typify(metric, blocks, 1, change.value), change }];
  });
}

/** A cost of both arms, gated or not. */
export type Cost = Pick<CostFinding, 'label' | 'metric' | 'base' | 'head' | 'change'>;

/** Lists the CPU time of both arms, gated or not. */
export function listProcessorCosts({ changes, costs }: Pick<Verdict, 'changes' | 'costs'>): Cost[] {
  return [...costs, ...changes.filter(isPairedFinding)].filter(({ metric }) => metric.kind === 'cpu');
}

/** Growth (fraction) of CPU time per request from which a slowdown is attributed to more work. */
const MORE_WORK = 0.05;

/** Tells whether a scenario certainly does more work. */
export function isMoreWork({ change }: Cost): boolean {
  return change.low > MORE_WORK;
}
