import { expect, test } from 'vitest';
import { decideChange } from '../../src/statistics/decision.ts';

const OPEN = { worse: false, better: false, least: -0.1, most: 0.2 };

test.each([
  [{ worse: true, least: 0.06 }, 'regressed'],
  [{ worse: true, least: 0.05 }, 'inconclusive'],
  [{ least: 0.06 }, 'inconclusive'],
  [{ better: true, most: -0.1 }, 'improved'],
  [{ most: -0.1 }, 'unchanged'],
  [{ most: 0.05 }, 'inconclusive'],
])('a change of which %o is shown is %s, with a tolerance of 0.05', (shown, code) => {
  expect(decideChange({ ...OPEN, ...shown }, 0.05)).toBe(code);
});
