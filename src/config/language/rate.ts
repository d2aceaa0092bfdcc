import { printDecimal } from '../../metrics/decimal.ts';
import type { TextSpan } from '../diagnostics/text-error.ts';
import { quote } from '../diagnostics/words.ts';
import type { Token, Tokens } from './lexer.ts';

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
