import * as Plot from '@observablehq/plot';
import type { Slo } from '../../config/language/slo-type.ts';
import { formatNumber } from '../format/numbers.ts';
import { HALO, LIMIT } from './style.ts';

/** Ratio of the highest value to a usual one from which a linear axis would press most values onto its foot. */
const WIDE = 25;

/** Axis of latencies: its unit, the factor from ms to it, and how it is laid out. */
export type LatencyScale = {
  unit: 'µs' | 'ms' | 's';
  factor: number;
  scale: Plot.ScaleOptions;
  /** Ticks of a log axis. Absent: those of the library. */
  ticks?: number[];
};

/**
 * Chooses an axis.
 *
 * @param latencies ms, all that are drawn
 * @param usual ms, such as the lowest median: it decides whether the axis is linear; so is one without (0, NaN)
 */
export function chooseScale(latencies: readonly number[], usual: number): LatencyScale {
  const known = latencies.filter((ms) => Number.isFinite(ms) && ms > 0);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const [unit, factor] =
    high < 1 ? (['µs', 1000] as const) : high < 10_000 ? (['ms', 1] as const) : (['s', 0.001] as const);
  // Where one has no value, or 0, a log axis would lose it.
  if (!(usual > 0) || high / usual <= WIDE || !(high > low)) {
    return {
      unit,
      factor,
      scale: { type: 'linear', domain: [0, high * factor * 1.06], nice: true, axis: null },
    };
  }
  const domain = [(low * factor) / 1.2, high * factor * 1.2];
  return {
    unit,
    factor,
    scale: { type: 'log', domain, axis: null },
    ticks: listTicks(domain[0]!, domain[1]!),
  };
}

/** Draws the ticks, their numbers and the lines of the grid of a horizontal (`x`) or an upright axis. */
export function drawAxis({ ticks }: Pick<LatencyScale, 'ticks'>, axis: 'x' | 'y'): Plot.Markish[] {
  // The library leaves out numbers of a log axis that it formats itself.
  const options = { label: null, text: (value: number) => formatNumber(value), tickSize: 4 };
  const marks = ticks === undefined ? ([] as const) : ([ticks] as const);
  return axis === 'x'
    ? [Plot.gridX(...marks), Plot.axisX(...marks, options)]
    : [Plot.gridY(...marks), Plot.axisY(...marks, options)];
}

/** A limit beyond so many times the highest value would press all else onto the foot of the picture. */
const NEAR = 2.5;

/** Tells whether a limit is near enough to what is drawn to be drawn as well. */
export function isNear(limit: number, highest: number): boolean {
  return limit < NEAR * highest;
}

/** Finds the greatest number. */
export function highestOf(values: readonly number[]): number {
  return Math.max(...values.filter(Number.isFinite));
}

/** Finds the limit of an SLO where there is room for it; null where there is none. */
export function findLimit(slo: Slo | undefined, highest: number): number | null {
  return slo?.limit.kind === 'absolute' && isNear(slo.limit.value, highest) ? slo.limit.value : null;
}

/** Draws a limit as a line. @param words at its end, and the place of the end; absent: none */
export function drawLimit(
  limit: number | null,
  { factor }: Pick<LatencyScale, 'factor'>,
  words?: { x: number; text: string },
): Plot.Markish[] {
  if (limit === null) return [];
  const y = limit * factor;
  const line = Plot.ruleY([y], { stroke: LIMIT.light, strokeWidth: 1.5, className: 'limit-line' });
  if (words === undefined) return [line];
  return [
    line,
    Plot.text([words.text], {
      x: words.x,
      y,
      text: (text: string) => text,
      dy: -8,
      textAnchor: 'end',
      fill: LIMIT.light,
      ...HALO,
      className: 'limit',
    }),
  ];
}

/** Lists 1, 2 and 5 in each decade of a log scale, or 1 alone where that would be too many. */
function listTicks(low: number, high: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = last - first > 4 ? [1] : [1, 2, 5];
  return Array.from({ length: last - first + 1 }, (_, i) =>
    steps.map((step) => Number(`${step}e${first + i}`)),
  )
    .flat()
    .filter((value) => value >= low && value <= high);
}
