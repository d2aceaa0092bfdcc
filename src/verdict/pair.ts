import { higherIsBetter, isShare, isTail, type Metric } from '../metrics/metric.ts';
import { isShownJointly } from '../statistics/decision.ts';
import { countBlocksNeeded } from '../statistics/looks.ts';
import {
  comparePairs,
  findDetectable,
  type PairedComparison,
  type PairedPlan,
  TOLERANCE_ERROR,
} from '../statistics/paired-comparison.ts';
import { boundTypical } from '../statistics/paired-statistic.ts';
import type { ChangeReason, PairedFinding, UncomparedFinding, Unsteadiness } from './findings.ts';
import { type Gate, type PairedStep, readGates } from './gates.ts';
import { comparePooled, deepestLevel, listDeviations, toChange, typify } from './pair-values.ts';
import { becameLonger } from './rarity.ts';
import { findStalls } from './stalls.ts';

type Decision =
  | { code: 'regressed' | 'improved' | 'unchanged' }
  | { code: 'inconclusive'; reason: ChangeReason };

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
 * @returns `settled`: more blocks are not needed, as something regressed, or everything is decided
 */
export function judgePairs(input: { steps: PairedStep[] } & PairedPlan) {
  const read = input.steps.map((step) => readGates(step, input));
  const gates = read.flatMap((one) => one.gates);
  const { comparisons, decisions, settled } = decideGates(gates, input);
  return {
    changes: gates.flatMap((gate, i) =>
      isTold(gate, decisions[i]!, gates, decisions)
        ? [describeGate(gate, comparisons[i]!, decisions[i]!, input)]
        : [],
    ),
    unread: read.flatMap((one) => one.unread),
    settled,
  };
}

/**
 * Tells whether a decision is told. An alarm is told where it goes off. A tail mean says nothing that is not known where it is
 * undecided, and the percentile that was asked for is not.
 */
function isTold(
  { metric, label }: Gate,
  { code }: Decision,
  gates: readonly Gate[],
  decisions: readonly Decision[],
): boolean {
  if (metric.kind === 'slow-share') return code === 'regressed';
  if (code !== 'inconclusive' || metric.kind !== 'tail') return true;
  return !gates.some(
    (other, i) => other.label === label && isFar(other.metric) && decisions[i]!.code === 'unchanged',
  );
}

function isFar(metric: Metric): boolean {
  return metric.kind === 'percentile' && metric.percent >= 90;
}

/** Decides the verdicts without their explanations: many times cheaper, for simulations. */
export function decideGates(gates: readonly Gate[], plan: PairedPlan) {
  const comparisons = comparePairs(gates, plan);
  const decisions = gates.map((gate, i) => decide(gate, comparisons[i]!, gates));
  const due = gates.flatMap((gate, i): Outlook[] => {
    // Small beside the limit so far. But something came in some blocks only, and is looked for; or it is beyond the tolerance by
    // itself, and the blocks are too few for the family.
    const mayShow = becameLonger(gate.alone) || comparisons[i]!.own.low > gate.tolerance;
    if (isWithin(gate, comparisons[i]!, decisions[i]!) && mayShow) return ['may-regress'];
    if (decisions[i]!.code !== 'inconclusive') return [];
    const outlook = foresee(gate, comparisons[i]!, decisions[i]!, plan);
    // What may go off is waited for. That an alarm does not is nothing to wait for.
    const isDue = outlook === 'may-regress' || isTold(gate, decisions[i]!, gates, decisions);
    return isDue ? [outlook] : [];
  });
  const isRegressed = decisions.some(({ code }) => code === 'regressed');
  const isVain = due.includes('stuck') && !due.includes('may-regress');
  return { comparisons, decisions, settled: isRegressed || due.length === 0 || isVain };
}

/** Tells whether a metric is unchanged only since its change is a small part of the limit. */
function isWithin({ tolerance }: Gate, { own }: PairedComparison, { code }: Decision): boolean {
  return code === 'unchanged' && own.high >= tolerance;
}

type Outlook = 'may-settle' | 'may-regress' | 'stuck';

/**
 * Foresees what the blocks that are left can bring. With n of N blocks a bound comes nearer by √(n/N), and the estimate moves by
 * less than 1.28 · √(1 − n/N) of its last standard error in nine runs of ten.
 */
function foresee(
  { metric, tolerance, slack = 0, alone, deviations }: Gate,
  { estimate, own }: PairedComparison,
  decision: Decision,
  { planned }: PairedPlan,
): Outlook {
  // What is rare may yet show, and longer stretches are unlike those so far. Of an alarm the shares themselves tell it.
  const isNoise = 'reason' in decision && decision.reason.kind === 'noisy' && !becameLonger(alone);
  if (!isNoise && metric.kind !== 'slow-share') return 'may-regress';
  const standardError = (own.high - own.low) / (2 * 1.645);
  if (!Number.isFinite(standardError)) return 'may-settle';
  const part = Math.min(1, deviations.length / planned);
  const keepsOff = standardError * Math.sqrt(part) * (1.645 - 1.28 * Math.sqrt(1 - part));
  if (estimate - keepsOff > tolerance) return 'may-regress';
  return estimate + keepsOff < Math.max(tolerance, slack) ? 'may-settle' : 'stuck';
}

function describeGate(
  gate: Gate,
  comparison: PairedComparison,
  decision: Decision,
  plan: PairedPlan,
): PairedFinding | UncomparedFinding {
  const { metric, where, label, blocks, allowed: tolerance, deepest } = gate;
  const share = isShare(metric);
  const change = (deviation: number) => toChange(metric, deviation);
  const all = comparePooled(metric, blocks, deepest);
  const looked = { label, metric, where, head: all.head, tolerance };
  // No block has requests of both arms.
  if (decision.code === 'inconclusive' && gate.deviations.every(Number.isNaN)) {
    return { kind: 'uncompared', ...looked, ...decision };
  }
  const detectable = change(findDetectable(gate, comparison, plan));
  const isJoint = isShownJointly(decision.code, { least: comparison.own.low }, gate.tolerance);
  const ends = isJoint ? comparison : comparison.own;
  // What the joint test did not reject has no bound beyond zero.
  const least = decision.code === 'inconclusive' && isJoint ? Math.min(ends.low, 0) : ends.low;
  // Deviations are positive for worse. A change has the direction of the value.
  const [low, high] = higherIsBetter(metric) ? [ends.high, least] : [least, ends.high];
  const value = change(share ? all.deviation : comparison.estimate);
  const typical = gate.pooled || share ? null : typify(gate, value);
  // Of a base that never answers nothing follows for the head.
  const values = typical === null || Number.isNaN(typical.head) ? { base: all.base } : typical;
  return {
    kind: 'paired',
    ...looked,
    ...values,
    ...(isWithin(gate, comparison, decision) && { withinMs: values.base * change(comparison.own.high) }),
    change: {
      value,
      low: Math.max(share ? -1 : Number.NEGATIVE_INFINITY, Math.min(value, change(low))),
      high: Math.min(share ? 1 : Number.POSITIVE_INFINITY, Math.max(value, change(high))),
    },
    pooled: change(all.deviation),
    detectable: isSeen(detectable, share) ? Math.abs(detectable) : null,
    // Over all blocks together, deviations are of another unit.
    spread: gate.pooled || Number.isNaN(comparison.spread) ? null : comparison.spread,
    blocks: comparison.count,
    pValue: comparison.findPValue(),
    confidence: 1 - 2 * (isJoint ? gate.alpha : TOLERANCE_ERROR),
    ...decision,
  };
}

function decide(
  gate: Gate,
  { code, reachable, high, count: blocks }: PairedComparison,
  all: readonly Gate[],
): Decision {
  if (code === 'regressed' || code === 'improved') return { code };
  if (!gate.pooled && (reachable || code === 'unchanged')) {
    const pooled = comparePooled(gate.metric, gate.blocks, gate.deepest).deviation;
    // All requests together contradict the typical block.
    if (pooled > Math.max(high, gate.tolerance, gate.slack ?? 0)) {
      return withhold({ kind: 'rare', pooled: toChange(gate.metric, pooled) });
    }
  }
  if (code === 'unchanged') {
    const pooled = findSlowerAlone(gate);
    if (pooled !== null) return withhold({ kind: 'rare', pooled, alone: true });
    const stalls = isTail(gate.metric) ? findStalls(gate.stretches) : null;
    return stalls === null ? { code } : withhold({ kind: 'stalls', ...stalls });
  }
  if (reachable) return { code: 'inconclusive', reason: { kind: 'noisy' } };
  const family = all.filter(({ alpha }) => alpha === gate.alpha).length;
  // A run cut short may spend only part of its error, and several metrics need more blocks than one.
  const needed = Math.max(countBlocksNeeded(family, gate.alpha), blocks + 1);
  return { code: 'inconclusive', reason: { kind: 'too-few-blocks', blocks, needed } };
}

function withhold(evidence: Unsteadiness): Decision {
  return { code: 'inconclusive', reason: { kind: 'unsteady', evidence } };
}

/** Change of a tail alone (log ratio) that takes `unchanged` away. Arms one after the other differ by much of it. */
const MUCH_ALONE = Math.log(1.3);

/**
 * Finds a tail that is slower with each arm alone under the whole load: over all requests by much, and typically at all. In
 * turns it may look the same, since what an arm takes of the processors, or of a server that both share, meets the other one
 * as well.
 *
 * @returns the change over all requests alone (fraction); null without one
 */
function findSlowerAlone({ metric, alone }: Gate): number | null {
  if (!isTail(metric) || alone.length === 0) return null;
  const pooled = comparePooled(metric, alone).deviation;
  if (!(pooled > MUCH_ALONE)) return null;
  const typical = boundTypical(listDeviations(metric, alone, deepestLevel(alone)));
  return typical > 0 ? toChange(metric, pooled) : null;
}

/** Tells whether a change that is detectable says something: a value cannot fall by all of it, nor a share by more. */
function isSeen(change: number, share: boolean): boolean {
  return share ? Math.abs(change) <= 1 : change > -1 && change <= MOST_DETECTABLE;
}
