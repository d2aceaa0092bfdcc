import { describe, expect, it } from 'vitest';
import { drawSignRows, testJointly } from '../../src/statistics/joint-test.ts';
import { type Draw, seed, simulate } from '../random.ts';

const rowsOf = (blocks: number) => drawSignRows(blocks, 0.01, 1);

/** Draws the deviations of four metrics of identical code in a block, by its number. */
const NOISES: Record<string, (draw: Draw, block: number) => number[]> = {
  'log-normal arms': (draw) => four(() => Math.exp(0.8 * draw.normal()) - Math.exp(0.8 * draw.normal())),
  // The machine gets slower; the arm measured second, chosen by lot, suffers more.
  'drift along the run': (draw, block) => {
    const second = draw.uniform() < 0.5 ? -1 : 1;
    return four(() => second * (block + 1) * 0.3 + draw.normal());
  },
  'one block in ten hit by what is ten times as big': (draw) => {
    const hit = draw.uniform() < 0.1 ? 10 * draw.normal() : 0;
    return four(() => hit + draw.normal());
  },
  'unequal spread of arms and blocks': (draw) => {
    const scale = Math.exp(draw.normal());
    return four(() => scale * (3 * draw.normal() - draw.normal()));
  },
  'metrics that hang together': (draw) => {
    const common = draw.normal();
    return four(() => Math.sqrt(0.9) * common + Math.sqrt(0.1) * draw.normal());
  },
};
const four = (value: () => number) => Array.from({ length: 4 }, value);

describe('the joint test', () => {
  it.each(Object.entries(NOISES))('calls identical code worse at its error only: %s', (_, noise) => {
    const draw = seed(1);
    const rows = rowsOf(10);
    const alarms = simulate(300, () => {
      const blocks = Array.from({ length: 10 }, (_, block) => noise(draw, block));
      const family = [0, 1, 2, 3].map((metric) => blocks.map((block) => block[metric]!));
      return testJointly(family, 0.02, rows).shown.some(({ worse }) => worse);
    });
    expect(alarms).toBeLessThanOrEqual(0.02 + 3 * Math.sqrt((0.02 * 0.98) / 300));
  });

  it('shows what moves all blocks one way, whatever else scatters, and in which direction', () => {
    const draw = seed(2);
    const noise = () => Array.from({ length: 14 }, () => draw.normal());
    const moved = (by: number) => Array.from({ length: 14 }, () => by + 0.1 * draw.normal());
    const { shown } = testJointly([noise(), moved(1), moved(-1)], 0.005, rowsOf(14));
    expect(shown).toEqual([
      { worse: false, better: false },
      { worse: true, better: false },
      { worse: false, better: true },
    ]);
  });

  it('cannot call anything from blocks too few for its error, and counts ties against a change', () => {
    const same = Array(7).fill(1);
    // One row of 128, the seen one, is 0.8 %.
    expect(testJointly([same], 0.01, rowsOf(7)).shown[0]!.worse).toBe(true);
    expect(testJointly([same], 0.005, rowsOf(7)).shown[0]!.worse).toBe(false);
    expect(testJointly([[1, ...Array(6).fill(0)]], 0.3, rowsOf(7)).shown[0]!.worse).toBe(false);
  });

  it('has as many rows beyond its line as its error allows, and no more', () => {
    const draw = seed(3);
    const values = Array.from({ length: 10 }, () => draw.normal());
    const { line } = testJointly([values], 0.05, rowsOf(10));
    const flip = (row: number) => values.reduce((sum, v, i) => sum + ((row >>> i) & 1 ? -v : v), 0);
    const beyond = rowsOf(10).filter((row) => flip(row) / Math.hypot(...values) > line);
    expect(beyond).toHaveLength(Math.floor(0.05 * 1024));
  });

  it('has nothing to say of a metric that never differs or is missing', () => {
    const { shown, line } = testJointly([Array(10).fill(0), Array(10).fill(Number.NaN)], 0.01, rowsOf(10));
    expect(shown.flatMap(({ worse, better }) => [worse, better])).toEqual(Array(4).fill(false));
    expect(line).toBeLessThan(1e-6);
  });
});

describe('sign vectors', () => {
  it('are all there are of few blocks, whatever the seed', () => {
    expect([...drawSignRows(4, 0.01, 1)]).toEqual(Array.from({ length: 16 }, (_, row) => row));
    expect(drawSignRows(4, 0.01, 2)).toEqual(drawSignRows(4, 0.01, 1));
  });

  it('are the identity and random ones of many, the same for the same seed, and more for a small error', () => {
    const rows = drawSignRows(19, 0.01, 7);
    expect(rows[0]).toBe(0);
    expect(drawSignRows(19, 0.01, 7)).toEqual(rows);
    expect(drawSignRows(19, 0.01, 8)).not.toEqual(rows);
    const negative = rows.filter((row) => (row >> 18) & 1).length;
    expect(Math.abs(negative / rows.length - 0.5)).toBeLessThan(0.02);
    expect(drawSignRows(19, 0.0001, 7).length).toBeGreaterThan(rows.length);
  });
});
