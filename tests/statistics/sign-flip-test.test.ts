import { describe, expect, it } from 'vitest';
import { type PairedVector, testFamily } from '../../src/statistics/sign-flip-test.ts';
import { drawSignRows } from '../../src/statistics/sign-rows.ts';
import { type Draw, seed, simulate } from '../random.ts';
import { NOISES, type Noise } from './noise.ts';

const PLANNED = 12;
const LOOKS = [9, 10, 11, 12];
const TRIALS = 2000;
/** Three standard errors above a promise of 1 %. */
const ALLOWED = 0.01 + 3 * Math.sqrt((0.01 * 0.99) / TRIALS);

function drawVectors(draw: Draw, noise: Noise, metrics: number): PairedVector[] {
  const drawBlock = noise(draw, metrics);
  const blocks = Array.from({ length: PLANNED }, drawBlock);
  return Array.from({ length: metrics }, (_, metric) => ({
    values: blocks.map((block) => block[metric]!),
    statistic: metric === 0 ? 'sum' : 'signed-rank',
  }));
}

/** Whether a run that stops at the first rejection ever rejects: lines do not depend on looks still ahead (tested below). */
function rejects(vectors: PairedVector[], side: 'worse' | 'better', rows: number, runSeed: number): boolean {
  return rejectsBy(LOOKS.length, vectors, side, rows, runSeed);
}

function rejectsBy(
  looks: number,
  vectors: PairedVector[],
  side: 'worse' | 'better',
  rows: number,
  runSeed: number,
) {
  const design = {
    planned: PLANNED,
    looks: LOOKS.slice(0, looks),
    rows: drawSignRows(PLANNED, rows, runSeed),
  };
  return testFamily(vectors, design, 0.01).some(({ rejected }) => rejected === side);
}

describe('the joint sign-flip test', () => {
  it.each(Object.entries(NOISES))(
    'raises a false alarm in at most 1 % of runs of 4 metrics and 4 looks: %s',
    (_, noise) => {
      const draw = seed(1);
      let run = 0;
      const alarms = simulate(TRIALS, () => rejects(drawVectors(draw, noise, 4), 'worse', 500, run++));
      expect(alarms).toBeLessThanOrEqual(ALLOWED);
      // Nor does it give its error away.
      expect(alarms).toBeGreaterThan(0.003);
    },
  );

  it('says at the last look what a run that stops at the first rejection has said', () => {
    const draw = seed(9);
    const slower = (vector: PairedVector) => ({
      ...vector,
      values: vector.values.map((value) => value + 0.7),
    });
    let rejected = 0;
    for (let run = 0; run < 200; run++) {
      const vectors = drawVectors(draw, NOISES['heavy tails']!, 3).map(slower);
      const atAny = LOOKS.some((_, k) => rejectsBy(k + 1, vectors, 'worse', 500, run));
      expect(rejects(vectors, 'worse', 500, run)).toBe(atAny);
      if (atAny) rejected++;
    }
    expect(rejected).toBeGreaterThan(20);
    expect(rejected).toBeLessThan(180);
  });

  it('is as careful with improvements, and with all sign vectors in place of random ones', () => {
    const draw = seed(2);
    const noise = NOISES['heavy tails']!;
    expect(
      simulate(600, () => rejects(drawVectors(draw, noise, 3), 'better', 2 ** PLANNED, 1)),
    ).toBeLessThanOrEqual(0.01 + 3 * Math.sqrt((0.01 * 0.99) / 600));
  });

  it('loses nothing to metrics in which nothing happens', () => {
    const draw = seed(3);
    const values = Array.from({ length: PLANNED }, () => 1 + 0.6 * draw.normal());
    const quiet = { values: values.map(() => 0), statistic: 'signed-rank' as const };
    const design = { planned: PLANNED, looks: [PLANNED], rows: drawSignRows(PLANNED, 4096, 1) };
    const alone = testFamily([{ values, statistic: 'signed-rank' }], design, 0.01);
    const among = testFamily([{ values, statistic: 'signed-rank' }, ...Array(20).fill(quiet)], design, 0.01);
    expect(among[0]!.findPValue()).toBe(alone[0]!.findPValue());
    expect(among[1]!.rejected).toBeNull();
  });

  it('states the chance of the observed blocks on identical code', () => {
    const design = { planned: 8, looks: [8], rows: drawSignRows(8, 4096, 1) };
    const [up] = testFamily([{ values: [1, 2, 3, 4, 5, 6, 7, 8], statistic: 'signed-rank' }], design, 0.01);
    expect(up!.findPValue()).toBe(2 ** -8);
    expect(up!.rejected).toBe('worse');
    const [down] = testFamily(
      [{ values: [-1, -2, -3, -4, -5, -6, -7, -8], statistic: 'signed-rank' }],
      design,
      0.001,
    );
    expect(down!.findPValue()).toBe(2 ** -8);
    expect(down!.rejected).toBeNull();
  });

  it('makes do with missing blocks', () => {
    const values = [0.3, Number.NaN, 0.2, 0.4, 0.1, 0.5, Number.NaN, 0.6, 0.7, 0.8];
    const design = { planned: 10, looks: [10], rows: drawSignRows(10, 4096, 1) };
    const [test] = testFamily([{ values, statistic: 'signed-rank' }], design, 0.01);
    expect(test!.findPValue()).toBe(2 ** -8);
  });
});
