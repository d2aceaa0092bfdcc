import type { Slo } from '../config/language/slo-type.ts';
import type { Slice } from '../measurement/measurement.ts';
import { measureMetric, printMetric } from '../metrics/metric.ts';
import { estimateCorrelation, estimateDifference } from '../statistics/difference-interval.ts';
import type { MeasuredStep } from './changes.ts';
import type { InvalidReason, ServiceFault } from './faults.ts';
import type { SloFinding } from './findings.ts';
import { stretchesOfHead } from './kept.ts';
import { compareWithLimit, estimateClusters } from './slo.ts';

/** Slices of two scenarios that were measured one after the other; one side is empty where it was discarded. */
export type LimitPair = { own: readonly Slice[]; other: readonly Slice[] };

/** Pairs a step with the one that a limit is relative to, stretch by stretch on the same instance of the head. */
export function pairWithLimit(step: MeasuredStep, other: MeasuredStep | undefined): LimitPair[] {
  const others = stretchesOfHead(other?.blocks ?? []);
  return stretchesOfHead(step.blocks).flatMap((own, block) => {
    const theirs = others[block] ?? [];
    // Those that are left over stand alone.
    const length = Math.max(own.length, theirs.length);
    return Array.from({ length }, (_, i) => ({ own: own[i] ?? [], other: theirs[i] ?? [] }));
  });
}

/** Finds the step that a limit of another one is relative to; undefined where it was not measured. */
export function findReference(
  { limits }: MeasuredStep,
  steps: readonly MeasuredStep[],
  scenario: string,
): MeasuredStep | undefined {
  return steps.find(({ label }) => label === limits?.get(scenario));
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
  const values = pairs.map(
    (pair) => [measureMetric(pair.own, metric), measureMetric(pair.other, limit.metric)] as const,
  );
  const { factor, offsetMs: offset } = limit;
  const correlation = estimateCorrelation(values);
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

/**
 * Finds limits without a value: the other scenario failed, or was not measured. What tells already why the run blocks
 * is not told again.
 */
export function findUnknownLimits(
  steps: readonly MeasuredStep[],
  slos: readonly SloFinding[],
  known: { faults: readonly ServiceFault[]; invalid: readonly InvalidReason[] },
): InvalidReason[] {
  if (known.invalid.length > 0 || known.faults.some(({ kind }) => kind === 'crashed')) return [];
  return steps.flatMap((step) =>
    step.slos.flatMap((slo): InvalidReason[] => {
      const { label, limits } = step;
      const { limit, metric } = slo;
      if (limit.kind !== 'relative' || slos.some((each) => each.label === label && each.slo === slo))
        return [];
      const other = limits?.get(limit.scenario) ?? limit.scenario;
      if (slos.some((each) => each.label === other && each.code === 'missed')) return [];
      const pairs = pairWithLimit(step, findReference(step, steps, limit.scenario));
      const because = pairs.some((pair) => pair.other.length > 0) ? 'failed' : 'not-measured';
      return [{ kind: 'limit-unknown', label, metric: printMetric(metric), other, because }];
    }),
  );
}
