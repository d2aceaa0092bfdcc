import type { Load } from '../../measurement/load.ts';
import { printDecimal } from '../../metrics/decimal.ts';
import { parseOrSuggest } from '../diagnostics/text-error.ts';
import { nearest, quote } from '../diagnostics/words.ts';
import { printDuration, takeDuration } from './duration.ts';
import { type Token, Tokens, takeNumber, takeRateUnit } from './lexer.ts';

/** Shortest scenario that k6 accepts. */
const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 6 * 3600;
/**
 * Most virtual users, and highest rate (req/s): what one k6 process manages on a large machine, by
 * https://grafana.com/docs/k6/latest/testing-guides/running-large-tests/
 */
const MOST_USERS = 40_000;
const HIGHEST_RATE = 300_000;
const MOST_REQUESTS = 1_000_000_000;

/** Words of other tools for users. */
const USERS_PHRASE =
  /^(?:(?:concurrent|parallel|virtual|simultaneous)\s+)?(?:users?|vus?|threads?|clients?|connections?)\b/i;

const FORMS = '`1000 req/s`, `20 users` or `10000 requests by 2 users`';

/**
 * Reads a load: `N req/s`, `N users` or `N requests by M users`, the first two optionally `for 30s`.
 *
 * @throws TextError with the place and, for known mistakes, the nearest right form
 */
export function parseLoad(text: string): Load {
  return parseOrSuggest(text, readLoad, printLoad);
}

function readLoad(text: string): Load {
  const tokens = new Tokens(text, 'load', '1000 req/s');
  const load = takeLoad(tokens);
  if (!tokens.ended) failAfterLoad(tokens);
  return load;
}

/** Prints a load so that `parseLoad` reads it back. */
export function printLoad(load: Load): string {
  switch (load.kind) {
    case 'arrival-rate':
      return `${printDecimal(load.rate)} req/s${printLength(load.seconds)}`;
    case 'users':
      return `${printUsers(load.users)}${printLength(load.seconds)}`;
    case 'fixed-work':
      return `${load.requests} ${load.requests === 1 ? 'request' : 'requests'} by ${printUsers(load.users)}`;
  }
}

function printUsers(users: number): string {
  return users === 1 ? '1 user' : `${users} users`;
}

function printLength(seconds: number | undefined): string {
  return seconds === undefined ? '' : ` for ${printDuration(seconds)}`;
}

/** Takes a load out of a longer text: an SLO may end in one. */
export function takeLoad(tokens: Tokens): Load {
  failOnReversedOrder(tokens);
  const number = takeNumber(tokens, `a load such as ${FORMS}`);
  const unit = tokens.next;
  if (isUsersWord(unit)) {
    tokens.take();
    return { kind: 'users', users: takeWhole(tokens, number, 'users', MOST_USERS), ...takeLength(tokens) };
  }
  if (unit.kind === 'word' && /^requests?$/.test(unit.text) && !isRatePhrase(tokens)) {
    tokens.take();
    return takeFixedWork(tokens, number);
  }
  const phrase = USERS_PHRASE.exec(tokens.text.slice(unit.offset))?.[0];
  if (phrase) {
    const span = { offset: unit.offset, length: phrase.length };
    tokens.correct(span, `${quote(phrase)} is not a unit of load.`, 'users');
  }
  const replacement = nearest(unit.text, ['users', 'requests']);
  if (unit.kind === 'word' && replacement && !isRatePhrase(tokens)) {
    const what = `${quote(unit.text)} is not a unit of load.`;
    tokens.fail(unit, { what, expected: `expected ${FORMS}`, replacement });
  }
  takeRateUnit(tokens, number, `expected ${FORMS}`);
  const rate = Number(number.text);
  if (rate === 0)
    tokens.fail(number, { what: 'A load of 0 req/s sends nothing.', expected: 'expected more than 0' });
  if (rate > HIGHEST_RATE) failAboveMost(tokens, number, HIGHEST_RATE);
  return { kind: 'arrival-rate', rate, ...takeLength(tokens) };
}

function takeFixedWork(tokens: Tokens, number: Token): Load {
  const requests = takeWhole(tokens, number, 'requests', MOST_REQUESTS);
  if (!tokens.takeWord('by')) {
    const foreign = /^(?:with|from|on|at|over|across)$/i.test(tokens.next.text);
    tokens.fail(tokens.next, {
      what: 'A number of requests needs to know how many users send them.',
      expected: 'expected `by`, as in `10000 requests by 2 users`',
      ...(foreign ? { replacement: 'by' } : { hint: 'A rate is written `req/s`: `1000 req/s`.' }),
      ...(tokens.next.kind === 'end' ? { replacement: ' by 1 user' } : {}),
    });
  }
  const users = takeNumber(tokens, 'a number of users');
  if (!isUsersWord(tokens.next)) tokens.failExpected('`users`', { replacement: replaceWithUsers(tokens) });
  tokens.take();
  const count = takeWhole(tokens, users, 'users', MOST_USERS);
  if (count > requests) {
    tokens.fail(users, {
      what: 'Fixed work has at least one request for each user.',
      expected: `expected at most ${printUsers(requests)}`,
      replacement: String(requests),
    });
  }
  if (tokens.next.text === 'for') {
    const end = [2, 1, 0].map((ahead) => tokens.peek(ahead)).find((token) => token.kind !== 'end')!;
    tokens.fail(tokens.span(tokens.next, end), {
      what: 'Fixed work ends when its requests are done, so it cannot also last for a time.',
      expected: 'expected nothing after the users',
      replacement: '',
      hint: 'For a time, write `N users for 30s` or `N req/s for 30s`.',
    });
  }
  return { kind: 'fixed-work', requests, users: count };
}

function replaceWithUsers(tokens: Tokens): string | undefined {
  if (tokens.next.kind === 'end') return ' users';
  return tokens.next.kind === 'word' ? 'users' : undefined;
}

function takeLength(tokens: Tokens): { seconds?: number } {
  const word = tokens.next;
  if (/^(?:during|over|lasting)$/i.test(word.text)) tokens.failExpected('`for`', { replacement: 'for' });
  if (!tokens.takeWord('for')) return {};
  const first = tokens.next;
  const unit = tokens.peek(1);
  const seconds = takeDuration(tokens);
  if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS) {
    tokens.fail(tokens.span(first, unit), {
      what:
        seconds < SHORTEST_SECONDS
          ? 'k6 cannot send load for less than 1 s.'
          : 'A load lasts 6 hours at most.',
      expected: 'expected `1s` to `6h`',
    });
  }
  return { seconds };
}

function takeWhole(tokens: Tokens, number: Token, what: string, most: number): number {
  const value = Number(number.text);
  if (!Number.isInteger(value) || value < 1) {
    tokens.fail(number, {
      what: `The number of ${what} is a whole number from 1.`,
      expected: 'expected a whole number',
    });
  }
  if (value > most) failAboveMost(tokens, number, most);
  return value;
}

function failAboveMost(tokens: Tokens, number: Token, most: number): never {
  return tokens.fail(number, {
    what: 'The load is too large.',
    expected: `expected at most ${most}`,
    hint: `One k6 sends ${HIGHEST_RATE} req/s or runs ${MOST_USERS} users at the very most.`,
  });
}

function isUsersWord(token: Token): boolean {
  return token.kind === 'word' && (token.text === 'users' || token.text === 'user');
}

/** Tells whether a rate in other words comes next: `requests per second`, `requests / s`. */
function isRatePhrase(tokens: Tokens): boolean {
  return tokens.peek(1).text === '/' || tokens.peek(1).text === 'per' || tokens.next.text.includes('/');
}

/** Fails on a unit before its number: `users: 20` or `rate 1000`. */
function failOnReversedOrder(tokens: Tokens): void {
  const word = tokens.next;
  const sign = tokens.peek(1);
  const number = sign.kind === 'number' ? sign : tokens.peek(2);
  if (word.kind !== 'word' || number.kind !== 'number') return;
  const unit = /^(?:users?|vus?)$/i.test(word.text)
    ? 'users'
    : /^(?:rate|rps|qps|req\/s)$/i.test(word.text)
      ? 'req/s'
      : '';
  if (!unit) return;
  tokens.correct(tokens.span(word, number), 'The number comes first.', `${number.text} ${unit}`);
}

/** Fails on text after a complete load, and explains it. */
function failAfterLoad(tokens: Tokens): never {
  const separated = /^(?:,|;|and|&&)$/.test(tokens.next.text);
  return tokens.failExpected('nothing more after the load', {
    hint: separated ? 'Several loads are a list (a sweep): `load: [5 req/s, 10 req/s]`.' : undefined,
  });
}
