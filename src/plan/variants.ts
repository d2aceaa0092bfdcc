import type { Config } from '../config/config.ts';
import { listVariants } from '../config/variants.ts';
import type { Plan, PlanOptions } from './plan.ts';
import { assertStepCount, planRun } from './planning.ts';

/** Variant and what a run will do in it. Without variants there is one, the suite itself. */
export type PlannedVariant = { config: Config; plan: Plan };

/**
 * Plans each variant by itself: its blocks come after those of the variant before it.
 *
 * @throws UserError as `planRun`
 */
export function planVariants(config: Config, options: PlanOptions): PlannedVariant[] {
  const variants = listVariants(config);
  assertStepCount(variants.flatMap(({ scenarios }) => scenarios));
  return variants.map((variant) => ({ config: variant, plan: planRun(variant, options) }));
}
