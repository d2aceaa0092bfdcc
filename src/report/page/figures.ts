import { meanStartup, peakMemory, processorTime } from '../../measurement/costs.ts';
import { latencyDeviation } from '../../measurement/deviation.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { achievedRate, attempts, meanLatency, pooledQuantile } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { measureMetric, printMetric } from '../../metrics/metric.ts';
import {
  formatCount,
  formatMemory,
  formatMs,
  formatNumber,
  formatShare,
  formatValue,
  NONE,
} from '../format/numbers.ts';
import type { PageGroup } from './content.ts';

/** Column of a table of results; `show` gives its text for one step. */
export type Figure = { title: string; show: (slices: readonly Slice[]) => string };

/** Figures of the waiting time of callers. */
export const LATENCIES: readonly Figure[] = [
  { title: 'min', show: (slices) => formatMs(ofAnswered(slices, (values) => values[0]!, Math.min)) },
  { title: 'mean', show: (slices) => formatMs(meanLatency(slices)) },
  { title: 'std. deviation', show: (slices) => formatMs(latencyDeviation(slices)) },
  ...[50, 75, 90, 95, 99, 99.9].map((percent) => ({
    title: `p${percent}`,
    show: (slices: readonly Slice[]) => formatMs(readPercentile(slices, percent)),
  })),
  { title: 'max', show: (slices) => formatMs(ofAnswered(slices, (values) => values.at(-1)!, Math.max)) },
];

/** Figures of what was asked and answered, and what it cost. */
export const COUNTS: readonly Figure[] = [
  { title: 'requests', show: (slices) => formatCount(sum(slices, attempts)) },
  { title: 'OK', show: (slices) => formatCount(sum(slices, ({ ok }) => ok)) },
  {
    title: 'KO',
    show(slices) {
      const count = sum(slices, ({ failed, dropped }) => failed + dropped);
      return count === 0 ? '0' : `${formatCount(count)} (${formatShare(count / sum(slices, attempts))})`;
    },
  },
  { title: 'rate', show: showRate },
  { title: 'processor time per request', show: (slices) => formatMs(processorTime(slices)) },
  { title: 'peak memory', show: (slices) => formatMemory(peakMemory(slices)) },
  { title: 'start to ready', show: (slices) => formatMs(meanStartup(slices)) },
];

/** Lists the metrics of the user's script that SLOs name. */
export function listCustomFigures({ steps }: PageGroup): Figure[] {
  const named = steps.flatMap(({ declared: { slos } }) =>
    slos.flatMap(({ metric }) => (metric.kind === 'custom' ? [[printMetric(metric), metric] as const] : [])),
  );
  return [...new Map(named)].map(([title, metric]) => ({
    title,
    show: (slices) => formatValue(metric, measureMetric(slices, metric)),
  }));
}

/** Lists the figures that some step has. Processor time and memory are not known everywhere. */
export function pickFigures(figures: readonly Figure[], steps: readonly { slices: Slice[] }[]): Figure[] {
  return figures.filter(({ show }) => steps.some(({ slices }) => show(slices) !== NONE));
}

/** A percentile that less than one request is beyond would only repeat the maximum. */
function readPercentile(slices: readonly Slice[], percent: number): number {
  const beyond = sum(slices, attempts) * (1 - percent / 100);
  return beyond < 0.999 ? Number.NaN : pooledQuantile(slices, percent / 100);
}

function ofAnswered(
  slices: readonly Slice[],
  read: (values: readonly number[]) => number,
  choose: (...values: number[]) => number,
): number {
  const values = slices.flatMap(({ latency }) => (latency === null ? [] : [read(latency.values)]));
  return values.length === 0 ? Number.NaN : choose(...values);
}

/** Share of the planned rate below which both are shown: the service, or the generator, did not keep up. */
const KEPT_UP = 0.98;

/** Writes `60 req/s`, or `5.8 of 60 req/s` where fewer were answered than were meant to be sent. */
function showRate(slices: readonly Slice[]): string {
  const rate = achievedRate(slices);
  if (Number.isNaN(rate)) return NONE;
  const seconds = sum(slices, ({ seconds }) => seconds);
  const planned = sum(slices, ({ planned }) => planned ?? 0) / seconds;
  const of = planned > 0 && rate < KEPT_UP * planned ? ` of ${formatNumber(planned)}` : '';
  return `${formatNumber(rate)}${of} req/s`;
}
