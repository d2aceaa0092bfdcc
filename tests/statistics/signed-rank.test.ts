import { describe, expect, it } from 'vitest';
import {
  boundAbove,
  boundBelow,
  isBoundAbove,
  isReachable,
  weigh,
} from '../../src/statistics/paired-statistic.ts';
import {
  countAverages,
  estimatePseudomedian,
  rankSigned,
  sortPresent,
  walshAverage,
} from '../../src/statistics/signed-rank.ts';
import { seed, simulate } from '../random.ts';

const INFINITE = Number.POSITIVE_INFINITY;

function listWalshAverages(values: readonly number[]): number[] {
  const average = (x: number, y: number) => (Number.isNaN(x + y) ? 0 : (x + y) / 2);
  return values
    .flatMap((x, i) => values.slice(i).map((y) => average(x, y)))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

describe('signed ranks', () => {
  it('give ties their mean rank, zeros and missing values none, and infinities the highest', () => {
    const values = [0.2, -0.2, 0, Number.NaN, 0.1, -INFINITE, INFINITE];
    expect([...rankSigned(values)]).toEqual([2.5, -2.5, 0, 0, 1, -4.5, 4.5]);
    expect([...rankSigned(values, 'broken')]).toEqual([2, -3, 0, 0, 1, -4, 5]);
  });

  it('do not change in size when signs do', () => {
    const draw = seed(1);
    const values = Array.from({ length: 12 }, () => draw.normal());
    const flipped = values.map((x) => (draw.uniform() < 0.5 ? -x : x));
    expect([...rankSigned(flipped)].map(Math.abs)).toEqual([...rankSigned(values)].map(Math.abs));
  });
});

describe('Walsh averages', () => {
  it('are found one by one without making them all', () => {
    const draw = seed(2);
    for (const count of [1, 2, 5, 9, 16]) {
      const values = Array.from({ length: count }, () => draw.normal()).sort((a, b) => a - b);
      const all = listWalshAverages(values);
      expect(all.map((_, i) => walshAverage(values, i + 1))).toEqual(all);
      expect(walshAverage(values, 0)).toBe(-INFINITE);
      expect(walshAverage(values, all.length + 1)).toBe(INFINITE);
    }
  });

  it('take opposite infinities for no difference', () => {
    const values = [-INFINITE, -1, 0, 3, INFINITE, INFINITE];
    const all = listWalshAverages(values);
    expect(all.map((_, i) => walshAverage(values, i + 1))).toEqual(all);
    expect(estimatePseudomedian([INFINITE, -INFINITE])).toBe(0);
    expect(estimatePseudomedian([INFINITE, INFINITE, 0.1])).toBe(INFINITE);
  });

  it('are made of sorted values, without the missing ones', () => {
    const values = [3, Number.NaN, -INFINITE, 0.5, 3, INFINITE, -2, Number.NaN];
    expect([...sortPresent(values)]).toEqual([-INFINITE, -2, 0.5, 3, 3, INFINITE]);
  });

  it('are counted up to a limit without making them', () => {
    const draw = seed(5);
    const lists = [[-INFINITE, -1, -1, 0, 3, INFINITE, INFINITE], [0, 0, 0], [], [2]];
    for (let i = 0; i < 20; i++) lists.push(Array.from({ length: 1 + (i % 12) }, () => draw.normal()));
    for (const values of lists.map((list) => list.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))) {
      const all = listWalshAverages(values);
      for (const limit of [...all, -INFINITE, INFINITE, draw.normal()]) {
        expect(countAverages(values, limit)).toBe(all.filter((average) => average <= limit).length);
      }
    }
  });

  it('have the Hodges–Lehmann estimate for their median', () => {
    expect(estimatePseudomedian([1, 2, 6])).toBe(2.75);
    expect(estimatePseudomedian([4, Number.NaN, 4])).toBe(4);
    expect(estimatePseudomedian([])).toBeNaN();
  });
});

describe('a bound', () => {
  it('lies above a shift just when that is rejected', () => {
    const draw = seed(3);
    for (let trial = 0; trial < 300; trial++) {
      const values = Array.from({ length: 10 }, () => 0.5 + draw.normal());
      const shift = draw.normal() / 3;
      const critical = 0.4 + 2 * draw.uniform();
      const { signed, norm } = weigh(
        values.map((x) => x - shift),
        'signed-rank',
      );
      const value = signed.reduce((sum, x) => sum + x, 0) / norm;
      expect(boundBelow(values, critical) > shift).toBe(value >= critical);
      expect(boundAbove(values, critical) < shift).toBe(-value >= critical);
      expect(isBoundAbove(sortPresent(values), critical, shift)).toBe(value >= critical);
    }
  });

  it('is where the textbook has it', () => {
    // Hollander, Wolfe & Chicken (2014), table 3.1 and example 3.4: depression factor of nine patients; the critical
    // value 40 of T+ at 2.0 % makes the 6th smallest and the 6th largest of 45 averages an interval of 96.1 %.
    const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
    const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    const changes = after.map((x, i) => x - before[i]!);
    const critical = (40 - 5) / Math.sqrt(285);
    expect(boundBelow(changes, critical)).toBeCloseTo(-0.786, 3);
    expect(boundAbove(changes, critical)).toBeCloseTo(-0.01, 3);
    expect(estimatePseudomedian(changes)).toBeCloseTo(-0.46, 3);
  });

  it('covers the centre of skewless data as often as the critical value says', () => {
    const draw = seed(4);
    // Of the 2¹⁰ sums of signed ranks 25 have V ≤ 8: Wilcoxon's table for n = 10.
    const critical = (55 - 16) / Math.sqrt(385);
    const missed = simulate(
      20_000,
      () =>
        boundBelow(
          Array.from({ length: 10 }, () => draw.normal() ** 3),
          critical,
        ) > 0,
    );
    expect(missed).toBeCloseTo(25 / 1024, 2);
  });

  it('knows nothing where no data could tell', () => {
    expect(boundBelow([1, 2, 3], 3)).toBe(-INFINITE);
    expect(boundBelow([], 1)).toBe(-INFINITE);
    expect(boundAbove([Number.NaN], 1)).toBe(INFINITE);
    expect(isBoundAbove(sortPresent([1, 2, 3]), 3, -9)).toBe(false);
    expect(isBoundAbove(sortPresent([]), 1, -9)).toBe(false);
    expect(isReachable(3, 'signed-rank', 6 / Math.sqrt(14))).toBe(true);
    expect(isReachable(3, 'signed-rank', 6 / Math.sqrt(14) + 0.01)).toBe(false);
    expect(isReachable(0, 'signed-rank', 1)).toBe(false);
  });
});
