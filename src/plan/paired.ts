import type { Config, Scenario } from '../config/config.ts';
import { resolveSensitivity } from '../config/sensitivity.ts';
import { UserError } from '../errors.ts';
import { listPairMetrics } from '../metrics/compared.ts';
import { round3 } from '../metrics/decimal.ts';
import { countBlocksNeeded, scheduleLooks } from '../statistics/looks.ts';
import type { Plan } from './plan.ts';
import { SHORTEST_ROUND_SECONDS } from './shape.ts';
import { hasOwnLength, mayTakeTurns, type Step } from './step.ts';

/**
 * Most blocks of a pair. A load time B is shared by N blocks. The variance of the mean deviation is then σ²(between
 * starts) / N + c · σ²(within) / B. The second term does not depend on N. So the best split takes as many starts as
 * one can pay for, whatever the two variances are. Each start costs some three seconds with its warm-up. More starts
 * than this gain little.
 */
const MOST_BLOCKS = 14;
/** Load time of one arm in one block. In shorter rounds the settling start is too large a part. */
const WANTED_ARM_SECONDS = 1.8;

/**
 * Plans how many blocks a pair gets, and when the verdict is tried.
 *
 * @throws UserError when so few blocks fit into the budget that even the clearest slowdown could not be told from
 *   chance
 */
export function planPairedBlocks(
  steps: readonly Step[],
  config: Config,
  wanted?: number,
): Pick<Plan, 'blocks' | 'looks'> {
  const { metrics, alpha, least } = countLeast(steps, config);
  const open = steps.filter(({ load }) => !hasOwnLength(load));
  const budget = Math.min(Number.POSITIVE_INFINITY, ...open.map((step) => step.budgetSeconds));
  const needed = least * 2 * SHORTEST_ROUND_SECONDS;
  if (budget < needed) {
    const { of = 1 } = config.variant ?? {};
    const where = of > 1 ? ` in each of ${of} variants, which share the error` : '';
    throw new UserError({
      what: `A budget of ${budget}s is too small to compare with the base: no slowdown, however large, could be told from chance.`,
      hint: `It takes ${least} blocks for ${metrics} metrics${where}, so at least \`budget: ${needed}s\`; or compare with earlier runs: \`baseline: { from: history }\`.`,
    });
  }
  const most = Math.floor(budget / (2 * WANTED_ARM_SECONDS));
  const blocks = wanted ?? Math.max(least, Math.min(MOST_BLOCKS, most));
  return { blocks, looks: scheduleLooks(blocks, metrics, alpha) };
}

/** Blocks after which stretches alone may become longer: two show whether blocks differ. */
export const BLOCKS_TO_DIFFER = 2;

/**
 * Plans more blocks where it showed late that rare slow requests have to be looked for, so that as many have longer stretches alone as
 * if it had shown at once. Only before the first look: no error has been spent then, and the test stays exact.
 *
 * @param measured blocks so far
 */
export function addBlocks(plan: Plan, config: Config, measured: number): Plan {
  const planned = plan.blocks - plan.addedBlocks;
  const addedBlocks = measured - BLOCKS_TO_DIFFER;
  if (measured >= (plan.looks[0] ?? 0) || addedBlocks <= plan.addedBlocks) return plan;
  return { ...plan, addedBlocks, ...planPairedBlocks(plan.steps, config, planned + addedBlocks) };
}

/** Counts the blocks that `addBlocks` may add to a plan. */
export function countMostAdded({ looks }: Pick<Plan, 'looks'>): number {
  return Math.max(0, (looks[0] ?? 0) - 1 - BLOCKS_TO_DIFFER);
}

/** Counts the metrics that are compared, and the fewest blocks with which a change of one can be called at their error. */
export function countLeast(steps: readonly Step[], config: Config) {
  const list = (scenario: Scenario, takesTurns: boolean) =>
    listPairMetrics(scenario.slos, {
      takesTurns,
      isAsked: (metric) => resolveSensitivity(config, scenario, metric).isAsked,
    });
  const scenarioOf = (step: Step) => config.scenarios.find(({ name }) => name === step.scenario)!;
  const searches = config.scenarios.filter(({ capacity }) => capacity !== undefined).length;
  const compared = steps.reduce((sum, step) => sum + list(scenarioOf(step), mayTakeTurns(step)).length, 0);
  const metrics = compared + searches;
  const confidences = config.scenarios.flatMap((scenario) =>
    list(scenario, true).map((metric) => resolveSensitivity(config, scenario, metric).confidence),
  );
  const alpha = 1 - Math.max(...confidences);
  return { metrics, alpha, least: countBlocksNeeded(metrics, alpha) };
}

/** Returns the load time (seconds) of one arm in one block of a pair. */
export function armSeconds(
  { blocks, addedBlocks }: Pick<Plan, 'blocks' | 'addedBlocks'>,
  { load, budgetSeconds }: Step,
): number {
  const perArm = load.kind !== 'fixed-work' && load.seconds !== undefined ? load.seconds : budgetSeconds / 2;
  return round3(Math.max(SHORTEST_ROUND_SECONDS, perArm / (blocks - addedBlocks)));
}
