import { meanStartup, peakMemory, processorTime } from '../../measurement/costs.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { latencyDeviation } from '../../measurement/pooling.ts';
import {
  achievedRate,
  attempts,
  countAtMost,
  listSamples,
  meanLatency,
  pooledQuantile,
} from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { type Metric, measureMetric, printMetric } from '../../metrics/metric.ts';
import * as numbers from '../format/numbers.ts';

const { formatCount, formatMs, formatNumber, formatShare, NONE } = numbers;

/** Column of a table of results; `show` gives its text for one step. */
export type Figure = { title: string; show: (slices: readonly Slice[]) => string };

const figure = (title: string, show: Figure['show']): Figure => ({ title, show });

/** Figures of the waiting time of callers. */
export const LATENCIES: readonly Figure[] = [
  figure('min', (slices) => formatMs(ofAnswered(slices, 0, Math.min))),
  figure('mean', (slices) => formatMs(meanLatency(slices))),
  figure('std. deviation', (slices) => formatMs(latencyDeviation(slices))),
  ...[50, 75, 90, 95, 99, 99.9].map((percent) =>
    figure(`p${percent}`, (slices) => formatMs(readPercentile(slices, percent))),
  ),
  figure('max', (slices) => formatMs(ofAnswered(slices, -1, Math.max))),
];

/** Figures of what was asked and answered, and what it cost. KO: failed, or never sent. */
export const COUNTS: readonly Figure[] = [
  figure('requests', (slices) => formatCount(sum(slices, attempts))),
  figure('OK', (slices) => formatCount(sum(slices, ({ ok }) => ok))),
  figure('KO', (slices) => showPart(countKo(slices), sum(slices, attempts))),
  figure('rate', showRate),
  figure('processor time per request', (slices) => formatMs(processorTime(slices))),
  figure('peak memory', (slices) => numbers.formatMemory(peakMemory(slices))),
  figure('start to ready', (slices) => formatMs(meanStartup(slices))),
];

/** Makes the figure of a metric that an SLO names. */
export function customFigure(metric: Metric): Figure {
  return figure(printMetric(metric), (slices) => numbers.formatValue(metric, measureMetric(slices, metric)));
}

/** Lists how many requests took how long, in the buckets between the bounds (ms). Nothing without bounds. */
export function listBuckets(bounds: readonly number[]): Figure[] {
  if (bounds.length === 0) return [];
  const name = (ms: number) => formatMs(ms, 6);
  const countUpTo = (slices: readonly Slice[], bound: number | undefined) =>
    bound === undefined ? sum(slices, ({ ok }) => ok) : countAtMost(listSamples(slices), bound);
  const count = (slices: readonly Slice[], i: number) =>
    countUpTo(slices, bounds[i]) - (i === 0 ? 0 : countUpTo(slices, bounds[i - 1]));
  const titles = bounds.map((bound, i) => `${i === 0 ? 'up' : name(bounds[i - 1]!)} to ${name(bound)}`);
  return [
    ...[...titles, `over ${name(bounds.at(-1)!)}`].map((title, i) =>
      figure(title, (slices) => showPart(count(slices, i), sum(slices, attempts))),
    ),
    figure('failed', (slices) => showPart(countKo(slices), sum(slices, attempts))),
  ];
}

/** Counts requests that failed, and arrivals that were never sent. */
export function countKo(slices: readonly Slice[]): number {
  return sum(slices, ({ failed, dropped }) => failed + dropped);
}

function showPart(count: number, of: number): string {
  return count === 0 ? '0' : `${formatCount(count)} (${formatShare(count / of)})`;
}

/** A percentile that less than one request is beyond would only repeat the maximum. */
function readPercentile(slices: readonly Slice[], percent: number): number {
  const beyond = sum(slices, attempts) * (1 - percent / 100);
  return beyond < 0.999 ? Number.NaN : pooledQuantile(slices, percent / 100);
}

/** Reads a level of all slices that have answers. @param at place of the level, 0 or −1 */
function ofAnswered(slices: readonly Slice[], at: number, choose: (...values: number[]) => number): number {
  const values = slices.flatMap(({ latency }) => latency?.values.at(at) ?? []);
  return values.length === 0 ? Number.NaN : choose(...values);
}

/** Share of the planned rate below which both are shown: the service, or the generator, did not keep up. */
const KEPT_UP = 0.98;

/** Writes `60 req/s`, or `5.8 of 60 req/s` where fewer were answered than were meant to be sent. */
function showRate(slices: readonly Slice[]): string {
  const rate = achievedRate(slices);
  if (Number.isNaN(rate)) return NONE;
  const planned = sum(slices, (slice) => slice.planned ?? 0) / sum(slices, ({ seconds }) => seconds);
  const of = planned > 0 && rate < KEPT_UP * planned ? ` of ${formatNumber(planned)}` : '';
  return `${formatNumber(rate)}${of} req/s`;
}
