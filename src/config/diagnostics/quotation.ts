const LONGEST = 60;

/**
 * Text of a user's file as it may be shown on a terminal: control and invisible formatting characters, which
 * could move the cursor or reorder a line, become U+FFFD. Tabs stay.
 */
export function sanitize(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\t' ? character : '\uFFFD',
  );
}

/** A word of the user's for a message: sanitized, shortened, in backticks. */
export function quote(text: string): string {
  const clean = sanitize(text);
  return `\`${clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean}\``;
}

/** Joins names for a sentence: `a`, `a or b`, `a, b or c`. */
export function joinNames(names: readonly string[], conjunction: 'or' | 'and' = 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

/** The same of words that users write, each in backticks. */
export function joinWords(words: readonly string[], conjunction?: 'or' | 'and'): string {
  return joinNames(
    words.map((word) => `\`${word}\``),
    conjunction,
  );
}

/** What could stand at a place: the nearest form, if one is known. */
export function propose(near: string | undefined, otherwise: string): string {
  return near ? `did you mean \`${near}\`?` : otherwise;
}
