import { describe, expect, it } from 'vitest';
import { countBlocksNeeded, scheduleLooks } from '../../src/statistics/looks.ts';

/** Chance (fraction) that every block is worse in some of so many independent metrics. */
const smallestAttainable = (metrics: number, blocks: number) => Math.min(1, metrics * 2 ** -blocks);

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
  it('are one where identical code is mostly called unchanged, and the last', () => {
    expect(scheduleLooks(14)).toEqual([10, 14]);
    expect(scheduleLooks(24)).toEqual([10, 24]);
    expect(scheduleLooks(10)).toEqual([10]);
    expect(scheduleLooks(6)).toEqual([6]);
  });
});
