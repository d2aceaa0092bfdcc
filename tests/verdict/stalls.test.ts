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

function drawRun(draw: Draw, load: Load = {}, count = 12): { blocks: PairedBlock[]; sustained: Slice[] } {
  const list = <T>(make: () => T) => Array.from({ length: count }, make);
  return {
    blocks: list(() => ({ base: [drawTurns(draw, load)], head: [drawTurns(draw, load)] })),
    sustained: list(() => drawRound(draw, load)),
  };
}

describe('stalls of the head alone', () => {
  it('are told wherever the head met them', () => {
    const draw = seed(1);
    const { blocks, sustained } = drawRun(draw);
    expect(findStalls(blocks, sustained)).toBeNull();
    const met = drawRound(draw, { stalled: 0.25 });
    expect(findStalls(blocks, sustained.with(3, met))).toEqual({ stretches: 1, of: 24 });
    const inTurns = blocks.with(5, { base: blocks[5]!.base, head: [drawTurns(draw, { stalled: 0.1 })] });
    expect(findStalls(inTurns, sustained.with(3, met))).toEqual({ stretches: 2, of: 24 });
    expect(findStalls(inTurns, [])).toEqual({ stretches: 1, of: 12 });
  });

  it('are none of the head when the base has them too', () => {
    const draw = seed(2);
    const { blocks, sustained } = drawRun(draw);
    const met = drawRound(draw, { stalled: 0.25 });
    const both = blocks.with(7, { base: [drawTurns(draw, { stalled: 0.1 })], head: blocks[7]!.head });
    expect(findStalls(both, sustained.with(3, met))).toBeNull();
  });

  it('are the machine’s where both arms of a block have one, which excuses no other', () => {
    const draw = seed(2);
    const { blocks, sustained } = drawRun(draw);
    const stalled = () => [drawTurns(draw, { stalled: 0.1 })];
    const machine = blocks.with(7, { base: stalled(), head: stalled() });
    expect(findStalls(machine, sustained)).toBeNull();
    const met = drawRound(draw, { stalled: 0.25 });
    expect(findStalls(machine, sustained.with(3, met))).toEqual({ stretches: 1, of: 24 });
  });

  it('are seen whatever the number of slices in a block', () => {
    const draw = seed(7);
    const long = Array.from({ length: 10 }, () => ({
      base: [1, 2, 3].map(() => drawTurns(draw)),
      head: [1, 2, 3].map(() => drawTurns(draw)),
    }));
    expect(findStalls(long, [])).toBeNull();
    const [first, ...rest] = long[4]!.head;
    const met = long.with(4, { ...long[4]!, head: [drawTurns(draw, { stalled: 0.1 }), ...rest] });
    expect(first).toBeDefined();
    expect(findStalls(met, [])).toEqual({ stretches: 1, of: 30 });
  });

  it('are not read from blocks in which one arm has nothing, or from no load at all', () => {
    const met = drawRound(seed(3), { stalled: 0.3 });
    expect(findStalls([{ base: [], head: [met] }], [])).toBeNull();
    expect(findStalls([], [])).toBeNull();
    expect(findStalls([], [makeRound([])])).toBeNull();
  });

  it('count requests that fail as slow', () => {
    const { blocks, sustained } = drawRun(seed(4));
    const failing = { ...sustained[0]!, failed: 100 };
    expect(findStalls(blocks, [failing, ...sustained.slice(1)])).toEqual({ stretches: 1, of: 24 });
  });

  it.each([
    ['identical code', { spread: 0.1 }],
    ['instances that differ much', { spread: 0.2 }],
    ['little load', { requests: 60, spread: 0.1 }],
    ['hardly any load', { requests: 9, spread: 0.1 }],
  ])('are hardly ever seen in %s', (_, load) => {
    const draw = seed(5);
    const share = simulate(150, () => {
      const { blocks, sustained } = drawRun(draw, load);
      return findStalls(blocks, sustained) !== null;
    });
    expect(share).toBeLessThanOrEqual(0.01);
  });

  it('of 0.3 s every ten seconds are met by nearly every run', () => {
    const draw = seed(6);
    // What is measured in each block by default: 2.475 s in turns, and after settling 0.8 s on the head alone.
    const shareStalled = (from: number, seconds: number) => {
      const began = Math.floor((from + seconds) / 10) * 10;
      return Math.max(0, Math.min(began + 0.3, from + seconds) - Math.max(began, from)) / seconds;
    };
    const share = simulate(150, () => {
      const { blocks, sustained } = drawRun(draw, {}, 12);
      const times = blocks.map((_, block) => 100 * draw.uniform() + 1000 * block);
      const head = blocks.map((block, i) => {
        const stalled = shareStalled(times[i]!, 2.475);
        return stalled === 0 ? block : { ...block, head: [drawTurns(draw, { stalled })] };
      });
      const alone = sustained.map((slice, i) => {
        const stalled = shareStalled(times[i]! + 2.8, 0.8);
        return stalled === 0 ? slice : drawRound(draw, { stalled });
      });
      return findStalls(head, alone) !== null;
    });
    expect(share).toBeGreaterThan(0.98);
  });
});
