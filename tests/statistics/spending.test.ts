import { describe, expect, it } from 'vitest';
import { findCriticalValues, findErrorNeeded, limitRows, orderRows } from '../../src/statistics/spending.ts';
import { seed } from '../random.ts';

function orderAll(...statistics: number[][]) {
  return statistics.map((row) => orderRows(Float64Array.from(row), row.length));
}

describe('the error spent at looks', () => {
  it('grows with the blocks and ends at what there is', () => {
    const design = { looks: [8, 12, 16], planned: 16, rows: { count: 1000 } };
    expect(limitRows(0.01, design)).toEqual([5, 7, 10]);
    expect(limitRows(0.07, { looks: [1], planned: 1, rows: { count: 100 } })).toEqual([7]);
  });

  it('can be kept for late looks', () => {
    const design = { looks: [8, 12, 16, 17], planned: 16, rows: { count: 1000 } };
    expect(limitRows(0.04, design, 2)).toEqual([10, 22, 40, 40]);
  });

  it('lets no more rows cross than are due, at all looks together', () => {
    const draw = seed(6);
    const walk = Array.from({ length: 400 }, () => [draw.normal(), draw.normal(), draw.normal()]);
    const path = (row: number[], look: number) =>
      row.slice(0, look + 1).reduce((sum, x) => sum + x, 0) / Math.sqrt(look + 1);
    const statistics = [0, 1, 2].map((look) => walk.map((row) => path(row, look)));
    const limits = [3, 9, 20];
    const critical = findCriticalValues(orderAll(...statistics), limits);
    const crossedBy = (look: number) =>
      walk.filter((_, row) => critical.slice(0, look + 1).some((c, k) => statistics[k]![row]! >= c)).length;
    // Nothing ties, so all of it is used.
    expect([0, 1, 2].map(crossedBy)).toEqual(limits);
  });

  it('bars rows that tie with the first one too many, and keeps their share for later', () => {
    const looks = orderAll([3, 3, 3, 1, 0], [5, 1, 4, 2, 0]);
    expect(findCriticalValues(looks, [2, 2])).toEqual([Number.POSITIVE_INFINITY, 4]);
    expect(findCriticalValues(looks, [3, 4])).toEqual([3, 1]);
    expect(findCriticalValues(looks, [0, 0])).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('has a line for rows that crossed before even when no others may', () => {
    const looks = orderAll([9, 2, 1, 0], [8, 7, 1, 0]);
    expect(findCriticalValues(looks, [1, 1])).toEqual([9, 8]);
  });

  it('needs only the rows that may cross to be ordered', () => {
    const draw = seed(7);
    const statistics = [0, 1].map(() => Float64Array.from({ length: 300 }, () => draw.normal()));
    const limits = [10, 30];
    expect(
      findCriticalValues(
        statistics.map((row) => orderRows(row, 31)),
        limits,
      ),
    ).toEqual(
      findCriticalValues(
        statistics.map((row) => orderRows(row, 300)),
        limits,
      ),
    );
  });

  it('makes a p-value of the smallest error that would have done', () => {
    const looks = orderAll(
      Array.from({ length: 100 }, (_, i) => 100 - i),
      Array.from({ length: 100 }, (_, i) => 200 - i),
    );
    const limit = (alpha: number) => limitRows(alpha, { looks: [5, 10], planned: 10, rows: { count: 100 } });
    expect(findErrorNeeded([100, 200], looks, limit)).toBe(0.01);
    // Seventh at the first look, where half of the error is due; fifth at the second.
    expect(findErrorNeeded([94, 0], looks, limit)).toBe(0.14);
    expect(findErrorNeeded([0, 0], looks, limit)).toBe(1);
  });
});
