import { describe, expect, it } from 'vitest';
import type { Round } from '../../src/measurement/measurement.ts';
import { judgeFailures } from '../../src/verdict/failures.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

const nothing = { records: 0, differs: [] };

/** Six rounds of 500 requests of which each fails with the given chance. */
function drawRun(draw: Draw, rate: number): Round[] {
  return Array.from({ length: 6 }, () => {
    let failed = 0;
    for (let i = 0; i < 500; i++) if (draw.uniform() < rate) failed++;
    return makeRound([1, 2, 3], { ok: 500 - failed, failed });
  });
}

function judge(draw: Draw, before: number, now: number) {
  const runs = Array.from({ length: 6 }, () => drawRun(draw, before));
  return judgeFailures('search', drawRun(draw, now), { runs, incompatible: nothing }, 1 / 4);
}

describe('the failure rate against earlier runs', () => {
  it('raises a false alarm in at most one of a hundred runs', () => {
    const draw = seed(9);
    expect(simulate(500, () => judge(draw, 0.003, 0.003)?.code === 'regressed')).toBeLessThanOrEqual(0.01);
  });

  it('sees requests that began to fail, also where none ever had', () => {
    const draw = seed(10);
    expect(simulate(100, () => judge(draw, 0, 0.02)?.code === 'regressed')).toBeGreaterThan(0.95);
    expect(simulate(100, () => judge(draw, 0.005, 0.05)?.code === 'regressed')).toBeGreaterThan(0.95);
  });

  it('says nothing when nothing ever failed, or when there is too little to compare with', () => {
    const draw = seed(11);
    expect(judge(draw, 0, 0)).toBeNull();
    expect(judgeFailures('search', drawRun(draw, 0.5), { runs: [], incompatible: nothing }, 1)).toBeNull();
  });
});
