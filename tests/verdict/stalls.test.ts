import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import type { PairedBlock } from '../../src/verdict/pair-values.ts';
import { findStalls } from '../../src/verdict/stalls.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

type Load = { requests?: number; spread?: number; stalled?: number };

/** Log-normal latencies around 10 ms; of a share of the requests some 150 ms more. */
function drawRound(draw: Draw, { requests = 500, spread = 0.1, stalled = 0 }: Load = {}): Slice {
  const instance = Math.exp(spread * draw.normal());
  return makeRound(
    Array.from({ length: requests }, () => {
      const latency = 10 * instance * Math.exp(0.5 * draw.normal());
      return draw.uniform() < stalled ? latency + 300 * draw.uniform() : latency;
    }),
  );
}

/** In turns for 2.5 s, half of which are its own. */
const drawTurns = (draw: Draw, load: Load = {}): Slice => ({
  ...drawRound(draw, load),
  seconds: 1.25,
  alternating: true,
});

/** Blocks in turns, and as many stretches of each arm alone. */
function drawRun(draw: Draw, load: Load = {}, count = 12): { inTurns: PairedBlock[]; alone: PairedBlock[] } {
  const list = (drawSlice: typeof drawRound) =>
    Array.from({ length: count }, () => ({ base: [drawSlice(draw, load)], head: [drawSlice(draw, load)] }));
  return { inTurns: list(drawTurns), alone: list(drawRound) };
}

/** Puts stalls of one arm into some blocks. */
function stall(blocks: PairedBlock[], arm: 'base' | 'head', at: number[], make: () => Slice): PairedBlock[] {
  return blocks.map((block, index) => (at.includes(index) ? { ...block, [arm]: [make()] } : block));
}

describe('stalls of the head', () => {
  it('are told wherever the head met them', () => {
    const draw = seed(1);
    const { inTurns, alone } = drawRun(draw);
    expect(findStalls([...inTurns, ...alone])).toBeNull();
    const met = stall(alone, 'head', [3, 5, 7], () => drawRound(draw, { stalled: 0.25 }));
    expect(findStalls([...inTurns, ...met])).toEqual({ stretches: 3, of: 24, base: 0 });
    const both = stall(inTurns, 'head', [2, 5, 8], () => drawTurns(draw, { stalled: 0.1 }));
    expect(findStalls([...both, ...met])).toEqual({ stretches: 6, of: 24, base: 0 });
    expect(findStalls(both)).toEqual({ stretches: 3, of: 12, base: 0 });
  });

  it('are nothing where they may be so by chance: one or two, and none of the base', () => {
    const draw = seed(1);
    const { inTurns, alone } = drawRun(draw);
    const two = stall(alone, 'head', [3, 9], () => drawRound(draw, { stalled: 0.25 }));
    expect(findStalls([...inTurns, ...two])).toBeNull();
  });

  it('are excused by as many of the base, but not ten of them by one', () => {
    const draw = seed(2);
    const { inTurns, alone } = drawRun(draw);
    const long = () => drawRound(draw, { stalled: 0.25 });
    const one = stall(alone, 'base', [7], long);
    expect(findStalls([...inTurns, ...stall(one, 'head', [3], long)])).toBeNull();
    const ten = stall(one, 'head', [0, 1, 2, 3, 4, 5, 8, 9, 10, 11], long);
    expect(findStalls([...inTurns, ...ten])).toEqual({ stretches: 10, of: 24, base: 1 });
  });

  it('are told even where most stretches of the head have one', () => {
    const draw = seed(8);
    const { inTurns, alone } = drawRun(draw);
    const most = stall(alone, 'head', [0, 1, 2, 3, 4, 5, 6, 7, 8], () => drawRound(draw, { stalled: 0.25 }));
    expect(findStalls([...inTurns, ...most])).toEqual({ stretches: 9, of: 24, base: 0 });
  });

  it('are the machine’s where both arms of a block have one, which excuses no other', () => {
    const draw = seed(2);
    const { inTurns, alone } = drawRun(draw);
    const make = () => drawTurns(draw, { stalled: 0.1 });
    const machine = stall(stall(inTurns, 'base', [7], make), 'head', [7], make);
    expect(findStalls([...machine, ...alone])).toBeNull();
    const met = stall(alone, 'head', [3, 4, 9], () => drawRound(draw, { stalled: 0.25 }));
    expect(findStalls([...machine, ...met])).toEqual({ stretches: 3, of: 24, base: 0 });
  });

  it('are seen whatever the number of slices in a block', () => {
    const draw = seed(7);
    const long = Array.from({ length: 10 }, () => ({
      base: [1, 2, 3].map(() => drawTurns(draw)),
      head: [1, 2, 3].map(() => drawTurns(draw)),
    }));
    expect(findStalls(long)).toBeNull();
    const met = stall(long, 'head', [2, 4, 6], () => drawTurns(draw, { stalled: 0.1 }));
    const [, ...rest] = long[4]!.head;
    const padded = met.map(({ base, head }) => ({ base, head: head.length > 1 ? head : [...head, ...rest] }));
    expect(findStalls(padded)).toEqual({ stretches: 3, of: 30, base: 0 });
  });

  it('are not read from blocks in which one arm has nothing, or from no load at all', () => {
    const met = drawRound(seed(3), { stalled: 0.3 });
    expect(findStalls([{ base: [], head: [met] }])).toBeNull();
    expect(findStalls([])).toBeNull();
    expect(findStalls([{ base: [makeRound([])], head: [makeRound([])] }])).toBeNull();
  });

  it('count requests that fail as slow', () => {
    const { inTurns, alone } = drawRun(seed(4));
    const failing = stall(alone, 'head', [0, 1, 2], () => ({ ...alone[0]!.head[0]!, failed: 100 }));
    expect(findStalls([...inTurns, ...failing])).toEqual({ stretches: 3, of: 24, base: 0 });
  });

  it.each([
    ['identical code', { spread: 0.1 }],
    ['instances that differ much', { spread: 0.2 }],
    ['little load', { requests: 60, spread: 0.1 }],
    ['hardly any load', { requests: 9, spread: 0.1 }],
  ])('are hardly ever seen in %s', (_, load) => {
    const draw = seed(5);
    const share = simulate(80, () => {
      const { inTurns, alone } = drawRun(draw, load);
      return findStalls([...inTurns, ...alone]) !== null;
    });
    expect(share).toBeLessThanOrEqual(0.01);
  });

  it('of 0.3 s every three seconds are met by nearly every run', () => {
    const draw = seed(6);
    // What is measured of the head in each block by default: 1.55 s in turns, and after settling 0.8 s alone.
    const shareStalled = (from: number, seconds: number) => {
      const began = Math.floor((from + seconds) / 3) * 3;
      return Math.max(0, Math.min(began + 0.3, from + seconds) - Math.max(began, from)) / seconds;
    };
    const share = simulate(80, () => {
      const { inTurns, alone } = drawRun(draw, {}, 12);
      const times = inTurns.map((_, block) => 100 * draw.uniform() + 1000 * block);
      const head = inTurns.map((block, i) => {
        const stalled = shareStalled(times[i]!, 1.55);
        return stalled === 0 ? block : { ...block, head: [drawTurns(draw, { stalled })] };
      });
      const own = alone.map((block, i) => {
        const stalled = shareStalled(times[i]! + 2.8, 0.8);
        return stalled === 0 ? block : { ...block, head: [drawRound(draw, { stalled })] };
      });
      return findStalls([...head, ...own]) !== null;
    });
    expect(share).toBeGreaterThan(0.95);
  });
});
