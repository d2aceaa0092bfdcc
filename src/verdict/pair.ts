import { higherIsBetter, isShare, type Metric } from '../metrics/metric.ts';
import { METRICS } from '../metrics/table.ts';
import { countBlocksNeeded } from '../statistics/looks.ts';
import {
  comparePairs,
  findDetectable,
  type PairedComparison,
  type PairedPlan,
  TOLERANCE_ERROR,
} from '../statistics/paired-comparison.ts';
import { boundTypical } from '../statistics/paired-statistic.ts';
import type { ChangeReason, PairedFinding, UncomparedFinding } from './findings.ts';
import { type Gate, isTail, type PairedStep, readGates } from './gates.ts';
import { comparePooled, deepestLevel, listDeviations } from './pair-values.ts';
import { findStalls } from './stalls.ts';

export type PairJudgement = {
  changes: (PairedFinding | UncomparedFinding)[];
  /** More blocks are not needed: something regressed, or everything is decided. */
  settled: boolean;
};

type Decision =
  | { code: 'regressed' | 'improved' | 'unchanged' }
  | { code: 'inconclusive'; reason: ChangeReason };

export type PairDecision = {
  comparisons: PairedComparison[];
  decisions: Decision[];
  settled: boolean;
};

/** Greatest change that is called detectable (fraction). */
const MOST_DETECTABLE = 10;

/**
 * Judges base against head after the blocks measured so far; see docs/statistics.md.
 *
 * A rise of `slow-share` is reported, its absence is not. The metric is an alarm for changes that others
 * miss, and can rarely show that nothing changed.
 *
 * @param input.planned blocks at most
 * @param input.looks block counts at which this is called; any other count means the end of a run cut short
 */
export function judgePairs(input: { steps: PairedStep[] } & PairedPlan): PairJudgement {
  const gates = input.steps.flatMap((step) => readGates(step, input.looks));
  const { comparisons, decisions, settled } = decideGates(gates, input);
  const judged = gates.map((gate, i) => describeGate(gate, comparisons[i]!, decisions[i]!, input));
  return {
    changes: judged.filter(({ metric, code }) => metric.kind !== 'slow-share' || code === 'regressed'),
    settled,
  };
}

/** Decides the verdicts without their explanations: many times cheaper, for simulations. */
export function decideGates(gates: readonly Gate[], plan: PairedPlan): PairDecision {
  const comparisons = comparePairs(gates, plan);
  const decisions = gates.map((gate, i) => decide(gate, comparisons[i]!, gates));
  const isDue = gates.map(
    ({ metric }, i) => metric.kind !== 'slow-share' && decisions[i]!.code === 'inconclusive',
  );
  const settled = decisions.some(({ code }) => code === 'regressed') || !isDue.includes(true);
  return { comparisons, decisions, settled };
}

function describeGate(
  gate: Gate,
  comparison: PairedComparison,
  decision: Decision,
  plan: PairedPlan,
): PairedFinding | UncomparedFinding {
  const { metric, label, blocks, allowed: tolerance, comparedAt } = gate;
  const share = isShare(metric);
  const change = (deviation: number) => toChange(metric, deviation);
  const { base, head, deviation } = comparePooled(metric, blocks);
  const looked = { label, metric, head, tolerance };
  // No block has requests of both arms.
  if (decision.code === 'inconclusive' && gate.deviations.every(Number.isNaN)) {
    return { kind: 'uncompared', ...looked, ...decision };
  }
  const detectable = change(findDetectable(gate, comparison, plan));
  // The interval is shown by which the change was called.
  const isJoint = decision.code === 'improved';
  const ends = isJoint ? comparison : comparison.own;
  // Deviations are positive for worse. A change has the direction of the value.
  const [low, high] = higherIsBetter(metric) ? [ends.high, ends.low] : [ends.low, ends.high];
  return {
    kind: 'paired',
    ...looked,
    base,
    change: {
      value: change(comparison.estimate),
      low: Math.max(share ? -1 : Number.NEGATIVE_INFINITY, change(low)),
      high: Math.min(share ? 1 : Number.POSITIVE_INFINITY, change(high)),
    },
    comparedAt,
    pooled: change(deviation),
    detectable: isSeen(detectable, share) ? detectable : null,
    spread: Number.isNaN(comparison.spread) ? null : comparison.spread,
    pValue: comparison.findPValue(),
    confidence: 1 - 2 * (isJoint ? gate.alpha : TOLERANCE_ERROR),
    ...decision,
  };
}

function decide(gate: Gate, { code, reachable, high }: PairedComparison, all: readonly Gate[]): Decision {
  if (code === 'regressed' || code === 'improved') return { code };
  if (reachable || code === 'unchanged') {
    const pooled = comparePooled(gate.metric, gate.blocks).deviation;
    // All requests together contradict the typical block.
    if (pooled > Math.max(high, gate.tolerance)) {
      return {
        code: 'inconclusive',
        reason: { kind: 'unstable-tail', pooled: toChange(gate.metric, pooled) },
      };
    }
  }
  if (code === 'unchanged') {
    const pooled = findSlowerAlone(gate);
    if (pooled !== null)
      return { code: 'inconclusive', reason: { kind: 'unstable-tail', pooled, alone: true } };
    const stalls = isTail(gate.metric) ? findStalls(gate.stretches) : null;
    return stalls === null ? { code } : { code: 'inconclusive', reason: { kind: 'stalls', ...stalls } };
  }
  if (reachable) return { code: 'inconclusive', reason: { kind: 'noisy-pair' } };
  const family = all.filter(({ alpha }) => alpha === gate.alpha).length;
  const blocks = gate.deviations.filter((value) => !Number.isNaN(value)).length;
  // A run cut short may spend only part of its error, and several metrics need more blocks than one.
  const needed = Math.max(countBlocksNeeded(family, gate.alpha), blocks + 1);
  return { code: 'inconclusive', reason: { kind: 'too-few-blocks', blocks, needed } };
}

/**
 * Finds a tail that is slower with each arm alone under the whole load: over all requests by more than the tolerance of
 * `tail-alone`, and typically at all. In turns it may look the same, since what an arm takes of the processors, or of a
 * server that both share, meets the other one as well.
 *
 * @returns the change over all requests alone (fraction); null without one
 */
function findSlowerAlone({ metric, alone }: Gate): number | null {
  if (!isTail(metric) || alone.length === 0) return null;
  // Alone the far end matters as much as the rest: there a storm shows.
  const whole: Metric = metric.kind === 'tail' ? { kind: 'tail' } : metric;
  const pooled = comparePooled(whole, alone).deviation;
  if (!(pooled > Math.log1p(METRICS['tail-alone'].tolerance))) return null;
  const typical = boundTypical(listDeviations(whole, alone, deepestLevel(alone)));
  return typical > 0 ? toChange(metric, pooled) : null;
}

/** Tells whether a change that is detectable says something: a value cannot fall by more than all of it. */
function isSeen(change: number, share: boolean): boolean {
  return change > -1 && change <= (share ? 1 : MOST_DETECTABLE);
}

/** Converts a deviation, positive for worse, to the change of the value. */
function toChange(metric: Metric, deviation: number): number {
  const moved = higherIsBetter(metric) ? -deviation : deviation;
  return isShare(metric) ? moved : Math.expm1(moved);
}
