import { describe, expect, it } from 'vitest';
import { findRedirects, findUnfinished } from '../../src/blocks/answers.ts';
import type { Block } from '../../src/blocks/block.ts';
import type { Request, Work } from '../../src/config/config.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeRound, makeScenario } from '../fixtures.ts';

const ask = (url: string, method = 'GET'): Request => ({
  method,
  url,
  headers: {},
  expectStatus: [],
  timeoutSeconds: 10,
});

/** What is found in a block of 100 answers on each arm, of which so many on the head were redirects. */
function find(work: Work, redirects: number[], seen: Block['redirects']) {
  const plan = planRun(makeConfig({ scenarios: [makeScenario({ work })] }), {
    budgetSeconds: 60,
    paired: true,
  });
  const slots = listBlockSlots(plan, 0).filter(({ round }) => round !== null);
  const first = slots.find(({ arm }) => arm === 'head')!;
  const kept = [first, slots.find(({ arm }) => arm === 'base')!].map((slot) => ({
    slot,
    slices: [makeRound(Array(100).fill(1))],
    answers: redirects.map((count) => ({
      sizes: null,
      statuses: new Map(
        slot.arm === 'head'
          ? [
              [302, count],
              [200, 100 - count],
            ]
          : [[200, 100]],
      ),
    })),
  }));
  return findRedirects(first.step, [{ kept, redirects: seen }] as unknown as Block[]);
}

const login = (which = 0, location: string | null = '/login') => [
  { label: 'search', which, status: 302, location },
];

describe('a request that is mostly redirected', () => {
  const work: Work = { kind: 'request', request: ask('/?token=planted') };

  it('is told with the first status and path, and without its query', () => {
    expect(find(work, [100], login())).toEqual([
      { label: 'search', request: '/', status: 302, location: '/login', share: 1 },
    ]);
  });

  it('is not told when half of the answers or fewer lead on', () => {
    expect(find(work, [50], login())).toEqual([]);
    expect(find(work, [51], login())).toMatchObject([{ share: 0.51 }]);
    expect(find(work, [0], [])).toEqual([]);
  });

  it('is found among several', () => {
    const mix = [
      { request: ask('/items'), weight: 3 },
      { request: ask('/basket', 'POST'), weight: 1 },
    ];
    const mixed: Work = { kind: 'request', request: mix[0]!.request, mix };
    expect(find(mixed, [0, 100], login(1))).toMatchObject([{ request: 'POST /basket', share: 1 }]);
    expect(find(mixed, [25, 0], login(0))).toEqual([]);
  });

  it('is not looked for in scripts, which follow redirects', () => {
    expect(find({ kind: 'script', path: '/x/a.js', exec: 'default' }, [100], login())).toEqual([]);
  });
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
    expect(findOf({ kind: 'request', request: ask('/') }, [none])).toEqual([]);
  });
});
