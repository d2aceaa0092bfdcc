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
    const edits = distance(lower, candidate.toLowerCase());
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
