import { poolCodes, poolSamples } from '../../measurement/pooling.ts';
import { sum } from '../../measurement/sum.ts';
import { joinCode, readCodes } from '../failures.ts';
import type { Summary } from '../summary.ts';

type Slots = Summary['slots'];
type MergedSlot = Slots[string];
type MergedSlice = MergedSlot['slices'][number];
type Trend = MergedSlice['latency'];

/** What one pod has measured, with the name by which people know it. */
export type PodSummary = { name: string; summary: Summary };

/**
 * Merges what pods have measured side by side into what one k6 would have: counts add up, distributions are pooled, and
 * what was late counts as late as in the latest pod. There is one slice for all pods: theirs are not independent.
 *
 * @param pods one at least, all of the same script
 */
export function mergeSummaries(pods: readonly PodSummary[]): Summary {
  const [first] = pods as [PodSummary];
  const summaries = pods.map(({ summary }) => summary);
  const levels = first.summary.percents.map((percent) => percent / 100);
  const slots = Object.keys(first.summary.slots).map((key): [string, MergedSlot] => {
    const own = pods.map(({ name, summary }) => ({ name, slot: summary.slots[key]! }));
    return [key, mergeSlot(own, levels)];
  });
  const seen = new Map(summaries.flatMap((summary) => summary.seen ?? []).map((one) => [one.name, one]));
  return {
    ...first.summary,
    slots: Object.fromEntries(slots),
    lost: sum(summaries, ({ lost }) => lost),
    seen: [...seen.values()],
  };
}

const COUNTS = [
  ...(['started', 'exceptions', 'barren', 'untagged', 'whole', 'begun', 'voided', 'resent'] as const),
  ...(['connects', 'received'] as const),
];
/** Pods that begin so much (ms) later than the first one do not begin together. Clocks of nodes differ by less. */
const LATE_START_MS = 250;

function mergeSlot(all: readonly { name: string; slot: MergedSlot }[], levels: number[]): MergedSlot {
  const first = Math.min(...all.map(({ slot }) => slot.startedAt));
  const pods = all.map(({ name, slot }) => ({ name, slot: delayAll(slot, slot.startedAt - first) }));
  const slots = pods.map(({ slot }) => slot);
  const startedIn = ({ slices }: MergedSlot) => sum(slices, ({ started }) => started);
  const lateIn = ({ slices }: MergedSlot) => Math.max(0, ...slices.map(({ lag }) => lag?.p99 ?? 0));
  const behind = pods.reduce((least, pod) => (startedIn(pod.slot) < startedIn(least.slot) ? pod : least));
  const latest = pods.reduce((most, pod) => (lateIn(pod.slot) > lateIn(most.slot) ? pod : most));
  return {
    startedAt: first,
    endedAt: Math.max(...slots.map(({ endedAt }) => endedAt)),
    dropped: sum(slots, ({ dropped }) => dropped),
    answers: slots[0]!.answers.map((_, which) => ({
      sizes: poolTrends(slots, ({ answers }) => answers[which]!.sizes, levels),
      statuses: poolCodesOf(slots, ({ answers }) => answers[which]!.statuses, levels),
    })),
    slices: slots[0]!.slices.map((_, index) => {
      const all = slots.map(({ slices }) => slices[index]!);
      return mergeSlices(all, levels);
    }),
    pods: { behind: behind.name, sent: startedIn(behind.slot), latest: latest.name },
  };
}

/** Counts all arrivals of a pod as late that began (ms) after the others. */
function delayAll(slot: MergedSlot, byMs: number): MergedSlot {
  if (byMs <= LATE_START_MS) return slot;
  return {
    ...slot,
    slices: slot.slices.map((slice) => ({ ...slice, lag: { p50: byMs, p99: byMs, max: byMs } })),
  };
}

function mergeSlices(slices: readonly MergedSlice[], levels: number[]): MergedSlice {
  const lags = slices.flatMap(({ lag }) => lag ?? []);
  const worst = (of: 'p50' | 'p99' | 'max') => Math.max(...lags.map((lag) => lag[of] ?? 0));
  const sums = COUNTS.map((key) => [key, sum(slices, (slice) => slice[key])]);
  return {
    ...(Object.fromEntries(sums) as Pick<MergedSlice, (typeof COUNTS)[number]>),
    failed: poolCodesOf(slices, ({ failed }) => failed, levels),
    latency: poolTrends(slices, ({ latency }) => latency, levels),
    lag: lags.length === 0 ? null : { p50: worst('p50'), p99: worst('p99'), max: worst('max') },
    custom: mergeCustom(slices, levels),
  };
}

type Samples = NonNullable<MergedSlice['custom']>[string];

function mergeCustom(slices: readonly MergedSlice[], levels: number[]): MergedSlice['custom'] {
  const names = new Set(slices.flatMap(({ custom }) => Object.keys(custom ?? {})));
  const merged = [...names].map((name): [string, Samples] => {
    const all = slices.flatMap(({ custom }) => custom?.[name] ?? []);
    const trends = all.filter((one) => one.type === 'trend');
    if (trends.length > 0) return [name, { type: 'trend', ...poolTrends(trends, (one) => one, levels)! }];
    const rates = all.filter((one) => one.type === 'rate');
    if (rates.length === 0)
      return [name, { type: 'counter', sum: sum(all, (one) => ('sum' in one ? one.sum : 0)) }];
    const [hits, count] = [sum(rates, (rate) => rate.hits), sum(rates, (rate) => rate.count)];
    return [name, { type: 'rate', hits, count }];
  });
  return Object.fromEntries(merged);
}

function poolTrends<T>(all: readonly T[], of: (one: T) => Trend, levels: number[]): Trend {
  const present = all.flatMap((one) => of(one) ?? []);
  const pooled = poolSamples(present.map(({ count, values }) => ({ count, levels, values })));
  if (pooled === null) return null;
  const avg = sum(present, (trend) => trend.avg * trend.count) / pooled.count;
  return { count: pooled.count, avg, values: [...pooled.values] };
}

function poolCodesOf<T>(all: readonly T[], of: (one: T) => Trend, levels: number[]): Trend {
  const present = all.flatMap((one) => of(one) ?? []);
  if (present.length === 0) return null;
  const counted = present.flatMap((trend) =>
    readCodes(trend, levels).map((failure) => ({ value: joinCode(failure), count: failure.count })),
  );
  const count = sum(present, (trend) => trend.count);
  const avg = sum(present, (trend) => trend.avg * trend.count) / count;
  return { count, avg, values: poolCodes(counted, levels) };
}
