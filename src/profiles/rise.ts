import * as z from 'zod';
import { boundedText, count, number } from '../json-values.ts';
import { estimateRatio } from '../statistics/mean-interval.ts';
import { type FunctionSamples, GARBAGE_COLLECTION, type OwnFunction } from './profile.ts';

/** Where the processor time went that the head takes more than the base. It never decides. */
export const risenFunctionSchema = z.object({
  label: boundedText,
  /** Name, and file relative to the repository with its line in the head. Null: garbage collection. */
  function: z.object({ name: boundedText, file: boundedText, line: count }).nullable(),
  /** Its share of the rise (fraction, at most 1), what it called included. */
  share: number,
  /** Whether its file differs between base and head. */
  changed: z.boolean(),
});
export type RisenFunction = z.infer<typeof risenFunctionSchema>;

/** Samples of both arms in one round. */
export type ProfiledRound = { base: FunctionSamples; head: FunctionSamples };

/** Part (fraction) of the rise that a function must hold to be named, and confidence that it has risen at all. */
const MOST_OF_RISE = 0.6;
const CONFIDENCE = 0.998;
/** Fewest rounds, and fewest samples of an arm in a round. */
const FEWEST_ROUNDS = 3;
const FEWEST_SAMPLES = 50;

/**
 * Finds the deepest function that holds most of the processor time which the head takes more for each request. Shares
 * come from the samples; sizes from the measured cost, since samples are lost where a machine is busy. Null where no
 * function surely does.
 *
 * @param cost processor time (ms) of each arm for a request, as measured without a profiler
 */
export function findRise(
  rounds: readonly ProfiledRound[],
  cost: { base: number; head: number },
): { function: OwnFunction | null; share: number } | null {
  const used = rounds.filter((round) => Math.min(round.base.total, round.head.total) >= FEWEST_SAMPLES);
  const rise = cost.head - cost.base;
  if (used.length < FEWEST_ROUNDS || !(rise > 0)) return null;
  const keys = new Set(used.flatMap(({ head }) => [...head.functions.keys()]));
  const risen = [...keys].flatMap((key) => {
    const read = ({ total, functions }: FunctionSamples) => (functions.get(key)?.samples ?? 0) / total;
    const compare = (of: typeof cost) =>
      estimateRatio(
        used.map(({ base, head }) => ({ total: read(head) * of.head - read(base) * of.base, weight: 1 })),
        CONFIDENCE,
      );
    const own = compare(cost);
    // Where all takes more alike, the outermost function would be named, which says nothing.
    const isOther = compare({ base: 1, head: 1 }).low > 0;
    return isOther && own.low > 0 && own.value >= MOST_OF_RISE * rise
      ? [{ key, share: own.value / rise }]
      : [];
  });
  const inHead = (key: string) => used.flatMap(({ head }) => head.functions.get(key) ?? []);
  const depth = (key: string) => {
    const all = inHead(key);
    const sum = (of: 'depths' | 'samples') => all.reduce((total, one) => total + one[of], 0);
    return sum('depths') / sum('samples');
  };
  // Each holds most of the rise, so they are on the same stacks, and one calls the other.
  const [deepest] = risen.sort((a, b) => depth(b.key) - depth(a.key));
  if (deepest === undefined) return null;
  const { name, file, line } = inHead(deepest.key)[0]!;
  const share = Math.min(1, deepest.share);
  return { function: name === GARBAGE_COLLECTION && file === '' ? null : { name, file, line }, share };
}
