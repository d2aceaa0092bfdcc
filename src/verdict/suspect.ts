import { type Metric, measureMetric } from '../metrics/metric.ts';
import { findLastChangePoint } from '../statistics/change-point.ts';
import type { Suspect } from './findings.ts';
import type { StepHistory } from './history.ts';

/** Chance of a false suspect among the metrics of one step, fraction. */
const FALSE_SUSPECTS = 0.01;
/** Runs that the trend shows. A step further back is old and not reported. */
const NEWS = 20;

/**
 * Finds steps towards slower in the recorded history of the base branch, for information: slowdowns that no
 * run saw, or that were accepted. A step counts when three runs or more have been on the new level
 * (`findLastChangePoint` demands that), and its size is beyond the tolerance.
 *
 * Slow creep has no rule of its own. It appears as a step once it adds up (3 standard deviations over 40 runs
 * in 96 of 100 simulated histories). Smaller creep looks like the slow drift between ordinary runs.
 *
 * @param toleranceOf fraction, by metric
 */
export function findSuspects(
  label: string,
  metrics: readonly Metric[],
  { runs }: StepHistory,
  toleranceOf: (metric: Metric) => number,
): Suspect[] {
  const error = FALSE_SUSPECTS / metrics.length;
  return metrics.flatMap((metric) => {
    const step = findLastChangePoint(
      runs.map(({ slices }) => Math.log(measureMetric(slices, metric))),
      error,
    );
    if (step === null || runs.length - step.index > NEWS) return [];
    const change = Math.expm1(step.after - step.before);
    if (!(change > toleranceOf(metric))) return [];
    return [{ label, metric, commit: runs[step.index]!.commit, change }];
  });
}
