import { sum } from '../../measurement/sum.ts';
import { poolTrends, type Summary } from '../summary.ts';

type Slot = Summary['slots'][string];
type Slice = Slot['slices'][number];
type Samples = NonNullable<Slice['custom']>[string];

/** What one pod has measured, with the name by which people know it. */
export type PodSummary = { name: string; summary: Summary };

/** Pods that begin so much (ms) later than the first one do not begin together. Clocks of nodes differ by less. */
const LATE_START_MS = 250;

/**
 * Merges what pods have measured side by side into what one k6 would have: counts add up, distributions are pooled, and
 * what was late counts as late as in the latest pod. There is one slice for all pods: theirs are not independent.
 *
 * @param pods one at least, all of the same script
 */
export function mergeSummaries(pods: readonly PodSummary[]): Summary {
  const [first] = pods as [PodSummary];
  const levels = first.summary.percents.map((percent) => percent / 100);
  const slots = Object.keys(first.summary.slots).map((key): [string, Slot] => [
    key,
    mergeSlot(
      pods.map(({ name, summary }) => ({ name, slot: summary.slots[key]! })),
      levels,
    ),
  ]);
  const seen = new Map(pods.flatMap(({ summary }) => summary.seen ?? []).map((one) => [one.name, one]));
  return {
    ...first.summary,
    slots: Object.fromEntries(slots),
    lost: sum(pods, ({ summary }) => summary.lost),
    seen: [...seen.values()],
  };
}

const startedIn = ({ slices }: Slot) => sum(slices, ({ started }) => started);
const lateIn = ({ slices }: Slot) => Math.max(0, ...slices.map(({ lag }) => lag?.p99 ?? 0));

function mergeSlot(all: readonly { name: string; slot: Slot }[], levels: number[]): Slot {
  const startedAt = Math.min(...all.map(({ slot }) => slot.startedAt));
  const pods = all.map(({ name, slot }) => ({ name, slot: delayAll(slot, slot.startedAt - startedAt) }));
  const behind = pods.reduce((least, pod) => (startedIn(pod.slot) < startedIn(least.slot) ? pod : least));
  const latest = pods.reduce((most, pod) => (lateIn(pod.slot) > lateIn(most.slot) ? pod : most));
  const slots = pods.map(({ slot }) => slot);
  const [first] = slots as [Slot];
  const answers = (which: number, of: 'sizes' | 'statuses') =>
    poolTrends(
      slots.map((slot) => slot.answers[which]![of]),
      levels,
    );
  return {
    startedAt,
    endedAt: Math.max(...slots.map(({ endedAt }) => endedAt)),
    dropped: sum(slots, ({ dropped }) => dropped),
    answers: first.answers.map((_, which) => ({
      sizes: answers(which, 'sizes'),
      statuses: answers(which, 'statuses'),
    })),
    slices: first.slices.map((_, index) =>
      mergeSlices(
        slots.map(({ slices }) => slices[index]!),
        levels,
      ),
    ),
    pods: { behind: behind.name, sent: startedIn(behind.slot), latest: latest.name },
  };
}

/** Counts all arrivals of a pod as late that began (ms) after the others. */
function delayAll(slot: Slot, byMs: number): Slot {
  if (byMs <= LATE_START_MS) return slot;
  const lag = { p50: byMs, p99: byMs, max: byMs };
  return { ...slot, slices: slot.slices.map((slice) => ({ ...slice, lag })) };
}

function mergeSlices(slices: readonly Slice[], levels: number[]): Slice {
  const lags = slices.flatMap(({ lag }) => lag ?? []);
  const worst = (of: 'p50' | 'p99' | 'max') => Math.max(...lags.map((lag) => lag[of] ?? 0));
  const mergeEach = <K extends keyof Slice>(keys: readonly K[], merge: (all: Slice[K][]) => Slice[K]) =>
    Object.fromEntries(keys.map((key) => [key, merge(slices.map((slice) => slice[key]))])) as Pick<Slice, K>;
  return {
    ...mergeEach(
      ['started', 'whole', 'exceptions', 'barren', 'begun', 'resent', 'connects'] as const,
      (counts) => sum(counts, (count) => count),
    ),
    ...mergeEach(['failed', 'latency', 'late', 'charged'] as const, (trends) => poolTrends(trends, levels)),
    lag: lags.length === 0 ? null : { p50: worst('p50'), p99: worst('p99'), max: worst('max') },
    custom: mergeCustom(slices, levels),
  };
}

function mergeCustom(slices: readonly Slice[], levels: number[]): Record<string, Samples> {
  const merged: Record<string, Samples> = {};
  for (const [name, own] of slices.flatMap(({ custom }) => Object.entries(custom ?? {}))) {
    const before = merged[name];
    if (before?.type === 'trend' && own.type === 'trend')
      merged[name] = { type: 'trend', ...poolTrends([before, own], levels)! };
    else if (before?.type === 'rate' && own.type === 'rate')
      merged[name] = { type: 'rate', hits: before.hits + own.hits, count: before.count + own.count };
    else if (before?.type === 'counter' && own.type === 'counter')
      merged[name] = { type: 'counter', sum: before.sum + own.sum };
    else merged[name] = own;
  }
  return merged;
}
