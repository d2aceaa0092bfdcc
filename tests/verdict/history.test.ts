import { describe, expect, it } from 'vitest';
import { judgeHistory } from '../../src/verdict/history.ts';
import { type Draw, seed, simulate } from '../random.ts';

const TRIALS = 400;
/** Three standard errors above a promise of 1 %. */
const ALLOWED = 0.01 + 3 * Math.sqrt((0.01 * 0.99) / TRIALS);

const looked = { label: 'search', metric: { kind: 'percentile', percent: 50 }, where: 'all' } as const;
const judge = (head: number, runs: number[], { tolerance = 0.05, error = 0.01, incompatible = 0 } = {}) =>
  judgeHistory({ ...looked, head, tolerance }, { runs, incompatible }, error);

/** A latency that scatters log-normally from run to run. */
const draw = (source: Draw, spread: number, typical = 10) => typical * Math.exp(spread * source.normal());
const drawRuns = (count: number, source: Draw, spread: number) =>
  Array.from({ length: count }, () => draw(source, spread));

describe('a change judged by history', () => {
  it.each([
    [5, 0.02],
    [5, 0.2],
    [20, 0.1],
    [20, 0.4],
  ])(
    'raises a false alarm in at most one of a hundred runs of 3 metrics, with %i records and a spread of %f',
    (runs, spread) => {
      const source = seed(runs);
      const alarms = simulate(TRIALS, () =>
        [1, 2, 3].some(() => {
          const earlier = drawRuns(runs, source, spread);
          return judge(draw(source, spread), earlier, { error: 0.01 / 3 }).code === 'regressed';
        }),
      );
      expect(alarms).toBeLessThanOrEqual(ALLOWED);
    },
  );

  it('sees a doubling on a steady service with ten records nearly always, and an improvement as well', () => {
    const source = seed(7);
    const seen = (typical: number, code: string) =>
      simulate(300, () => judge(draw(source, 0.05, typical), drawRuns(10, source, 0.05)).code === code);
    expect(seen(20, 'regressed')).toBeGreaterThan(0.99);
    expect(seen(5, 'improved')).toBeGreaterThan(0.99);
  });

  it('blocks nothing below the tolerance, however sure it is', () => {
    const runs = Array.from({ length: 20 }, (_, i) => 10 + (i % 2) * 0.01);
    expect(judge(11.5, runs, { tolerance: 0.2 }).code).toBe('unchanged');
    expect(judge(11.5, runs, { tolerance: 0.05 }).code).toBe('regressed');
  });

  it('needs a value above every earlier one, and runs less noisy than the tolerance', () => {
    const runs = [...Array(19).fill(10), 20];
    expect(judge(19, runs)).toMatchObject({ code: 'inconclusive', reason: { kind: 'noisy' } });
    expect(judge(10, drawRuns(6, seed(8), 0.5))).toMatchObject({ code: 'inconclusive' });
    // Equal runs do not promise that the next one is equal.
    expect(judge(10.7, Array(6).fill(10)).code).toBe('inconclusive');
  });

  it('names too few, missing and incompatible records', () => {
    const few = (compatible: number) => ({ kind: 'few-records', compatible, needed: 5 });
    expect(judge(10, [])).toMatchObject({ kind: 'uncompared', code: 'first-run', reason: few(0) });
    const undecided = { code: 'inconclusive', reason: few(4), change: null };
    expect(judge(10, Array(4).fill(10))).toMatchObject(undecided);
    const incompatible = 3;
    expect(judge(10, [], { incompatible })).toMatchObject({
      kind: 'uncompared',
      code: 'inconclusive',
      reason: { ...few(0), incompatible },
    });
  });

  it('calls it a regression when so many requests fail that the percentile is gone, as it never was', () => {
    const runs = Array(6).fill(11);
    expect(judge(Infinity, runs)).toMatchObject({ code: 'regressed', head: Infinity });
    const noisy = { code: 'inconclusive', reason: { kind: 'noisy' } };
    expect(judge(Infinity, [...runs, Infinity])).toMatchObject(noisy);
    expect(judge(99, [10, 10, 10, Infinity, Infinity])).toMatchObject(noisy);
  });

  it('is not kept from a verdict by one earlier run that failed', () => {
    const runs = drawRuns(20, seed(12), 0.02);
    runs[10] = Infinity;
    expect(judge(10, runs, { tolerance: 0.1 }).code).toBe('unchanged');
    expect(judge(20, runs, { tolerance: 0.1 }).code).toBe('regressed');
  });
});
