import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { findGrowth } from '../../src/verdict/growth.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

/** Halves of a stretch: log-normal latencies around 10 ms, in the second half times `factor`, from `share` on. */
function drawStretch(draw: Draw, { factor = 1, share = 0 } = {}): Slice[] {
  const instance = Math.exp(0.1 * draw.normal());
  return [1, factor].map((own) =>
    makeRound(
      Array.from({ length: 100 }, (_, i) => {
        const latency = 10 * instance * Math.exp(0.4 * draw.normal());
        return i >= 100 * share ? own * latency : latency;
      }),
    ),
  );
}

const drawRun = (draw: Draw, change = {}, count = 12) =>
  Array.from({ length: count }, () => drawStretch(draw, change));

describe('growth within stretches of load', () => {
  it('is found where a queue fills, with the percentile that shows it', () => {
    const growth = findGrowth(drawRun(seed(1), { factor: 2 }))!;
    expect(growth.second).toBeGreaterThan(1.8 * growth.first);
    expect(findGrowth(drawRun(seed(2), { factor: 4, share: 0.7 }))).toMatchObject({ percent: 90 });
  });

  it('is hardly ever found where nothing grows, however instances differ', () => {
    const draw = seed(3);
    expect(simulate(200, () => findGrowth(drawRun(draw)) !== null)).toBeLessThanOrEqual(0.01);
  });

  it('is not told of stretches that are few or not cut', () => {
    const draw = seed(4);
    expect(findGrowth(drawRun(draw, { factor: 3 }, 4))).toBeNull();
    expect(findGrowth(drawRun(draw, { factor: 3 }).map(([first]) => [first!]))).toBeNull();
    expect(findGrowth([])).toBeNull();
  });
});
