import { describe, expect, test } from 'vitest';
import { exitCodeOf, findGravest, VERDICT_CODES, type VerdictCode } from '../../src/verdict/codes.ts';

describe('a verdict', () => {
  test.each<[VerdictCode, boolean, number]>([
    ['regressed', true, 1],
    ['missed', true, 1],
    ['invalid', true, 3],
    ['inconclusive', true, 1],
    ['inconclusive', false, 0],
    ['accepted', false, 0],
  ])('%s with blocks: %s ends with %i', (code, blocks, expected) => {
    expect(exitCodeOf({ code, blocks })).toBe(expected);
  });

  test('is named by the gravest finding, in whatever order they come', () => {
    expect(findGravest(['met', 'first-run', 'unchanged'])).toBe('unchanged');
    expect(findGravest(['inconclusive', 'missed', 'at-limit'])).toBe('missed');
    expect(findGravest(VERDICT_CODES.toReversed())).toBe('regressed');
    expect(findGravest([])).toBe('skipped');
  });
});
