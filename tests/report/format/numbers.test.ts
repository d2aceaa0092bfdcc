import { expect, test } from 'vitest';
import {
  formatChange,
  formatChangeOf,
  formatChangeRange,
  formatCount,
  formatMs,
  formatRate,
  formatSeconds,
  formatShare,
  formatValue,
} from '../../../src/report/format/numbers.ts';

test.each([
  [61.2, '61.2 ms'],
  [61.24, '61.2 ms'],
  [0.812, '812 µs'],
  [0.0004, '0.4 µs'],
  [1200, '1.2 s'],
  [1234, '1.23 s'],
  [65_000, '65 s'],
  [1_234_567, '1,235 s'],
  [999.6, '1 s'],
  [0.9996, '1 ms'],
  [80, '80 ms'],
  [0, '0 ms'],
  [Number.POSITIVE_INFINITY, '∞'],
  [Number.NaN, '–'],
])('%d ms is written as %s', (ms, text) => expect(formatMs(ms)).toBe(text));

test('a limit keeps the digits that its author gave it', () => {
  expect(formatMs(33.333, 6)).toBe('33.333 ms');
  expect(formatShare(0.00125, 6)).toBe('0.125 %');
});

test('a share that is short of all is never written as all, but where few digits are asked for', () => {
  const shares = [0.99, 0.995, 0.99987, 0.999996, 1];
  expect(shares.map((share) => formatShare(share))).toEqual([
    '99 %',
    '99.5 %',
    '99.987 %',
    '99.9996 %',
    '100 %',
  ]);
  expect(formatShare(0.9996, 2)).toBe('100 %');
});

test.each([
  [0.18, '+18 %'],
  [-0.06, '−6 %'],
  [0.004, '+0.4 %'],
  [-0.0004, '0 %'],
  [-0.9987, '−99.87 %'],
  [0, '0 %'],
  [3.4, '+340 %'],
  [11, '×12'],
  [Number.POSITIVE_INFINITY, '∞'],
  [Number.NaN, '–'],
])('a change of %d is written as %s', (change, text) => expect(formatChange(change)).toBe(text));

test.each<[number, number, string]>([
  [0.12, 0.24, '+12 … +24 %'],
  [-0.06, 0.15, '−6 … +15 %'],
  [45, 51, '×46 … ×52'],
  [0.1, Number.POSITIVE_INFINITY, 'at least +10 %'],
  [45, Number.POSITIVE_INFINITY, 'at least ×46'],
  [-1, 0.2, 'at most +20 %'],
  [Number.NEGATIVE_INFINITY, 0.2, 'at most +20 %'],
  [Number.NaN, 0.2, 'at most +20 %'],
  [-1, Number.POSITIVE_INFINITY, ''],
  [Number.NaN, Number.NaN, ''],
])('an interval from %d to %d is written as %s, without an end that is not known', (low, high, text) =>
  expect(formatChangeRange({ kind: 'tail' }, { low, high })).toBe(text),
);

test.each([
  [0.009, '+0.9 points'],
  [0.0064, '+0.64 points'],
  [-0.022, '−2.2 points'],
  [0.01, '+1 point'],
  [-0.01, '−1 point'],
  [0.124, '+12 points'],
  [0.000004, '0 points'],
  [0, '0 points'],
  [Number.NaN, '–'],
])('a difference of shares of %d is written as %s', (difference, text) => {
  expect(formatChangeOf({ kind: 'errors' }, difference)).toBe(text);
});

test('an interval of a difference has no unit of its own', () => {
  const write = (low: number, high: number) => formatChangeRange({ kind: 'errors' }, { low, high });
  expect(write(0.005, 0.013)).toBe('+0.5 … +1.3');
  expect(write(-1, 0)).toBe('at most 0');
  expect(write(0.02, 1)).toBe('at least +2');
  expect(write(-1, 1)).toBe('');
});

test('counts and rates have separators for thousands', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatRate(1000)).toBe('1,000 req/s');
  expect(formatRate(812.3)).toBe('812 req/s');
  expect(formatRate(0.5)).toBe('0.5 req/s');
});

test('each metric has its unit', () => {
  expect(formatValue({ kind: 'percentile', percent: 99.9 }, 12.34)).toBe('12.3 ms');
  expect(formatValue({ kind: 'errors' }, 0.001)).toBe('0.1 %');
  expect(formatValue({ kind: 'tail' }, 47.4)).toBe('47.4 ms');
  expect(formatValue({ kind: 'rate' }, 998.7)).toBe('999 req/s');
  expect(formatValue({ kind: 'capacity' }, 1500)).toBe('1,500 req/s');
});

test('time left is said in seconds and minutes', () => {
  expect([0.4, 24, 60, 65, 3600].map(formatSeconds)).toEqual(['0 s', '24 s', '1 min', '1 min 5 s', '60 min']);
});
