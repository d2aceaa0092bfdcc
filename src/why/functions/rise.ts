import * as z from 'zod';
import { boundedText, count, number } from '../../json-values.ts';
import type { Arm } from '../../measurement/measurement.ts';
import { estimateMean } from '../../statistics/mean.ts';
import { type Change, isTouched } from './change.ts';
import type { Called, Samples } from './stacks.ts';

/** Where the additional CPU time of the head went. It never decides. */
export const risenSchema = z.object({
  label: boundedText,
  kind: z.enum(['function', 'package', 'collection']),
  /** A package with its folder: `node_modules/qs`. */
  name: boundedText,
  /** File, or folder, relative to the repository, and its line in the head; absent if unknown. */
  file: boundedText.optional(),
  line: count.optional(),
  /** Its share of the rise (fraction, at most 1), including what it called. */
  share: number,
  /** True if the change touches the function, or moves the version of the package. */
  touched: z.boolean(),
});
export type Risen = z.infer<typeof risenSchema>;

/** Share (fraction) of the rise that must be explained for anything to be named, and the error with which it rose at all. */
const MOST_OF_RISE = 0.6;
const RISE_ERROR = 0.001;
/** Share, relative to the largest one, at which a callee is named instead: V8 loses some callers. */
const MOST_OF_MOST = 0.75;
/** Minimum number of rounds, and fewest samples of each arm in one. */
const FEWEST_ROUNDS = 3;
const FEWEST_SAMPLES = { base: 10, head: 50 };

/**
 * Finds what accounts for most of the additional CPU time per request of the head: first functions that the change touches,
 * then packages whose version it moves, then all others, each deepest first. Shares come from the samples; sizes from the
 * measured cost, because samples are lost on a busy machine. Empty if nothing certainly accounts for most.
 *
 * @param cost CPU time (ms) of each arm per request, as measured without a profiler
 */
export function findRisen(
  rounds: readonly Record<Arm, Samples>[],
  cost: Record<Arm, number>,
  change: Change,
): Omit<Risen, 'label'>[] {
  const used = rounds.filter(
    ({ base, head }) => base.total >= FEWEST_SAMPLES.base && head.total >= FEWEST_SAMPLES.head,
  );
  const rise = cost.head - cost.base;
  if (used.length < FEWEST_ROUNDS || !(rise > 0)) return [];
  const read = ({ total, functions }: Samples, key: string) => (functions.get(key)?.samples ?? 0) / total;
  const inHead = new Map(used.flatMap(({ head }) => [...head.functions]));
  const risen = [...inHead].flatMap(([key, { called, depth }]) => {
    const compare = (of: typeof cost) => {
      const more = used.map(({ base, head }) => read(head, key) * of.head - read(base, key) * of.base);
      const { mean, reach } = estimateMean(more);
      return mean > reach(RISE_ERROR) ? [{ called, depth, share: mean / rise }] : [];
    };
    // If everything rises alike, the outermost function would be named, which says nothing.
    return compare({ base: 1, head: 1 }).length > 0 ? compare(cost) : [];
  });
  const most = Math.max(0, ...risen.map(({ share }) => share));
  const rank = (called: Called) => (!isTouched(called, change) ? 0 : called.kind === 'package' ? 1 : 2);
  return risen
    .filter(({ share }) => most >= MOST_OF_RISE && share >= Math.min(MOST_OF_RISE, MOST_OF_MOST * most))
    .map((one) => ({ ...one, rank: rank(one.called) }))
    .sort((a, b) => b.rank - a.rank || b.depth - a.depth)
    .map(({ called, share, rank }) => {
      const kind = called.kind === 'plain' ? 'function' : called.kind;
      return { ...called, kind, share: Math.min(1, share), touched: rank > 0 };
    });
}
