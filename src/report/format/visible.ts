/**
 * Sequences for terminals, CSI, OSC and two-character ones (ECMA-48): colours in logs, and cursor movements
 * or links that could deceive a reader.
 */
const terminalSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is the point
  /[\u001b\u009b](?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/**
 * Invisible characters: control, format (bidirectional overrides, zero-width and tag characters), lone
 * surrogates and private use; letters without ink; variation selectors other than the two used by emoji.
 */
const invisible = new RegExp(
  [
    String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115f\u1160\u2800\u3164\uffa0]`,
    String.raw`[\u180b-\u180f\ufe00-\ufe0d\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'gu',
);

/** Many marks on one letter, which would run into the lines above and below. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** Cleans untrusted text to one line: invisible characters become `�`, terminal colours are removed. */
export function clean(text: string): string {
  return show(text.replace(terminalSequence, '').replace(/\s+/g, ' '));
}

/** Cleans untrusted text to one line of a log. GitHub's runner treats `##[` as a command anywhere in a line. */
export function cleanForLog(text: string): string {
  return clean(text).trim().replaceAll('##[', '## [');
}

/** Cleans the lines of a log, like `clean`, but keeps indentation and tabs. */
export function cleanLines(text: string): string[] {
  return text
    .replace(terminalSequence, '')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.split('\t').map(show).join('\t'));
}

/** Maximum number of characters that are read for each log line shown. */
const LOG_CHARACTERS = 1000;

/** Cleans the last lines of a log, as `cleanLines` does, without trailing blank lines. */
export function lastLines(log: string, lines: number): string[] {
  return cleanLines(log.slice(-lines * LOG_CHARACTERS).trimEnd()).slice(-lines);
}

/** Cuts to at most `length` characters (code points), with `…` for the rest. */
export function cut(text: string, length: number): string {
  // Long texts are not split as a whole: a code point has at most two UTF-16 units.
  const points = Array.from(text.slice(0, 2 * length + 2));
  return points.length <= length ? text : `${points.slice(0, length - 1).join('')}…`;
}

/** Cuts like `cut`, but in the middle: the cause of an error is often at the end of a line. */
export function cutMiddle(text: string, length: number): string {
  const end = Math.floor(length / 2);
  const start = cut(text, length - end);
  if (start === text || cut(text, length) === text) return text;
  const points = Array.from(text.slice(-2 * end));
  return `${start}${points.slice(-end).join('')}`;
}

function show(text: string): string {
  return text.replace(invisible, '�').replace(stackedMarks, '$1');
}
