import * as z from 'zod';
import { boundedText, count, number } from '../../json-values.ts';
import { estimateMean } from '../../statistics/mean.ts';
import { type Change, isTouched } from './change.ts';
import { type Called, COLLECTION, keyOf, type Samples } from './stacks.ts';

/** Where the processor time went that the head takes more than the base. It never decides. */
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

/** Part (fraction) of the rise that a function must hold to be named, and error with which it is said to have risen at all. */
const MOST_OF_RISE = 0.6;
const RISE_ERROR = 0.001;
/** Part of what the function that holds most has, for one that it calls to be named in its place. */
const MOST_OF_MOST = 0.8;
/** Part of the rise for one that the change touches to be named, once another holds most: V8 loses some callers. */
const MUCH_OF_RISE = 0.4;
/** Fewest rounds, and fewest samples of each arm in one. */
const FEWEST_ROUNDS = 3;
const FEWEST_SAMPLES = { base: 10, head: 50 };

/** Function or package that holds much of a rise, its share of that, and whether this is most of it. */
export type Holder = { called: Called; share: number; isMost: boolean };

/**
 * Finds what holds much of the processor time which the head takes more for each request, each with what it calls, the
 * deepest first. Shares come from the samples; sizes from the measured cost, since samples are lost where a machine is
 * busy. Empty where nothing surely holds most.
 *
 * @param cost processor time (ms) of each arm for a request, as measured without a profiler
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
  const inHead = new Map<string, Called & { samples: number; depths: number }>();
  for (const [key, own] of used.flatMap(({ head }) => [...head.functions])) {
    const sum = inHead.get(key) ?? { ...own, samples: 0, depths: 0 };
    inHead.set(key, { ...sum, samples: sum.samples + own.samples, depths: sum.depths + own.depths });
  }
  const read = ({ total, functions }: Samples, key: string) => (functions.get(key)?.samples ?? 0) / total;
  const risen = [...inHead].flatMap(([key, { samples, depths, ...called }]) => {
    const compare = (of: typeof cost) => {
      const more = used.map(({ base, head }) => read(head, key) * of.head - read(base, key) * of.base);
      const { mean, reach } = estimateMean(more);
      return { mean, hasRisen: mean > reach(RISE_ERROR) };
    };
    const own = compare(cost);
    // Where all takes more alike, the outermost function would be named, which says nothing.
    const isOther = compare({ base: 1, head: 1 }).hasRisen;
    return isOther && own.hasRisen ? [{ called, share: own.mean / rise, depth: depths / samples }] : [];
  });
  // What a callee lacks may be garbage collection, which is on no stack of Node's.
  const most = Math.max(0, ...risen.map(({ share }) => share));
  if (most < MOST_OF_RISE) return [];
  return risen
    .filter(({ share }) => share >= MUCH_OF_RISE)
    .sort((a, b) => b.depth - a.depth)
    .map(({ called, share }) => ({
      called,
      share: Math.min(1, share),
      isMost: share >= Math.min(MOST_OF_RISE, MOST_OF_MOST * most),
    }));
}

/**
 * Chooses what to name: the deepest function that the change touches, else the deepest package of which it moves the version,
 * else the deepest of those that hold most.
 *
 * @param holders deepest first, one of which holds most at least
 */
export function chooseHolder(holders: readonly Holder[], change: Change): Omit<Risen, 'label'> {
  const touched = [false, true].flatMap((isPackage) =>
    holders.filter(({ called }) => called.isPackage === isPackage && isTouched(called, change)),
  )[0];
  const { called, share } = touched ?? holders.find(({ isMost }) => isMost)!;
  const { name, file, line } = called;
  return {
    kind: called.isPackage ? 'package' : keyOf(called) === `\0${COLLECTION}` ? 'collection' : 'function',
    name,
    ...(file !== '' && { file }),
    ...(line > 0 && { line }),
    share,
    touched: touched !== undefined,
  };
}
