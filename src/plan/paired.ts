import type { Config, Scenario } from '../config/config.ts';
import { countParts, resolveSensitivity } from '../config/sensitivity.ts';
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
export const MOST_BLOCKS = 14;
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
  const { metrics, least } = countLeast(steps, config);
  const leastBudget = (isMeant: (step: Step) => boolean) =>
    Math.min(Number.POSITIVE_INFINITY, ...steps.filter(isMeant).map((step) => step.budgetSeconds));
  const budget = leastBudget(({ load }) => !hasOwnLength(load));
  const needed = least * 2 * SHORTEST_ROUND_SECONDS;
  if (budget < needed) {
    const of = countParts(config);
    const parts = config.variant ? 'variants' : 'parts of the suite';
    const where = of > 1 ? ` in each of ${of} ${parts}, which share the error` : '';
    throw new UserError({
      what: `A budget of ${budget}s is too small to compare with the base: no slowdown, however large, could be told from chance.`,
      hint: `It takes ${least} blocks for ${metrics} metrics${where}, so at least \`budget: ${needed}s\`; or compare with earlier runs: \`baseline: { from: history }\`.`,
    });
  }
  const most = Math.min(
    MOST_BLOCKS,
    Math.floor(budget / (2 * WANTED_ARM_SECONDS)),
    Math.floor(leastBudget(({ load }) => load.kind === 'fixed-work') / (2 * SHORTEST_ROUND_SECONDS)),
  );
  const blocks = wanted ?? Math.max(least, most);
  return { blocks, looks: scheduleLooks(blocks) };
}

/** Plans as many blocks as one can afford, where these are fewer than planned, but enough to call a change. */
export function planFewer(plan: Plan, config: Config, affordable: number): Plan {
  const blocks = Math.max(countLeast(plan.steps, config).least, affordable);
  return blocks >= plan.blocks ? plan : { ...plan, ...planPairedBlocks(plan.steps, config, blocks) };
}

/** Blocks after which stretches alone may become longer: two show whether blocks differ. */
const BLOCKS_TO_DIFFER = 2;

type Sized = Pick<Plan, 'blocks' | 'addedBlocks' | 'steps'>;

/**
 * Counts the blocks in which stretches alone are longer, if it shows before the first look that they are needed: twice
 * as many where one arm surely works more, since most of its blocks may miss what is rare. Several scenarios share what
 * is added, or a run would take a quarter of an hour.
 */
export function countLonger({ blocks, addedBlocks, steps }: Sized, { worksMore = true } = {}): number {
  const usual = Math.max(0, blocks - addedBlocks - BLOCKS_TO_DIFFER);
  return usual + (worksMore ? Math.round(usual / Math.max(1, steps.length)) : 0);
}

/**
 * Plans more blocks where rare slow requests have to be looked for, so that as many have longer stretches alone
 * whenever that shows. Only before the first look: no error has been spent then, and the test stays exact.
 *
 * @param since.measured blocks so far
 * @param since.worksMore whether one arm takes more processor time. Which one must not count
 */
export function addBlocks(plan: Plan, config: Config, since: { measured: number; worksMore: boolean }): Plan {
  const blocks = since.measured + countLonger(plan, since);
  if (since.measured >= (plan.looks[0] ?? 0) || blocks <= plan.blocks) return plan;
  const addedBlocks = plan.addedBlocks + blocks - plan.blocks;
  return { ...plan, addedBlocks, ...planPairedBlocks(plan.steps, config, blocks) };
}

/** Counts the blocks that `addBlocks` may add to a plan. */
export function countMostAdded(plan: Sized & Pick<Plan, 'looks'>): number {
  return Math.max(0, (plan.looks[0] ?? 0) - 1 + countLonger(plan) - plan.blocks);
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
    list(scenario, true).map(({ metric }) => resolveSensitivity(config, scenario, metric).confidence),
  );
  const alpha = 1 - Math.max(...confidences);
  return { metrics, least: countBlocksNeeded(metrics, alpha) };
}

/** Returns the load time (seconds) of one arm in one block of a pair. */
export function armSeconds(
  { blocks, addedBlocks }: Pick<Plan, 'blocks' | 'addedBlocks'>,
  { load, budgetSeconds }: Step,
): number {
  const perArm = load.kind !== 'fixed-work' && load.seconds !== undefined ? load.seconds : budgetSeconds / 2;
  return round3(Math.max(SHORTEST_ROUND_SECONDS, perArm / (blocks - addedBlocks)));
}
