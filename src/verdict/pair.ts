import { higherIsBetter, isShare } from '../metrics/metric.ts';
import { type ChangePlan, type Comparison, compareSeries } from '../statistics/change.ts';
import { countBlocksNeeded } from '../statistics/looks.ts';
import type { ChangeReason, PairedFinding, UncomparedFinding } from './findings.ts';
import { type Gate, measurePooled, type PairedStep, readGates, showChange, toChange } from './pair-values.ts';

/** Largest change that is reported as detectable (fraction). */
const MOST_DETECTABLE = 10;

/**
 * Judges base against head after the blocks measured so far; see docs/statistics.md.
 *
 * @returns `settled`: no more blocks are needed, because something regressed or everything is decided
 */
export function judgePairs({ steps, ...plan }: { steps: PairedStep[] } & ChangePlan) {
  const read = steps.map((step) => readGates(step, plan.looks));
  const gates = read.flatMap((one) => one.gates);
  const { compared, settled } = comparePairs(gates, plan);
  return {
    changes: [
      ...gates.map((gate, i) => describeGate(gate, compared[i]!, gates.length, plan)),
      ...read.flatMap((one) => one.unread),
    ],
    settled,
  };
}

/** Compares without explanations: many times faster, for simulations. */
export function comparePairs(gates: readonly Gate[], plan: ChangePlan) {
  const compared = compareSeries(gates, plan);
  const codes = compared.map(({ code }) => code);
  return { compared, settled: codes.includes('regressed') || !codes.includes('inconclusive') };
}

function describeGate(
  gate: Gate,
  compared: Comparison,
  family: number,
  plan: ChangePlan,
): PairedFinding | UncomparedFinding {
  const { metric, where, label, blocks, allowed: tolerance, deepest } = gate;
  const all = measurePooled(metric, blocks, deepest);
  const looked = { label, metric, where, head: all.head, tolerance };
  const reason = explain(compared, family, plan);
  // No block has requests of both arms.
  if (compared.count === 0) return { kind: 'uncompared', ...looked, code: 'inconclusive', reason };
  const { base, head, ...change } = showChange(gate, compared, all);
  return describeChange({ ...looked, base, head }, { ...compared, ...change }, reason);
}

/** Describes a side-by-side comparison. @param reason why it may be undecided */
export function describeChange(
  compared: Pick<PairedFinding, 'label' | 'metric' | 'where' | 'base' | 'head' | 'tolerance'>,
  { code, mean, low: least, high: most, spread, count, confidence, detectable }: Comparison,
  reason: ChangeReason,
): PairedFinding {
  const { metric } = compared;
  const share = isShare(metric);
  const change = (deviation: number) => toChange(metric, deviation);
  // Deviations are positive for worse. A change has the direction of the value.
  const [low, high] = higherIsBetter(metric) ? [most, least] : [least, most];
  return {
    kind: 'paired',
    ...compared,
    change: {
      value: change(mean),
      low: Math.max(share ? -1 : Number.NEGATIVE_INFINITY, change(low)),
      high: Math.min(share ? 1 : Number.POSITIVE_INFINITY, change(high)),
    },
    detectable: isSeen(change(detectable), share) ? Math.abs(change(detectable)) : null,
    spread: Number.isNaN(spread) ? null : spread,
    blocks: count,
    confidence,
    code,
    ...(code === 'inconclusive' && { reason }),
  };
}

function explain({ reachable, count: blocks }: Comparison, family: number, plan: ChangePlan): ChangeReason {
  if (reachable) return { kind: 'noisy' };
  const needed = countBlocksNeeded(family, plan.error / plan.looks.length);
  // Several metrics need more blocks than one, and some are missing here and there.
  return { kind: 'too-few-blocks', blocks, needed: Math.max(needed, blocks + 1) };
}

/** Tells whether a detectable change is meaningful: a value cannot fall by more than itself, nor a share rise above 1. */
function isSeen(change: number, share: boolean): boolean {
  return share ? Math.abs(change) <= 1 : change > -1 && change <= MOST_DETECTABLE;
}
