import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const { failRequests } = await import(pathToFileURL(resolve('bench/faults/api.mjs')).href);

it.each([
  ['slower', 'cut off'],
  ['label of another head', 'another shape'],
  ['fork', 'a fault for good'],
  ['no result', 'lost once'],
])('whichever request fails, a step that may not pass passes by none (%s, %s)', async (name, way) => {
  const figures = await failRequests([name], [way]);
  expect(figures.faults).toEqual([]);
  expect(figures.steps).toBeGreaterThan(5);
});
