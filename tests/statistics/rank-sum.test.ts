import { describe, expect, it } from 'vitest';
import { boundShift } from '../../src/statistics/rank-sum.ts';
import { seed, simulate } from '../random.ts';

/** All ways to choose `count` of the numbers 0 … of − 1. */
function* choose(count: number, of: number): Generator<number[]> {
  if (count === 0) yield [];
  for (let last = count - 1; count > 0 && last < of; last++) {
    for (const others of choose(count - 1, last)) yield [...others, last];
  }
}

describe('the shift between two samples', () => {
  it.each([
    [4, 4],
    [3, 6],
    [6, 2],
  ])('is shown in as many of all %i + %i arrangements as the error allows', (before, after) => {
    const samples = [...choose(after, before + after)].map((head) => ({
      head,
      base: Array.from({ length: before + after }, (_, i) => i).filter((i) => !head.includes(i)),
    }));
    const won = samples.map(({ head, base }) => head.flatMap((h) => base.filter((b) => h > b)).length);
    for (const least of new Set(won)) {
      const error = won.filter((wins) => wins >= least).length / won.length;
      const shown = samples.map(({ head, base }) => boundShift(base, head, error).low > 0);
      expect(shown).toEqual(won.map((wins) => wins >= least));
    }
  });

  it('lies above its lower bound as often as promised, also when values are often the same', () => {
    const draw = seed(1);
    const trials = 4000;
    for (const round of [(x: number) => x, Math.round]) {
      const sample = (length: number) => Array.from({ length }, () => round(3 * draw.normal()));
      const wrong = (bound: 'low' | 'high') =>
        simulate(trials, () => {
          const { low, high } = boundShift(sample(7), sample(6), 0.05);
          return bound === 'low' ? low > 0 : high < 0;
        });
      for (const bound of ['low', 'high'] as const) {
        expect(wrong(bound)).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials));
      }
    }
  });

  it('has no bounds where samples are too small for the error', () => {
    expect(boundShift([1, 2, 3], [11, 12, 13], 0.01)).toEqual({
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
    });
    const { low, high } = boundShift([1, 2, 3, 4, 5, 6], [11, 12, 13, 14, 15, 16], 0.01);
    expect(low).toBeGreaterThan(5);
    expect(high).toBeLessThan(15);
  });

  it('copes with values that were never reached', () => {
    const never = Number.POSITIVE_INFINITY;
    expect(boundShift([1, 2, 3, 4, 5], Array(5).fill(never), 0.05).low).toBe(never);
    expect(boundShift(Array(5).fill(never), Array(5).fill(never), 0.05)).toEqual({ low: 0, high: 0 });
  });
});
