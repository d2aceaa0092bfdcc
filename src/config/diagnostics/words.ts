import { distance } from 'fastest-levenshtein';

/** Longest word that is quoted, in characters. */
const LONGEST_QUOTED = 60;

/**
 * Makes a user's text safe for a terminal. Control characters and invisible formatting characters could move the
 * cursor or reorder a line, so they become U+FFFD, as do characters that only look like a blank. Tabs stay.
 */
export function sanitize(text: string): string {
  return text.replace(/(?![ \t])[\p{Cc}\p{Cf}\p{Z}]/gu, '\uFFFD');
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
  const near = [...candidates].flatMap((candidate) => {
    const [one, other] = [name.toLowerCase(), candidate.toLowerCase()];
    // Two letters that are swapped are one mistake, but the distance counts two.
    const edits = distance(one, other) - (one !== other && sortLetters(one) === sortLetters(other) ? 1 : 0);
    const longest = Math.max(name.length, candidate.length);
    // Words of two letters are too short to compare: `us` is no mistake for `ms`, but `rat` is one for `rate`.
    const allowed = longest < 3 ? 0 : Math.floor((longest + 1) / 3);
    return edits <= allowed ? [{ candidate, edits }] : [];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

function sortLetters(word: string): string {
  return [...word].sort().join('');
}
