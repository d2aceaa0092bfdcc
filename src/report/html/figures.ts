import type { Report } from '../../handover/report.ts';
import { attempts, pooledQuantile } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { isShare, percentile } from '../../metrics/metric.ts';
import { findHeadStep } from '../../records/record.ts';
import { type Drawing, drawSvg } from '../charts/drawing.ts';
import { plotHistory, readHistory } from '../charts/history.ts';
import { describeLatency, plotLatency, printLevel, readDots, readLine } from '../charts/latency.ts';
import { plotPairs } from '../charts/pairs.ts';
import { formatChange, formatChangeOf, formatCount, formatMs } from '../format/numbers.ts';
import { plain, say } from '../format/phrase.ts';
import { pairRows } from '../rows/pairs.ts';
import type { Row } from '../rows/rows.ts';
import { findFarthest, slicesOf } from '../rows/series.ts';
import { baseTitle, counted, metricName, shortLabel } from '../words/terms.ts';
import { type Child, h, Markup, tabular } from './markup.ts';

/** Writes the pictures of a scenario under one load, as far as it was measured. */
export function writeFigures(report: Report, rows: readonly Row[], label: string): Markup[] {
  return [
    ...drawCurves(report, rows, label),
    ...drawPairs(report, rows),
    ...drawEarlier(report, rows, label),
  ];
}

/** Writes a picture: how to read it, what it shows in words, and its plots below each other. */
function writeFigure(
  title: string,
  note: string,
  description: string,
  plots: readonly Omit<Drawing, 'title'>[],
  ...values: Child[]
): Markup {
  const drawn = plots.map((plot) => new Markup(drawSvg({ ...plot, title }, description)));
  return h('figure', {}, h('figcaption', {}, h('b', {}, title), h('span', {}, note)), ...drawn, ...values);
}

function drawCurves(report: Report, rows: readonly Row[], label: string): Markup[] {
  const lines = (['head', 'base'] as const).flatMap((arm) => {
    const step = report.record.steps.find((one) => one.label === label && one.arm === arm);
    const isAnswered = step !== undefined && Number.isFinite(pooledQuantile(slicesOf(step), 0.5));
    return isAnswered ? [readLine(arm === 'head' ? 'head' : plain(baseTitle(report)), step)] : [];
  });
  if (lines.length === 0) return [];
  const title = 'Latency by percentile';
  const slices = lines.flatMap((line) => line.slices);
  const [head, base] = lines.map((line) => readDots(line.slices));
  const how = slices.some(({ alternating }) => alternating) ? 'in turns' : 'under the whole load';
  const values = head!.map(({ x, ms }, i) => {
    const before = base?.[i]?.ms ?? Number.NaN;
    const compared = base ? [formatMs(before), formatMs(ms), formatChange(ms / before - 1)] : [formatMs(ms)];
    return [`p${printLevel(x)}`, ...compared].map((cell) => say`${cell}`);
  });
  const header = ['', ...lines.map(({ name }) => name).reverse(), ...(base ? ['change'] : [])];
  return [
    writeFigure(
      title,
      `${formatCount(sum(slices, attempts))} requests, ${how}.`,
      describeLatency(`${shortLabel(label)}: ${title}`, lines),
      [plotLatency(title, lines, slosOf(rows))],
      h('details', {}, h('summary', {}, 'Values'), tabular(header, values, true)),
    ),
  ];
}

/** Draws the changes pair by pair; those of shares have an axis of their own, and are drawn where there are any. */
function drawPairs(report: Report, rows: readonly Row[]): Markup[] {
  const paired = pairRows(report, rows).filter(
    ({ metric, pairs }) => !isShare(metric) || pairs.some(({ change }) => change !== 0),
  );
  if (paired.length === 0) return [];
  const names = paired.map(({ metric, where }) => metricName(metric, where));
  const blocks = new Set(paired.flatMap(({ pairs }) => pairs.map(({ block }) => block)));
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
  const sorts = [false, true].map((share) => paired.filter(({ metric }) => isShare(metric) === share));
  return [
    writeFigure(
      'Each pair of starts',
      `A dot for each of ${counted(blocks.size, 'pair')}; green: the tolerance; diamond: the change, with its interval.${read}`,
      described.join('; '),
      sorts.flatMap((own) => (own.length === 0 ? [] : [{ plot: plotPairs(own) }])),
    ),
  ];
}

/** Draws p50 and the tail through the earlier runs that measured the same. */
function drawEarlier({ record, history, baseBranch }: Report, rows: readonly Row[], label: string): Markup[] {
  const digest = findHeadStep(record, label)?.digest;
  const runs = [...history, record].filter((run) => {
    const step = findHeadStep(run, label);
    return step !== undefined && step.digest === digest;
  });
  if (runs.length < 2) return [];
  const slo = findFarthest(slosOf(rows));
  const metrics = [...new Set([50, slo?.metric.percent ?? 99])].map(percentile);
  const lines = readHistory(label, metrics, runs);
  const ends = lines.map(({ name, points }) => {
    const [first, last] = [points[0], points.at(-1)].map((point) => formatMs(point?.value ?? Number.NaN));
    return `${name} from ${first} to ${last}`;
  });
  const title = `Through ${counted(runs.length, 'run')}`;
  const note = `Earlier runs of ${baseBranch}, and this one at the right.`;
  return [
    writeFigure(title, note, ends.join('; '), [
      plotHistory({ title, runs, metric: metrics[0]!, lines, slo }),
    ]),
  ];
}

/** Lists the SLOs of rows. */
function slosOf(rows: readonly Row[]) {
  return rows.flatMap(({ slo }) => (slo ? [slo.slo] : []));
}
