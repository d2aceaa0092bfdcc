import { describe, expect, it } from 'vitest';
import { isFutile, simulateRest } from '../../src/statistics/futility.ts';
import { comparePairs, type PairedMetric, type PairedPlan } from '../../src/statistics/paired-comparison.ts';
import { seed, simulate } from '../random.ts';

const PLAN: PairedPlan = { planned: 16, looks: [8, 12, 16], seed: 1, rows: 2000 };

function drawMetric(
  draw: ReturnType<typeof seed>,
  scale: number,
  shift: number,
  blocks: number,
): PairedMetric {
  return {
    deviations: Array.from({ length: blocks }, () => shift + scale * draw.normal()),
    statistic: 'signed-rank',
    tolerance: Math.log(1.05),
    alpha: 0.01,
  };
}

function judge(metrics: PairedMetric[]) {
  const comparisons = comparePairs(metrics, PLAN);
  const undecided = comparisons.map(({ code }) => code === 'undecided');
  return { comparisons, undecided, futile: isFutile(metrics, comparisons, undecided, PLAN) };
}

describe('futility', () => {
  it('is seen in a run too noisy ever to tell, in its middle at times and mostly later', () => {
    const draw = seed(1);
    expect(simulate(40, () => judge([drawMetric(draw, 0.6, 0, 8)]).futile)).toBeGreaterThan(0.2);
    expect(simulate(40, () => judge([drawMetric(draw, 0.6, 0, 12)]).futile)).toBeGreaterThan(0.5);
  });

  it('is not seen before half of the blocks, nor after all, nor when everything is decided', () => {
    const draw = seed(2);
    expect(judge([drawMetric(draw, 0.6, 0, 7)]).futile).toBe(false);
    expect(judge([drawMetric(draw, 0.6, 0, 16)]).futile).toBe(false);
    expect(judge([drawMetric(draw, 0.005, 0, 12)])).toMatchObject({ undecided: [false], futile: false });
  });

  it('does not end runs that would have told', () => {
    const draw = seed(3);
    const lost = simulate(150, () => {
      const whole = drawMetric(draw, 0.06, 0.04, 16);
      const half = { ...whole, deviations: whole.deviations.slice(0, 8) };
      if (!judge([half]).futile) return false;
      return comparePairs([whole], PLAN)[0]!.code !== 'undecided';
    });
    expect(lost).toBeLessThanOrEqual(0.02);
  });

  it('does not hide a regression of one metric behind the noise of another', () => {
    const draw = seed(4);
    const clear = simulate(
      20,
      () => judge([drawMetric(draw, 0.6, 0, 8), drawMetric(draw, 0.05, 0.12, 8)]).futile,
    );
    expect(clear).toBeLessThanOrEqual(0.05);
  });

  it('foresees about what comes', () => {
    const draw = seed(5);
    let foreseen = 0;
    let came = 0;
    const runs = 100;
    for (let i = 0; i < runs; i++) {
      const whole = drawMetric(draw, 0.04, 0.1, 16);
      const half = { ...whole, deviations: whole.deviations.slice(0, 8) };
      const { isEverRegressed } = simulateRest(half, comparePairs([half], PLAN)[0]!, PLAN);
      const trials = Array.from({ length: 300 }, (_, trial) => isEverRegressed(trial));
      foreseen += trials.filter(Boolean).length / trials.length / runs;
      const isCalled = [12, 16].some((look) => {
        const seen = { ...whole, deviations: whole.deviations.slice(0, look) };
        return comparePairs([seen], PLAN)[0]!.code === 'regressed';
      });
      if (isCalled) came += 1 / runs;
    }
    expect(Math.abs(foreseen - came)).toBeLessThan(0.15);
  });
});
