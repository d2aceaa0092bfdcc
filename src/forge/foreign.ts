/**
 * Makes text written by services, k6 or other servers safe to print in a log of GitHub Actions. The runner obeys
 * `::command::` at the start of a line and the older `##[command]` anywhere in it. Between `::stop-commands::TOKEN`
 * and `::TOKEN::` it obeys neither. `token` must be a fresh random value that the text's author cannot know.
 * Text without either mark is returned unchanged, so that logs stay readable.
 */
export function withStoppedCommands(token: string, text: string): string {
  if (!text.includes('::') && !text.includes('##[')) return text;
  return `::stop-commands::${token}\n${text}\n::${token}::`;
}

/** Makes one line without control characters, cut to `length` characters. */
export function flatten(text: string, length: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
