import { expect, it } from 'vitest';
import { chooseConfidence } from '../../src/statistics/confidence.ts';

it('the confidence of a look leaves most of the error to the last look, or to all where there is one', () => {
  expect(chooseConfidence([10, 14], 10)).toBeCloseTo(0.992);
  expect(chooseConfidence([10, 14], 14)).toBeCloseTo(0.968);
  // A run that ends between two looks ends there.
  expect(chooseConfidence([10, 14], 12)).toBeCloseTo(0.968);
  expect(chooseConfidence([6], 6)).toBeCloseTo(0.96);
  expect(chooseConfidence([1, 2, 3, 4], 2)).toBeCloseTo(1 - (2 * 0.004) / 3, 6);
});
