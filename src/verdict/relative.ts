import type { Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { measureMetric } from '../metrics/metric.ts';
import { estimateCorrelation, estimateDifference } from '../statistics/difference-interval.ts';
import type { MeasuredStep } from './changes.ts';
import type { SloFinding } from './findings.ts';
import { stretchesOfHead } from './kept.ts';
import { compareWithLimit, estimateClusters } from './slo.ts';

/** Slices of two scenarios that were measured one after the other; one side is empty where it was discarded. */
export type LimitPair = { own: readonly Slice[]; other: readonly Slice[] };

/** Pairs a step with the one that a limit is relative to, stretch by stretch on the same instance of the head. */
export function pairWithLimit(step: MeasuredStep, other: MeasuredStep): LimitPair[] {
  const others = stretchesOfHead(other.blocks);
  return stretchesOfHead(step.blocks).flatMap((own, block) => {
    const theirs = others[block] ?? [];
    // Those that are left over stand alone.
    const length = Math.max(own.length, theirs.length);
    return Array.from({ length }, (_, i) => ({ own: own[i] ?? [], other: theirs[i] ?? [] }));
  });
}

/**
 * Judges an SLO whose limit is a metric of another scenario, by the interval of its distance to that limit. A pair is
 * a cluster: what makes its process slow makes all of it slow.
 *
 * @param confidence two-sided, fraction
 * @returns null when the other scenario has no value, or when the limit is absolute
 */
export function judgeRelative(
  label: string,
  { slo, other, pairs }: { slo: Slo; other: string; pairs: readonly LimitPair[] },
  confidence: number,
): SloFinding | null {
  const { metric, operator, limit } = slo;
  if (limit.kind !== 'relative') return null;
  const [own, others] = [pairs.map((pair) => pair.own), pairs.map((pair) => pair.other)];
  const estimate = estimateClusters(metric, own, confidence);
  const reference = estimateClusters(limit.metric, others, confidence);
  if (reference === null || estimate === null || !Number.isFinite(reference.value)) return null;
  const { factor, offsetMs: offset } = limit;
  const correlation = estimateCorrelation(
    pairs.map((pair) => [measureMetric(pair.own, metric), measureMetric(pair.other, limit.metric)] as const),
  );
  const difference = estimateDifference(estimate, reference, { factor, offset, correlation });
  return {
    label,
    slo,
    estimate,
    confidence,
    code: compareWithLimit(difference, operator, 0),
    relative: { label: other, estimate: reference, limit: factor * reference.value + offset, difference },
  };
}
