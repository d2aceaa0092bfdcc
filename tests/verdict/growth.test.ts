import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { findAgeing, findGrowth, findSoakGrowth } from '../../src/verdict/growth.ts';
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
    expect(growth.to).toBeGreaterThan(1.8 * growth.from);
    expect(growth.where).toBe('stretches');
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

/** Thirty-nine slices of half a second, log-normal around 10 ms; at the end `growth` times as much. */
function drawArm(draw: Draw, { growth = 1, leak = 0 } = {}): Slice[] {
  return Array.from({ length: 39 }, (_, i) => {
    const level = 10 * growth ** (i / 38);
    const latencies = Array.from({ length: 150 }, () => level * Math.exp(0.4 * draw.normal()));
    return makeRound(latencies, { seconds: 0.5, memory: 80 + leak * i });
  });
}

const draw = seed(5);
const soak = (head = {}, base: object | null = {}) =>
  findAgeing({ base: base === null ? [] : drawArm(draw, base), head: drawArm(draw, head) });

describe('a soak', () => {
  it('tells latency that grows with age, if that of the base does not', () => {
    expect(soak({ growth: 2 })).toMatchObject({ where: 'soak', percent: 50 });
    expect(soak({ growth: 2 }, { growth: 2 })).toBeNull();
  });

  it('tells memory that grows to the end, but not what a process takes at first', () => {
    expect(soak({ leak: 3 })).toMatchObject({ where: 'soak', percent: null, from: 80, to: 194 });
    expect(soak({ leak: 3 }, { leak: 3 })).toBeNull();
    const settled = drawArm(draw, { leak: 3 }).map((slice, i) => ({ ...slice, memory: i < 10 ? 80 : 180 }));
    expect(findAgeing({ base: drawArm(draw), head: settled })).toBeNull();
  });

  it('tells by the head alone what is to be asked of the base, and nothing without a soak', () => {
    for (const head of [{ growth: 2 }, { leak: 3 }]) expect(soak(head, null)).not.toBeNull();
    expect(findAgeing({ base: [], head: [] })).toBeNull();
  });

  it('hardly ever tells anything of identical code', () => {
    expect(simulate(100, () => soak({}, null) !== null)).toBeLessThanOrEqual(0.03);
  });

  it('tells latency that grows at a rate so low that some slices have no request', () => {
    const slices = Array.from({ length: 20 }, (_, i) => makeRound(i % 10 < 6 ? [i < 10 ? 10 : 20] : []));
    expect(findSoakGrowth(slices)).toEqual({ where: 'soak', percent: 50, from: 10, to: 20 });
  });

  it('asks even the little that is left of a disturbed base whether its latency grows as well', () => {
    const head = Array.from({ length: 20 }, (_, i) => makeRound([i < 10 ? 10 : 20]));
    expect(findAgeing({ base: [head[0]!, head[19]!], head })).toBeNull();
    expect(findAgeing({ base: [head[0]!, head[1]!], head })).toMatchObject({ from: 10, to: 20 });
  });
});
