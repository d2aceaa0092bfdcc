import type { Slo } from '../config/language/slo-type.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Metric } from '../metrics/metric.ts';
import { FEWEST_BLOCKS } from '../plan/search.ts';
import { decideChange, reachOften, TOLERANCE_ERROR } from '../statistics/change.ts';
import { LIMIT_CONFIDENCE } from '../statistics/limit-search.ts';
import { estimateMean } from '../statistics/mean.ts';
import {
  ASSUMED,
  type CapacityEstimate,
  type CapacityMeasurement,
  pool,
  poolEstimates,
} from './capacity-measurement.ts';
import type { ChangeReason, PairedFinding, SloFinding, UncomparedFinding } from './findings.ts';
import { describeChange } from './pair.ts';
import { IMPLIED_SLO, judgeEstimate } from './slo.ts';
import type { Verdict } from './verdict.ts';

/** Everything measured about one capacity. */
export type SearchedCapacity = {
  slos: Slo[];
  head: CapacityMeasurement;
  /** Null if no base was searched. */
  base: CapacityMeasurement | null;
  /** Fractions; see `config/sensitivity.ts`. */
  sensitivity: { tolerance: number; confidence: number };
};

export const CAPACITY: Metric = { kind: 'capacity' };

/** Judges the SLOs on a capacity, and says where it lies if beyond what could be sent. */
export function judgeCapacity(searched: SearchedCapacity): Pick<Verdict, 'slos' | 'invalid'> {
  const { slos, head } = searched;
  const { label, goal } = head;
  const found = poolEstimates(head);
  if (found === null) return { slos: [], invalid: [] };
  const { kind, ...estimate } = found;
  const judged = { label, confidence: LIMIT_CONFIDENCE };
  const findings = slos.map((slo): SloFinding => {
    return { ...judged, slo, estimate, code: judgeEstimate(slo, estimate), capacity: { kind, goal } };
  });
  const isOpen = kind === 'generator' && findings.some(({ code }) => code === 'at-limit');
  const all = { value: 1, low: 1, high: 1 };
  const implied: SloFinding = { ...judged, slo: IMPLIED_SLO, estimate: all, code: 'missed' };
  return {
    slos: answersNothing(head) ? [...findings, implied] : findings,
    invalid: isOpen ? [{ kind: 'generator-limit', label, rate: estimate.low }] : [],
  };
}

/** Tells whether no request of any trial got the expected response, and k6 was not the bottleneck. */
function answersNothing({ blocks }: CapacityMeasurement): boolean {
  const trials = blocks.flatMap((block) => block.trials);
  return trials.length > 0 && trials.every(({ errors, limitedBy }) => errors >= 1 && !limitedBy);
}

/** Says that a capacity is not compared, and why. */
export function leaveCapacityOut(
  { head, sensitivity: { tolerance } }: SearchedCapacity,
  code: UncomparedFinding['code'],
  reason: ChangeReason,
): UncomparedFinding {
  const looked = { label: head.label, metric: CAPACITY, where: 'all', tolerance } as const;
  return { kind: 'uncompared', ...looked, head: poolEstimates(head)?.value ?? Number.NaN, code, reason };
}

/**
 * Compares the capacities of base and head by the log ratio of each block, in which both were searched at the same
 * time. There are only a few blocks, so the test is parametric; see `estimateMean` for its assumptions.
 *
 * `regressed` needs two things, as for other metrics: no change is rejected at `error`, and the change exceeds the
 * tolerance, applied to the time between two arrivals.
 *
 * @param error one-sided chance of a false alarm that all metrics of the run share, fraction
 * @param family number of these metrics (Bonferroni)
 */
export function compareCapacity(
  searched: SearchedCapacity & { base: CapacityMeasurement },
  error: number,
  family: number,
): PairedFinding | UncomparedFinding {
  const { head, base, sensitivity } = searched;
  const isNew = answersNothing(base) && head.blocks.some(({ trials }) => trials.some(({ met }) => met));
  if (isNew) return leaveCapacityOut(searched, 'first-run', { kind: 'new' });
  const pairs = pairSearches(base, head);
  const values = {
    base: poolPairs(pairs, 'base')?.value ?? Number.NaN,
    head: (poolPairs(pairs, 'head') ?? poolEstimates(head))?.value ?? Number.NaN,
  };
  const count = pairs.length;
  const reason: ChangeReason | null = Number.isNaN(values.head)
    ? { kind: 'capacity-unknown', side: null, rate: null }
    : (findBeyond(pairs) ??
      (count < FEWEST_BLOCKS ? { kind: 'too-few-blocks', blocks: count, needed: FEWEST_BLOCKS } : null));
  if (reason !== null) return { ...leaveCapacityOut(searched, 'inconclusive', reason), head: values.head };
  // Positive means worse.
  const ratios = pairs.map((pair) => Math.log(pair.base.value / pair.head.value));
  const { mean, standardError, reach } = estimateMean(ratios, ASSUMED);
  const [own, joint] = [TOLERANCE_ERROR, error / family].map((each) => reach(each)) as [number, number];
  const [low, high] = [mean - own, mean + own];
  const tolerance = Math.log1p(sensitivity.tolerance);
  const shown = { worse: mean > joint, better: mean < -joint, least: low, most: high };
  const code = decideChange(shown, tolerance);
  const bounds = { mean, low, high, confidence: 1 - 2 * TOLERANCE_ERROR };
  const detectable = reachOften(joint, own, tolerance, standardError);
  return describeChange(
    { label: head.label, metric: CAPACITY, where: 'all', ...values, tolerance: sensitivity.tolerance },
    { code, ...bounds, spread: standardError * Math.sqrt(count), count, reachable: true, detectable },
    { kind: 'noisy' },
  );
}

type Pair = Record<Arm, CapacityEstimate>;

/** Combines the searches of one arm that are compared. */
export function poolPairs(pairs: readonly Pair[], arm: Arm): CapacityEstimate | null {
  return pool(pairs.map((pair) => pair[arm]));
}

/** Pairs the searches of each block in which both arms have a result; those that say something, if there are enough. */
export function pairSearches(base: CapacityMeasurement, head: CapacityMeasurement): Pair[] {
  const all = head.blocks.flatMap(({ block, estimate }) => {
    const other = base.blocks.find((each) => each.block === block)?.estimate;
    return estimate && other ? [{ base: other, head: estimate }] : [];
  });
  const known = all.filter((pair) => !isOpen(pair));
  return known.length >= FEWEST_BLOCKS ? known : all;
}

/**
 * Finds cases where both arms lie beyond the same end, so their ratio is unknown. A capacity beyond an end counts as at
 * that end; one at each end is the largest possible distance. Nothing is known about an arm that k6 could not load enough.
 */
function findBeyond(pairs: readonly Pair[]): ChangeReason | null {
  for (const pair of pairs) {
    const { base, head } = pair;
    const side = isOpen(pair) ? 'generator' : base.kind === 'found' ? 'found' : head.kind;
    if (side === 'found' || (!isOpen(pair) && (base.kind === 'below') !== (side === 'below'))) continue;
    // What the searches of this block have seen bounds the capacities of both arms.
    const rate = side === 'below' ? Math.max(base.high, head.high) : Math.min(base.low, head.low);
    return { kind: 'capacity-unknown', side, rate };
  }
  return null;
}

/** Tells whether k6 could not load one arm enough to say that it serves less than the other. */
function isOpen({ base, head }: Pair): boolean {
  const isShort = ({ kind, value, low }: CapacityEstimate, other: CapacityEstimate) =>
    value === 0 || (kind === 'generator' && low < other.value);
  return isShort(base, head) || isShort(head, base);
}
