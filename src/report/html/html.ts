import { printLoad } from '../../config/language/load.ts';
import type { Report } from '../../handover/report.ts';
import type { SuiteReport } from '../../handover/suite.ts';
import { attempts, pooledQuantile } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { percentile } from '../../metrics/metric.ts';
import { findStep } from '../../records/record.ts';
import { type Drawing, drawSvg } from '../charts/drawing.ts';
import { plotHistory } from '../charts/history.ts';
import { describeLatency, plotLatency, printLevel, readDots, readLine } from '../charts/latency.ts';
import { pairRows, plotPairs } from '../charts/pairs.ts';
import { renderSummary } from '../comment.ts';
import { tellSuite } from '../document.ts';
import { fenceLog, tabular } from '../format/markdown.ts';
import { formatChange, formatCount, formatMs } from '../format/numbers.ts';
import { TONES } from '../format/passages.ts';
import { plain } from '../format/phrase.ts';
import { bySeverity, type Row } from '../rows/rows.ts';
import { findFarthest, readTrend, slicesOf } from '../rows/series.ts';
import { baseTitle, counted, metricName, shortLabel } from '../words/terms.ts';
import { type Child, h, Markup, showMarkdown, writeDocument } from './markup.ts';

/**
 * Most scenarios with pictures, in a run and in total, and slices in one run if it were the only one; rows of a picture;
 * logs, lines of a log, and characters of a line.
 */
const MOST = { scenarios: 24, ofAll: 48, slices: 3000, rows: 24, logs: 24, lines: 200, characters: 1000 };

/**
 * Renders a suite as one self-contained HTML file: no network, no script. It is the summary as in Markdown, plus
 * the pictures of each scenario. The policy in the file lets it load and run nothing.
 */
export function renderHtml(suite: SuiteReport): string {
  const told = tellSuite(suite);
  const { html } = showMarkdown(renderSummary(suite, told));
  const [, headline = '', rest = ''] = /^<h3>(.*?)<\/h3>\s*(.*)$/s.exec(html) ?? [];
  const { length } = told.jobs;
  const runs = told.jobs.flatMap(({ name, outcome, rows }) =>
    outcome.kind === 'report' ? [writeRun(outcome.report, rows, length > 1 ? name : null, length)] : [],
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

/** Writes the pictures of a run, worst scenario first, and the last lines of its logs. @param runs in the report */
function writeRun(report: Report, rows: readonly Row[], name: string | null, runs: number): Markup {
  const { record, logs = [], verdict } = report;
  const labels = new Set([...rows.toSorted(bySeverity), ...record.steps].map(({ label }) => label));
  const countSlices = (label: string) =>
    sum(record.steps, (one) => (one.label === label ? sum(one.instances, (i) => i.slices.length) : 0));
  const drawn = [...labels]
    .slice(0, Math.min(MOST.scenarios, Math.ceil(MOST.ofAll / runs)))
    .filter((label) => countSlices(label) <= MOST.slices / runs);
  const others = labels.size - drawn.length;
  const cards = drawn.flatMap((label) => {
    const step = findStep(record, label);
    const own = rows.filter((row) => row.label === label).slice(0, MOST.rows);
    const figures = [
      ...drawCurves(report, own, label),
      ...drawPairs(report, own),
      ...drawHistory(report, own, label),
    ];
    const load = step ? h('small', ` ${printLoad(step.load)}`) : null;
    const title = h('h2', shortLabel(label), load);
    return figures.length === 0 ? [] : [h('section.card', title, h('div.pictures', ...figures))];
  });
  const { cpuModel, cores, os, k6, node } = record.environment;
  const shown = logs
    .slice(0, MOST.logs)
    .map((one) => [h('h3', one.name), showMarkdown(fenceLog(one.log, MOST.lines, MOST.characters))]);
  const invalid = 'This run has no verdict. These figures are what it measured until it stopped.';
  return h(
    'div.run',
    name === null ? null : h('h2', name),
    verdict.code === 'invalid' && cards.length > 0 ? h('p.soft', invalid) : null,
    ...cards,
    others > 0 ? h('p.soft', `Without pictures: ${counted(others, 'more scenario')}.`) : null,
    shown.length === 0 ? null : h('details.card', h('summary', 'Last lines of the logs'), ...shown),
    h(
      'p.soft',
      `Measured at ${record.recordedAt} on ${cpuModel}, ${counted(cores, 'core')}, ${os}, by Tailgate ${record.tailgate}, k6 ${k6} and Node ${node}.`,
    ),
  );
}

/** Writes a picture: how to read it, and what it shows in words. */
function writeFigure(drawing: Drawing, note: string, description: string, ...values: Child[]): Markup {
  const caption = h('figcaption', h('b', drawing.title), h('span', note));
  return h('figure', caption, new Markup(drawSvg(drawing, description)), ...values);
}

/** Draws the latencies of both revisions, with their values as a table. */
function drawCurves(report: Report, rows: readonly Row[], label: string): Markup[] {
  const lines = (['base', 'head'] as const).flatMap((arm) => {
    const step = findStep(report.record, label, arm);
    const isAnswered = step !== undefined && Number.isFinite(pooledQuantile(slicesOf(step), 0.5));
    return isAnswered ? [readLine(arm === 'head' ? 'head' : plain(baseTitle(report)), step)] : [];
  });
  if (lines.length === 0) return [];
  const title = 'Latency by percentile';
  const slos = rows.flatMap(({ slo }) => (slo ? [slo.slo] : []));
  const dots = lines.map(({ slices }) => readDots(slices));
  const values = dots.at(-1)!.map(({ x, ms }, i) => {
    const all = dots.map((own) => own[i]?.ms ?? Number.NaN);
    const change = dots.length > 1 ? [formatChange(ms / all[0]! - 1)] : [];
    return [`p${printLevel(x)}`, ...all.map((one) => formatMs(one)), ...change];
  });
  const header = ['', ...lines.map(({ name }) => name), ...(dots.length > 1 ? ['change'] : [])];
  const count = sum(lines, ({ slices }) => sum(slices, attempts));
  return [
    writeFigure(
      plotLatency(title, lines.toReversed(), slos),
      `${formatCount(count)} requests.`,
      describeLatency(`${shortLabel(label)}: ${title}`, lines),
      h('details', h('summary', 'Values'), showMarkdown(tabular(header, values, true))),
    ),
  ];
}

/** Draws the changes pair by pair. */
function drawPairs(report: Report, rows: readonly Row[]): Markup[] {
  const paired = pairRows(report, rows);
  if (paired.length === 0) return [];
  const count = Math.max(...paired.map(({ pairs }) => pairs.length));
  const described = paired.map(({ metric, where, pairs, movement }) => {
    const above = pairs.filter(({ change }) => change > 0).length;
    const change = movement === null ? 'not known' : formatChange(movement.value);
    return `${metricName(metric, where)}: ${above} of ${pairs.length} pairs above 0, change ${change}`;
  });
  const note = `A dot for each of ${counted(count, 'pair')}; green: the tolerance; diamond: the change, with its interval.`;
  return [writeFigure(plotPairs('Each pair of starts', paired), note, described.join('; '))];
}

/** Draws the highest percentile with an SLO, otherwise p99, over the earlier runs that measured the same. */
function drawHistory({ record, history }: Report, rows: readonly Row[], label: string): Markup[] {
  const slo = findFarthest(rows.flatMap((row) => (row.slo ? [row.slo.slo] : [])));
  const metric = slo?.metric ?? percentile(99);
  const runs = [...history, record];
  const points = readTrend(record, label, metric, runs);
  if (points.length < 2) return [];
  const drawing = plotHistory({ title: 'Earlier runs', runs, metric, lines: [{ name: '', points }], slo });
  const note = `${metricName(metric)} of ${counted(points.length, 'run')}; this one comes last.`;
  return [writeFigure(drawing, note, note)];
}
