import { expect, test } from 'vitest';
import { drawSparkline } from '../../../src/report/format/sparkline.ts';

test('is as high as its values, from zero on', () => {
  expect(drawSparkline([1, 2, 3, 4, 5, 6, 7, 8])).toBe('▁▂▃▄▅▆▇█');
  expect(drawSparkline([100, 0])).toBe('█▁');
  expect(drawSparkline([60, 61, 59.5, 72.2])).toBe('▇▇▇█');
  expect(drawSparkline([5, 5, 5])).toBe('███');
  expect(drawSparkline([0, 0])).toBe('▁▁');
});

test('marks what was never answered and what is not known, on a scale of the rest', () => {
  expect(drawSparkline([1, Number.POSITIVE_INFINITY, 8, Number.NaN])).toBe('▁✕█·');
  expect(drawSparkline([Number.POSITIVE_INFINITY])).toBe('✕');
  expect(drawSparkline([])).toBe('');
});
