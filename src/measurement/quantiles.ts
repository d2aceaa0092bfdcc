import type { Sketch, Slice } from './measurement.ts';

/**
 * Finds the latency (ms) below which the share `level` (fraction) of all requests of the slices was answered. Failed
 * and dropped requests count as +∞, so the result is `Infinity` once they reach the level. NaN without any request.
 */
export function pooledQuantile(slices: readonly Slice[], level: number): number {
  const total = sum(slices, attempts);
  if (total === 0) return Number.NaN;
  const ok = sum(slices, (slice) => slice.ok);
  // At least n·level requests must lie at or below the result. Failed ones count, so these may be more than were
  // answered.
  const wanted = level * total;
  if (wanted > ok || ok === 0) return Number.POSITIVE_INFINITY;
  const answered = slices.filter((slice) => slice.latency !== null);
  let low = Math.min(...answered.map((slice) => slice.latency!.values[0]!));
  let high = Math.max(...answered.map((slice) => slice.latency!.values.at(-1)!));
  if (countBelow(answered, low) >= wanted) return low;
  // 60 halvings bring any span of double precision below its own resolution.
  for (let i = 0; i < 60 && high - low > 1e-9 * high; i++) {
    const middle = (low + high) / 2;
    if (countBelow(answered, middle) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the share (fraction) of all requests of the slices that took longer than `ms`, failed or were dropped. */
export function shareAbove(slices: readonly Slice[], ms: number): number {
  const total = sum(slices, attempts);
  if (total === 0) return Number.NaN;
  return 1 - countBelow(slices, ms) / total;
}

/** Returns the share (fraction) of requests that failed, were dropped, or were only answered when sent again. */
export function failureRate(slices: readonly Slice[]): number {
  const total = sum(slices, attempts);
  return total === 0 ? Number.NaN : sum(slices, errors) / total;
}

/**
 * Counts the errors of a slice. A request that k6 sent a second time, since its connection ended, is an error to callers of
 * another make.
 */
export function errors({ failed, dropped, resent = 0 }: Slice): number {
  return failed + dropped + resent;
}

/** Returns the answered requests per second over the measured time. */
export function achievedRate(slices: readonly Slice[]): number {
  return sum(slices, (slice) => slice.ok + slice.failed) / sum(slices, (slice) => slice.seconds);
}

/** Returns the mean latency (ms) of the requests that were answered as expected. NaN without any. */
export function meanLatency(slices: readonly Slice[]): number {
  const ok = sum(slices, (slice) => slice.ok);
  return sum(slices, (slice) => (slice.avg ?? 0) * slice.ok) / ok;
}

/** Counts the requests that were due in a slice, sent or not. */
export function attempts(slice: Slice): number {
  return slice.ok + slice.failed + slice.dropped;
}

/** Returns the share (fraction) of a distribution at or below `ms`: the inverse of its quantile function. */
export function levelAt({ levels, values }: Sketch, ms: number): number {
  const last = values.length - 1;
  if (ms < values[0]!) return 0;
  if (ms >= values[last]!) return 1;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= ms) low = middle;
    else high = middle;
  }
  const span = values[high]! - values[low]!;
  return levels[low]! + ((ms - values[low]!) / span) * (levels[high]! - levels[low]!);
}

function countBelow(slices: readonly Slice[], ms: number): number {
  return sum(slices, (slice) => (slice.latency === null ? 0 : slice.ok * levelAt(slice.latency, ms)));
}

function sum(slices: readonly Slice[], of: (slice: Slice) => number): number {
  return slices.reduce((total, slice) => total + of(slice), 0);
}
