import type { Round, Sketch } from './measurement.ts';

/**
 * Latency (ms) below which the share `level` (fraction) of all requests of the rounds was answered. Failed and
 * dropped requests count as +∞, so the result is `Infinity` once they reach the level; NaN without any request.
 */
export function pooledQuantile(rounds: readonly Round[], level: number): number {
  const total = sum(rounds, attempts);
  if (total === 0) return Number.NaN;
  const ok = sum(rounds, (round) => round.ok);
  // n·level requests must lie at or below the answer; with ∞ mass that can exceed what was answered.
  const wanted = level * total;
  if (wanted > ok || ok === 0) return Number.POSITIVE_INFINITY;
  const answered = rounds.filter((round) => round.latency !== null);
  let low = Math.min(...answered.map((round) => round.latency!.values[0]!));
  let high = Math.max(...answered.map((round) => round.latency!.values.at(-1)!));
  if (countBelow(answered, low) >= wanted) return low;
  // 60 halvings bring any span of double precision below its own resolution.
  for (let i = 0; i < 60 && high - low > 1e-9 * high; i++) {
    const middle = (low + high) / 2;
    if (countBelow(answered, middle) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}

/** Share (fraction) of all requests of the rounds that took longer than `ms`, failed or were dropped. */
export function shareAbove(rounds: readonly Round[], ms: number): number {
  const total = sum(rounds, attempts);
  if (total === 0) return Number.NaN;
  return 1 - countBelow(rounds, ms) / total;
}

/** Share (fraction) of requests that failed or were dropped. */
export function failureRate(rounds: readonly Round[]): number {
  const total = sum(rounds, attempts);
  return total === 0 ? Number.NaN : sum(rounds, (round) => round.failed + round.dropped) / total;
}

/** Answered requests per second over the measured time. */
export function achievedRate(rounds: readonly Round[]): number {
  return sum(rounds, (round) => round.ok + round.failed) / sum(rounds, (round) => round.seconds);
}

/** Mean latency (ms) of the requests that were answered as expected; NaN without any. */
export function meanLatency(rounds: readonly Round[]): number {
  const ok = sum(rounds, (round) => round.ok);
  return sum(rounds, (round) => (round.avg ?? 0) * round.ok) / ok;
}

/** Requests that were due in a round, sent or not. */
export function attempts(round: Round): number {
  return round.ok + round.failed + round.dropped;
}

/** Share (fraction) of a distribution at or below `ms`: the inverse of its quantile function. */
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

function countBelow(rounds: readonly Round[], ms: number): number {
  return sum(rounds, (round) => (round.latency === null ? 0 : round.ok * levelAt(round.latency, ms)));
}

function sum(rounds: readonly Round[], of: (round: Round) => number): number {
  return rounds.reduce((total, round) => total + of(round), 0);
}
