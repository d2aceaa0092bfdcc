import { expect, test } from 'vitest';
import { nearest } from '../../../src/config/diagnostics/words.ts';

const KEYS = ['service', 'services', 'scenarios', 'target', 'slo', 'load', 'url'];

test.each([
  ['scenarois', 'scenarios'],
  ['Services', 'services'],
  ['servce', 'service'],
  ['tagret', 'target'],
  ['lod', 'load'],
  ['solo', 'slo'],
  ['ulr', 'url'],
])('%s was meant to be %s', (slip, meant) => {
  expect(nearest(slip, KEYS)).toBe(meant);
});

test('nothing is proposed for what is near to nothing', () => {
  expect(['variants', 'xyz', '', 'a'.repeat(100)].map((word) => nearest(word, KEYS))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(nearest('us', ['ms'])).toBeUndefined();
});
