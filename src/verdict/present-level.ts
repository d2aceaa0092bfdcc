import { findLastChangePoint } from '../statistics/change-point.ts';

/** Chance of cutting a steady series of runs, fraction. */
const FALSE_CUTS = 0.01;

/**
 * Finds the first earlier run on the present level (an index), or 0 when there is no step. Runs before the
 * last step in level say nothing about today, and would only widen the interval.
 *
 * @param values of the runs, oldest first; infinities are allowed
 * @param leastStep steps smaller than this are left alone: a fraction when `scale` is `ratio`, else in the
 *   unit of the values
 */
export function findPresentLevel(
  values: readonly number[],
  scale: 'ratio' | 'difference',
  leastStep: number,
): number {
  const step = findLastChangePoint(scale === 'ratio' ? values.map(Math.log) : values, FALSE_CUTS);
  if (step === null) return 0;
  const size = step.after - step.before;
  return (scale === 'ratio' ? Math.abs(Math.expm1(size)) : Math.abs(size)) > leastStep ? step.index : 0;
}
