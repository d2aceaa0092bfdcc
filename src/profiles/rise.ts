import * as z from 'zod';
import { boundedText, count, number } from '../json-values.ts';
import { estimateRatio } from '../statistics/mean-interval.ts';
import { findEnd } from './extent.ts';
import { type FunctionSamples, GARBAGE_COLLECTION, type OwnFunction } from './profile.ts';

/** Where the processor time, or the memory, went that the head takes more than the base. It never decides. */
export const risenFunctionSchema = z.object({
  label: boundedText,
  /** Name, and file relative to the repository with its line in the head. Null: garbage collection. */
  function: z.object({ name: boundedText, file: boundedText, line: count }).nullable(),
  /** Its share of the rise (fraction, at most 1), what it called included. */
  share: number,
  /** What of it differs between base and head: its own lines, others of its file, or nothing. */
  changed: z.enum(['function', 'file', 'nothing']),
  /** It holds memory that the head allocates more, not processor time. */
  of: z.literal('allocations').optional(),
});
export type RisenFunction = z.infer<typeof risenFunctionSchema>;

/** Samples of both arms in one round. */
export type ProfiledRound = { base: FunctionSamples; head: FunctionSamples };

/** Part (fraction) of the rise that a function must hold to be named, and confidence that it has risen at all. */
const MOST_OF_RISE = 0.6;
export const RISE_CONFIDENCE = 0.998;
/** Part of what the function that holds most has, for one that it calls to be named in its place. */
const MOST_OF_MOST = 0.8;
/** Part of the rise for a function to be named that the change touches, once another holds most: V8 loses some callers. */
const MUCH_OF_RISE = 0.4;
/** Fewest rounds, and fewest samples of each arm in one. */
export const FEWEST_ROUNDS = 3;
const FEWEST_SAMPLES = { base: 10, head: 50 };

/**
 * Function that holds much of a rise, its share of that, and whether this is most of it. `function` is null for garbage
 * collection.
 */
export type Holder = { function: OwnFunction | null; share: number; isMost: boolean };

/** Picks the rounds in which both arms have samples enough. */
export function pickUsable(rounds: readonly ProfiledRound[]): ProfiledRound[] {
  return rounds.filter(
    ({ base, head }) => base.total >= FEWEST_SAMPLES.base && head.total >= FEWEST_SAMPLES.head,
  );
}

/**
 * Finds the functions that each hold much of the processor time which the head takes more for each request, the deepest
 * first. Shares come from the samples; sizes from the measured cost, since samples are lost where a machine is busy.
 * Empty where no function surely holds most.
 *
 * @param cost processor time (ms) of each arm for a request, as measured without a profiler
 */
export function findHolders(
  rounds: readonly ProfiledRound[],
  cost: { base: number; head: number },
): Holder[] {
  const used = pickUsable(rounds);
  const rise = cost.head - cost.base;
  if (used.length < FEWEST_ROUNDS || !(rise > 0)) return [];
  const risen = matchFunctions(used).flatMap(([key, before]) => {
    const read = ({ total, functions }: FunctionSamples, own: string) =>
      (functions.get(own)?.samples ?? 0) / total;
    const compare = (of: typeof cost) =>
      estimateRatio(
        used.map(({ base, head }) => ({
          total: read(head, key) * of.head - read(base, before) * of.base,
          weight: 1,
        })),
        RISE_CONFIDENCE,
      );
    const own = compare(cost);
    // Where all takes more alike, the outermost function would be named, which says nothing.
    const isOther = compare({ base: 1, head: 1 }).low > 0;
    return isOther && own.low > 0 ? [{ key, share: own.value / rise }] : [];
  });
  // What a callee lacks may be garbage collection, which is on no stack of Node's.
  const most = Math.max(0, ...risen.map(({ share }) => share));
  if (most < MOST_OF_RISE) return [];
  const inHead = (key: string) => used.flatMap(({ head }) => head.functions.get(key) ?? []);
  const depth = (key: string) => {
    const all = inHead(key);
    const sum = (of: 'depths' | 'samples') => all.reduce((total, one) => total + one[of], 0);
    return sum('depths') / sum('samples');
  };
  // Those that hold most are on the same stacks, and one calls the other.
  return risen
    .filter(({ share }) => share >= MUCH_OF_RISE)
    .sort((a, b) => depth(b.key) - depth(a.key))
    .map(({ key, share }) => {
      const { name, file, line } = inHead(key)[0]!;
      const isCollection = name === GARBAGE_COLLECTION && file === '';
      return {
        function: isCollection ? null : { name, file, line },
        share: Math.min(1, share),
        isMost: share >= Math.min(MOST_OF_RISE, MOST_OF_MOST * most),
      };
    });
}

/**
 * Finds for each function of the head the one of the base. Several of one name in one file, such as methods of two classes,
 * are told apart by their order. Where one arm has more of them nothing says which is which, and they are left out.
 *
 * @returns keys of both arms; that of the base is empty where it has no such function
 */
export function matchFunctions(rounds: readonly ProfiledRound[]): [head: string, base: string][] {
  const list = (arm: 'base' | 'head') => {
    const lines = new Map<string, Map<number, string>>();
    for (const round of rounds)
      for (const [key, { file, name, line }] of round[arm].functions) {
        const named = `${file}\0${name}`;
        lines.set(named, (lines.get(named) ?? new Map()).set(line, key));
      }
    return lines;
  };
  const sort = (lines = new Map<number, string>()) =>
    [...lines].sort(([a], [b]) => a - b).map(([, key]) => key);
  const base = list('base');
  return [...list('head')].flatMap(([named, lines]): [string, string][] => {
    const [own, others] = [sort(lines), sort(base.get(named))];
    const isClear = others.length === own.length || others.length === 0;
    return isClear ? own.map((key, i) => [key, others[i] ?? '']) : [];
  });
}

/** Growth (fraction) of what is allocated below which it explains nothing. */
const LEAST_ALLOCATED = 0.05;

/** Adds up the samples of each arm. */
export function sumSamples(rounds: readonly ProfiledRound[]): { base: number; head: number } {
  const sum = (arm: 'base' | 'head') => rounds.reduce((total, round) => total + round[arm].total, 0);
  return { base: sum('base'), head: sum('head') };
}

/** Finds the functions that hold much of what the head allocates more, as `findHolders`. @param rounds of allocations */
export function findAllocators(rounds: readonly ProfiledRound[]): Holder[] {
  const cost = sumSamples(rounds);
  return cost.head > (1 + LEAST_ALLOCATED) * cost.base ? findHolders(rounds, cost) : [];
}

/**
 * Lines (from 1) of the head that differ from the base, and the text of all, by file. A file that is not there has not
 * changed.
 */
export type ChangedFiles = ReadonlyMap<string, { changed: readonly number[]; lines: readonly string[] }>;

/**
 * Chooses what to name: the deepest function of which the change touches lines of its own, else the deepest of those that
 * hold most. A line belongs to the function that begins last before it, of those that were seen, unless that has ended.
 *
 * @param holders deepest first, one of which holds most at least
 */
export function chooseHolder(
  holders: readonly Holder[],
  rounds: readonly ProfiledRound[],
  files: ChangedFiles,
): Omit<RisenFunction, 'label'> {
  const seen = rounds.flatMap(({ head }) => [...head.functions.values()]);
  const isTouched = (own: OwnFunction) => {
    const starts = seen.filter(({ file }) => file === own.file).map(({ line }) => line);
    const { changed = [], lines = [] } = files.get(own.file) ?? {};
    const end = findEnd(lines, own.line);
    const owns = (line: number) =>
      line <= end && Math.max(...starts.filter((start) => start <= line)) === own.line;
    return changed.some(owns);
  };
  const touched = holders.find((holder) => holder.function && isTouched(holder.function));
  if (touched) return { function: touched.function, share: touched.share, changed: 'function' };
  const deepest = holders.find(({ isMost }) => isMost)!;
  const isFile = deepest.function !== null && files.has(deepest.function.file);
  return { function: deepest.function, share: deepest.share, changed: isFile ? 'file' : 'nothing' };
}
