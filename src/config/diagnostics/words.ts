import { distance } from 'fastest-levenshtein';

/** Longest word that is quoted, in characters. */
const LONGEST_QUOTED = 60;

/**
 * Makes user text safe for a terminal. Control characters and invisible formatting characters could move the
 * cursor or reorder a line, so they become U+FFFD, as do characters that only look like spaces. Tabs stay.
 */
export function sanitize(text: string): string {
  return text.replace(/(?![ \t])[\p{Cc}\p{Cf}\p{Z}]/gu, '\uFFFD');
}

/** Quotes a user's word for a message: sanitised, shortened, in backticks. */
export function quote(text: string): string {
  const clean = sanitize(text);
  return `\`${clean.length > LONGEST_QUOTED ? `${clean.slice(0, LONGEST_QUOTED)}…` : clean}\``;
}

/** Joins words for a sentence, each in backticks: `a`, `a` or `b`, `a`, `b` or `c`. */
export function joinWords(words: readonly string[], conjunction: 'or' | 'and' = 'or'): string {
  const quoted = words.map((word) => `\`${word}\``);
  if (words.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} ${conjunction} ${quoted.at(-1)}`;
}

/** Suggests the closest known name. If none is close, it lists them all. */
export function proposeAmong(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near) return `did you mean \`${near}\`?`;
  return known.length > 0 ? `expected ${joinWords(known)}` : 'leave it out';
}

/** Finds the candidate that `name` was probably meant to be: about one edit per three letters. Undefined if none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= (Math.max(name.length, candidate.length) + 1) / 3)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.candidate;
}
