import type { Config } from '../config/config.ts';
import { listVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { sum } from '../measurement/sum.ts';
import { assertArrivals } from './arrivals.ts';
import { planPairedBlocks } from './paired.ts';
import type { Plan, PlanOptions } from './plan.ts';
import { relateSteps } from './relations.ts';
import { planSearches } from './search.ts';
import { hasOwnLength, planAllSteps, type Step } from './step.ts';
import { sumLoad } from './wall.ts';

/** Below this budget a second look would be too short to say anything. */
const LOOKS_FROM_SECONDS = 16;

const LOOKS = 4;

/** Maximum number of loads in a run. They take about a day. */
const MOST_LOADS = 1000;

/** A variant and what a run will do in it. Without variants there is one, the suite itself. */
export type PlannedVariant = { config: Config; plan: Plan };

/**
 * Plans each variant on its own: its blocks come after those of the previous variant.
 *
 * @throws UserError as `planRun`, and if there are too many loads to wait for
 */
export function planVariants(config: Config, options: PlanOptions): PlannedVariant[] {
  const variants = listVariants(config);
  const scenarios = variants.flatMap((variant) => variant.scenarios);
  const count = sum(scenarios, ({ loads, capacity }) => loads.length + (capacity ? 1 : 0));
  if (count > MOST_LOADS)
    throw new UserError({
      what: `There are ${count} loads to measure; the limit is ${MOST_LOADS}.`,
      hint: 'Each takes about a minute. Select some with `--only`.',
    });
  return variants.map((variant) => ({ config: variant, plan: planRun(variant, options) }));
}

/**
 * Decides on blocks, looks and rounds for a configuration.
 *
 * @throws UserError if base and head are to be compared on a budget that could never show a difference, or if a rate
 *   is so low that some rounds would have no request
 */
export function planRun(config: Config, { budgetSeconds, paired, blocks }: PlanOptions): Plan {
  const scenarios = config.scenarios.map((each) => ({ ...each, budgetSeconds }));
  const own = budgetSeconds === undefined ? config : { ...config, scenarios };
  const { warmUpSeconds, soakSeconds } = own.measure;
  const steps = relateSteps(planAllSteps(own));
  const inBlocks = () => (paired ? planPairedBlocks(steps, own, blocks) : planBlocksAlone(steps));
  const plan: Plan = {
    suite: own.suite,
    steps,
    searches: planSearches(own, paired),
    paired,
    swapped: paired && hasFixedPort(own),
    ...(steps.length === 0 ? { blocks: 0, looks: [] } : inBlocks()),
    ...(warmUpSeconds !== undefined && { warmUpSeconds }),
    soakSeconds,
    seconds: { firstBlock: 0, atMost: 0 },
  };
  assertArrivals(plan, own.pods?.count);
  return { ...plan, seconds: sumLoad(plan) };
}

function planBlocksAlone(steps: readonly Step[]): Pick<Plan, 'blocks' | 'looks'> {
  const longest = Math.max(...steps.map((step) => step.budgetSeconds));
  const open = steps.some(({ load }) => !hasOwnLength(load));
  const blocks = open && longest >= LOOKS_FROM_SECONDS ? LOOKS : 1;
  return { blocks, looks: Array.from({ length: blocks }, (_, index) => index + 1) };
}

/**
 * Tells whether some service of an arm listens on a fixed port, which a second one cannot share: its `url` does not use
 * the port that Tailgate chooses.
 */
function hasFixedPort({ services }: Config): boolean {
  const own = services.filter(({ start, scope }) => start !== undefined && scope === 'instance');
  const isChosen = (url: string) =>
    /\$\{PORT\w*\}/.test(url) || own.some(({ name }) => url.includes(`\${${name}.PORT`));
  return own.some(({ url }) => url !== undefined && !isChosen(url));
}
