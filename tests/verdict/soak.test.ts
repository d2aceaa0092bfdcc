import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { judgeSoak } from '../../src/verdict/soak.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

/** Forty slices of half a second in turns, log-normal around 10 ms; at the end `growth` times as much. */
function drawArm(draw: Draw, { growth = 1, leak = 0, stalls = [] as number[] } = {}): Slice[] {
  return Array.from({ length: 40 }, (_, i) => {
    const level = 10 * growth ** (i / 39);
    const latencies = Array.from({ length: 75 }, () => level * Math.exp(0.4 * draw.normal()));
    const stalled = stalls.includes(i) ? latencies.map((ms, n) => (n % 2 === 0 ? ms + 300 : ms)) : latencies;
    return makeRound(stalled, { seconds: 0.25, alternating: true, memory: 80 + leak * i });
  });
}

const draw = seed(5);
const soak = (head = {}, base = {}) => judgeSoak({ base: drawArm(draw, base), head: drawArm(draw, head) });

describe('a soak', () => {
  it('tells stalls that the base has not', () => {
    expect(soak({ stalls: [8, 28] })).toMatchObject({ kind: 'stalls', stretches: 2, of: 40, base: 0 });
    expect(soak({ stalls: [8, 28] }, { stalls: [8, 28] })).toBeNull();
  });

  it('tells latency that grows with age, if that of the base does not', () => {
    expect(soak({ growth: 1.8 })).toMatchObject({ kind: 'ageing', of: 'latency', percent: 50 });
    expect(soak({ growth: 1.8 }, { growth: 1.8 })).toBeNull();
  });

  it('tells memory that grows to the end, but not what a process takes at first', () => {
    expect(soak({ leak: 3 })).toMatchObject({ kind: 'ageing', of: 'memory', from: 80, to: 197 });
    expect(soak({ leak: 3 }, { leak: 3 })).toBeNull();
    const settled = drawArm(draw, { leak: 3 }).map((slice, i) => ({ ...slice, memory: i < 10 ? 80 : 180 }));
    expect(judgeSoak({ base: drawArm(draw), head: settled })).toBeNull();
  });

  it('hardly ever tells anything of identical code', () => {
    expect(simulate(100, () => soak() !== null)).toBeLessThanOrEqual(0.03);
  });

  it('has nothing to tell where there was none', () => {
    expect(judgeSoak({ base: [], head: [] })).toBeNull();
  });
});
