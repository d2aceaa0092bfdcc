import type { Slo } from '../config/language/slo-type.ts';
import { pickAlone, type Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import { findLimitStep } from '../plan/relations.ts';
import { chooseConfidence } from '../statistics/confidence.ts';
import type { SloFinding } from '../verdict/findings.ts';
import { judgeRelative, pairStretches } from '../verdict/relative.ts';
import { judgeSlo } from '../verdict/slo.ts';
import type { RecordedStep } from './record.ts';

/** Confidence (two-sided, fraction) with which a stored run is judged by itself: there are no other looks at it. */
export const STORED_CONFIDENCE = chooseConfidence([], 0);

/**
 * Judges an SLO on a stored run.
 *
 * @param steps of the arm, which a limit may be relative to
 * @returns null where the run has not measured it, or what its limit is relative to
 */
export function judgeRecorded(
  step: RecordedStep,
  slo: Slo,
  steps: readonly RecordedStep[],
): SloFinding | null {
  const { limit } = slo;
  const slices = listStarts(step);
  if (limit.kind === 'absolute') {
    if (slices.length === 0) return null;
    const finding = judgeSlo(step.label, slo, slices, STORED_CONFIDENCE);
    // A metric of the script that the run has not kept.
    return slo.metric.kind === 'custom' && Number.isNaN(finding.estimate.value) ? null : finding;
  }
  const other = findLimitStep(steps, step, limit.scenario);
  const pairs = pairStretches(slices, other ? listStarts(other) : []);
  return judgeRelative(step.label, { slo, other: other?.label ?? limit.scenario, pairs }, STORED_CONFIDENCE);
}

/** Lists the slices of each start that got requests: load on the arm alone, where there was some. */
export function listStarts({ instances }: Pick<RecordedStep, 'instances'>): Slice[][] {
  return instances
    .map(({ slices }) => pickAlone(slices))
    .filter((slices) => slices.some((slice) => attempts(slice) > 0));
}
