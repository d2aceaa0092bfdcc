import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const { killRecorders } = await import(pathToFileURL(resolve('bench/faults/records.mjs')).href);

it('a kill of one of two that record at once loses no record, halves none, and leaves nothing', async () => {
  const figures = await killRecorders({ kills: 8, seed: 7 });
  expect(figures.faults).toEqual([]);
  // Each survivor, and the four that were not disturbed.
  expect(figures.records).toBeGreaterThanOrEqual(12);
  expect(Object.values<number>(figures.hit).reduce((sum, hits) => sum + hits, 0)).toBe(8);
});
