import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import { scheduleLooks } from '../../src/statistics/looks.ts';
import { comparePairs } from '../../src/statistics/paired-comparison.ts';
import { type PairedStep, readGates } from '../../src/verdict/gates.ts';
import type { PairedBlock } from '../../src/verdict/pair-values.ts';
import { areSlowRequestsRare, becameLonger, findLongerReason, hidesWork } from '../../src/verdict/rarity.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed, simulate } from '../random.ts';

const RATE = 300;

/** Load alone, with so many holds of 60 ms a second, each met by the 18 requests that arrive meanwhile. */
function drawStretch(draw: Draw, { seconds = 0.8, holds = 0, factor = 1 } = {}): Slice[] {
  const count = Math.round(RATE * seconds);
  const sample = Array.from({ length: count }, () => factor * Math.exp(0.3 * draw.normal()));
  const chance = holds / RATE;
  for (let at = 0; at < count; at++) {
    if (draw.uniform() >= chance) continue;
    for (let i = at; i < Math.min(count, at + 18); i++) sample[i] = sample[i]! + 60 * (1 - (i - at) / 18);
  }
  return [makeRound(sample, { seconds })];
}

const drawBlock = (
  draw: Draw,
  base: Parameters<typeof drawStretch>[1],
  head: Parameters<typeof drawStretch>[1],
): PairedBlock => ({ base: drawStretch(draw, base), head: drawStretch(draw, head) });

const list = (count: number, make: (index: number) => PairedBlock) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('slow requests', () => {
  it('are rare where some blocks have them and others do not', () => {
    const draw = seed(1);
    const blocks = list(4, (i) => drawBlock(draw, {}, { holds: i === 2 ? 0 : 8 }));
    expect(areSlowRequestsRare(blocks)).toBe(true);
    expect(areSlowRequestsRare(blocks.slice(0, 2))).toBe(false);
  });

  it('are not rare in a service that is slower in all blocks, nor where nothing differs', () => {
    const draw = seed(2);
    expect(areSlowRequestsRare(list(10, () => drawBlock(draw, {}, { factor: 4 })))).toBe(false);
    expect(areSlowRequestsRare(list(10, () => drawBlock(draw, {}, {})))).toBe(false);
    expect(areSlowRequestsRare([])).toBe(false);
  });

  it('are not rare in a service whose p99 jumps by itself, in whatever arm', () => {
    const draw = seed(7);
    const jumps = [
      [8, 0],
      [0, 0],
      [8, 8],
      [0, 8],
    ];
    const blocks = list(4, (i) => drawBlock(draw, { holds: jumps[i]![0] }, { holds: jumps[i]![1] }));
    expect(areSlowRequestsRare(blocks)).toBe(false);
    expect(areSlowRequestsRare([blocks[1]!, blocks[3]!])).toBe(true);
  });

  it('are not sought in a handful of requests, nor where an arm has none', () => {
    const draw = seed(3);
    const few = list(6, (i) =>
      drawBlock(draw, { seconds: 0.1 }, { seconds: 0.1, holds: i % 2 === 0 ? 90 : 0 }),
    );
    expect(areSlowRequestsRare(few)).toBe(false);
    const blocks = list(4, (i) => drawBlock(draw, {}, { holds: i === 2 ? 0 : 8 }));
    expect(areSlowRequestsRare(blocks.map(({ head }) => ({ base: [], head })))).toBe(false);
  });

  it('are rare or not whichever arm of a block has them: a swap of its labels changes nothing', () => {
    const draw = seed(4);
    for (let trial = 0; trial < 50; trial++) {
      const blocks = list(5, () => drawBlock(draw, { holds: 0.4 }, { holds: 0.4 }));
      const swapped = blocks.map(({ base, head }) =>
        draw.uniform() < 0.5 ? { base: head, head: base } : { base, head },
      );
      expect(areSlowRequestsRare(swapped)).toBe(areSlowRequestsRare(blocks));
    }
  });
});

describe('work that no typical request waits for', () => {
  /** Blocks of a service that takes 1 ms of processor time for each request, the head so much more in some of them. */
  const work = (more: (index: number) => number, { factor = 1, scatter = 0.04 } = {}) => {
    const draw = seed(9);
    const measure = (by: number, cost: number) =>
      drawStretch(draw, { factor: by }).map((slice) => ({
        ...slice,
        cpu: (slice.ok / 1000) * cost * Math.exp(scatter * draw.normal()),
      }));
    return list(10, (index) => ({ base: measure(1, 1), head: measure(factor, 1 + more(index)) }));
  };

  it('shows in processor time, in all blocks or in one', () => {
    expect(hidesWork(work(() => 0.5))).toBe(true);
    expect(hidesWork(work((index) => (index === 7 ? 0.5 : 0)))).toBe(true);
    expect(hidesWork(work((index) => (index === 7 ? 0.5 : 0)).slice(0, 7))).toBe(false);
  });

  it('is none where requests take longer as well, or processor time scatters or is not known', () => {
    expect(hidesWork(work(() => 0))).toBe(false);
    expect(hidesWork(work(() => 0.5, { factor: 1.3 }))).toBe(false);
    expect(hidesWork(work(() => 0, { scatter: 0.3 }))).toBe(false);
    const unknown = work(() => 0.5).map(({ base, head }) => ({
      base: base.map(({ cpu, ...slice }) => slice),
      head,
    }));
    expect(hidesWork(unknown)).toBe(false);
    expect(hidesWork([])).toBe(false);
    expect(hidesWork(work(() => 0.5).slice(0, 1))).toBe(false);
  });

  it('goes before rare slow requests as the reason for longer stretches, since it earns more blocks', () => {
    const draw = seed(10);
    const alone = list(4, (i) => drawBlock(draw, {}, { holds: i === 2 ? 0 : 8 }));
    const [busy, idle] = [work(() => 0.5), work(() => 0)];
    expect(findLongerReason({ alone, all: busy })).toBe('hidden-work');
    expect(findLongerReason({ alone, all: idle })).toBe('rare');
    expect(findLongerReason({ alone: idle, all: idle })).toBe(null);
  });

  it('is the same whichever arm of a block works more', () => {
    const blocks = work((index) => (index % 3 === 0 ? 0.5 : 0));
    const swapped = blocks.map((block, i) => (i % 2 === 0 ? block : { base: block.head, head: block.base }));
    expect(hidesWork(swapped)).toBe(hidesWork(blocks));
  });
});

describe('stretches alone that become longer where slow requests are rare', () => {
  const METRICS = [
    { metric: { kind: 'percentile', percent: 99 }, where: 'turns', tolerance: 0.1, confidence: 0.99 },
    { metric: { kind: 'tail' }, where: 'turns', tolerance: 0.05, confidence: 0.99 },
    { metric: { kind: 'slow-share', ms: Number.NaN }, where: 'all', tolerance: 0.0003, confidence: 0.99 },
  ] as const;
  /**
   * Lists what a run of 14 blocks calls regressed at some look, with more blocks where stretches became longer late. Holds
   * of the head meet both arms in turns.
   */
  function listRegressed(draw: Draw, holds: { base: number; head: number }, isLonger: boolean): string[] {
    const [alone, inTurns]: PairedBlock[][] = [[], []];
    let since: number | null = null;
    let looks = scheduleLooks(14);
    for (let index = 0; index < looks.at(-1)!; index++) {
      if (isLonger && since === null && areSlowRequestsRare(alone!)) {
        since = index;
        if (index < looks[0]!) looks = scheduleLooks(12 + index);
      }
      const seconds = since === null ? 0.8 : 4.5;
      alone!.push(drawBlock(draw, { seconds, holds: holds.base }, { seconds, holds: holds.head }));
      inTurns!.push(drawBlock(draw, { holds: holds.head }, { holds: holds.head }));
    }
    const step = { label: 'search', metrics: [...METRICS], blocks: inTurns!, alone: alone! };
    // The first look fixes what is read from a block, so all looks read the same.
    const { gates } = readGates(step, { looks, planned: looks.at(-1)! });
    const called = looks.flatMap((count) => {
      const known = gates.map((gate) => ({ ...gate, deviations: gate.deviations.slice(0, count) }));
      const compared = comparePairs(known, { planned: looks.at(-1)!, looks, seed: 7, rows: 1000 });
      return gates.filter((_, i) => compared[i]!.code === 'regressed').map(({ metric }) => metric.kind);
    });
    return [...new Set(called)];
  }

  it('raise no more false alarms than one run in a hundred', () => {
    const draw = seed(5);
    const isCalled = () => listRegressed(draw, { base: 1, head: 1 }, true).length > 0;
    // Of 120 runs at 1 % more than 4 have a chance of less than 1 %.
    expect(simulate(120, isCalled)).toBeLessThanOrEqual(4 / 120);
  });

  it('find rare holds that shorter ones find less often, also in the percentiles of SLOs', () => {
    const [longer, usual] = [true, false].map((isLonger) => {
      const draw = seed(6);
      return Array.from({ length: 40 }, () => listRegressed(draw, { base: 0, head: 1.1 }, isLonger));
    });
    const share = (runs: string[][], is: (called: string[]) => boolean) =>
      runs.filter(is).length / runs.length;
    const isFound = (called: string[]) => called.length > 0;
    expect(share(longer!, isFound)).toBeGreaterThan(0.95);
    expect(share(usual!, isFound)).toBeLessThan(share(longer!, isFound) - 0.1);
    expect(share(longer!, (called) => called.includes('percentile'))).toBeGreaterThan(0.5);
  });

  it('are no longer than others where only the first block was planned before a start was known to be slow', () => {
    const alone = list(12, (index) => {
      const seconds = index === 0 ? 0.8 : 1;
      return drawBlock(seed(9), { seconds }, { seconds });
    });
    expect(becameLonger(alone)).toBe(false);
  });

  it('are read by the tail mean and the percentiles from p95 on, a p50 is read in turns', () => {
    const draw = seed(8);
    const alone = list(12, (index) => {
      const seconds = index < 4 ? 0.8 : 4.5;
      return drawBlock(draw, { seconds }, { seconds });
    });
    expect(becameLonger(alone)).toBe(true);
    expect(becameLonger(alone.slice(0, 4))).toBe(false);
    const inTurns = list(12, () => drawBlock(draw, {}, {}));
    const countSlices = (metrics: PairedStep['metrics']) =>
      readGates({ label: 'search', metrics, blocks: inTurns, alone }, { looks: [12], planned: 12 }).gates.map(
        ({ blocks }) => blocks[0]!.head.length,
      );
    const [p99, tail] = METRICS;
    const [p95, p50] = [95, 50].map((percent) => ({
      ...p99,
      metric: { kind: 'percentile' as const, percent },
    }));
    expect(countSlices([p99, p95!, p50!, tail])).toEqual([2, 2, 1, 2]);
  });
});
