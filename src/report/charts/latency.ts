import * as Plot from '@observablehq/plot';
import type { Slo } from '../../config/language/slo-type.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { attempts, pooledQuantile } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import type { RecordedStep } from '../../records/record.ts';
import { formatMs } from '../format/numbers.ts';
import { listStarts } from '../rows/series.ts';
import { sloWords } from '../words/terms.ts';
import type { Drawing } from './drawing.ts';
import { chooseScale, drawAxis, isNear } from './scale.ts';
import { fillOf, HALO, LIMIT, strokeOf } from './style.ts';

/** A line in the picture: one arm of one step. `instances`: slices of each of its starts. */
export type LatencyLine = { name: string; slices: Slice[]; instances: Slice[][] };

/** Levels are drawn by their distance from 1, on a log scale: p90, p99 and p99.9 are equally far apart. */
const DEEPEST = 5;
const STEP = 0.05;
/** Fewer starts say nothing about how much they differ. */
const LEAST_INSTANCES = 3;
const TICKS = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999];
/** Levels whose values are shown. */
const DOTS = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999];

type Point = { x: number; ms: number };

/** Collects the slices of a step for a line. */
export function readLine(name: string, measured: Pick<RecordedStep, 'instances'>): LatencyLine {
  const instances = listStarts(measured);
  return { name, slices: instances.flat(), instances };
}

/**
 * Lays out latency by percentile, as HdrHistogram's plots do, with a band from the lowest to the highest start.
 *
 * @param slos of the step; those with a latency limit are marked if there is room
 */
export function plotLatency(title: string, lines: readonly LatencyLine[], slos: readonly Slo[]): Drawing {
  const curves = lines.map(({ slices }) => readCurve(slices));
  const drawn = curves.flat();
  const highest = Math.max(...drawn.map(({ ms }) => ms).filter(Number.isFinite));
  const limits = slos.flatMap((slo) => {
    const { metric, limit } = slo;
    if (metric.kind !== 'percentile' || limit.kind !== 'absolute' || !isNear(limit.value, highest)) return [];
    return [{ x: place(metric.percent / 100), ms: limit.value, name: sloWords(slo) }];
  });
  const medians = lines.map(({ slices }) => pooledQuantile(slices, 0.5));
  const axis = chooseScale(
    [...drawn, ...limits].map(({ ms }) => ms),
    Math.min(...medians),
  );
  const height = ({ ms }: Point) => (Number.isFinite(ms) ? ms * axis.factor : Number.NaN);
  const deepest = Math.max(1, ...drawn.map(({ x }) => x));
  const ticks = TICKS.map(place).filter((x) => x <= deepest);
  const bands = lines.length > 2 ? [] : lines.map(readBand);
  // The last point of a curve, if the requests beyond it failed.
  const breaks = curves.flatMap((curve) => {
    const answered = curve.filter(({ ms }) => Number.isFinite(ms));
    return answered.length < curve.length ? answered.slice(-1) : [];
  });
  const spread = lines.find((_, i) => (bands[i]?.length ?? 0) > 0)?.instances.length;
  const marks = [
    `latency (${axis.unit})`,
    ...(spread ? [`band: lowest to highest of ${spread} starts of the service`] : []),
    ...(breaks.length > 0 ? ['×: the rest failed'] : []),
  ];
  const plot = {
    height: 280,
    x: { domain: [0, deepest], label: 'share of requests that were faster' },
    y: axis.scale,
    yLabel: marks.join('; '),
    marks: [
      ...drawAxis(axis),
      Plot.gridX(ticks),
      Plot.axisX(ticks, { tickFormat: (x: number) => (x === 0 ? 'min' : `${printLevel(x)} %`) }),
      ...bands.map((band, i) =>
        Plot.areaY(band, {
          x: 'x',
          y1: ({ low }) => low * axis.factor,
          y2: ({ high }) => high * axis.factor,
          ...fillOf(i, 0.16),
        }),
      ),
      ...curves.map((curve, i) => Plot.lineY(curve, { x: 'x', y: height, ...strokeOf(i) })),
      ...lines.map(({ slices }, i) => {
        const known = readDots(slices).filter(({ ms }) => Number.isFinite(ms));
        return Plot.dot(known, { x: 'x', y: height, r: 3.5, ...fillOf(i) });
      }),
      Plot.dot(breaks, { x: 'x', y: height, symbol: 'times', r: 6, stroke: 'currentColor', strokeWidth: 2 }),
      Plot.link(limits, {
        ...{ x1: ({ x }) => Math.max(0, x - 0.16), x2: ({ x }) => x + 0.16, y1: height, y2: height },
        ...{ stroke: LIMIT.light, strokeWidth: 2.5, className: 'limit-line' },
      }),
      Plot.text(limits, {
        ...{ x: 'x', y: height, text: 'name', dy: -9 },
        ...{ fill: LIMIT.light, className: 'limit', ...HALO },
      }),
    ],
  };
  return { title, legend: lines.map(({ name }) => name), plot };
}

/** Describes the picture: `search: latency by percentile. this run: p50 2 ms, p99 7 ms.` */
export function describeLatency(title: string, lines: readonly LatencyLine[]): string {
  const said = lines.map(({ name, slices }) => {
    const [median, tail] = [0.5, 0.99].map((level) => formatMs(pooledQuantile(slices, level)));
    return `${name}: p50 ${median}, p99 ${tail}`;
  });
  return `${title}. ${said.join('; ')}.`;
}

/** Reads the usual percentiles that this many requests support. */
export function readDots(slices: readonly Slice[]): Point[] {
  const deepest = listPlaces(slices).at(-1)!;
  return DOTS.map((level) => ({ x: place(level), ms: pooledQuantile(slices, level) })).filter(
    ({ x }) => x <= deepest,
  );
}

/** Writes a place on the axis as a percentage: `99.9`. */
export function printLevel(x: number): string {
  return String(Number((100 * (1 - 10 ** -x)).toFixed(4)));
}

function readCurve(slices: readonly Slice[], places = listPlaces(slices)): Point[] {
  return places.map((x) => ({ x, ms: pooledQuantile(slices, 1 - 10 ** -x) }));
}

function readBand({ instances }: LatencyLine): { x: number; low: number; high: number }[] {
  if (instances.length < LEAST_INSTANCES) return [];
  // Beyond the requests of the smallest start, a percentile would only be its maximum.
  const places = instances.map(listPlaces).sort((a, b) => a.length - b.length)[0]!;
  const curves = instances.map((slices) => readCurve(slices, places));
  return places.flatMap((x, i) => {
    const values = curves.map((curve) => curve[i]!.ms);
    if (!values.every(Number.isFinite)) return [];
    return [{ x, low: Math.min(...values), high: Math.max(...values) }];
  });
}

/** Lists the places on the axis that this many requests support. */
function listPlaces(slices: readonly Slice[]): number[] {
  const deepest = Math.min(DEEPEST, Math.log10(Math.max(1, sum(slices, attempts))));
  return Array.from({ length: Math.floor(deepest / STEP) + 1 }, (_, i) => Number((i * STEP).toFixed(2)));
}

function place(level: number): number {
  return Number(-Math.log10(1 - level).toFixed(6));
}
