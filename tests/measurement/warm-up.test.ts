import { describe, expect, it } from 'vitest';
import { findWarmUp } from '../../src/measurement/warm-up.ts';
import { makeRound } from '../fixtures.ts';

/** Half a second around a median, in ms. */
const slice = (median: number) =>
  makeRound([0.8 * median, 0.9 * median, median, 1.1 * median, 3 * median], { seconds: 0.5 });
const slices = (medians: number[]) => medians.map(slice);
const measured = slices([10, 10.5, 9.5, 10]);

describe('the end of a warm-up', () => {
  it('is a slice after a cold start has come down to the level of the slices: it may have ended within one', () => {
    expect(findWarmUp(slices([40, 25, 18, 14, 11, 10, 10, 10]), measured)).toBe(2.5);
    expect(findWarmUp(slices([40, 25, 18, 14, 11, 10, 10, 10]), measured, 0.75)).toBe(3.25);
  });

  it('is after a second at the earliest, even if nothing was cold', () => {
    expect(findWarmUp(slices([10, 10, 11, 10]), measured)).toBe(1);
    expect(findWarmUp(slices([10, 40, 40, 40, 40, 10, 10, 10]), measured)).toBe(3);
  });

  it('is not put off by a single slow slice, nor by slices that are faster', () => {
    expect(findWarmUp(slices([10, 10, 10, 16, 10, 10, 10, 10]), measured)).toBe(1);
    expect(findWarmUp(slices([5, 5, 5, 6, 10, 10, 10, 10]), measured)).toBe(1);
  });

  it('is unknown when the last slice is still cold', () => {
    expect(findWarmUp(slices([40, 35, 30, 25, 20, 18, 16, 14]), measured)).toBeNull();
  });
});
