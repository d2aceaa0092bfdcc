import type { Report } from '../../handover/report.ts';
import { attempts, pooledQuantile } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { isShare, measureMetric, percentile, printMetric } from '../../metrics/metric.ts';
import { findHeadStep } from '../../records/record.ts';
import { type Drawing, drawSvg } from '../charts/drawing.ts';
import { plotHistory } from '../charts/history.ts';
import { describeLatency, plotLatency, printLevel, readDots, readLine } from '../charts/latency.ts';
import { plotPairs } from '../charts/pairs.ts';
import { formatChange, formatChangeOf, formatCount, formatMs, NONE } from '../format/numbers.ts';
import { plain, say } from '../format/phrase.ts';
import { pairRows } from '../rows/pairs.ts';
import type { Row } from '../rows/rows.ts';
import { findFarthest, slicesOf } from '../rows/series.ts';
import { armNames, counted, metricName, shortLabel } from '../words/terms.ts';
import { h, Markup, tabular } from './markup.ts';

/** Most pairs that the values below a picture list. */
const MOST_VALUES = 200;

/** Picture: how to read it, what it shows in words, and its values as a table. `plots` stand below each other. */
type Figure = {
  title: string;
  note: string;
  description: string;
  plots: readonly Drawing[];
  values?: { header: readonly string[]; rows: readonly (readonly string[])[] };
};

/** Writes the pictures of a scenario under one load, as far as it was measured. */
export function writeFigures(report: Report, rows: readonly Row[], label: string): Markup[] {
  const figures = [
    drawCurves(report, rows, label),
    drawPairs(report, rows),
    drawEarlier(report, rows, label),
  ];
  return figures.flatMap((figure) => (figure === null ? [] : [writeFigure(figure)]));
}

function writeFigure({ title, note, description, plots, values }: Figure): Markup {
  return h(
    'figure',
    {},
    h('figcaption', {}, h('b', {}, title), h('span', {}, note)),
    ...plots.map((plot) => new Markup(drawSvg(plot, description))),
    values === undefined
      ? null
      : h(
          'details',
          {},
          h('summary', {}, 'Values'),
          tabular(
            values.header,
            values.rows.slice(0, MOST_VALUES).map((row) => row.map((cell) => say`${cell}`)),
            true,
          ),
        ),
  );
}

function drawCurves(report: Report, rows: readonly Row[], label: string): Figure | null {
  const names = armNames(report);
  const lines = (['head', 'base'] as const).flatMap((arm) => {
    const step = report.record.steps.find((one) => one.label === label && one.arm === arm);
    const isAnswered = step !== undefined && Number.isFinite(pooledQuantile(slicesOf(step), 0.5));
    return isAnswered ? [readLine(arm === 'head' ? names.head : plain(names.base), step)] : [];
  });
  if (lines.length === 0) return null;
  const title = 'Latency by percentile';
  const slices = lines.flatMap((line) => line.slices);
  const [head, base] = lines.map((line) => readDots(line.slices));
  const how = slices.some(({ alternating }) => alternating)
    ? ', in turns'
    : lines.length > 1
      ? ', each alone under the whole load'
      : ', under the whole load';
  return {
    title,
    note: `${formatCount(sum(slices, attempts))} requests${how}.`,
    description: describeLatency(`${shortLabel(label)}: ${title}`, lines),
    plots: [plotLatency(title, lines, slosOf(rows))],
    values: {
      header: ['', ...lines.map(({ name }) => name).reverse(), ...(base ? ['change'] : [])],
      rows: head!.map(({ x, ms }, i) => {
        const before = base?.[i]?.ms ?? Number.NaN;
        const compared = [formatMs(before), formatMs(ms), formatChange(ms / before - 1)];
        return [`p${printLevel(x)}`, ...(base ? compared : [formatMs(ms)])];
      }),
    },
  };
}

/** Draws the changes pair by pair; those of shares have an axis of their own, and are drawn where there are any. */
function drawPairs(report: Report, rows: readonly Row[]): Figure | null {
  const paired = pairRows(report, rows).filter(
    ({ metric, pairs }) => !isShare(metric) || pairs.some(({ change }) => change !== 0),
  );
  if (paired.length === 0) return null;
  const title = 'Each pair of starts';
  const names = paired.map(({ metric, where }) => metricName(metric, where));
  const blocks = [...new Set(paired.flatMap(({ pairs }) => pairs.map(({ block }) => block)))];
  const described = paired.map(({ metric, pairs, movement }, i) => {
    const above = pairs.filter(({ change }) => change > 0).length;
    const change = movement === null ? 'not known' : formatChangeOf(metric, movement.value);
    return `${names[i]}: ${above} of ${pairs.length} pairs above 0, change ${change}`;
  });
  const shallow = paired.findIndex(
    ({ metric, deepest }) => metric.kind === 'percentile' && metric.percent / 100 > deepest,
  );
  const read =
    shallow < 0
      ? ''
      : ` A pair has few requests: ${names[shallow]} at p${(100 * paired[shallow]!.deepest).toFixed(1)}.`;
  return {
    title,
    note: `A dot for each of ${counted(blocks.length, 'pair')}; green: the tolerance; diamond: the change, with its interval.${read}`,
    description: described.join('; '),
    plots: [false, true].flatMap((isOfShares) => {
      const own = paired.filter(({ metric }) => isShare(metric) === isOfShares);
      return own.length === 0 ? [] : [{ title, plot: plotPairs(own) }];
    }),
    values: {
      header: ['pair', ...names],
      rows: blocks
        .sort((a, b) => a - b)
        .map((block) => [
          String(block + 1),
          ...paired.map(({ metric, pairs }) => {
            const pair = pairs.find((one) => one.block === block);
            return pair === undefined ? NONE : formatChangeOf(metric, pair.change);
          }),
        ]),
    },
  };
}

/** Draws p50 and the tail through the earlier runs that measured the same. */
function drawEarlier(
  { record, history, baseBranch }: Report,
  rows: readonly Row[],
  label: string,
): Figure | null {
  const digest = findHeadStep(record, label)?.digest;
  const alike = [...history, record].flatMap((run) => {
    const step = findHeadStep(run, label);
    return step !== undefined && step.digest === digest ? [{ run, slices: slicesOf(step) }] : [];
  });
  if (alike.length < 2) return null;
  const slo = findFarthest(slosOf(rows));
  const metrics = [...new Set([50, slo?.metric.percent ?? 99])].map(percentile);
  const lines = metrics.map((metric) => ({
    name: printMetric(metric),
    points: alike
      .map(({ slices }, x) => ({ x, value: measureMetric(slices, metric) }))
      .filter(({ value }) => !Number.isNaN(value)),
  }));
  const title = `Through ${counted(alike.length, 'run')}`;
  const ends = lines.flatMap(({ name, points }) =>
    points.length === 0
      ? []
      : [`${name} from ${formatMs(points[0]!.value)} to ${formatMs(points.at(-1)!.value)}`],
  );
  return {
    title,
    note: `Earlier runs of ${baseBranch}, and this one at the right.`,
    description: ends.join('; '),
    plots: [plotHistory({ title, runs: alike.map(({ run }) => run), metric: metrics[0]!, lines, slo })],
  };
}

/** Lists the SLOs of rows. */
function slosOf(rows: readonly Row[]) {
  return rows.flatMap(({ slo }) => (slo ? [slo.slo] : []));
}
