import type { Scalar } from 'yaml';

/** Lengths of YAML's long escapes in double quotes, with the backslash. All others have two characters. */
const ESCAPES: Record<string, number> = { x: 4, u: 6, U: 10 };

/**
 * Finds the place in the file of a character of a scalar's value. Quotes, escapes, folded lines and the indentation
 * of blocks make the two offsets differ.
 *
 * @param text the file
 * @param index offset in the value; the length of the value is valid, and means the place after its end
 * @returns offset in the file
 */
export function findInSource(text: string, scalar: Scalar, index: number): number {
  const [start, end] = scalar.range ?? [0, 0];
  const value = typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? '');
  if (text.slice(start, end) === value) return start + index;
  const double = scalar.type === 'QUOTE_DOUBLE';
  const single = scalar.type === 'QUOTE_SINGLE';
  let at = double || single ? start + 1 : text.indexOf('\n', start) + 1;
  if (scalar.type === 'PLAIN') at = start;
  let last = at;
  for (let i = 0; i < index && i < value.length; i++) {
    if (/\s/.test(value[i]!)) {
      last = at;
      if (double && text[at] === '\\') at += escapeLength(text, at);
      else if (/\s/.test(text[at] ?? '')) at++;
      continue;
    }
    at = skipBlanks(text, at, double);
    last = at;
    if (double && text[at] === '\\') {
      at += escapeLength(text, at);
      // An escape of eight digits may stand for two UTF-16 units.
      if (text[last + 1] === 'U' && value.codePointAt(i)! > 0xffff) i++;
    } else {
      at += single && text.startsWith("''", at) ? 2 : 1;
    }
  }
  const next = index < value.length && !/\s/.test(value[index]!) ? skipBlanks(text, at, double) : at;
  return Math.min(next, end);
}

function skipBlanks(text: string, from: number, double: boolean): number {
  let at = from;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) at++;
    else if (double && text[at] === '\\' && /[\r\n]/.test(text[at + 1] ?? '')) at += 2;
    else break;
  }
  return at;
}

function escapeLength(text: string, at: number): number {
  return ESCAPES[text[at + 1] ?? ''] ?? 2;
}
