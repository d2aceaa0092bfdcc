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

/** Writes numbers in one line. */
const write = (numbers: readonly number[], format: (value: number) => string) =>
  numbers.map((value) => format(value)).join(' | ');

test('times have three digits and the unit that fits, and a limit the digits that its author gave it', () => {
  const times = [61.2, 61.24, 0.812, 0.0004, 1200, 1234, 65_000, 1_234_567, 999.6, 0.9996, 0, Infinity, NaN];
  expect(write(times, formatMs)).toBe(
    '61.2 ms | 61.2 ms | 812 µs | 0.4 µs | 1.2 s | 1.23 s | 65 s | 1,235 s | 1 s | 1 ms | 0 ms | ∞ | –',
  );
  expect(formatMs(33.333, 6)).toBe('33.333 ms');
  expect(formatShare(0.00125, 6)).toBe('0.125 %');
});

test('a share that is short of all is never written as all, but where few digits are asked for', () => {
  const shares = [0.99, 0.995, 0.99987, 0.999996, 1];
  expect(write(shares, formatShare)).toBe('99 % | 99.5 % | 99.987 % | 99.9996 % | 100 %');
  expect(formatShare(0.9996, 2)).toBe('100 %');
});

test('a change is in percent, of shares in points', () => {
  const changes = [0.18, -0.06, 0.004, -0.0004, -0.9987, 0, 3.4, 11, Infinity, NaN];
  expect(write(changes, formatChange)).toBe(
    '+18 % | −6 % | +0.4 % | 0 % | −99.87 % | 0 % | +340 % | +1,100 % | ∞ | –',
  );
  const differences = [0.009, 0.0064, -0.022, 0.01, -0.01, 0.124, 0.000004, 0, NaN];
  expect(write(differences, (value) => formatChangeOf({ kind: 'errors' }, value))).toBe(
    '+0.9 points | +0.64 points | −2.2 points | +1 point | −1 point | +12 points | 0 points | 0 points | –',
  );
});

test('an interval has no end that is not known', () => {
  const range = (kind: 'tail' | 'errors', ...all: [number, number][]) =>
    all.map(([low, high]) => formatChangeRange({ kind }, { low, high })).join(' | ');
  expect(range('tail', [0.12, 0.24], [-0.06, 0.15], [45, 51], [0.1, Infinity], [45, Infinity])).toBe(
    '+12 … +24 % | −6 … +15 % | +4,500 … +5,100 % | at least +10 % | at least +4,500 %',
  );
  expect(range('tail', [-1, 0.2], [-Infinity, 0.2], [NaN, 0.2], [-1, Infinity], [NaN, NaN])).toBe(
    'at most +20 % | at most +20 % | at most +20 % |  | ',
  );
  expect(range('errors', [0.005, 0.013], [-1, 0], [0.02, 1], [-1, 1])).toBe(
    '+0.5 … +1.3 points | at most 0 points | at least +2 points | ',
  );
});

test('counts, rates, times left and values have their units, and separators for thousands', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(write([1000, 812.3, 0.5], formatRate)).toBe('1,000 req/s | 812 req/s | 0.5 req/s');
  expect(write([0.4, 24, 60, 65, 3600], formatSeconds)).toBe('0 s | 24 s | 1 min | 1 min 5 s | 60 min');
  expect(formatValue({ kind: 'percentile', percent: 99.9 }, 12.34)).toBe('12.3 ms');
  expect(formatValue({ kind: 'errors' }, 0.001)).toBe('0.1 %');
  expect(formatValue({ kind: 'capacity' }, 1500)).toBe('1,500 req/s');
});
