import { type ChangeEstimate, combine, isSure, NO_CHANGE, subtract } from './estimate.ts';

/** One run: the change that it measured, or why it measured none. `passing`: another run may measure it. */
export type CommitRun =
  | { kind: 'measured'; estimate: ChangeEstimate }
  | { kind: 'failed'; reason: string; passing: boolean };

/** Error of all decisions together, fraction. The first run's chance of a false alarm comes on top. */
export const SEARCH_ERROR = 0.04;
/** Runs of one commit that are made to decide about it. */
export const MOST_RUNS = 3;
/**
 * Part of a decision's error that each look has. A commit is looked at after each block from the fifth on, in up to three
 * runs. These looks are so alike that this share keeps the error; see tests/bisect/search.test.ts.
 */
const LOOK_SHARE = 0.3;
/** Errors at which a decision is tried that stays unsure. */
const UNSURE = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3];

/** How far a search is. Commits are numbered from the oldest; −1 is the good one. */
export type Standing = {
  /** Newest commit known to be without the slowdown, and oldest with it. */
  without: number;
  withIt: number;
  /** Commit to measure next; null at the end. */
  next: number | null;
  /** Runs that are still needed, if each commit takes one. */
  left: number;
  /** Bound of the chance that a decision so far is wrong (fraction). */
  error: number;
  /** Commits between that cannot be measured, with the reason. */
  skipped: { index: number; reason: string }[];
};

/**
 * Searches the commit of a slowdown by halving. A commit whose change is nearer to the whole than to none, and surely not none,
 * has it. Where that is not sure, it is measured again; after the last run the nearer side is taken, and its chance of
 * error counted. One that cannot be measured is replaced by its nearest neighbour.
 *
 * @param commits number of commits after the good one; the last has the whole slowdown
 * @param attemptsOf lists the runs of a commit so far
 */
export function searchRange(
  commits: number,
  whole: ChangeEstimate,
  attemptsOf: (index: number) => readonly CommitRun[],
): Standing {
  const own = errorOfEach(commits);
  const skipped: Standing['skipped'] = [];
  let [without, withIt, error] = [-1, commits - 1, 0];
  for (;;) {
    const index = findMiddle(without, withIt, (each) => explainSkip(attemptsOf(each)) === null);
    if (index === null) break;
    const attempts = attemptsOf(index);
    const side = decideSide(attempts, whole, own);
    if (side === null) {
      const left = Math.ceil(Math.log2(withIt - without));
      return { without, withIt, next: index, left, error, skipped };
    }
    error += side.error;
    if (side.isWorse) withIt = index;
    else without = index;
  }
  for (let index = without + 1; index < withIt; index++)
    skipped.push({ index, reason: explainSkip(attemptsOf(index)) ?? '' });
  return { without, withIt, next: null, left: 0, error: Math.min(1, error), skipped };
}

/** Measurement of a commit from all its runs. Null without one; that of the good commit is known. */
export function measureAll(index: number, attempts: readonly CommitRun[]): ChangeEstimate | null {
  if (index < 0) return NO_CHANGE;
  const estimates = attempts.flatMap((one) => (one.kind === 'measured' ? [one.estimate] : []));
  return estimates.length === 0 ? null : combine(estimates);
}

function findMiddle(low: number, high: number, isUsable: (index: number) => boolean): number | null {
  const middle = (low + high) / 2;
  const between = Array.from({ length: high - low - 1 }, (_, i) => low + 1 + i);
  const near = between.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  return near.find(isUsable) ?? null;
}

/** Explains why a commit is left out: it failed for good, or each time. Null while it may be measured. */
function explainSkip(attempts: readonly CommitRun[]): string | null {
  const failures = attempts.filter((one) => one.kind === 'failed');
  const isLost = attempts.length === failures.length && failures.length >= MOST_RUNS;
  const fatal = failures.find(({ passing }) => !passing) ?? (isLost ? failures.at(-1) : undefined);
  return fatal?.reason ?? null;
}

/** Tells whether the runs of a commit, of which the last may go on, surely show on which side of the slowdown it is. */
export function isSideSure(attempts: readonly CommitRun[], whole: ChangeEstimate, commits: number): boolean {
  const own = measureAll(0, attempts);
  return own !== null && isSure(readSide(own, whole).beyond, errorOfEach(commits) * LOOK_SHARE);
}

/**
 * Reads the nearer side of a commit, and how far it is from being at the other one: one commit made the slowdown, so that
 * the others have all of it or none, and half of it need not be told from either (Wald (1945), "Sequential tests of
 * statistical hypotheses", Annals of Mathematical Statistics 16).
 */
function readSide(own: ChangeEstimate, whole: ChangeEstimate): { isWorse: boolean; beyond: ChangeEstimate } {
  const isWorse = own.value > whole.value / 2;
  return { isWorse, beyond: isWorse ? own : subtract(own, whole) };
}

/** Shares the error among the decisions that a search of so many commits takes. */
function errorOfEach(commits: number): number {
  return SEARCH_ERROR / Math.max(1, Math.ceil(Math.log2(commits)));
}

/** Decides on which side of the slowdown a commit is. Null where another run is to tell. */
function decideSide(
  attempts: readonly CommitRun[],
  whole: ChangeEstimate,
  error: number,
): { isWorse: boolean; error: number } | null {
  const own = measureAll(0, attempts);
  if (own === null) return null;
  const { isWorse, beyond } = readSide(own, whole);
  if (isSure(beyond, error * LOOK_SHARE)) return { isWorse, error };
  if (attempts.length < MOST_RUNS) return null;
  return { isWorse, error: error + (UNSURE.find((each) => isSure(beyond, each)) ?? 0.5) };
}
