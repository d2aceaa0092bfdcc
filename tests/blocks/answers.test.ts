import { describe, expect, it } from 'vitest';
import { findUnfinished } from '../../src/blocks/answers.ts';
import type { Block } from '../../src/blocks/block.ts';
import type { Request, Work } from '../../src/config/config.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario, makeWork } from '../fixtures.ts';

const ask = (url: string, method = 'GET'): Request => ({
  method,
  url,
  headers: {},
  expectStatus: [],
  timeoutSeconds: 10,
});

describe('a script of which no iteration comes to its end', () => {
  const script: Work = { kind: 'script', path: '/x/a.js', exec: 'default' };

  /** What is found where such stretches were kept: of `ended` iterations out of so many that began. */
  function findOf(work: Work, kept: { arm: Arm; seconds: number; began: number; ended: number }[]) {
    const config = makeConfig({ scenarios: [makeScenario({ work })] });
    const step = planRun(config, { budgetSeconds: 60, paired: true }).steps[0]!;
    const slots = kept.map(({ arm, seconds, began, ended }) => ({
      slot: { step, arm, seconds },
      sent: began,
      whole: ended,
    }));
    return findUnfinished(step, slots.map((slot) => ({ kept: [slot] })) as unknown as Block[]);
  }
  const none = { arm: 'head', seconds: 1.5, began: 30, ended: 0 } as const;

  it('is told with the longest time that was measured at once', () => {
    expect(findOf(script, [none, { ...none, seconds: 5.5 }])).toEqual([{ label: 'search', seconds: 5.5 }]);
    // What the base does is no concern of the head.
    expect(findOf(script, [none, { ...none, arm: 'base', seconds: 9, ended: 30 }])).toEqual([
      { label: 'search', seconds: 1.5 },
    ]);
  });

  it('is not told where one iteration ended, or none began, nor of requests', () => {
    expect(findOf(script, [none, { ...none, ended: 1 }])).toEqual([]);
    expect(findOf(script, [{ ...none, began: 0 }])).toEqual([]);
    expect(findOf(script, [])).toEqual([]);
    expect(findOf(makeWork(ask('/')), [none])).toEqual([]);
  });
});
