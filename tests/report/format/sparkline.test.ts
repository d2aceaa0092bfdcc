import { expect, test } from 'vitest';
import { drawSparkline } from '../../../src/report/format/sparkline.ts';

test('rises linearly from the least to the greatest value', () => {
  expect(drawSparkline([1, 2, 3, 4, 5, 6, 7, 8])).toBe('▁▂▃▄▅▆▇█');
  expect(drawSparkline([100, 0])).toBe('█▁');
});

test('keeps equal values, and values that hardly differ, near the middle', () => {
  expect(drawSparkline([5, 5, 5])).toBe('▄▄▄');
  expect(drawSparkline([0, 0])).toBe('▄▄');
  expect(drawSparkline([60, 61, 59.5, 60.4])).toMatch(/^[▃▄▅▆]+$/);
  expect(drawSparkline([7])).toBe('▄');
});

test('shows a jump of a fifth beside steady values', () => {
  const line = drawSparkline([60, 61, 59.5, 60.4, 72.2]);
  expect(line.at(-1)).toBe('█');
  expect(line.slice(0, -1)).toMatch(/^[▁▂]+$/);
});

test('marks what was never answered and what is not known, on a scale of the rest', () => {
  expect(drawSparkline([1, Number.POSITIVE_INFINITY, 8, Number.NaN])).toBe('▁✕█·');
  expect(drawSparkline([Number.POSITIVE_INFINITY])).toBe('✕');
  expect(drawSparkline([])).toBe('');
});
