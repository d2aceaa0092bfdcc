/** Quotes a path as one word of a POSIX shell that no program takes for an option. */
export function quotePath(path: string): string {
  return quoteWord(path.startsWith('-') ? `./${path}` : path);
}

/** Quotes a text as one word of a POSIX shell. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
