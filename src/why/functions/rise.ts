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
  /** True where the change touches the function. */
  touched: z.boolean(),
});
export type Risen = z.infer<typeof risenSchema>;

/** Samples of both arms in one round. */
export type ProfiledRound = { base: Samples; head: Samples };

/** Part (fraction) of the rise that a function must hold to be named, and error with which it is said to have risen at all. */
const MOST_OF_RISE = 0.6;
const RISE_ERROR = 0.001;
/** Fewest rounds, and fewest samples of each arm in one. */
const FEWEST = { rounds: 3, samples: 20 };

/**
 * Finds what holds most of the processor time which the head takes more for each request, with what it calls: the deepest
 * function that the change touches, else the deepest of all. Shares come from the samples; sizes from the measured cost,
 * since samples are lost where a machine is busy.
 *
 * @param cost processor time (ms) of each arm for a request, as measured without a profiler
 * @returns null where nothing surely holds most
 */
export function findRise(
  rounds: readonly ProfiledRound[],
  cost: { base: number; head: number },
  change: Change,
): Omit<Risen, 'label'> | null {
  const used = rounds.filter(({ base, head }) => Math.min(base.total, head.total) >= FEWEST.samples);
  const rise = cost.head - cost.base;
  if (used.length < FEWEST.rounds || !(rise > 0)) return null;
  const inHead = new Map<string, Called & { samples: number; depths: number }>();
  for (const [key, own] of used.flatMap(({ head }) => [...head.functions])) {
    const sum = inHead.get(key) ?? { ...own, samples: 0, depths: 0 };
    inHead.set(key, { ...sum, samples: sum.samples + own.samples, depths: sum.depths + own.depths });
  }
  const read = ({ total, functions }: Samples, key: string) => (functions.get(key)?.samples ?? 0) / total;
  const holders = [...inHead].flatMap(([key, { samples, depths, ...called }]) => {
    const compare = (of: typeof cost) => {
      const more = used.map(({ base, head }) => read(head, key) * of.head - read(base, key) * of.base);
      const { mean, reach } = estimateMean(more);
      return { mean, hasRisen: mean > reach(RISE_ERROR) };
    };
    const own = compare(cost);
    const share = own.mean / rise;
    // Where all takes more alike, the outermost function would be named, which says nothing.
    const isOther = compare({ base: 1, head: 1 }).hasRisen;
    return isOther && own.hasRisen && share >= MOST_OF_RISE
      ? [{ called, share, depth: depths / samples }]
      : [];
  });
  holders.sort((a, b) => b.depth - a.depth);
  const touched = holders.find(({ called }) => !called.isPackage && isTouched(called, change));
  const { called, share } = touched ?? holders[0] ?? {};
  if (called === undefined) return null;
  const { name, file, line, isPackage } = called;
  return {
    kind: isPackage ? 'package' : keyOf(called) === `\0${COLLECTION}` ? 'collection' : 'function',
    name,
    ...(file !== '' && { file }),
    ...(line > 0 && { line }),
    share: Math.min(1, share!),
    touched: touched !== undefined,
  };
}
