import { describe, expect, it } from 'vitest';
import { boundResent } from '../../src/blocks/resent.ts';
import type { SlotResult } from '../../src/k6/summary.ts';
import type { CpuSample } from '../../src/machine/samples.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { makeRound } from '../fixtures.ts';

const slotOf = (arm: Arm, connects: number, startSeconds = 0) =>
  ({
    slot: { arm, startSeconds, turns: null },
    slices: [1000, 2000].map((startedAt) => makeRound([1], { startedAt, seconds: 1, resent: 2 })),
    connects,
  }) as unknown as SlotResult;

/** The machine begins so many connections from the start of the slots on, and 40 before. */
const samplesOf = (opens: number) =>
  [
    [0, 0],
    [1000, 40],
    [3000, 40 + opens],
    [4000, 40 + opens],
  ].map(([wall, count]) => ({ wall, monotonic: wall, opens: count }) as CpuSample);

function count(results: SlotResult[], opens: number, forwarded: Arm[] = []): number[] {
  const bounded = boundResent(results, samplesOf(opens), new Set(forwarded));
  return bounded.map(({ slices }) => slices.reduce((sum, { resent = 0 }) => sum + resent, 0));
}

describe('requests that seem to have been sent again', () => {
  it('are no more than connections that k6 does not know of, and none without one', () => {
    expect(count([slotOf('head', 30)], 33)).toEqual([3]);
    expect(count([slotOf('head', 30)], 30)).toEqual([0]);
  });

  it('are not taken from the connections of the other arm in the same turns', () => {
    expect(count([slotOf('base', 30), slotOf('head', 20)], 50)).toEqual([0, 0]);
    expect(count([slotOf('base', 30), slotOf('head', 20, 9)], 50)).toEqual([4, 4]);
  });

  it('are not taken from the connections that a proxy makes for those of k6', () => {
    expect(count([slotOf('head', 30)], 60)).toEqual([4]);
    expect(count([slotOf('head', 30)], 60, ['head'])).toEqual([0]);
    expect(count([slotOf('head', 30)], 67, ['head'])).toEqual([3]);
    expect(count([slotOf('base', 30), slotOf('head', 20)], 72, ['head'])).toEqual([2, 1]);
  });
});
