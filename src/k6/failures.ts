import type { Sample } from '../measurement/quantiles.ts';

/** Codes of failures, as `books.k6.js` counts them. HTTP statuses and k6 error codes stand for themselves. */
const CODES = { grpc: 2000, body: 4000, exception: 9001 };
/** A failure is stored as its code, plus this much times the number of its request. */
const WHICH = 10_000;

/** Kind of failure of one request: its code, the number of the request among those dealt out, and how many there were. */
export type Failure = { which: number; code: number; count: number };

/**
 * Reads kinds of failure from their distributions, and adds up those of one kind. k6 interpolates between order statistics,
 * so a number that appears at two neighbouring levels is a code, and so are the minimum and the maximum. Anything rarer
 * than the distance between levels is missed.
 *
 * @returns most frequent first; counts are as exact as the levels are dense
 */
export function readCodes(distributions: readonly Sample[]): Failure[] {
  const counts = new Map<number, number>();
  for (const { values, levels, count } of distributions) {
    const shares = new Map([values[0]!, values.at(-1)!].map((value) => [value, 0]));
    for (const [index, value] of values.entries())
      if (index > 0 && value === values[index - 1])
        shares.set(value, (shares.get(value) ?? 0) + levels[index]! - levels[index - 1]!);
    for (const [value, share] of shares)
      counts.set(value, (counts.get(value) ?? 0) + Math.max(1, Math.round(share * count)));
  }
  return [...counts]
    .map(([value, count]) => ({ which: Math.floor(value / WHICH), code: value % WHICH, count }))
    .sort((a, b) => b.count - a.count);
}

/** Describes a kind of failure: `status 500`, `gRPC status 14: shutting down`. @param told by k6 or the script */
export function describeFailure(code: number, told: string | undefined): string {
  if (code < 1000) return `status ${code}`;
  if (code >= CODES.exception) return told ?? 'exception';
  if (code >= CODES.body) return told ?? 'unexpected body';
  if (code >= CODES.grpc) return `gRPC status ${code - CODES.grpc}${told ? `: ${told}` : ''}`;
  return told ?? `error ${code} of k6`;
}
