import { expect, it } from 'vitest';
import { isUnfinished } from '../../src/blocks/answers.ts';
import type { Block } from '../../src/blocks/block.ts';
import type { Work } from '../../src/config/config.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const SCRIPT: Work = { kind: 'script', path: '/x/a.js', exec: 'default' };

/** Tells of such stretches, in which `whole` of the iterations came to their end. */
function tell(stretches: { arm?: string; sent?: number; whole?: number }[]) {
  const step = planRun(makeConfig({ scenarios: [makeScenario({ work: SCRIPT })] }), { paired: true })
    .steps[0]!;
  const kept = stretches.map(({ arm = 'head', sent = 30, whole = 0 }) => ({
    slot: { step, arm },
    sent,
    whole,
  }));
  return isUnfinished(step, { kept } as unknown as Block);
}

it('a script is unfinished of which no iteration comes to its end, whatever the base does', () => {
  expect(tell([{}, {}, { arm: 'base', whole: 30 }])).toBe(true);
  expect([tell([{}, { whole: 1 }]), tell([{ sent: 0 }]), tell([])]).toEqual([false, false, false]);
});
