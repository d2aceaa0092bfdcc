import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const load = (path: string) => import(pathToFileURL(resolve('bench', path)).href);
const { exceedsRatio, median, medianExceedsRatio } = await load('rules/ratio.mjs');
const { exceedsPercentage, exceedsTLimit } = await load('rules/bencher.mjs');
const { autoSample, intervalOfDifference } = await load('rules/tachometer.mjs');
const { permutationAlarm, permutationP } = await load('rules/firecracker.mjs');
const { exceedsFence, fenceOf } = await load('rules/rustc-perf.mjs');
const { risesAt } = await load('rules/otava.mjs');
const { seededRandom } = await load('random.mjs');

test('a ratio has to be exceeded, not met', () => {
  expect(exceedsRatio(10, 20, 2)).toBe(false);
  expect(exceedsRatio(10, 20.1, 2)).toBe(true);
});

test('one wild block in three does not move the median', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(medianExceedsRatio([10, 10, 10], [10, 10, 90], 1.1)).toBe(false);
  expect(medianExceedsRatio([10, 10, 10], [10, 12, 12], 1.1)).toBe(true);
});

test('the t limit is that of a t distribution with the deviation of all values around their mean', () => {
  // Mean 3, deviation √2 (divided by n), 0.99 quantile of t with 4 degrees of freedom 3.7469: the limit is 8.299.
  expect(exceedsTLimit([1, 2, 3, 4, 5], 8.29)).toBe(false);
  expect(exceedsTLimit([1, 2, 3, 4, 5], 8.31)).toBe(true);
});

test('the t limit looks at the latest values only, and has none without variance', () => {
  expect(exceedsTLimit([1000, 0, 1, 2, 3, 4], 20, { most: 5 })).toBe(true);
  expect(exceedsTLimit([5, 5, 5], 50)).toBe(false);
});

test('a quarter above the mean is the limit of the percentage rule', () => {
  expect(exceedsPercentage([8, 12], 12.5)).toBe(false);
  expect(exceedsPercentage([8, 12], 12.6)).toBe(true);
});

test('the interval of the relative difference agrees with a calculation by hand', () => {
  // Means 11 and 12, variances of the means 1/3 each, t(0.975; 2) = 4.3027:
  // 1/11 ± 4.3027 · √(1/3 · (12² + 11²) / 11⁴) = 0.0909 ± 0.3342
  const { low, high } = intervalOfDifference([10, 11, 12], [11, 12, 13]);
  expect(low).toBeCloseTo(0.0909 - 0.3342, 3);
  expect(high).toBeCloseTo(0.0909 + 0.3342, 3);
});

test('auto-sampling stops once the interval is on one side of the condition', () => {
  const base = [10, 10.1, 9.9, 10, 10.1, 9.9, 10, 10, 10];
  expect(
    autoSample(
      base,
      base.map((x) => x * 2),
    ),
  ).toEqual({ alarm: true, used: 3 });
  expect(autoSample(base, [...base].reverse())).toEqual({ alarm: false, used: 9 });
  expect(
    autoSample(
      base,
      base.map((x) => x / 2),
    ).alarm,
  ).toBe(false);
});

test('the permutation test agrees with complete enumeration', () => {
  // Of the 252 ways to choose five of ten, one is as extreme on each side: p = 2 / 252.
  const p = permutationP([1, 2, 3, 4, 5], [11, 12, 13, 14, 15], seededRandom(1));
  expect(p).toBeGreaterThan(0.005);
  expect(p).toBeLessThan(0.012);
  // Every permutation of equal values is as extreme as the one observed.
  expect(permutationP([1, 1], [1, 1], seededRandom(1), 99)).toBe(1);
});

test('a significant rise alarms only when it is a twentieth of the mean', () => {
  const base = [100, 101, 99, 100, 102, 98, 100, 100];
  const risen = (factor: number) => base.map((x) => x * factor);
  expect(permutationAlarm(base, risen(1.04), seededRandom(2))).toBe(false);
  expect(permutationAlarm(base, risen(1.06), seededRandom(2))).toBe(true);
  expect(permutationAlarm(base, risen(0.9), seededRandom(2))).toBe(false);
});

test('the fence is made from changes between neighbours', () => {
  // Changes 0.1, 0.1/1.1, 0.1, 0.1/1.1: Q1 0.0909, Q3 0.1.
  expect(fenceOf([1, 1.1, 1, 1.1, 1])).toBeCloseTo(0.1 + 3 * (0.1 - 0.1 / 1.1), 10);
  expect(exceedsFence([1, 1.1, 1, 1.1, 1], 1.12)).toBe(false);
  expect(exceedsFence([1, 1.1, 1, 1.1, 1], 1.14)).toBe(true);
});

test('a rise within the earlier half of the base values is not held against the head', () => {
  expect(risesAt([{ index: 3, change: 0.2, p: 0 }], 10)).toBe(false);
  expect(risesAt([{ index: 10, change: 0.2, p: 0 }], 10)).toBe(true);
  expect(risesAt([{ index: 10, change: -0.2, p: 0 }], 10)).toBe(false);
});
