import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  comparePairs,
  findDetectable,
  type PairedComparison,
  type PairedMetric,
  type PairedPlan,
} from '../../src/statistics/paired-comparison.ts';
import { boundSorted } from '../../src/statistics/paired-statistic.ts';
import { estimatePseudomedian, sortPresent } from '../../src/statistics/signed-rank.ts';
import { type Draw, seed, simulate } from '../random.ts';

const TOLERANCE = Math.log(1.05);

type Study = {
  plan: PairedPlan;
  /** Deviation of one block of one metric, centred. */
  noise: (draw: Draw) => number;
  /** True shift of each metric. */
  shifts: readonly number[];
  tolerance?: number;
};

const t3 = (draw: Draw) =>
  draw.normal() / Math.sqrt((draw.normal() ** 2 + draw.normal() ** 2 + draw.normal() ** 2) / 3);
const normal = (draw: Draw) => draw.normal();
const lognormal = (draw: Draw) => Math.exp(0.6 * draw.normal()) - Math.exp(0.6 * draw.normal());

function drawMetrics(draw: Draw, { plan, noise, shifts, tolerance = TOLERANCE }: Study): PairedMetric[] {
  return shifts.map((shift) => ({
    deviations: Array.from({ length: plan.planned }, () => shift + noise(draw)),
    tolerance,
    alpha: 0.01,
  }));
}

/** The run as it would go on: it stops when something regressed or everything is decided. */
function runToEnd(metrics: readonly PairedMetric[], plan: PairedPlan): PairedComparison[] {
  let comparisons: PairedComparison[] = [];
  for (const look of plan.looks) {
    const sofar = metrics.map((metric) => ({ ...metric, deviations: metric.deviations.slice(0, look) }));
    comparisons = comparePairs(sofar, plan);
    const codes = comparisons.map(({ code }) => code);
    if (codes.includes('regressed') || !codes.includes('inconclusive')) break;
  }
  return comparisons;
}

const PLAN: PairedPlan = { planned: 14, looks: [10, 12, 14], seed: 1, rows: 1000 };

describe('a paired comparison', () => {
  it('calls identical code regressed in at most 1 % of runs, even when nothing is tolerated', () => {
    const draw = seed(1);
    const study = { plan: PLAN, noise: t3, shifts: [0, 0, 0], tolerance: 0 };
    const alarms = simulate(300, () =>
      runToEnd(drawMetrics(draw, study), PLAN).some(({ code }) => code === 'regressed'),
    );
    expect(alarms).toBeLessThanOrEqual(0.01 + 3 * Math.sqrt((0.01 * 0.99) / 300));
  });

  it('has bounds that hold for all metrics at once, at the look where the run stops', () => {
    const draw = seed(2);
    const shifts = [0, 0.1, 0.2];
    const study = { plan: PLAN, noise: (d: Draw) => 0.05 * normal(d), shifts };
    let [tooHigh, tooLow] = [0, 0];
    const trials = 300;
    for (let i = 0; i < trials; i++) {
      const comparisons = runToEnd(drawMetrics(draw, study), PLAN);
      if (comparisons.some(({ low }, m) => low > shifts[m]!)) tooHigh++;
      if (comparisons.some(({ high }, m) => high < shifts[m]!)) tooLow++;
    }
    const allowed = 0.01 + 3 * Math.sqrt((0.01 * 0.99) / trials);
    expect(tooHigh / trials).toBeLessThanOrEqual(allowed);
    expect(tooLow / trials).toBeLessThanOrEqual(allowed);
  });

  describe.each([
    ['normal', normal],
    ['heavy-tailed', t3],
  ])('of a change as big as the tolerance: %s noise', (_, noise) => {
    const ONE_OF_TWENTY = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / 400);
    const shareOf = (code: string, from: number) => {
      const draw = seed(from);
      const study = { plan: PLAN, noise: (d: Draw) => 0.03 * noise(d), shifts: [TOLERANCE] };
      return simulate(400, () => runToEnd(drawMetrics(draw, study), PLAN)[0]!.code === code);
    };

    it('calls it unchanged in at most one run of twenty', () => {
      const wrong = shareOf('unchanged', 3);
      expect(wrong).toBeLessThanOrEqual(ONE_OF_TWENTY);
      expect(wrong).toBeGreaterThan(0.015);
    });

    it('calls it regressed in at most one run of twenty', () => {
      expect(shareOf('regressed', 4)).toBeLessThanOrEqual(ONE_OF_TWENTY);
    });
  });

  it('sees what is clear, either way, and says unchanged when that is clear', () => {
    const draw = seed(5);
    const study = { plan: PLAN, noise: (d: Draw) => 0.02 * normal(d), shifts: [0.12, -0.06, 0] };
    const codes = Array.from({ length: 60 }, () => comparePairs(drawMetrics(draw, study), PLAN));
    const share = (metric: number, code: string) =>
      codes.filter((comparisons) => comparisons[metric]!.code === code).length / codes.length;
    expect(share(0, 'regressed')).toBeGreaterThan(0.95);
    expect(share(1, 'improved')).toBeGreaterThan(0.95);
    expect(share(2, 'unchanged')).toBeGreaterThan(0.95);
  });

  it('says the same of the same data, and when a look behind is repeated', () => {
    const study = { plan: PLAN, noise: normal, shifts: [0, 1] };
    const metrics = drawMetrics(seed(6), study);
    const strip = (comparisons: PairedComparison[]) =>
      comparisons.map(({ findPValue, ...rest }) => ({ ...rest, p: findPValue() }));
    expect(strip(comparePairs(metrics, PLAN))).toEqual(strip(comparePairs(metrics, PLAN)));
  });

  it('spends on a run cut short only what is due by then', () => {
    const nine = Array.from({ length: 9 }, (_, i) => 0.2 + i / 100);
    const metric = { deviations: nine, tolerance: 0.05, alpha: 0.01 } as const;
    // All of nine blocks worse: 2⁻⁹ = 0.2 %, of 1 % · (9/14)² = 0.41 %, but not of 1 % · (9/40)² = 0.05 %.
    expect(comparePairs([metric], { planned: 14, looks: [10, 14], seed: 1 })[0]!.code).toBe('regressed');
    expect(comparePairs([metric], { planned: 40, looks: [20, 40], seed: 1 })[0]).toMatchObject({
      code: 'inconclusive',
      reachable: false,
      low: Number.NEGATIVE_INFINITY,
    });
  });

  it('keeps metrics of another confidence in a family of their own', () => {
    const draw = seed(7);
    const metrics = drawMetrics(draw, { plan: PLAN, noise: normal, shifts: Array(8).fill(0) });
    const alone = comparePairs([{ ...metrics[0]!, alpha: 0.2 }], PLAN);
    const among = comparePairs([{ ...metrics[0]!, alpha: 0.2 }, ...metrics.slice(1)], PLAN);
    expect(among[0]).toMatchObject({ low: alone[0]!.low, high: alone[0]!.high });
    expect(comparePairs(metrics, PLAN)[0]!.low).toBeLessThan(alone[0]!.low);
  });

  it('is what the worked example of docs/statistics-details.md says', () => {
    const base = [61.2, 60.1, 63.0, 59.4, 61.8, 60.7, 62.2, 60.9, 64.1, 59.9, 61.5, 60.3];
    const head = [68.9, 66.0, 66.4, 67.9, 70.1, 64.3, 71.6, 66.2, 69.0, 69.3, 66.8, 68.2];
    const metric: PairedMetric = {
      deviations: head.map((ms, i) => Math.log(ms / base[i]!)),
      tolerance: TOLERANCE,
      alpha: 0.01,
    };
    const plan = { planned: 12, looks: [10, 12], seed: 1 };
    const sofar = (blocks: number) => {
      const seen = { ...metric, deviations: metric.deviations.slice(0, blocks) };
      const [comparison] = comparePairs([seen], plan);
      const { code, estimate, low, high, findPValue, calibration } = comparison!;
      const ascending = sortPresent(seen.deviations);
      const own = boundSorted(ascending, calibration.own[plan.looks.indexOf(blocks)]!);
      const percents = [estimate, low, high].map((x) => (100 * Math.expm1(x)).toFixed(1));
      const detectable = (100 * Math.expm1(findDetectable(seen, comparison!, plan))).toFixed(0);
      return { code, percents, own: (100 * Math.expm1(own)).toFixed(1), p: findPValue(), detectable };
    };
    expect(sofar(10)).toMatchObject({
      code: 'regressed',
      percents: ['10.7', '6.8', '14.7'],
      own: '7.9',
      p: 6 / 2 ** 12,
    });
    expect(sofar(12)).toEqual({
      code: 'regressed',
      percents: ['10.9', '7.3', '14.3'],
      own: '8.7',
      p: 2 ** -12,
      detectable: '8',
    });
    const document = readFileSync('docs/statistics-details.md', 'utf8');
    for (const ms of [...base, ...head]) expect(document).toContain(ms.toFixed(1));
    for (const text of ['+10.7 % (+6.8 … +14.7 %)', '+10.9 % (+7.3 … +14.3 %)', '0.15 %', '0.024 %']) {
      expect(document).toContain(text);
    }
  });

  it('takes it for unchanged when nothing ever differs, as with failures that do not happen', () => {
    const quiet = {
      deviations: Array(12).fill(0),
      tolerance: 0.001,
      alpha: 0.01,
    } as const;
    const plan = { planned: 12, looks: [12], seed: 1 };
    expect(comparePairs([quiet], plan)[0]).toMatchObject({ code: 'unchanged', estimate: 0, low: 0, high: 0 });
    const noisy = { ...quiet, deviations: Array.from({ length: 12 }, (_, i) => i - 4) };
    expect(comparePairs([noisy, quiet, quiet], plan)[0]).toMatchObject({
      low: comparePairs([noisy], plan)[0]!.low,
    });
  });

  it('takes percentiles that vanish in failures for the worst there is', () => {
    const deviations = Array(12).fill(Number.POSITIVE_INFINITY);
    const plan = { planned: 12, looks: [12], seed: 1 };
    const [lost] = comparePairs([{ deviations, tolerance: 0.05, alpha: 0.01 }], plan);
    expect(lost).toMatchObject({ code: 'regressed', estimate: Number.POSITIVE_INFINITY });
    const some = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, ...Array(10).fill(0)];
    const [mixed] = comparePairs([{ deviations: some, tolerance: 0.05, alpha: 0.01 }], plan);
    expect(mixed).toMatchObject({ estimate: 0, spread: Number.NaN });
    expect(mixed!.code).not.toBe('regressed');
  });
});

describe('the minimum detectable change', () => {
  it.each([
    ['normal', normal, 0.03],
    ['log-normal', lognormal, 0.03],
    ['heavy-tailed', t3, 0.02],
  ])('is reported in 80 ± 10 of 100 runs: %s noise', (_, noise, scale) => {
    const draw = seed(8);
    let [called, runs] = [0, 0];
    for (let i = 0; i < 25; i++) {
      const study = { plan: PLAN, noise: (d: Draw) => scale * noise(d), shifts: [0, 0] };
      const metrics = drawMetrics(draw, study);
      const shift = findDetectable(metrics[0]!, comparePairs(metrics, PLAN)[0]!, PLAN);
      for (let j = 0; j < 8; j++) {
        const changed = drawMetrics(draw, { ...study, shifts: [shift, 0] });
        runs++;
        if (runToEnd(changed, PLAN)[0]!.code === 'regressed') called++;
      }
    }
    expect(Math.abs(called / runs - 0.8)).toBeLessThanOrEqual(0.1);
  });

  it('of a failure rate counts failures, which come one by one, and is careful where there were none', () => {
    const draw = seed(9);
    const requests = 400;
    const plan = { planned: 12, looks: [9, 12], seed: 1, rows: 1000 };
    // Small means only: Knuth's product of uniforms.
    const poisson = (mean: number) => {
      let count = 0;
      for (let product = draw.uniform(); product > Math.exp(-mean); product *= draw.uniform()) count++;
      return count;
    };
    const drawErrors = (base: number, head: number): PairedMetric => ({
      deviations: Array.from(
        { length: plan.planned },
        () => (poisson(head * requests) - poisson(base * requests)) / requests,
      ),
      tolerance: 0.001,
      alpha: 0.01,
      requests,
    });
    // With few blocks that differ at all, the first look spends less than is due, which the last one has over.
    for (const [base, most] of [
      [0, 1],
      [0.01, 0.92],
    ] as const) {
      let [called, runs] = [0, 0];
      for (let i = 0; i < 15; i++) {
        const same = drawErrors(base, base);
        const share = findDetectable(same, comparePairs([same], plan)[0]!, plan);
        for (let j = 0; j < 8; j++) {
          runs++;
          if (runToEnd([drawErrors(base, base + share)], plan)[0]!.code === 'regressed') called++;
        }
      }
      expect(called / runs, `base ${base}`).toBeGreaterThanOrEqual(0.68);
      expect(called / runs, `base ${base}`).toBeLessThanOrEqual(most);
    }
  });

  it('is nothing when failures hide half of the blocks', () => {
    const deviations = Array.from({ length: 14 }, (_, i) =>
      i % 2 === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY,
    );
    const metric = { deviations, tolerance: 0.05, alpha: 0.01 } as const;
    expect(findDetectable(metric, comparePairs([metric], PLAN)[0]!, PLAN)).toBe(Number.POSITIVE_INFINITY);
  });

  it('shrinks with more blocks and less noise', () => {
    const draw = seed(10);
    const detect = (planned: number, scale: number) => {
      const plan = { planned, looks: [planned], seed: 1 };
      const metrics = drawMetrics(draw, { plan, noise: (d) => scale * normal(d), shifts: [0] });
      expect(Math.abs(estimatePseudomedian(metrics[0]!.deviations))).toBeLessThan(scale);
      return findDetectable(metrics[0]!, comparePairs(metrics, plan)[0]!, plan);
    };
    expect(detect(24, 0.04)).toBeLessThan(detect(10, 0.04));
    expect(detect(16, 0.01)).toBeLessThan(detect(16, 0.06));
    expect(detect(16, 0.001)).toBeGreaterThan(TOLERANCE);
  });
});
