import { expect, test } from 'vitest';
import { nearest } from '../../../src/config/diagnostics/words.ts';

const KEYS = ['service', 'services', 'scenarios', 'target', 'slo', 'load', 'url'];

test.each([
  ['scenarois', 'scenarios'],
  ['Services', 'services'],
  ['tagret', 'target'],
  ['lod', 'load'],
  ['ulr', 'url'],
  ['variants', undefined],
  ['', undefined],
  ['a'.repeat(100), undefined],
])('%s was meant to be %s', (slip, meant) => {
  expect(nearest(slip, KEYS)).toBe(meant);
});

test('words of two letters are too short to compare', () => {
  expect(nearest('us', ['ms'])).toBeUndefined();
});
