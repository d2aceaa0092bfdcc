import * as Plot from '@observablehq/plot';
import type { Slo } from '../../config/language/slo-type.ts';
import { type Metric, measureMetric, printMetric } from '../../metrics/metric.ts';
import { findHeadStep, type RunRecord } from '../../records/record.ts';
import { slicesOf } from '../rows/series.ts';
import { limitWords, shortCommit } from '../words/terms.ts';
import { type ChartOptions, drawSvg } from './drawing.ts';
import { chooseScale, drawAxis, drawLimit, findLimit } from './scale.ts';
import { fillOf, strokeOf } from './style.ts';

/** Line through the records: one percentile of one step. */
export type TrendLine = { name: string; label: string; metric: Metric };

/** Most commits that have room below the axis. */
const MOST_TICKS = 8;

/**
 * Draws percentiles through the records, oldest first.
 *
 * @param slo whose limit is drawn where there is room
 */
export function drawRecords(
  title: string,
  lines: readonly TrendLine[],
  records: readonly RunRecord[],
  slo: Slo | undefined,
): string {
  return drawSvg(
    title,
    lines.map(({ name }) => name),
    plotRecords(lines, records, slo),
  );
}

/** Lays the picture out. @param mostTicks commits that have room below the axis */
export function plotRecords(
  lines: readonly TrendLine[],
  records: readonly RunRecord[],
  slo: Slo | undefined,
  mostTicks = MOST_TICKS,
): ChartOptions {
  const series = lines.map(({ label, metric }) =>
    records.flatMap((record, x) => {
      const step = findHeadStep(record, label);
      const ms = step === undefined ? Number.NaN : measureMetric(slicesOf(step), metric);
      return Number.isFinite(ms) ? [{ x, ms }] : [];
    }),
  );
  const highest = Math.max(...series.flat().map(({ ms }) => ms));
  const limit = findLimit(slo, highest);
  const values = [...series.flat().map(({ ms }) => ms), ...(limit === null ? [] : [limit])];
  const axis = chooseScale(values, Math.min(...values));
  const { unit, factor, scale } = axis;
  const every = Math.ceil(records.length / mostTicks);
  // The newest record always has its commit below it.
  const ticks = records.map((_, x) => x).filter((x) => (records.length - 1 - x) % every === 0);
  return {
    height: 200,
    marginBottom: 44,
    // Half of the newest day stands beyond its tick.
    marginRight: 36,
    x: { domain: [-0.4, records.length - 0.6], label: null },
    y: scale,
    yLabel: `latency (${unit})`,
    marks: [
      ...drawAxis(axis, 'y'),
      Plot.axisX(ticks, { tickFormat: (x: number) => nameRun(records[x]!), tickSize: 4 }),
      ...drawLimit(limit, axis, {
        x: records.length - 0.6,
        text: slo ? `${printMetric(slo.metric)} ${limitWords(slo)}` : '',
      }),
      ...series.flatMap((points, i) => {
        const place = { x: 'x', y: ({ ms }: (typeof points)[number]) => ms * factor };
        return [
          Plot.lineY(points, { ...place, ...strokeOf(i) }),
          Plot.dot(points, { ...place, r: 2.5, ...fillOf(i) }),
        ];
      }),
    ],
  };
}

/** Names a run by its commit and its day, on two lines. */
function nameRun({ commit, recordedAt }: RunRecord): string {
  const time = Date.parse(recordedAt);
  const day = Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
  return `${/^[0-9a-f]{7,}$/.test(commit ?? '') ? shortCommit(commit) : 'no commit'}\n${day}`;
}
