import type { Config } from '../config/config.ts';
import { countParts, resolveConfidence, resolveSensitivity } from '../config/sensitivity.ts';
import { UserError } from '../errors.ts';
import { listPairMetrics } from '../metrics/compared.ts';
import { round3 } from '../metrics/decimal.ts';
import type { Metric } from '../metrics/metric.ts';
import { countBlocksNeeded, scheduleLooks } from '../statistics/looks.ts';
import type { Plan } from './plan.ts';
import { SHORTEST_ROUND_SECONDS } from './shape.ts';
import { hasOwnLength, mayTakeTurns, ownSeconds, type Step } from './step.ts';

/**
 * Most blocks of a pair. If N blocks share a load time B, the variance of the mean deviation is σ²(between starts) / N +
 * c · σ²(within) / B: the best split uses as many starts as possible. Each costs about three seconds with its
 * warm-up, and more than this gain little.
 */
export const MOST_BLOCKS = 14;
/** Wanted load time of one arm in one block. In shorter rounds the settling start is too large a part. */
const WANTED_ARM_SECONDS = 1.8;

/**
 * Plans how many blocks a pair gets, and when the verdict is tried.
 *
 * @throws UserError if the budget allows so few blocks that even the clearest slowdown could not be distinguished from
 *   chance
 */
export function planPairedBlocks(
  steps: readonly Step[],
  config: Config,
  wanted?: number,
): Pick<Plan, 'blocks' | 'looks'> {
  const { metrics, least } = countLeast(steps, config);
  const open = steps.filter(({ load }) => !hasOwnLength(load));
  const budget = Math.min(Number.POSITIVE_INFINITY, ...open.map((step) => step.budgetSeconds));
  const needed = least * 2 * SHORTEST_ROUND_SECONDS;
  if (budget < needed) {
    const of = countParts(config);
    const parts = config.variant ? 'variants' : 'parts of the suite';
    const where = of > 1 ? ` in each of ${of} ${parts}, which share the error` : '';
    throw new UserError({
      what: `A budget of ${budget}s is too small to compare with the base: no slowdown, however large, could be distinguished from chance.`,
      hint: `It takes ${least} blocks for ${metrics} metrics${where}, so at least \`budget: ${needed}s\`; or compare with earlier runs: \`baseline: { from: history }\`.`,
    });
  }
  const most = Math.min(MOST_BLOCKS, Math.floor(budget / (2 * WANTED_ARM_SECONDS)));
  const blocks = wanted ?? Math.max(least, most);
  return { blocks, looks: scheduleLooks(blocks) };
}

/** Plans as many blocks as are affordable if that is fewer than planned, but still enough to call a change. */
export function planFewer(plan: Plan, config: Config, affordable: number): Plan {
  const blocks = Math.max(countLeast(plan.steps, config).least, affordable);
  return blocks >= plan.blocks ? plan : { ...plan, ...planPairedBlocks(plan.steps, config, blocks) };
}

/** Counts the compared metrics, and the fewest blocks with which a change in one can be called at their error. */
function countLeast(steps: readonly Step[], config: Config) {
  const searches = config.scenarios.filter(({ capacity }) => capacity !== undefined).length;
  const metrics = steps.reduce((sum, step) => {
    const scenario = config.scenarios.find(({ name }) => name === step.scenario)!;
    const isAsked = (metric: Metric) => resolveSensitivity(config, scenario, metric).isAsked;
    return sum + listPairMetrics(scenario.slos, { takesTurns: mayTakeTurns(step), isAsked }).length;
  }, searches);
  const error = 1 - resolveConfidence(config);
  // Each look gets its part of the error.
  const alone = countBlocksNeeded(metrics, error);
  return { metrics, least: countBlocksNeeded(metrics, error / scheduleLooks(alone).length) };
}

/** Returns the load time (seconds) of one arm in one block of a pair. */
export function armSeconds({ blocks }: Pick<Plan, 'blocks'>, { load, budgetSeconds }: Step): number {
  const perArm = ownSeconds(load) ?? budgetSeconds / 2;
  return round3(Math.max(SHORTEST_ROUND_SECONDS, perArm / blocks));
}
