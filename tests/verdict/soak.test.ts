import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { findSoakGrowth, judgeSoak } from '../../src/verdict/soak.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

/** Thirty-nine slices of half a second, log-normal around 10 ms; at the end `growth` times as much. */
function drawArm(draw: Draw, { growth = 1, leak = 0, stalls = [] as number[] } = {}): Slice[] {
  return Array.from({ length: 39 }, (_, i) => {
    const level = 10 * growth ** (i / 38);
    const latencies = Array.from({ length: 150 }, () => level * Math.exp(0.4 * draw.normal()));
    const stalled = stalls.includes(i) ? latencies.map((ms, n) => (n % 2 === 0 ? ms + 300 : ms)) : latencies;
    return makeRound(stalled, { seconds: 0.5, memory: 80 + leak * i });
  });
}

const draw = seed(5);
const soak = (head = {}, base: object | null = {}) =>
  judgeSoak({ base: base === null ? [] : drawArm(draw, base), head: drawArm(draw, head) });

describe('a soak', () => {
  it('tells stalls that the base has not, whenever they come', () => {
    expect(soak({ stalls: [8, 18, 28] })).toMatchObject({ kind: 'stalls', stretches: 3, of: 39, base: 0 });
    expect(soak({ stalls: [8, 28] })).toBeNull();
    expect(soak({ stalls: [8, 28] }, { stalls: [8, 28] })).toBeNull();
    expect(soak({ stalls: [8, 28] }, { stalls: [2, 22] })).toBeNull();
  });

  it('tells latency that grows with age, if that of the base does not', () => {
    expect(soak({ growth: 1.8 })).toMatchObject({ kind: 'ageing', of: 'latency', percent: 50 });
    expect(soak({ growth: 1.8 }, { growth: 1.8 })).toBeNull();
  });

  it('tells memory that grows to the end, but not what a process takes at first', () => {
    expect(soak({ leak: 3 })).toMatchObject({ kind: 'ageing', of: 'memory', from: 80, to: 194 });
    expect(soak({ leak: 3 }, { leak: 3 })).toBeNull();
    const settled = drawArm(draw, { leak: 3 }).map((slice, i) => ({ ...slice, memory: i < 10 ? 80 : 180 }));
    expect(judgeSoak({ base: drawArm(draw), head: settled })).toBeNull();
  });

  it('tells by the head alone what is to be asked of the base', () => {
    for (const head of [{ stalls: [8] }, { growth: 1.8 }, { leak: 3 }]) {
      expect(soak(head, null)).not.toBeNull();
    }
  });

  it('hardly ever tells anything of identical code', () => {
    expect(simulate(100, () => soak() !== null)).toBeLessThanOrEqual(0.03);
    expect(simulate(100, () => soak({}, null) !== null)).toBeLessThanOrEqual(0.03);
  });

  it('tells latency that grows at a rate so low that some slices have no request', () => {
    const slices = Array.from({ length: 20 }, (_, i) => makeRound(i % 10 < 6 ? [i < 10 ? 10 : 20] : []));
    expect(findSoakGrowth(slices)).toEqual({ percent: 50, first: 10, second: 20 });
  });

  it('asks even the little that is left of a disturbed base whether its latency grows as well', () => {
    const head = Array.from({ length: 20 }, (_, i) => makeRound([i < 10 ? 10 : 20]));
    expect(judgeSoak({ base: [head[0]!, head[19]!], head })).toBeNull();
    expect(judgeSoak({ base: [head[0]!, head[1]!], head })).toMatchObject({ kind: 'ageing', of: 'latency' });
  });

  it('has nothing to tell where there was none', () => {
    expect(judgeSoak({ base: [], head: [] })).toBeNull();
  });
});
