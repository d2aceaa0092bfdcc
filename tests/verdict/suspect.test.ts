import { describe, expect, it } from 'vitest';
import type { Metric } from '../../src/metrics/metric.ts';
import { findSuspects } from '../../src/verdict/suspect.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

const P50: Metric = { kind: 'percentile', percent: 50 };
const P99: Metric = { kind: 'percentile', percent: 99 };

/** Runs whose p50 and p99 scatter by 3 % around levels given by run. */
function drawHistory(draw: Draw, p50: number[], p99: (index: number) => number = () => 30) {
  const runs = p50.map((level, index) => {
    const scatter = Math.exp(0.03 * draw.normal());
    const sample = [...Array(98).fill(level * scatter), ...Array(12).fill(p99(index) * scatter)];
    return { commit: `commit ${index}`, slices: [makeRound(sample)] };
  });
  return { runs, incompatible: { records: 0, differs: [] } };
}

const suspectsOf = (history: ReturnType<typeof drawHistory>) =>
  findSuspects('search', [P50, P99], history, () => 0.1);

describe('steps in the history of the base branch', () => {
  it('are told with metric, commit and size once three runs have confirmed them', () => {
    const stepped = (after: number) =>
      drawHistory(seed(1), [...Array(20).fill(10), ...Array(after).fill(13)]);
    expect(suspectsOf(stepped(2))).toEqual([]);
    const [suspect, ...others] = suspectsOf(stepped(3));
    expect(others).toEqual([]);
    expect(suspect).toMatchObject({ label: 'search', metric: P50, commit: 'commit 20' });
    expect(suspect!.change).toBeGreaterThan(0.25);
    expect(suspect!.change).toBeLessThan(0.35);
  });

  it('are told of the metric that moved', () => {
    const history = drawHistory(seed(2), Array(30).fill(10), (index) => (index < 22 ? 30 : 45));
    expect(suspectsOf(history)).toMatchObject([{ metric: P99, commit: 'commit 22' }]);
  });

  it('are no news when they are small, made it faster, or happened long ago', () => {
    const draw = seed(3);
    for (const [before, after, since] of [
      [10, 10.7, 15],
      [13, 10, 15],
      [10, 13, 30],
    ] as const) {
      const levels = [...Array(20).fill(before), ...Array(since).fill(after)];
      expect(suspectsOf(drawHistory(draw, levels)), `${before} to ${after}`).toEqual([]);
    }
  });

  it('are false in at most one of a hundred steady histories, whatever the tolerance', () => {
    const draw = seed(4);
    const trials = 400;
    const alarms = simulate(trials, () => {
      const history = drawHistory(draw, Array(30).fill(10));
      return findSuspects('search', [P50, P99], history, () => 0).length > 0;
    });
    expect(alarms).toBeLessThanOrEqual(0.01 + 3 * Math.sqrt((0.01 * 0.99) / trials));
  });
});
