import { describe, expect, it } from 'vitest';
import { findChangePoints } from '../../src/statistics/change-point.ts';
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
  return simulate(TRIALS, () => findChangePoints(series()).length > 0);
}

describe('the change points of a short series', () => {
  it('are false ones in about one of a hundred, skewed, with heavy tails or often the same', () => {
    const draw = seed(1);
    const steady = () => drawSeries(draw, 20);
    const skewed = () => drawSeries(draw, 40).map((value) => Math.exp(value));
    const heavy = () => drawSeries(draw, 40).map((value) => value * (draw.uniform() < 0.1 ? 10 : 1));
    const rare = () => drawSeries(draw, 40).map(() => (draw.uniform() < 0.15 ? draw.uniform() : 0));
    for (const series of [steady, skewed, heavy, rare])
      expect(shareCut(series)).toBeLessThanOrEqual(atMost(0.01));
  });

  it('are not made by one or two outliers, wherever they are', () => {
    const draw = seed(2);
    for (const places of [[15], [35], [15, 16], [34, 35]]) {
      const series = (far: number) =>
        drawSeries(draw, 36).map((value, i) => (places.includes(i) ? far : value));
      expect(
        shareCut(() => series(10)),
        String(places),
      ).toBeLessThanOrEqual(atMost(0.02));
      expect(
        shareCut(() => series(Infinity)),
        `infinite ${places}`,
      ).toBeLessThanOrEqual(atMost(0.02));
    }
  });

  it('are found at a step of three standard deviations, and the same every time', () => {
    const draw = seed(3);
    const found = simulate(80, () => {
      const values = drawSeries(draw, 40, (i) => (i < 20 ? 0 : 3));
      expect(findChangePoints(values)).toEqual(findChangePoints(values));
      return findChangePoints(values).some(({ index }) => Math.abs(index - 20) <= 1);
    });
    expect(found).toBeGreaterThan(0.9);
  });

  it('are false ones too often where values drag on, as the page says, and not more often than that', () => {
    const draw = seed(6);
    expect(shareCut(() => drawDragging(draw, 40, 0.3))).toBeLessThan(0.15);
    expect(shareCut(() => drawDragging(draw, 40, 0.5))).toBeLessThan(0.35);
  });
});

describe('all change points of a long series', () => {
  it('are none in all but some of a hundred steady series, also where values drag on', () => {
    const draw = seed(8);
    const shareFalse = (trials: number, series: () => number[]) =>
      simulate(trials, () => findChangePoints(series()).length > 0);
    expect(shareFalse(300, () => drawSeries(draw, 64))).toBeLessThanOrEqual(0.03);
    expect(shareFalse(100, () => drawSeries(draw, 1000))).toBeLessThanOrEqual(0.04);
    expect(shareFalse(100, () => drawDragging(draw, 1000, 0.3))).toBeLessThanOrEqual(0.06);
  });

  it('are where they were planted among 1,000 values, and nowhere else', () => {
    const draw = seed(9);
    const planted = [200, 520, 560, 800, 960];
    const level = (index: number) => [0, 4, 0, 5, 1, 6][planted.filter((at) => at <= index).length]!;
    let [near, others] = [0, 0];
    for (let trial = 0; trial < 10; trial++) {
      const found = findChangePoints(drawSeries(draw, 1000, level)).map(({ index }) => index);
      near += planted.filter((at) => found.some((index) => Math.abs(index - at) <= 1)).length;
      others += found.filter((index) => planted.every((at) => Math.abs(index - at) > 3)).length;
    }
    expect(near).toBeGreaterThanOrEqual(47);
    expect(others).toBeLessThanOrEqual(2);
  });

  it('are both ends of a level that lasted for 30 of 512 values', () => {
    const draw = seed(11);
    const found = simulate(20, () => {
      const bump = drawSeries(draw, 512, (i) => (i >= 240 && i < 270 ? 3 : 0));
      const near =
        (place: number) =>
        ({ index }: { index: number }) =>
          Math.abs(index - place) <= 2;
      const points = findChangePoints(bump);
      return points.some(near(240)) && points.some(near(270));
    });
    expect(found).toBeGreaterThanOrEqual(0.9);
  });

  it('have the levels on either side', () => {
    const found = findChangePoints(drawSeries(seed(10), 300, (i) => (i < 100 ? 1 : i < 200 ? 6 : 3)));
    expect(found.map(({ index, before, after }) => [index, Math.round(before), Math.round(after)])).toEqual([
      [100, 1, 6],
      [200, 6, 3],
    ]);
  });

  it('are none where there is nothing to see', () => {
    for (const values of [[], [1, 2, 3], Array(300).fill(2), Array(300).fill(Infinity)])
      expect(findChangePoints(values)).toEqual([]);
  });
});
