import { distance } from 'fastest-levenshtein';

/** Longest word that is quoted, in characters. */
const LONGEST_QUOTED = 60;

/**
 * Makes a user's text safe for a terminal. Control characters and invisible formatting characters could move the
 * cursor or reorder a line, so they become U+FFFD. Tabs stay.
 */
export function sanitize(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\t' ? character : '\uFFFD',
  );
}

/** Quotes a user's word for a message: sanitized, shortened, in backticks. */
export function quote(text: string): string {
  const clean = sanitize(text);
  return `\`${clean.length > LONGEST_QUOTED ? `${clean.slice(0, LONGEST_QUOTED)}…` : clean}\``;
}

/** Joins names for a sentence: `a`, `a or b`, `a, b or c`. */
export function joinNames(names: readonly string[], conjunction: 'or' | 'and' = 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

/** Joins words that users write as `joinNames` does, each in backticks. */
export function joinWords(words: readonly string[], conjunction?: 'or' | 'and'): string {
  return joinNames(
    words.map((word) => `\`${word}\``),
    conjunction,
  );
}

/** Proposes the nearest form if one is known; otherwise gives the other text. */
export function propose(near: string | undefined, otherwise: string): string {
  return near ? `did you mean \`${near}\`?` : otherwise;
}

/** Proposes the nearest of the names that are known. Where none is near, it lists them all. */
export function proposeAmong(name: string, known: readonly string[]): string {
  return propose(nearest(name, known), `expected ${joinWords(known)}`);
}

/** Longest word that is compared. Longer ones are no typing mistakes, and take quadratic time. */
const LONGEST_COMPARED = 40;

/**
 * Finds the candidate that `name` was probably meant to be; undefined if none is near. Near means about one edit in
 * three characters, without regard to case. Of equally near candidates the first wins.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length === 0 || name.length > LONGEST_COMPARED) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const edits = isSwap(lower, other) ? 1 : distance(lower, other);
    const allowed = Math.max(1, Math.floor((Math.max(name.length, candidate.length) + 1) / 3));
    // Words of two letters are too short to compare: `us` is no mistake for `ms`, but `rat` is one for `rate`.
    const tooShort = edits > 0 && Math.max(name.length, candidate.length) < 3;
    if (edits <= allowed && !tooShort && edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** Tells whether two letters are swapped: that is one mistake, but the distance counts two. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = a.split('').findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** Inverts a table of meanings and their words: `{ s: 'sec second' }` becomes `sec` → `s`, `second` → `s`. */
export function indexWords<T extends string>(table: Record<T, string>): ReadonlyMap<string, T> {
  const entries = Object.entries<string>(table) as [T, string][];
  return new Map(entries.flatMap(([meant, words]) => words.split(' ').map((word) => [word, meant])));
}
