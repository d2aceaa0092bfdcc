import { expect, it } from 'vitest';
import { findUnfinished } from '../../src/blocks/answers.ts';
import type { Block } from '../../src/blocks/block.ts';
import type { Work } from '../../src/config/config.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const SCRIPT: Work = { kind: 'script', path: '/x/a.js', exec: 'default' };

/** Finds where such stretches were kept: of how many seconds, in which `whole` of the iterations came to their end. */
function find(kept: { arm?: string; seconds?: number; sent?: number; whole?: number }[]) {
  const step = planRun(makeConfig({ scenarios: [makeScenario({ work: SCRIPT })] }), { paired: true })
    .steps[0]!;
  const blocks = kept.map(({ arm = 'head', seconds = 1.5, sent = 30, whole = 0 }) => ({
    kept: [{ slot: { step, arm, seconds }, sent, whole }],
  }));
  return findUnfinished(step, blocks as unknown as Block[]);
}

it('a script of which no iteration comes to its end is told with the longest time that was measured at once', () => {
  // What the base does is no concern of the head.
  const base = { arm: 'base', seconds: 9, whole: 30 };
  expect(find([{}, { seconds: 5.5 }, base])).toEqual([{ label: 'search', seconds: 5.5 }]);
  expect([find([{}, { whole: 1 }]), find([{ sent: 0 }]), find([])]).toEqual([[], [], []]);
});
