import { higherIsBetter, isShare } from '../metrics/metric.ts';
import { type ChangePlan, type Comparison, compareSeries } from '../statistics/change.ts';
import { countBlocksNeeded } from '../statistics/looks.ts';
import type { ChangeReason, PairedFinding, UncomparedFinding } from './findings.ts';
import { comparePooled, type Gate, type PairedStep, readGates, toChange, typify } from './pair-values.ts';

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
  const { metric, where, label, blocks, allowed: tolerance, deepest, pooled } = gate;
  const all = comparePooled(metric, blocks, deepest);
  const looked = { label, metric, where, head: all.head, tolerance };
  const reason = explain(compared, family, plan);
  // No block has requests of both arms.
  if (compared.count === 0) return { kind: 'uncompared', ...looked, code: 'inconclusive', reason };
  const typical = pooled || isShare(metric) ? null : typify(gate, toChange(metric, compared.mean));
  // A base that never responds says nothing about the head.
  const values = typical !== null && Number.isFinite(typical.head) ? typical : { base: all.base };
  return describeChange({ ...looked, ...values }, compared, reason);
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
  const [first, last] = higherIsBetter(metric) ? [most, least] : [least, most];
  const [low, high] = [change(first), change(last)];
  const ratio = compared.head / compared.base - 1;
  const value = share || !Number.isFinite(ratio) ? change(mean) : ratio;
  const top = share ? 1 : Number.POSITIVE_INFINITY;
  const seen = change(detectable);
  // A value cannot fall by more than itself, nor a share rise above 1.
  const isSeen = share ? Math.abs(seen) <= 1 : seen > -1 && seen <= MOST_DETECTABLE;
  return {
    kind: 'paired',
    ...compared,
    // A change that was cut is beyond its interval, which is open there.
    change: {
      value,
      low: value < low - 1e-9 ? -1 : Math.max(-1, low),
      high: value > high + 1e-9 ? top : Math.min(top, high),
    },
    detectable: isSeen ? Math.abs(seen) : null,
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
