import { describe, expect, it } from 'vitest';
import type { Metric } from '../../src/config/config.ts';
import { judgeChange } from '../../src/verdict/change.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

const P50: Metric = { kind: 'percentile', percent: 50 };
const NOTHING = { records: 0, differs: [] };

/** One run: a single round of a constant latency, scattered log-normally from run to run. */
function drawRun(draw: Draw, spread: number, typical = 10) {
  return [makeRound(Array(10).fill(typical * Math.exp(spread * draw.normal())))];
}

describe('a change judged by history', () => {
  it.each([
    [5, 0.02],
    [5, 0.2],
    [20, 0.1],
    [64, 0.4],
  ])(
    'raises a false alarm in at most one of a hundred runs of 3 metrics, with %i records and a spread of %f',
    (runs, spread) => {
      const draw = seed(runs);
      const alarms = simulate(1500, () =>
        [1, 2, 3].some(() => {
          const history = {
            runs: Array.from({ length: runs }, () => drawRun(draw, spread)),
            incompatible: NOTHING,
          };
          return judgeChange('search', P50, drawRun(draw, spread), history, 0.05, 1 / 3).code === 'regressed';
        }),
      );
      // Three standard errors above the promise.
      expect(alarms).toBeLessThanOrEqual(0.01 + 3 * Math.sqrt((0.01 * 0.99) / 1500));
    },
  );

  it('sees a doubling on a steady service with ten records nearly always, and an improvement as well', () => {
    const draw = seed(7);
    const history = () => ({
      runs: Array.from({ length: 10 }, () => drawRun(draw, 0.05)),
      incompatible: NOTHING,
    });
    const seen = (typical: number, code: string) =>
      simulate(
        300,
        () => judgeChange('search', P50, drawRun(draw, 0.05, typical), history(), 0.05, 1 / 2).code === code,
      );
    expect(seen(20, 'regressed')).toBeGreaterThan(0.99);
    expect(seen(5, 'improved')).toBeGreaterThan(0.99);
  });

  it('blocks nothing below the tolerance, however sure it is', () => {
    const runs = Array.from({ length: 60 }, (_, i) => [makeRound([10 + (i % 2) * 0.01])]);
    const history = { runs, incompatible: NOTHING };
    expect(judgeChange('search', P50, [makeRound([11.5])], history, 0.2, 1)).toMatchObject({
      code: 'unchanged',
    });
    expect(judgeChange('search', P50, [makeRound([11.5])], history, 0.05, 1)).toMatchObject({
      code: 'regressed',
    });
  });

  it('cannot tell when history is noisier than the tolerance, and says so', () => {
    const draw = seed(8);
    const history = { runs: Array.from({ length: 6 }, () => drawRun(draw, 0.5)), incompatible: NOTHING };
    const finding = judgeChange('search', P50, [makeRound([10])], history, 0.05, 1);
    expect(finding).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'noisy-history' },
      attainableError: 1 / 7,
    });
  });

  it('names too few, missing and incompatible records', () => {
    const head = [makeRound([10])];
    const judge = (runs: number, incompatible = NOTHING as { records: number; differs: string[] }) =>
      judgeChange(
        'search',
        P50,
        head,
        { runs: Array.from({ length: runs }, () => head), incompatible },
        0.05,
        1,
      );
    expect(judge(0)).toMatchObject({ code: 'first-run', reason: { kind: 'no-records' } });
    expect(judge(4)).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'too-few-records', compatible: 4, needed: 5 },
    });
    expect(judge(0, { records: 3, differs: ['CPU model'] })).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'incompatible-records', records: 3, differs: ['CPU model'] },
    });
  });

  it('calls it a regression when so many requests fail that the percentile is gone', () => {
    const runs = Array.from({ length: 5 }, () => [makeRound([10, 11, 12])]);
    const head = [makeRound([10], { failed: 9 })];
    expect(judgeChange('search', P50, head, { runs, incompatible: NOTHING }, 0.05, 1)).toMatchObject({
      code: 'regressed',
      head: Number.POSITIVE_INFINITY,
    });
  });
});
