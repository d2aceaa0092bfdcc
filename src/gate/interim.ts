import type { Block } from '../blocks/block.ts';
import { pick } from '../blocks/evidence.ts';
import { type Arm, pickAlone } from '../measurement/measurement.ts';
import { pooledQuantile } from '../measurement/quantiles.ts';
import type { Plan } from '../plan/plan.ts';
import { addSeconds, estimateWall } from '../plan/wall.ts';
import type { Interim } from '../progress.ts';

type Underway = {
  /** Block that is being measured, with what it has so far, and the time (s) since it began; null between two blocks. */
  block: Block | null;
  elapsedSeconds: number;
  /** True once the run soaks, which ends its blocks. */
  isLast: boolean;
  /** Labels of the steps under load. */
  current: readonly string[];
  /** Plans of the variants that come later. */
  later: readonly Plan[];
};

/** Gathers what the blocks of a variant show so far: latencies under the declared load, where SLOs are judged too. */
export function describeInterim(plan: Plan, measured: readonly Block[], underway: Underway): Interim {
  const { block, current, later } = underway;
  const kept = [...measured, ...(block === null ? [] : [block])].flatMap((each) => each.kept);
  const arms: Arm[] = plan.paired ? ['base', 'head'] : ['head'];
  return {
    scenarios: plan.steps.map((step) => ({
      label: step.label,
      isCurrent: current.includes(step.label),
      arms: arms.map((arm) => {
        const slices = pickAlone(pick(kept, step, arm).flatMap((slot) => slot.slices));
        return { arm, p50: pooledQuantile(slices, 0.5), p99: pooledQuantile(slices, 0.99) };
      }),
    })),
    variantsLeft: later.length,
    secondsLeft: estimateRest(plan, measured, underway),
  };
}

/** Estimates the time left (s) if no look ends the run early. Blocks to come take as long as undisturbed ones so far. */
function estimateRest(
  plan: Plan,
  measured: readonly Block[],
  { elapsedSeconds, isLast, later }: Underway,
): number | undefined {
  // The time of fixed work is not known before it has been done.
  if (measured.length === 0 && plan.fixedWork.length > 0) return undefined;
  const { soak, searches } = plan.seconds;
  const blocks = estimateWall(plan).last - soak - searches;
  const calm = measured.filter(({ discarded }) => discarded.length === 0);
  const each =
    calm.length > 0
      ? calm.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0) / calm.length
      : blocks / plan.blocks;
  const left = isLast ? 0 : each * (plan.blocks - measured.length) - elapsedSeconds;
  return Math.max(0, left) + soak + searches + addSeconds(later).wall.last;
}
