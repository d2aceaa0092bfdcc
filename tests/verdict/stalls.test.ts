import { describe, expect, it } from 'vitest';
import type { Round } from '../../src/measurement/measurement.ts';
import type { PairedBlock } from '../../src/verdict/pair-values.ts';
import { findStalls } from '../../src/verdict/stalls.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

type Load = { requests?: number; spread?: number; stalled?: number };

/** Log-normal latencies around 10 ms; of a share of the requests some 150 ms more. */
function drawRound(draw: Draw, { requests = 500, spread = 0.1, stalled = 0 }: Load = {}): Round {
  const instance = Math.exp(spread * draw.normal());
  return makeRound(
    Array.from({ length: requests }, () => {
      const latency = 10 * instance * Math.exp(0.5 * draw.normal());
      return draw.uniform() < stalled ? latency + 300 * draw.uniform() : latency;
    }),
  );
}

function drawRun(draw: Draw, load: Load = {}, count = 12): { blocks: PairedBlock[]; sustained: Round[] } {
  const list = <T>(make: () => T) => Array.from({ length: count }, make);
  return {
    blocks: list(() => ({ base: [drawRound(draw, load)], head: [drawRound(draw, load)] })),
    // Under the whole load, so slower.
    sustained: list(() => drawRound(draw, { ...load, requests: 2 * (load.requests ?? 500) })),
  };
}

describe('stalls of the head alone', () => {
  it('are told wherever the head met them', () => {
    const draw = seed(1);
    const { blocks, sustained } = drawRun(draw);
    expect(findStalls(blocks, sustained)).toBeNull();
    const met = drawRound(draw, { stalled: 0.25 });
    expect(findStalls(blocks, sustained.with(3, met))).toEqual({ stretches: 1, of: 24 });
    const inTurns = blocks.with(5, { base: blocks[5]!.base, head: [drawRound(draw, { stalled: 0.1 })] });
    expect(findStalls(inTurns, sustained.with(3, met))).toEqual({ stretches: 2, of: 24 });
    expect(findStalls(inTurns, [])).toEqual({ stretches: 1, of: 12 });
  });

  it('are none of the head when the base has them too', () => {
    const draw = seed(2);
    const { blocks, sustained } = drawRun(draw);
    const met = drawRound(draw, { stalled: 0.25 });
    const both = blocks.with(7, { base: [drawRound(draw, { stalled: 0.1 })], head: blocks[7]!.head });
    expect(findStalls(both, sustained.with(3, met))).toBeNull();
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
    const share = simulate(300, () => {
      const { blocks, sustained } = drawRun(draw, load);
      return findStalls(blocks, sustained) !== null;
    });
    expect(share).toBeLessThanOrEqual(0.01);
  });

  it('of 0.3 s every ten seconds are met by nearly every run', () => {
    const draw = seed(6);
    // In each block 2.6 s in turns and 1.1 s alone on the head, some two seconds of start and warm-up in between.
    const meets = (from: number, seconds: number) => Math.ceil(from / 10) * 10 < from + seconds;
    const share = simulate(200, () => {
      const { blocks, sustained } = drawRun(draw, {}, 10);
      const times = blocks.map((_, block) => 100 * draw.uniform() + 1000 * block);
      const head = blocks.map((block, i) =>
        meets(times[i]!, 2.6) ? { ...block, head: [drawRound(draw, { stalled: 0.12 })] } : block,
      );
      const alone = sustained.map((round, i) =>
        meets(times[i]! + 2.6, 1.1) ? drawRound(draw, { stalled: 0.27 }) : round,
      );
      return findStalls(head, alone) !== null;
    });
    expect(share).toBeGreaterThan(0.97);
  });
});
