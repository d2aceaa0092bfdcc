import type { Operator, Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import { estimateMetric, type Metric, measureMetric } from '../metrics/metric.ts';
import { FEWEST_CLUSTERS } from '../statistics/confidence.ts';
import { estimateCorrelation, estimateDifference } from '../statistics/difference-interval.ts';
import type { MeasuredStep } from './changes.ts';
import type { Estimate, SloCode, SloFinding } from './findings.ts';
import { stretchesOfHead } from './kept.ts';

/** SLO that applies if a scenario has none on errors: a service that fails fast must not pass. */
export const IMPLIED_SLO: Slo = {
  metric: { kind: 'errors' },
  operator: '<=',
  limit: { kind: 'absolute', value: 0.01, unit: 'fraction' },
};

/**
 * Judges one SLO on all requests together: `missed` if the whole interval is on the wrong side of the limit, `met`
 * if it is on the right side, otherwise `at-limit`.
 *
 * @param clusters slices that belong together, as those of one process do; at least one with a request
 * @param confidence two-sided, fraction
 */
export function judgeSlo(
  label: string,
  slo: Slo,
  clusters: readonly (readonly Slice[])[],
  confidence: number,
): SloFinding {
  const estimate = estimateClusters(slo.metric, clusters, confidence)!;
  return { label, slo, confidence, estimate, code: judgeEstimate(slo, estimate) };
}

/** Estimates a metric over clusters of slices; null if there are none. */
export function estimateClusters(
  metric: Metric,
  clusters: readonly (readonly Slice[])[],
  confidence: number,
): Estimate | null {
  const loaded = clusters.filter((slices) => slices.some((slice) => attempts(slice) > 0));
  const used = loaded.length < FEWEST_CLUSTERS ? loaded.flat().map((slice) => [slice]) : loaded;
  return used.length === 0 ? null : estimateMetric(metric, used, confidence);
}

/** Judges an estimate with its interval. A relative limit is unknown here, so neither met nor missed. */
export function judgeEstimate({ operator, limit }: Slo, estimate: Estimate): SloCode {
  return compareWithLimit(estimate, operator, limit.kind === 'absolute' ? limit.value : Number.NaN);
}

/** Tells whether a single value is on the wrong side of the limit. A relative limit is unknown here. */
export function violatesSlo(slo: Slo, value: number): boolean {
  return judgeEstimate(slo, { value, low: value, high: value }) === 'missed';
}

/** Compares an interval with a limit: see `judgeSlo`. */
function compareWithLimit({ low, high }: Estimate, operator: Operator, limit: number): SloCode {
  // A lower limit is an upper limit on the negated values.
  const [least, most, bound] = operator.startsWith('<') ? [low, high, limit] : [-high, -low, -limit];
  const isInclusive = operator.endsWith('=');
  if (isInclusive ? most <= bound : most < bound) return 'met';
  return (isInclusive ? least > bound : least >= bound) ? 'missed' : 'at-limit';
}

/** Slices of two scenarios measured one after the other; one side is empty if it was discarded. */
type LimitPair = { own: readonly Slice[]; other: readonly Slice[] };

/** Pairs a step with the one that a limit is relative to, stretch by stretch on the same instance of the head. */
export function pairWithLimit(step: MeasuredStep, other: MeasuredStep): LimitPair[] {
  const others = stretchesOfHead(other.blocks);
  return stretchesOfHead(step.blocks).flatMap((own, block) => {
    const theirs = others[block] ?? [];
    // Those left over stand alone.
    const length = Math.max(own.length, theirs.length);
    return Array.from({ length }, (_, i) => ({ own: own[i] ?? [], other: theirs[i] ?? [] }));
  });
}

/**
 * Judges an SLO whose limit is a metric of another scenario, by the interval of its distance to that limit. A pair is
 * one cluster: whatever slows its process slows all of it.
 *
 * @param confidence two-sided, fraction
 * @returns null if the other scenario has no value, or the limit is absolute
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
