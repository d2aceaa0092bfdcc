import { expect, it } from 'vitest';
import { isDecided } from '../../src/commands/run.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';

it.each([
  [{ code: 'unchanged' }, true],
  [{ code: 'inconclusive' }, false],
  [{ code: 'first-run' }, false],
  [{ code: 'skipped', reason: { kind: 'too-few-requests' } }, false],
])('whether git bisect learns something from %j: %s', (change, expected) => {
  const changes = [change, { code: 'inconclusive', metric: { kind: 'tail' } }];
  const verdict = { changes: changes.map((one) => ({ metric: { kind: 'percentile' }, ...one })) };
  expect(isDecided(verdict as unknown as Verdict)).toBe(expected);
});
