import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { judgeChange, type StepHistory } from '../../src/verdict/history.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

const P50: Metric = { kind: 'percentile', percent: 50 };
const NOTHING = { records: 0, differs: [] };

const TRIALS = 400;
/** Three standard errors above a promise of 1 %. */
const ALLOWED = 0.01 + 3 * Math.sqrt((0.01 * 0.99) / TRIALS);

/** Runs as a history, with commits `0`, `1` and so on. */
function makeHistory(runs: Slice[][], incompatible: StepHistory['incompatible'] = NOTHING): StepHistory {
  return { runs: runs.map((slices, index) => ({ commit: String(index), slices })), incompatible };
}

/** One run: a single slice of a constant latency, scattered log-normally from run to run. */
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
      const alarms = simulate(TRIALS, () =>
        [1, 2, 3].some(() => {
          const history = makeHistory(Array.from({ length: runs }, () => drawRun(draw, spread)));
          return judgeChange('search', P50, drawRun(draw, spread), history, 0.05, 1 / 3).code === 'regressed';
        }),
      );
      expect(alarms).toBeLessThanOrEqual(ALLOWED);
    },
  );

  it('sees a doubling on a steady service with ten records nearly always, and an improvement as well', () => {
    const draw = seed(7);
    const history = () => makeHistory(Array.from({ length: 10 }, () => drawRun(draw, 0.05)));
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
    const history = makeHistory(runs);
    expect(judgeChange('search', P50, [makeRound([11.5])], history, 0.2, 1)).toMatchObject({
      code: 'unchanged',
    });
    expect(judgeChange('search', P50, [makeRound([11.5])], history, 0.05, 1)).toMatchObject({
      code: 'regressed',
    });
  });

  it('cannot tell when history is noisier than the tolerance, and says so', () => {
    const draw = seed(8);
    const history = makeHistory(Array.from({ length: 6 }, () => drawRun(draw, 0.5)));
    const finding = judgeChange('search', P50, [makeRound([10])], history, 0.05, 1);
    expect(finding).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'noisy' },
      attainableError: 1 / 7,
    });
  });

  it('names too few, missing and incompatible records', () => {
    const head = [makeRound([10])];
    const judge = (runs: number, incompatible = NOTHING as { records: number; differs: string[] }) =>
      judgeChange('search', P50, head, makeHistory(Array(runs).fill(head), incompatible), 0.05, 1);
    expect(judge(0)).toMatchObject({
      kind: 'uncompared',
      code: 'first-run',
      reason: { kind: 'few-records', compatible: 0, needed: 5 },
    });
    expect(judge(4)).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'few-records', compatible: 4, needed: 5 },
    });
    expect(judge(0, { records: 3, differs: ['CPU model'] })).toMatchObject({
      kind: 'uncompared',
      code: 'inconclusive',
      reason: {
        kind: 'few-records',
        compatible: 0,
        needed: 5,
        incompatible: { records: 3, differs: ['CPU model'] },
      },
    });
  });

  it('calls it a regression when so many requests fail that the percentile is gone, as it never was', () => {
    const runs: Slice[][] = Array(6).fill([makeRound([10, 11, 12])]);
    const gone = [makeRound([10], { failed: 9 })];
    expect(judgeChange('search', P50, gone, makeHistory(runs), 0.05, 1)).toMatchObject({
      code: 'regressed',
      head: Number.POSITIVE_INFINITY,
    });
    expect(judgeChange('search', P50, gone, makeHistory([...runs, gone]), 0.05, 1)).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'noisy' },
    });
  });

  it('is not kept from a verdict by one earlier run that failed', () => {
    const draw = seed(12);
    const runs = Array.from({ length: 20 }, () => drawRun(draw, 0.02));
    runs[10] = [makeRound([10], { failed: 9 })];
    const judge = (typical: number) =>
      judgeChange('search', P50, drawRun(draw, 0.02, typical), makeHistory(runs), 0.1, 1);
    expect(judge(10)).toMatchObject({ code: 'unchanged', attainableError: 1 / 20 });
    expect(judge(20)).toMatchObject({ code: 'regressed' });
  });

  it('is measured from the present level of the base branch only', () => {
    const draw = seed(13);
    const runs = (steps: number[]) => steps.map((typical) => drawRun(draw, 0.03, typical));
    const moved = [...Array(20).fill(10), ...Array(12).fill(13)];
    const judge = (history: Slice[][], typical: number) =>
      judgeChange('search', P50, drawRun(draw, 0.03, typical), makeHistory(history), 0.1, 1);
    const slower = simulate(100, () => judge(runs(moved), 16).code === 'regressed');
    expect(slower).toBeGreaterThan(0.95);
    const same = simulate(100, () => ['unchanged', 'inconclusive'].includes(judge(runs(moved), 13).code));
    expect(same).toBeGreaterThan(0.95);
    const finding = judge(runs(moved), 13);
    if (finding.kind !== 'history') throw new Error(finding.kind);
    expect(finding.base).toBeCloseTo(13, 0);
    expect(finding.history.length).toBeLessThanOrEqual(13);
    expect(finding.attainableError).toBeCloseTo(1 / (finding.history.length + 1));
  });

  it('raises no more false alarms for having left out what was before a step', () => {
    const draw = seed(14);
    const alarms = simulate(TRIALS, () => {
      const runs = Array.from({ length: 30 }, (_, i) => drawRun(draw, 0.05, i < 18 ? 10 : 12));
      return (
        judgeChange('search', P50, drawRun(draw, 0.05, 12), makeHistory(runs), 0.05, 1).code === 'regressed'
      );
    });
    expect(alarms).toBeLessThanOrEqual(ALLOWED);
  });

  it('says since when too few runs have been on the present level', () => {
    const runs = Array.from({ length: 23 }, (_, i) => [makeRound([i < 20 ? 10 + (i % 3) : 30 + (i % 2)])]);
    expect(judgeChange('search', P50, [makeRound([30])], makeHistory(runs), 0.1, 1)).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'few-records', since: '20', compatible: 3, needed: 5 },
      change: null,
    });
  });

  it('keeps its history across steps too small to matter', () => {
    const runs = Array.from({ length: 30 }, (_, i) => [
      makeRound([(i < 15 ? 10 : 10.1) + 0.01 * Math.sin(i * i)]),
    ]);
    const finding = judgeChange('search', P50, [makeRound([10.1])], makeHistory(runs), 0.1, 1);
    expect(finding).toMatchObject({
      code: 'unchanged',
      kind: 'history',
      history: Array(30).fill(expect.any(Number)),
    });
  });
});
