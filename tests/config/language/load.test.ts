import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextError } from '../../../src/config/diagnostics/text-error.ts';
import { parseDuration, printDuration } from '../../../src/config/language/duration.ts';
import { parseLoad, printLoad } from '../../../src/config/language/load.ts';
import { parsePercent } from '../../../src/config/language/percent.ts';
import { load, mutated } from '../arbitraries.ts';

function mistake(parse: (text: string) => unknown, text: string): TextError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof TextError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

describe('loads', () => {
  test('are read in all three models', () => {
    expect(parseLoad('1000 req/s')).toEqual({ kind: 'arrival-rate', rate: 1000 });
    expect(parseLoad('0.5req/s for 1m')).toEqual({ kind: 'arrival-rate', rate: 0.5, seconds: 60 });
    // Three digits after the point that are no thousands: 0 has none, and the last digit says something.
    expect(parseLoad('0.250 req/s')).toEqual({ kind: 'arrival-rate', rate: 0.25 });
    expect(parseLoad('1.125 req/s')).toEqual({ kind: 'arrival-rate', rate: 1.125 });
    expect(parseLoad('1 user')).toEqual({ kind: 'users', users: 1 });
    expect(parseLoad('20 users for 30s')).toEqual({ kind: 'users', users: 20, seconds: 30 });
    expect(parseLoad('10000 requests by 2 users')).toEqual({
      kind: 'fixed-work',
      requests: 10_000,
      users: 2,
    });
  });

  test('come back the same after printing', () => {
    fc.assert(
      fc.property(load, (value) => {
        expect(parseLoad(printLoad(value))).toEqual(value);
      }),
      { numRuns: 800 },
    );
  });

  test.each([
    ['1000', '', '1000 req/s'],
    ['1000 rps', 'rps', '1000 req/s'],
    ['1000/s', '/s', '1000 req/s'],
    ['1000 req', 'req', '1000 req/s'],
    ['1000 requests / sec', 'requests / sec', '1000 req/s'],
    ['600 rpm', '600 rpm', '10 req/s'],
    ['20 vus', 'vus', '20 users'],
    ['20 uesrs', 'uesrs', '20 users'],
    ['20 concurrent users', 'concurrent users', '20 users'],
    ['20 threads', 'threads', '20 users'],
    ['users: 20', 'users: 20', '20 users'],
    ['20 users during 30s', 'during', '20 users for 30s'],
    ['20 users for 30', '', '20 users for 30s'],
    ['20 users for 30 seconds', 'seconds', '20 users for 30s'],
    ['20 users for 1m30s', '1m30s', '20 users for 90s'],
    ['1000 requests', '', '1000 requests by 1 user'],
    ['1000 requests with 2 users', 'with', '1000 requests by 2 users'],
    ['1000 requests by 2', '', '1000 requests by 2 users'],
    ['1000 requests by 2 users for 30s', 'for 30s', '1000 requests by 2 users'],
    ['50 requests by 100 users', '100', '50 requests by 50 users'],
    ['5k req/s', '5k', '5000 req/s'],
    ['1.000 req/s', '1.000', '1000 req/s'],
    ['1.500 users', '1.500', '1500 users'],
    ['10.000 requests by 2 users', '10.000', '10000 requests by 2 users'],
  ])('%s: marks “%s” and proposes %s', (text, spot, proposal) => {
    const error = mistake(parseLoad, text);
    expect(text.slice(error.offset, error.offset + error.length)).toBe(spot);
    expect(error.nearest).toBe(proposal);
  });

  test.each([
    ['0 req/s', 'A load of 0 req/s sends nothing.'],
    ['1.5 users', 'The number of users is a whole number from 1.'],
    ['0 users', 'The number of users is a whole number from 1.'],
    ['20 users for 0.2s', 'k6 cannot send load for less than 1 s.'],
    ['20 users for 7h', 'A load lasts 6 hours at most.'],
    [
      '1000 requests by 2 users for 30s',
      'Fixed work ends when its requests are done, so it cannot also last for a time.',
    ],
    ['50 requests by 100 users', 'Fixed work has at least one request for each user.'],
    ['99999999 users', 'The load is too large.'],
    ['fast', '`fast` does not fit here.'],
    ['1.500 req/s', '`1.500` is 1.5 here.'],
  ])('%s: %s', (text, what) => {
    expect(mistake(parseLoad, text).message).toBe(what);
  });

  test('in a row are told to be a list', () => {
    expect(mistake(parseLoad, '5 req/s, 10 req/s').hint).toContain('load: [5 req/s, 10 req/s]');
  });

  test('fail with nothing but a TextError whose proposal parses', () => {
    const anything = fc.oneof(mutated(load.map(printLoad)), fc.string(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anything, (text) => {
        try {
          parseLoad(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TextError);
          const { offset, length, nearest } = error as TextError;
          expect(offset + length).toBeLessThanOrEqual(text.length);
          if (nearest !== undefined) parseLoad(nearest);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('durations', () => {
  test('are read into seconds', () => {
    expect(['500ms', '30s', '2m', '1h', '1.5 h'].map(parseDuration)).toEqual([0.5, 30, 120, 3600, 5400]);
  });

  test('come back the same after printing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(100_000), fc.double({ min: 1e-6, max: 1e6, noNaN: true })), (seconds) => {
        expect(parseDuration(printDuration(seconds))).toBe(seconds);
      }),
    );
  });

  test.each([
    ['30', '30s'],
    ['1m30s', '90s'],
    ['2 minutes', '2m'],
    ['1hr', '1h'],
    ['90 sec', '90s'],
    ['5S', '5s'],
  ])('%s: proposes %s', (text, proposal) => {
    expect(mistake(parseDuration, text).nearest).toBe(proposal);
  });
});

describe('percentages', () => {
  test('are read into fractions without rounding', () => {
    expect(['5%', '0.1 %', '100%', '0%', '29%'].map(parsePercent)).toEqual([0.05, 0.001, 1, 0, 0.29]);
  });

  test('need their sign and end at 100', () => {
    expect(mistake(parsePercent, '5').nearest).toBe('5%');
    expect(mistake(parsePercent, '5 percent').nearest).toBe('5%');
    expect(mistake(parsePercent, '101%').message).toBe('The percentage is too large.');
  });

  test('are not fractions', () => {
    const error = mistake(parsePercent, '0.05');
    expect(error.nearest).toBe('5%');
    expect(error.hint).toContain('if you meant 0.05 percent, write `0.05%`');
  });
});
