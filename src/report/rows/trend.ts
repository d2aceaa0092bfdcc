import type { Slo } from '../../config/language/slo-type.ts';
import type { Report } from '../../handover/report.ts';
import { roundUp2 } from '../../metrics/decimal.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { Row } from './rows.ts';
import { findFarthest, seriesOf } from './series.ts';

/** Earlier runs in the chart: as many as there is room for their commits below the axis. */
const EARLIER = 12;
/** Colours that are readable on GitHub's light and dark backgrounds. */
const COLOURS = { median: '#388bfd', tail: '#a371f7', limit: '#f85149' };
/** Limits of numbers that Mermaid writes and reads without exponents; no real value is near them. */
const TOO_LARGE = 1e12;
const TOO_SMALL = 1e-3;

export type Trend = {
  label: string;
  /** Percentile that is drawn beside p50; `withMedian`: p50 is a line of its own. */
  tail: Extract<Metric, { kind: 'percentile' }>;
  withMedian: boolean;
  /** SLO whose limit is drawn. */
  slo: Slo | null;
  /** True when some values are `Infinity` and are drawn at the upper edge. */
  capped: boolean;
  /** Chart as Mermaid source. */
  chart: string;
};

/**
 * Draws the latency of a row's scenario through the earlier runs and this one, as Mermaid's `xychart-beta`;
 * null without an earlier run or without any finite value. The chart works in every Mermaid since 10.6: a
 * number for every point, distinct categories (equal ones share one place), and no titles of lines, which
 * only later versions turn into a legend.
 */
export function drawTrend(report: Report, row: Row): Trend | null {
  // The chart is of latencies, and a search has none at one rate.
  if (row.metric.kind === 'capacity') return null;
  const { tail, slo } = chooseTail(report, row);
  const tails = latest(report, row.label, tail);
  const withMedian = tail.percent !== 50;
  const medians = withMedian ? latest(report, row.label, { kind: 'percentile', percent: 50 }) : [];
  const values = [...medians, ...tails].map((point) => point.value);
  const highest = Math.max(...values.filter(Number.isFinite));
  if (tails.length < 2 || !(highest > TOO_SMALL && highest < TOO_LARGE)) return null;
  // A limit far above would press the lines onto the axis, so only the text names it.
  const limit = slo?.limit.kind === 'absolute' && slo.limit.value <= 5 * highest ? slo.limit.value : null;
  const top = roundUp2(Math.max(highest, limit ?? 0) * 1.08);
  const lines = [
    ...(withMedian ? [{ colour: COLOURS.median, values: medians.map((point) => point.value) }] : []),
    { colour: COLOURS.tail, values: tails.map((point) => point.value) },
    ...(limit === null ? [] : [{ colour: COLOURS.limit, values: tails.map(() => limit) }]),
  ];
  const settings = {
    xyChart: {
      width: 860,
      height: 300,
      xAxis: { labelFontSize: 12 },
      yAxis: { labelFontSize: 12, titleFontSize: 13 },
    },
    // The first colour of the default theme can hardly be told from the background.
    themeVariables: { xyChart: { plotColorPalette: lines.map((line) => line.colour).join(', ') } },
  };
  const chart = [
    `%%{init: ${JSON.stringify(settings)}}%%`,
    'xychart-beta',
    `  x-axis [${categories(tails)
      .map((name) => `"${name}"`)
      .join(', ')}]`,
    `  y-axis "ms" 0 --> ${top}`,
    ...lines.map((line) => `  line [${line.values.map((value) => place(value, top)).join(', ')}]`),
  ].join('\n');
  const capped = values.some((value) => !Number.isFinite(value));
  return { label: row.label, tail, withMedian, slo: limit === null ? null : slo, capped, chart };
}

/** Chooses the row's own percentile if it is in the tail, else the farthest one with an SLO, else p99. */
function chooseTail(report: Report, row: Row): Pick<Trend, 'tail' | 'slo'> {
  const slos = report.verdict.slos.flatMap(({ label, slo }) => (label === row.label ? [slo] : []));
  const isOwn = row.metric.kind === 'percentile' && (row.slo || row.metric.percent > 50);
  const own = isOwn ? (row.metric as Trend['tail']) : findFarthest(slos)?.metric;
  const tail: Trend['tail'] = own ?? { kind: 'percentile', percent: 99 };
  return {
    tail,
    slo: slos.find(({ metric }) => metric.kind === 'percentile' && metric.percent === tail.percent) ?? null,
  };
}

/** Value of a metric in one run. */
type Point = { commit: string | null; value: number; isCurrent: boolean };

function latest(report: Report, label: string, metric: Metric): Point[] {
  const points = [...report.history, report.record].flatMap((record) =>
    seriesOf(report, label, metric, [record]).map(
      (value): Point => ({ commit: record.commit, value, isCurrent: record === report.record }),
    ),
  );
  return points.at(-1)?.isCurrent ? points.slice(-EARLIER - 1) : [];
}

/** Lists short commits; a repeated commit gets a number. Only a SHA is allowed into the chart. */
function categories(points: readonly Point[]): string[] {
  const seen = new Map<string, number>();
  return points.map(({ commit, isCurrent }, i) => {
    if (isCurrent) return 'this run';
    const name = commit !== null && /^[0-9a-f]{7,64}$/.test(commit) ? commit.slice(0, 7) : `run ${i + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}·${times}`;
  });
}

/** Places a value as Mermaid reads it, no higher than the upper edge. */
function place(value: number, top: number): string {
  return String(Number(Math.min(value, top).toFixed(4)));
}
