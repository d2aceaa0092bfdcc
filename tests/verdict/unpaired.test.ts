import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { judgeUnpaired } from '../../src/verdict/unpaired.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

const percentile = (percent: number): Metric => ({ kind: 'percentile', percent });
const METRICS = [percentile(50), percentile(95), percentile(99)].map((metric) => ({
  metric,
  tolerance: 0.05,
}));

/** Instances of two slices each; all of an instance scatters together, as one start of a process does. */
function drawInstances(draw: Draw, count: number, typical = 10, spread = 0.03): Slice[][] {
  return Array.from({ length: count }, () => {
    const own = typical * Math.exp(spread * draw.normal());
    return [1, 2].map(() => makeRound([...Array(18).fill(own), 2 * own, 3 * own]));
  });
}

function codes(base: Slice[][], head: Slice[][], metrics = METRICS): string[] {
  return judgeUnpaired([{ label: 'search', metrics, base, head }]).map(({ code }) => code);
}

describe('two runs that were not measured side by side', () => {
  it('raise a false alarm in at most one of a hundred comparisons, also of two steps', () => {
    const draw = seed(1);
    const trials = 400;
    const alarms = simulate(trials, () => {
      const step = (label: string) => ({
        label,
        metrics: METRICS.map(({ metric }) => ({ metric, tolerance: 0 })),
        base: drawInstances(draw, 8),
        head: drawInstances(draw, 8),
      });
      return judgeUnpaired([step('search'), step('checkout')]).some(({ code }) => code === 'regressed');
    });
    expect(alarms).toBeLessThanOrEqual(0.01 + 3 * Math.sqrt((0.01 * 0.99) / trials));
  });

  it('tell a slowdown, an improvement and the absence of either', () => {
    const draw = seed(2);
    const share = (typical: number, code: string) =>
      simulate(60, () =>
        codes(drawInstances(draw, 8), drawInstances(draw, 8, typical)).every((each) => each === code),
      );
    expect(share(12, 'regressed')).toBeGreaterThan(0.95);
    expect(share(8, 'improved')).toBeGreaterThan(0.95);
    const steady = simulate(60, () =>
      codes(drawInstances(draw, 8, 10, 0.01), drawInstances(draw, 8, 10, 0.01)).every(
        (each) => each === 'unchanged',
      ),
    );
    expect(steady).toBeGreaterThan(0.95);
  });

  it('say how many starts of each it would have taken', () => {
    const draw = seed(3);
    const judge = (count: number) =>
      judgeUnpaired([
        {
          label: 'search',
          metrics: METRICS,
          base: drawInstances(draw, count),
          head: drawInstances(draw, count, 20),
        },
      ])[0]!;
    expect(judge(1)).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'too-few-blocks', blocks: 1, needed: 4 },
      change: { low: Number.NaN, high: Number.NaN },
    });
    // One in 70 is more than a third of one in a hundred; one in 462 is less.
    expect(judge(4)).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'too-few-blocks', blocks: 4, needed: 6 },
      attainableError: 1 / 70,
    });
    expect(judge(4).change.low).toBeGreaterThan(0.5);
    expect(judge(6)).toMatchObject({ code: 'regressed' });
  });

  it('are not called unchanged when rare stalls show in all requests together only', () => {
    const steady = Array.from({ length: 6 }, (_, i) => [makeRound(Array(100).fill(10 + 0.01 * i))]);
    const stalled = steady.map((slices, i) =>
      i === 0
        ? [makeRound([...Array(94).fill(10), ...Array(6).fill(300)]), makeRound(Array(60).fill(300))]
        : slices,
    );
    const finding = judgeUnpaired([
      { label: 'search', metrics: [{ metric: percentile(95), tolerance: 0.1 }], base: steady, head: stalled },
    ])[0]!;
    expect(finding).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'unsteady', evidence: { kind: 'rare' } },
    });
    expect(finding.pooled).toBeGreaterThan(1);
  });

  it('compare failures as a difference of shares, and cope with requests that were never answered', () => {
    const errors = [{ metric: { kind: 'errors' } as const, tolerance: 0.001 }];
    const sound = Array.from({ length: 6 }, () => [makeRound(Array(100).fill(10))]);
    const failing = sound.map(() => [makeRound(Array(95).fill(10), { failed: 5 })]);
    const [finding] = judgeUnpaired([{ label: 'search', metrics: errors, base: sound, head: failing }]);
    expect(finding).toMatchObject({ code: 'regressed', base: 0, head: 0.05 });
    expect(finding!.change.value).toBeCloseTo(0.05);
    expect(codes(sound, failing)).toEqual(['unchanged', 'unchanged', 'regressed']);
    expect(codes(failing, failing).at(-1)).not.toBe('regressed');
  });
});
