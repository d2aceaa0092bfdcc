import type { Load } from '../../measurement/load.ts';
import { isShare } from '../../metrics/metric.ts';
import { MOST_BLOCKS } from '../../plan/paired.ts';
import type { RunRecord } from '../../records/record.ts';
import type { PairedFinding } from '../../verdict/findings.ts';
import type { PairSummary } from '../../verdict/verdict.ts';

/** Budgets as people write them, seconds. Longer ones are no advice for runs on every change. */
const USUAL_SECONDS = [30, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720, 900, 1200, 1800] as const;

/** Advice on the budget at which a change that is worth a longer measurement would be seen. */
export type BudgetAdvice = {
  /** Change in the unit of `PairedFinding.change`. */
  goal: number;
  /** Budget in seconds, or null when it is more than half an hour. */
  seconds: number | null;
  /** Fixed work with as many requests as it takes, where a larger budget alone makes room for no more blocks. */
  load?: Load;
};

/**
 * Advises the budget at which a change of twice the tolerance would be seen. `regressed` needs an interval that lies
 * beyond the tolerance as a whole, so no measuring time is enough for the tolerance itself. The smallest visible
 * change beyond it shrinks with the square root of the time. Null when unknown, or when as much is seen already.
 *
 * @param goal change to see in place of it, beyond the tolerance
 */
export function adviseBudget(
  finding: PairedFinding,
  pair: PairSummary,
  record: RunRecord,
  goal = 2 * finding.tolerance,
): BudgetAdvice | null {
  const { detectable, tolerance, metric, label } = finding;
  const seconds = plannedSeconds(label, pair, record);
  if (detectable === null || !(detectable > goal) || !(goal > tolerance) || !(seconds > 0)) return null;
  const scale = isShare(metric) ? (change: number) => change : Math.log1p;
  const beyond = (change: number) => scale(change) - scale(tolerance);
  const factor = (beyond(detectable) / beyond(goal)) ** 2;
  const wanted = seconds * factor;
  const { load, instances } = record.steps.find((step) => step.label === label)!;
  const blocks = countPlanned(pair);
  const counts = instances.map(({ slices }) =>
    slices.reduce((sum, { ok, failed, dropped }) => sum + ok + failed + dropped, 0),
  );
  const requests = Math.ceil((Math.max(...counts) * blocks * factor) / MOST_BLOCKS);
  const isWork = load.kind === 'fixed-work' && blocks * factor > MOST_BLOCKS;
  return {
    goal,
    seconds: USUAL_SECONDS.find((usual) => usual >= 0.95 * wanted) ?? null,
    ...(isWork && { load: { ...load, requests: Number(requests.toPrecision(2)) } }),
  };
}

/** Tells whether a larger budget would change nothing: the blocks of fixed work are as many as there may be. */
export function ignoresBudget(label: string, pair: PairSummary | null, { steps }: RunRecord): boolean {
  const isWork = steps.find((step) => step.label === label)?.load.kind === 'fixed-work';
  return isWork && (pair === null || countPlanned(pair) >= MOST_BLOCKS);
}

/** Counts the blocks that were planned in one variant. */
function countPlanned({ planned, variants = 1 }: PairSummary): number {
  return planned / variants;
}

/** Computes the load time of a scenario, both revisions together, if all blocks had been measured. */
function plannedSeconds(
  label: string,
  { blocks, planned, variants = 1 }: PairSummary,
  { steps }: RunRecord,
): number {
  const own = steps.find((step) => step.label === label);
  const variant = JSON.stringify(own?.variant);
  const measured = steps
    .filter((step) => step.scenario === own?.scenario && JSON.stringify(step.variant) === variant)
    .flatMap(({ instances }) => instances.flatMap(({ slices }) => slices))
    .reduce((sum, slice) => sum + slice.seconds, 0);
  const count = variants > 1 ? (own?.instances.length ?? 0) : blocks;
  return (measured * planned) / variants / Math.max(1, count);
}
