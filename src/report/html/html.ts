import { printLoad } from '../../config/language/load.ts';
import type { Report } from '../../handover/report.ts';
import type { SuiteReport } from '../../handover/suite.ts';
import { attempts, pooledQuantile } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { isShare, percentile } from '../../metrics/metric.ts';
import { findStep } from '../../records/record.ts';
import { type Drawing, drawSvg } from '../charts/drawing.ts';
import { plotHistory, readHistory } from '../charts/history.ts';
import { describeLatency, plotLatency, printLevel, readDots, readLine } from '../charts/latency.ts';
import { pairRows, plotPairs } from '../charts/pairs.ts';
import { renderSummary } from '../comment.ts';
import { tellSuite } from '../document.ts';
import { fenceLog, tabular } from '../format/markdown.ts';
import { formatChange, formatChangeOf, formatCount, formatMs } from '../format/numbers.ts';
import { plain } from '../format/phrase.ts';
import { TONES } from '../format/tones.ts';
import { bySeverity, type Row } from '../rows/rows.ts';
import { findFarthest, slicesOf } from '../rows/series.ts';
import { baseTitle, counted, metricName, shortLabel } from '../words/terms.ts';
import { type Child, h, Markup, showMarkdown, writeDocument } from './markup.ts';

/** Most scenarios of a run that have pictures, and logs; most lines of a log, and characters of a line. */
const MOST_SCENARIOS = 24;
const MOST_LOGS = 24;
const LOG_LINES = 200;
const LONGEST_LINE = 1000;

/**
 * Renders a suite as one HTML file that needs nothing else: no network, no script. It is the summary as Markdown has it,
 * and the pictures of each scenario. The policy in the file lets it load and run nothing.
 */
export function renderHtml(suite: SuiteReport): string {
  const told = tellSuite(suite);
  const { html } = showMarkdown(renderSummary(suite, told));
  const [, headline = '', rest = ''] = /^<h3>(.*?)<\/h3>\s*(.*)$/s.exec(html) ?? [];
  const runs = told.jobs.flatMap(({ name, outcome, rows }) =>
    outcome.kind === 'report' ? [writeRun(outcome.report, rows, told.jobs.length > 1 ? name : null)] : [],
  );
  return writeDocument(
    `${TONES[told.tone].icon} ${plain(told.headline)}`,
    h('header', h('p.soft', `Tailgate report of ${suite.suite}`), h('h1', new Markup(headline))),
    h(
      'main',
      h(`section.card.lead.${told.tone}`, new Markup(rest.replaceAll(/(<\/?)h4>/g, '$1h2>'))),
      ...runs,
    ),
    h('footer', 'Written by Tailgate. This file loads nothing.'),
  );
}

/** Writes the pictures of a run, the worst scenario first, and what its programs said last. @param name of its job */
function writeRun(report: Report, rows: readonly Row[], name: string | null): Markup {
  const { record, logs = [], verdict } = report;
  const labels = new Set([...rows.toSorted(bySeverity), ...record.steps].map(({ label }) => label));
  const cards = [...labels].slice(0, MOST_SCENARIOS).flatMap((label) => {
    const step = findStep(record, label);
    const own = rows.filter((row) => row.label === label);
    const figures = [
      ...drawCurves(report, own, label),
      ...drawPairs(report, own),
      ...drawEarlier(report, own, label),
    ];
    const load = step ? h('small', ` ${printLoad(step.load)}`) : null;
    const title = h('h2', shortLabel(label), load);
    return figures.length === 0 ? [] : [h('section.card', title, h('div.pictures', ...figures))];
  });
  const { cpuModel, cores, os, k6, node } = record.environment;
  const shown = logs
    .slice(0, MOST_LOGS)
    .map((one) => [h('h3', one.name), showMarkdown(fenceLog(one.log, LOG_LINES, LONGEST_LINE))]);
  const invalid = 'This run has no verdict. These figures are what it measured until then.';
  const rest = labels.size - MOST_SCENARIOS;
  return h(
    'div.run',
    name === null ? null : h('h2', name),
    verdict.code === 'invalid' && cards.length > 0 ? h('p.soft', invalid) : null,
    ...cards,
    rest > 0 ? h('p.soft', `And ${counted(rest, 'more scenario')}, in the table.`) : null,
    shown.length === 0 ? null : h('details.card', h('summary', 'Last lines of the logs'), ...shown),
    h(
      'p.soft',
      `Measured at ${record.recordedAt} on ${cpuModel}, ${counted(cores, 'core')}, ${os}, by Tailgate ${record.tailgate}, k6 ${k6} and Node ${node}.`,
    ),
  );
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
  return h('figure', h('figcaption', h('b', title), h('span', note)), ...drawn, ...values);
}

/** Draws the latencies of both revisions, with their values as a table. */
function drawCurves(report: Report, rows: readonly Row[], label: string): Markup[] {
  const lines = (['head', 'base'] as const).flatMap((arm) => {
    const step = findStep(report.record, label, arm);
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
    return [`p${printLevel(x)}`, ...compared];
  });
  const header = ['', ...lines.map(({ name }) => name).reverse(), ...(base ? ['change'] : [])];
  return [
    writeFigure(
      title,
      `${formatCount(sum(slices, attempts))} requests, ${how}.`,
      describeLatency(`${shortLabel(label)}: ${title}`, lines),
      [plotLatency(title, lines, slosOf(rows))],
      h('details', h('summary', 'Values'), showMarkdown(tabular(header, values, true))),
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
  const digest = findStep(record, label)?.digest;
  const runs = [...history, record].filter((run) => {
    const step = findStep(run, label);
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
  const plot = plotHistory({ title, runs, metric: metrics[0]!, lines, slo });
  return [writeFigure(title, note, ends.join('; '), [plot])];
}

/** Lists the SLOs of rows. */
function slosOf(rows: readonly Row[]) {
  return rows.flatMap(({ slo }) => (slo ? [slo.slo] : []));
}
