import { describe, expect, it } from 'vitest';
import { findChangePoints, findLastChangePoint } from '../../src/statistics/change-point.ts';
import { type Draw, seed, simulate } from '../random.ts';

/** Values scattered by one standard deviation around a level that may depend on the place. */
function drawSeries(draw: Draw, length: number, level: (index: number) => number = () => 0): number[] {
  return Array.from({ length }, (_, index) => level(index) + draw.normal());
}

/** First-order autoregressive values of unit variance. */
function drawDragging(draw: Draw, length: number, correlation: number): number[] {
  let value = draw.normal();
  return Array.from({ length }, () => {
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * draw.normal();
    return value;
  });
}

const TRIALS = 250;
/** Three standard errors above a rate that is promised. */
const atMost = (rate: number) => rate + 3 * Math.sqrt((rate * (1 - rate)) / TRIALS);

function shareCut(series: () => number[]): number {
  return simulate(TRIALS, () => findLastChangePoint(series()) !== null);
}

/** Share of series whose last step is found, and no more than one value away from where it is. */
function shareFound(index: number, series: () => number[]): number {
  return simulate(80, () => {
    const found = findLastChangePoint(series());
    return found !== null && Math.abs(found.index - index) <= 1;
  });
}

describe('the last change point of a short series', () => {
  it.each([8, 12, 20, 40, 64])('is a false one in about one of a hundred steady series of %i', (length) => {
    const draw = seed(length);
    expect(shareCut(() => drawSeries(draw, length))).toBeLessThanOrEqual(atMost(0.01));
  });

  it('is a false one no more often when values are skewed, have heavy tails or are often the same', () => {
    const draw = seed(1);
    const skewed = () => drawSeries(draw, 40).map((value) => Math.exp(value));
    const heavy = () => drawSeries(draw, 40).map((value) => value * (draw.uniform() < 0.1 ? 10 : 1));
    const rare = () => drawSeries(draw, 40).map(() => (draw.uniform() < 0.15 ? draw.uniform() : 0));
    for (const series of [skewed, heavy, rare]) expect(shareCut(series)).toBeLessThanOrEqual(atMost(0.01));
  });

  it('is not made by one or two outliers, wherever they are', () => {
    const draw = seed(2);
    for (const places of [[15], [30], [35], [15, 16], [29, 30], [34, 35]]) {
      const series = () => drawSeries(draw, 36, (i) => (places.includes(i) ? 10 : 0));
      expect(shareCut(series), String(places)).toBeLessThanOrEqual(atMost(0.02));
      const endless = () =>
        series().map((value, i) => (places.includes(i) ? Number.POSITIVE_INFINITY : value));
      expect(shareCut(endless), `infinite ${places}`).toBeLessThanOrEqual(atMost(0.02));
    }
  });

  it('is found at a step of three standard deviations, however long ago it was', () => {
    const draw = seed(3);
    const step = (length: number, at: number) =>
      shareFound(at, () => drawSeries(draw, length, (i) => (i < at ? 0 : 3)));
    expect(step(20, 10)).toBeGreaterThan(0.9);
    expect(step(60, 50)).toBeGreaterThan(0.9);
    expect(step(64, 10)).toBeGreaterThan(0.9);
    expect(step(26, 20)).toBeGreaterThan(0.85);
  });

  it('is found after three values on a level that is far away', () => {
    const draw = seed(4);
    expect(shareFound(20, () => drawSeries(draw, 23, (i) => (i < 20 ? 0 : 6)))).toBeGreaterThan(0.9);
  });

  it('is the last of several, also when the level went back to where it had been', () => {
    const draw = seed(5);
    const stairs = () => drawSeries(draw, 60, (i) => 4 * Math.floor(i / 20));
    expect(shareFound(40, stairs)).toBeGreaterThan(0.9);
    const bump = () => drawSeries(draw, 30, (i) => (i >= 10 && i < 20 ? 5 : 0));
    expect(shareFound(20, bump)).toBeGreaterThan(0.9);
  });

  it('gives the levels before and after the step', () => {
    const values = Array.from(
      { length: 30 },
      (_, i) => [0, 5, 8][Math.floor(i / 10)]! + 0.1 * Math.sin(i * i),
    );
    const found = findLastChangePoint(values)!;
    expect(found.index).toBe(20);
    expect(found.before).toBeCloseTo(5, 0);
    expect(found.after).toBeCloseTo(8, 0);
  });

  it('is cut too often where values drag on, as stated, and not more often than that', () => {
    const draw = seed(6);
    expect(shareCut(() => drawDragging(draw, 40, 0.3))).toBeLessThan(0.15);
    expect(shareCut(() => drawDragging(draw, 40, 0.5))).toBeLessThan(0.35);
  });

  it('is none where there is nothing to see, and the same every time', () => {
    expect(findLastChangePoint([])).toBeNull();
    expect(findLastChangePoint([1, 2, 3])).toBeNull();
    expect(findLastChangePoint(Array(30).fill(2))).toBeNull();
    expect(findLastChangePoint(Array(30).fill(Number.POSITIVE_INFINITY))).toBeNull();
    const values = drawSeries(seed(7), 40, (i) => (i < 25 ? 0 : 3));
    expect(findLastChangePoint(values)).toEqual(findLastChangePoint(values));
  });
});

describe('all change points of a long series', () => {
  const shareFalse = (trials: number, series: () => number[]) =>
    simulate(trials, () => findChangePoints(series()).length > 0);

  it('are none in all but some of a hundred steady series, also where values drag on', () => {
    const draw = seed(8);
    expect(shareFalse(300, () => drawSeries(draw, 64))).toBeLessThanOrEqual(0.03);
    expect(shareFalse(100, () => drawSeries(draw, 1000))).toBeLessThanOrEqual(0.04);
    expect(shareFalse(100, () => drawDragging(draw, 1000, 0.3))).toBeLessThanOrEqual(0.06);
  });

  it('are where they were planted among 1,000 values, and nowhere else', () => {
    const draw = seed(9);
    const planted = [200, 520, 560, 800, 960];
    const level = (index: number) => [0, 4, 0, 5, 1, 6][planted.filter((at) => at <= index).length]!;
    let near = 0;
    let others = 0;
    for (let trial = 0; trial < 10; trial++) {
      const found = findChangePoints(drawSeries(draw, 1000, level)).map(({ index }) => index);
      near += planted.filter((at) => found.some((index) => Math.abs(index - at) <= 1)).length;
      others += found.filter((index) => planted.every((at) => Math.abs(index - at) > 3)).length;
    }
    expect(near).toBeGreaterThanOrEqual(47);
    expect(others).toBeLessThanOrEqual(2);
  });

  it('have the levels on either side', () => {
    const values = drawSeries(seed(10), 300, (i) => (i < 100 ? 1 : i < 200 ? 6 : 3));
    const found = findChangePoints(values);
    expect(found.map(({ index }) => index)).toEqual([100, 200]);
    expect(found.map(({ before, after }) => [before, after].map(Math.round))).toEqual([
      [1, 6],
      [6, 3],
    ]);
  });

  it('are none where there is nothing to see', () => {
    expect(findChangePoints([])).toEqual([]);
    expect(findChangePoints([1, 2, 3])).toEqual([]);
    expect(findChangePoints(Array(300).fill(2))).toEqual([]);
    expect(findChangePoints(Array(300).fill(Number.POSITIVE_INFINITY))).toEqual([]);
  });
});
