import * as z from 'zod';
import { boundedText, count, number } from '../../json-values.ts';
import { estimateMean } from '../../statistics/mean.ts';
import { type Change, isTouched } from './change.ts';
import type { Called, Samples } from './stacks.ts';

/** Where the CPU time went that the head takes more than the base. It never decides. */
export const risenSchema = z.object({
  label: boundedText,
  kind: z.enum(['function', 'package', 'collection']),
  /** A package with its folder: `node_modules/qs`. */
  name: boundedText,
  /** File, or folder, relative to the repository, and its line in the head; absent where they are not known. */
  file: boundedText.optional(),
  line: count.optional(),
  /** Its share of the rise (fraction, at most 1), what it called included. */
  share: number,
  /** True where the change touches the function, or moves the version of the package. */
  touched: z.boolean(),
});
export type Risen = z.infer<typeof risenSchema>;

/** Samples of both arms in one round. */
export type ProfiledRound = { base: Samples; head: Samples };

/** Part (fraction) of the rise that something must hold for anything to be named, and error with which it has risen at all. */
const MOST_OF_RISE = 0.6;
const RISE_ERROR = 0.001;
/** Part of what the one that holds most has, for one that it calls to be named in its place: V8 loses some callers. */
const MOST_OF_MOST = 0.75;
/** Fewest rounds, and fewest samples of each arm in one. */
const FEWEST_ROUNDS = 3;
const FEWEST_SAMPLES = { base: 10, head: 50 };

/** What holds most of a rise, with what it calls, and its share of that. */
type Holder = { called: Called; share: number };

/**
 * Finds what holds most of the CPU time which the head takes more for each request, the deepest first. Shares come
 * from the samples; sizes from the measured cost, since samples are lost where a machine is busy. Empty where nothing
 * surely holds most.
 *
 * @param cost CPU time (ms) of each arm for a request, as measured without a profiler
 */
export function findHolders(
  rounds: readonly ProfiledRound[],
  cost: { base: number; head: number },
): Holder[] {
  const used = rounds.filter(
    ({ base, head }) => base.total >= FEWEST_SAMPLES.base && head.total >= FEWEST_SAMPLES.head,
  );
  const rise = cost.head - cost.base;
  if (used.length < FEWEST_ROUNDS || !(rise > 0)) return [];
  const read = ({ total, functions }: Samples, key: string) => (functions.get(key)?.samples ?? 0) / total;
  const inHead = new Map(used.flatMap(({ head }) => [...head.functions]));
  const risen = [...inHead].flatMap(([key, called]) => {
    const compare = (of: typeof cost) => {
      const more = used.map(({ base, head }) => read(head, key) * of.head - read(base, key) * of.base);
      const { mean, reach } = estimateMean(more);
      return mean > reach(RISE_ERROR) ? [{ called, share: mean / rise }] : [];
    };
    // Where all takes more alike, the outermost function would be named, which says nothing.
    return compare({ base: 1, head: 1 }).length > 0 ? compare(cost) : [];
  });
  const most = Math.max(0, ...risen.map(({ share }) => share));
  return risen
    .filter(({ share }) => most >= MOST_OF_RISE && share >= Math.min(MOST_OF_RISE, MOST_OF_MOST * most))
    .sort((a, b) => b.called.depth - a.called.depth);
}

/**
 * Chooses what to name: the deepest function that the change touches, else the deepest package of which it moves the version,
 * else the deepest of all. Empty where nothing holds most.
 */
export function chooseHolder(holders: readonly Holder[], change: Change): Omit<Risen, 'label'>[] {
  const find = (isPackage: boolean) =>
    holders.find(({ called }) => (called.kind === 'package') === isPackage && isTouched(called, change));
  const touched = find(false) ?? find(true);
  const holder = touched ?? holders[0];
  if (holder === undefined) return [];
  const { kind, name, file, line } = holder.called;
  const place = { ...(file !== '' && { file }), ...(line > 0 && { line }) };
  const own = { kind: kind === 'plain' ? ('function' as const) : kind, name, ...place };
  return [{ ...own, share: Math.min(1, holder.share), touched: holder === touched }];
}
