import { distance } from 'fastest-levenshtein';

/** Longer words are no slips of the pen, and the distance takes quadratic time. */
const LONGEST = 40;

/**
 * The candidate that `name` was probably meant to be, or undefined when none is near: about one edit in three
 * characters, case left out. Of equally near candidates the first wins.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > LONGEST) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const edits = isSwap(lower, other) ? 1 : distance(lower, other);
    const allowed = Math.max(1, Math.floor((Math.max(name.length, candidate.length) + 1) / 3));
    // Two letters that differ in one share only the other: `us` is no slip of `ms`, but `rat` is one of `rate`.
    const tooShort = edits > 0 && Math.max(name.length, candidate.length) < 3;
    if (edits <= allowed && !tooShort && edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** Two letters the wrong way round are one slip, which the distance counts as two. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = a.split('').findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Turns a table of what is meant and the words for it, `{ s: 'sec second' }`, round: what each word means. */
export function indexWords<T extends string>(table: Record<T, string>): ReadonlyMap<string, T> {
  const entries = Object.entries<string>(table) as [T, string][];
  return new Map(entries.flatMap(([meant, words]) => words.split(' ').map((word) => [word, meant])));
}
