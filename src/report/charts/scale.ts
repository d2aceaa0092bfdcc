import * as Plot from '@observablehq/plot';
import type { Slo } from '../../config/language/slo-type.ts';
import { isShare, type Metric, printMetric, unitOf } from '../../metrics/metric.ts';
import { formatNumber } from '../format/numbers.ts';
import { limitWords } from '../words/terms.ts';
import { HALO, LIMIT } from './style.ts';

/** Ratio of the highest value to a typical one above which a linear axis would squeeze most values to the bottom. */
const WIDE = 25;
/** A limit this many times higher than the highest value would squeeze everything else to the bottom. */
const NEAR = 2.5;

/** Axis of values: its unit, the factor to it, and its layout. `ticks`: for a log axis. */
export type ValueScale = { unit: string; factor: number; scale: Plot.ScaleOptions; ticks?: number[] };

/**
 * Chooses an axis of latencies (ms).
 *
 * @param usual ms, such as the lowest median: it decides whether the axis is linear, as it is without a median (0, NaN)
 */
export function chooseScale(latencies: readonly number[], usual: number): ValueScale {
  const known = latencies.filter((ms) => Number.isFinite(ms) && ms > 0);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const [unit, factor] =
    high < 1 ? (['µs', 1000] as const) : high < 10_000 ? (['ms', 1] as const) : (['s', 0.001] as const);
  // A log axis would lose a missing value, or 0.
  if (!(usual > 0) || high / usual <= WIDE || !(high > low))
    return { unit, factor, scale: linear(high * factor * 1.06) };
  const domain: [number, number] = [(low * factor) / 1.2, high * factor * 1.2];
  return { unit, factor, scale: { type: 'log', domain, axis: null }, ticks: listTicks(...domain) };
}

/** Chooses an axis for a metric in any unit. */
export function chooseMetricScale(metric: Metric, values: readonly number[]): ValueScale {
  const unit = unitOf(metric);
  if (unit === 'ms' && values.some((value) => value > 0)) return chooseScale(values, Math.min(...values));
  const factor = isShare(metric) ? 100 : 1;
  const highest = Math.max(0, ...values) * factor;
  const name = isShare(metric) ? '%' : unit === 'plain' ? '' : unit;
  return { unit: name, factor, scale: linear(highest > 0 ? highest * 1.08 : 1) };
}

function linear(highest: number): Plot.ScaleOptions {
  return { type: 'linear', domain: [0, highest], nice: true, axis: null };
}

/** Draws the ticks of the vertical axis, their numbers and the grid lines. */
export function drawAxis({ ticks }: ValueScale): Plot.Markish[] {
  const marks = ticks === undefined ? ([] as const) : ([ticks] as const);
  // The library omits some numbers of a log axis if it formats them itself.
  const options = { label: null, text: (value: number) => formatNumber(value), tickSize: 4 };
  return [Plot.gridY(...marks), Plot.axisY(...marks, options)];
}

/** Tells whether a limit is close enough to the data to be drawn. */
export function isNear(limit: number, highest: number): boolean {
  return limit < NEAR * highest;
}

/** Draws an SLO limit as a line at `y`, with a label at its end `x`. */
export function drawLimit(slo: Slo, y: number, x: number): Plot.Markish[] {
  const text = () => `${printMetric(slo.metric)} ${limitWords(slo)}`;
  const words = { x, y, text, dy: -8, textAnchor: 'end', fill: LIMIT.light, className: 'limit', ...HALO };
  return [
    Plot.ruleY([y], { stroke: LIMIT.light, strokeWidth: 1.5, className: 'limit-line' }),
    Plot.text([y], words as Plot.TextOptions),
  ];
}

/** Lists 1, 2 and 5 in each decade of a log scale, or only 1 if that would be too many. */
function listTicks(low: number, high: number): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = last - first > 4 ? [1] : [1, 2, 5];
  const decades = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return decades
    .flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)))
    .filter((value) => value >= low && value <= high);
}
