const LONGEST = 60;

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
  return `\`${clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean}\``;
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
