import { describe, expect, it } from 'vitest';
import { countBlocksNeeded, scheduleLooks, smallestAttainable } from '../../src/statistics/looks.ts';

describe('the blocks that a verdict needs', () => {
  it.each([
    [1, 0.01, 7],
    [4, 0.01, 9],
    [10, 0.01, 10],
    [1, 2 ** -7, 7],
    [40, 0.01, 12],
    [10, 0.0001, 17],
  ])('for %i metrics and an error of %f are %i', (metrics, alpha, blocks) => {
    expect(countBlocksNeeded(metrics, alpha)).toBe(blocks);
    expect(smallestAttainable(metrics, blocks)).toBeLessThanOrEqual(alpha);
    expect(smallestAttainable(metrics, blocks - 1)).toBeGreaterThan(alpha);
  });
});

describe('the looks', () => {
  it('begin where a change can be called but after ten blocks at the latest, end with the plan, and are four at most', () => {
    for (let planned = 1; planned <= 60; planned++) {
      for (const metrics of [1, 4, 10, 40]) {
        const looks = scheduleLooks(planned, metrics, 0.01);
        expect(looks.at(-1)).toBe(planned);
        expect(looks.length).toBeLessThanOrEqual(4);
        expect(looks).toEqual([...new Set(looks)].sort((a, b) => a - b));
        expect(looks[0]).toBeLessThanOrEqual(10);
        if (looks[0]! < Math.min(10, planned)) {
          expect(smallestAttainable(metrics, looks[0]!)).toBeLessThanOrEqual((0.01 * looks[0]!) / planned);
        }
      }
    }
  });

  it('are as even as whole blocks allow', () => {
    expect(scheduleLooks(16, 10, 0.01)).toEqual([10, 12, 14, 16]);
    expect(scheduleLooks(14, 21, 0.01)).toEqual([10, 11, 13, 14]);
    expect(scheduleLooks(24, 4, 0.01)).toEqual([10, 15, 19, 24]);
    expect(scheduleLooks(6, 10, 0.01)).toEqual([6]);
  });
});
