import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { judgeFailures } from '../../src/verdict/failures.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

const nothing = { records: 0, differs: [] };

/** Six slices of 500 requests of which each fails with the given chance. */
function drawRun(draw: Draw, rate: number): Slice[] {
  return Array.from({ length: 6 }, () => {
    let failed = 0;
    for (let i = 0; i < 500; i++) if (draw.uniform() < rate) failed++;
    return makeRound([1, 2, 3], { ok: 500 - failed, failed });
  });
}

function judge(draw: Draw, before: number | number[], now: number, tolerance = 0.001) {
  const rates = Array.isArray(before) ? before : Array<number>(6).fill(before);
  const runs = rates.map((rate, index) => ({ commit: String(index), slices: drawRun(draw, rate) }));
  return judgeFailures('search', drawRun(draw, now), { runs, incompatible: nothing }, tolerance, 1 / 4);
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

  it('lets pass what the tolerance allows', () => {
    const draw = seed(14);
    expect(judge(draw, 0, 0.05)).toMatchObject({ code: 'regressed', tolerance: 0.001 });
    expect(judge(draw, 0, 0.05, 0.2)).toMatchObject({ code: 'unchanged', tolerance: 0.2 });
  });

  it('says nothing when nothing ever failed, or when there is too little to compare with', () => {
    const draw = seed(11);
    expect(judge(draw, 0, 0)).toBeNull();
    expect(
      judgeFailures('search', drawRun(draw, 0.5), { runs: [], incompatible: nothing }, 0.001, 1),
    ).toBeNull();
  });

  it('gives the change as a difference of shares', () => {
    const finding = judge(seed(12), 0.01, 0.05)!;
    expect(finding.change!.value).toBeCloseTo(finding.head - finding.base!);
    expect(finding.change!.low).toBeLessThan(finding.change!.value);
    expect(finding.change!.high).toBeGreaterThan(finding.change!.value);
  });

  it('forgets a time in which much failed once the base branch is sound again', () => {
    const draw = seed(13);
    const repaired = [...Array(12).fill(0.1), ...Array(10).fill(0)];
    expect(simulate(30, () => judge(draw, repaired, 0.03)?.code === 'regressed')).toBeGreaterThan(0.9);
    const repairedJustNow = [...Array(20).fill(0.1), ...Array(4).fill(0)];
    expect(judge(draw, repairedJustNow, 0.03)).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'few-records', since: '20', compatible: 4, needed: 5 },
    });
  });
});
