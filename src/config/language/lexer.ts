import { printDecimal, shiftDecimal } from '../../metrics/decimal.ts';
import { TextError, type TextErrorParts, type TextSpan } from '../diagnostics/text-error.ts';
import { quote } from '../diagnostics/words.ts';

export type Token = TextSpan & {
  kind: 'number' | 'word' | 'symbol' | 'end';
  text: string;
  /** True: a blank, or the start of the text, stands before it. */
  blankBefore: boolean;
};

/** Longest text that is read, in characters. A longer one is another mistake, such as a pasted file. */
const LONGEST = 300;

// A word may hold inner dots and dashes (`sparql.p99.9`, `read-only.p50`) and one slash (`req/s`).
const TOKEN =
  /(?<number>\d+(?:\.\d+)?)|(?<word>[A-Za-z_µμ][\w-]*(?:\.[\w-]+)*(?:\/[A-Za-z]+)?)|(?<symbol>[<>=!]+|&&|\|\||\S)/gu;

/** Tokens of a small language, read from left to right. */
export class Tokens {
  readonly text: string;
  readonly #tokens: Token[];
  #position = 0;

  /** @throws TextError when the text is empty or far too long. */
  constructor(text: string, what: string, example: string) {
    this.text = text;
    this.#tokens = [...text.matchAll(TOKEN)].map((match) => ({
      kind: match.groups?.number ? 'number' : match.groups?.word ? 'word' : 'symbol',
      text: match[0],
      offset: match.index,
      length: match[0].length,
      blankBefore: match.index === 0 || /\s/.test(text[match.index - 1] ?? ''),
    }));
    const end = this.#tokens.at(-1);
    const offset = end ? end.offset + end.length : 0;
    this.#tokens.push({ kind: 'end', text: '', offset, length: 0, blankBefore: true });
    const expected = `expected one such as \`${example}\``;
    if (!end) this.fail(this.next, { what: `The ${what} is empty.`, expected });
    if (text.length > LONGEST) {
      const tooLong = `The ${what} is longer than ${LONGEST} characters.`;
      this.fail({ offset: LONGEST, length: 0 }, { what: tooLong, expected });
    }
  }

  get next(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    return this.#tokens[Math.min(this.#position + ahead, this.#tokens.length - 1)]!;
  }

  take(): Token {
    const token = this.next;
    if (token.kind !== 'end') this.#position++;
    return token;
  }

  get ended(): boolean {
    return this.next.kind === 'end';
  }

  /** Token that was taken last. */
  get previous(): Token {
    return this.#tokens[Math.max(0, this.#position - 1)]!;
  }

  /** Takes the next token if it is this word, and tells whether it was. */
  takeWord(word: string): boolean {
    const found = this.next.kind === 'word' && this.next.text === word;
    if (found) this.take();
    return found;
  }

  /** Spans the text from the first token to the end of the last one. */
  span(first: TextSpan, last: TextSpan): TextSpan {
    return { offset: first.offset, length: last.offset + last.length - first.offset };
  }

  fail(span: TextSpan, parts: Omit<TextErrorParts, keyof TextSpan>): never {
    throw new TextError(this.text, { offset: span.offset, length: span.length, ...parts });
  }

  /** Fails at a span that is a wrong form of something whose right form is known. */
  correct(span: TextSpan, what: string, replacement: string, hint?: string): never {
    this.fail(span, { what, expected: `expected \`${replacement}\``, replacement, hint });
  }

  /** Fails at the next token because something else must stand there. */
  failExpected(expected: string, parts: { replacement?: string; hint?: string } = {}): never {
    const token = this.next;
    const what =
      token.kind === 'end' ? 'The text ends too early.' : `${quote(token.text)} does not fit here.`;
    this.fail(token, { what, expected: `expected ${expected}`, ...parts });
  }
}

/**
 * Takes a plain decimal number. Its token has the digits as written.
 *
 * @param what words for the message: `a number such as 30`
 */
export function takeNumber(tokens: Tokens, what: string): Token {
  const token = tokens.next;
  const after = tokens.peek(1);
  if (token.text === '.' && after.kind === 'number' && !after.blankBefore) {
    const replacement = `0.${after.text.replace('.', '')}`;
    tokens.correct(tokens.span(token, after), 'A number starts with a digit.', replacement);
  }
  if (token.text === '-' && after.kind === 'number') {
    tokens.fail(tokens.span(token, after), {
      what: 'A negative number makes no sense here.',
      expected: `expected ${what}`,
    });
  }
  if (token.kind !== 'number') tokens.failExpected(what);
  tokens.take();
  failOnForeignNumber(tokens, token);
  if (!Number.isFinite(Number(token.text)) || Number(token.text) > Number.MAX_SAFE_INTEGER) {
    tokens.fail(token, {
      what: 'The number is too large.',
      expected: `expected at most ${Number.MAX_SAFE_INTEGER}`,
    });
  }
  return token;
}

/** Fails on thousands separators, decimal commas, exponents and `k`, and names the right form. */
function failOnForeignNumber(tokens: Tokens, token: Token): void {
  const mark = tokens.next;
  const rest = tokens.peek(1);
  // Nobody ends a decimal number with a zero, and a full stop parts thousands in many languages.
  if (/^[1-9]\d{0,2}\.\d\d0$/.test(token.text) && /^(?:req|user|and\b)/i.test(mark.text)) {
    const what = `${quote(token.text)} is ${printDecimal(Number(token.text))} here.`;
    tokens.correct(token, what, token.text.replace('.', ''));
  }
  if (mark.blankBefore) return;
  let last = mark;
  let replacement: string | undefined;
  if (mark.text === ',' && rest.kind === 'number' && !rest.blankBefore) {
    last = rest;
    replacement = /^\d{3}$/.test(rest.text)
      ? token.text + rest.text
      : `${token.text}.${rest.text.replace('.', '')}`;
  } else if (/^(?:_\d+)+$/.test(mark.text)) {
    replacement = token.text + mark.text.replaceAll('_', '');
  } else if (/^k$/i.test(mark.text)) {
    replacement = printDecimal(shiftDecimal(token.text, 3));
  } else if (/^e\d$/i.test(mark.text)) {
    replacement = printDecimal(Number(token.text + mark.text));
  }
  if (replacement === undefined) return;
  const written = tokens.text.slice(token.offset, last.offset + last.length);
  tokens.correct(tokens.span(token, last), `${quote(written)} is not a plain number.`, replacement);
}

const PER_SECOND =
  /^(?:rps|qps|tps|ops|hz|r\/s|(?:req|reqs|request|requests|queries|calls|iterations|iters|it)\/(?:s|sec|secs|second))$/i;
const PER_MINUTE = /^(?:rpm|qpm|(?:req|reqs|request|requests)\/(?:m|min|minute))$/i;

/**
 * Takes `req/s`. Other forms, such as `rps`, `requests per second`, `/s` or `req/min`, fail with an error that names
 * the right one.
 */
export function takeRateUnit(tokens: Tokens, number: Token, expected: string): void {
  const unit = tokens.next;
  if (unit.text === 'req/s') {
    tokens.take();
    return;
  }
  const phrase = readPhrase(tokens);
  const what = `${quote(tokens.text.slice(phrase.offset, phrase.offset + phrase.length))} is not a unit here.`;
  if (PER_SECOND.test(phrase.words)) tokens.correct(phrase, what, 'req/s');
  if (PER_MINUTE.test(phrase.words)) {
    const perSecond = `${printDecimal(Number(number.text) / 60)} req/s`;
    const replacement = perSecond.length < 16 ? perSecond : undefined;
    tokens.fail(tokens.span(number, phrase), {
      what,
      expected: replacement ? `expected \`${replacement}\`` : 'expected `req/s`',
      replacement,
      hint: 'Rates are per second: divide by 60.',
    });
  }
  if (unit.kind === 'end' || (unit.kind === 'word' && /^(?:at|for|by)$/.test(unit.text))) {
    const behind = { offset: number.offset + number.length, length: 0 };
    tokens.fail(behind, { what: `${quote(number.text)} has no unit.`, expected, replacement: ' req/s' });
  }
  const replacement = unit.text.toLowerCase() === 'req' ? 'req/s' : undefined;
  tokens.fail(phrase, { what, expected, replacement });
}

/** Reads the unit without its blanks: `requests per second` as `requests/second`, `/s` as `req/s`. */
function readPhrase(tokens: Tokens): TextSpan & { words: string } {
  const first = tokens.next;
  const second = tokens.peek(1);
  const third = tokens.peek(2);
  if (first.text === '/' && second.kind === 'word') {
    return { ...tokens.span(first, second), words: `req/${second.text}` };
  }
  if (first.kind === 'word' && (second.text === '/' || second.text === 'per') && third.kind === 'word') {
    return { ...tokens.span(first, third), words: `${first.text}/${third.text}` };
  }
  return { offset: first.offset, length: first.length, words: first.text };
}
