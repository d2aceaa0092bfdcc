import { describe, expect, test } from 'vitest';
import { decideChange, isShownJointly } from '../../src/statistics/decision.ts';

const OPEN = { worse: false, better: false, least: -0.1, most: 0.2 };

describe('the decision on a change', () => {
  test('asks of a slowdown that there is one, and that it is beyond the tolerance', () => {
    expect(decideChange({ ...OPEN, worse: true, least: 0.06 }, 0.05)).toBe('regressed');
    expect(decideChange({ ...OPEN, worse: true, least: 0.05 }, 0.05)).toBe('inconclusive');
    expect(decideChange({ ...OPEN, least: 0.06 }, 0.05)).toBe('inconclusive');
  });

  test('calls what is better so before it calls it unchanged', () => {
    expect(decideChange({ ...OPEN, better: true, most: -0.1 }, 0.05)).toBe('improved');
    expect(decideChange({ ...OPEN, most: -0.1 }, 0.05)).toBe('unchanged');
  });

  test('takes a change for none where it is small, though beyond the tolerance', () => {
    expect(decideChange(OPEN, 0.05)).toBe('inconclusive');
    expect(decideChange(OPEN, 0.05, 0.3)).toBe('unchanged');
    expect(decideChange({ ...OPEN, worse: true, least: 0.06 }, 0.05, 0.3)).toBe('regressed');
  });
});

describe('the interval that is shown', () => {
  test('is the joint one where the metric by itself would contradict the code', () => {
    expect(isShownJointly('inconclusive', { least: 0.3 }, 0.05)).toBe(true);
    expect(isShownJointly('inconclusive', { least: 0.01 }, 0.05)).toBe(false);
    expect(isShownJointly('regressed', { least: 0.3 }, 0.05)).toBe(false);
    expect(isShownJointly('improved', { least: -0.3 }, 0.05)).toBe(true);
  });
});
