import { printLoad } from '../../config/language/load.ts';
import type { Report } from '../../handover/report.ts';
import type { SuiteReport } from '../../handover/suite.ts';
import { findHeadStep } from '../../records/record.ts';
import { renderSummary } from '../comment.ts';
import { cutMiddle, lastLines } from '../format/visible.ts';
import { bySeverity, rowsOf } from '../rows/rows.ts';
import { suiteHeadline, suiteTitle } from '../words/suite.ts';
import { counted, shortLabel } from '../words/terms.ts';
import { writeFigures } from './figures.ts';
import { h, Markup, showMarkdown, verbatim, writeDocument } from './markup.ts';

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
  const { html } = showMarkdown(renderSummary(suite));
  const [, headline = '', told = ''] = /^<h3>(.*?)<\/h3>\s*(.*)$/s.exec(html) ?? [];
  const runs = suite.jobs.flatMap(({ name, outcome }) =>
    outcome.kind === 'report' ? [writeRun(outcome.report, suite.jobs.length > 1 ? name : null)] : [],
  );
  const lead = `card lead ${suiteTitle(suite).tone}`;
  return writeDocument(
    suiteHeadline(suite),
    h(
      'header',
      {},
      h('p', { class: 'soft' }, `Tailgate report of ${suite.suite}`),
      h('h1', {}, new Markup(headline)),
    ),
    h('main', {}, h('section', { class: lead }, new Markup(told.replaceAll(/(<\/?)h4>/g, '$1h2>'))), ...runs),
    h('footer', {}, 'Written by Tailgate. This file loads nothing.'),
  );
}

/** Writes the pictures of a run, the worst scenario first, and what its programs said last. @param name of its job */
function writeRun(report: Report, name: string | null): Markup {
  const { record, logs = [], verdict } = report;
  const rows = rowsOf(report);
  const labels = new Set([...rows.toSorted(bySeverity), ...record.steps].map(({ label }) => label));
  const cards = [...labels].slice(0, MOST_SCENARIOS).flatMap((label) => {
    const step = findHeadStep(record, label);
    const own = rows.filter((row) => row.label === label);
    const figures = writeFigures(report, own, label);
    const load = step ? h('small', {}, ` ${printLoad(step.load)}`) : null;
    const title = h('h2', {}, shortLabel(label), load);
    return figures.length === 0
      ? []
      : [h('section', { class: 'card' }, title, h('div', { class: 'pictures' }, ...figures))];
  });
  const { cpuModel, cores, os, k6, node } = record.environment;
  const shown = logs.slice(0, MOST_LOGS).map((one) => {
    const lines = lastLines(one.log, LOG_LINES).map((line) => cutMiddle(line, LONGEST_LINE));
    return [h('h3', {}, one.name), verbatim(lines, `Log of ${one.name}`)];
  });
  const invalid = 'This run has no verdict. These figures are what it measured until then.';
  const rest = labels.size - MOST_SCENARIOS;
  return h(
    'div',
    { class: 'run' },
    name === null ? null : h('h2', {}, name),
    verdict.code === 'invalid' && cards.length > 0 ? h('p', { class: 'soft' }, invalid) : null,
    ...cards,
    rest > 0 ? h('p', { class: 'soft' }, `And ${counted(rest, 'more scenario')}, in the table.`) : null,
    shown.length === 0
      ? null
      : h('details', { class: 'card' }, h('summary', {}, 'Last lines of the logs'), ...shown),
    h(
      'p',
      { class: 'soft' },
      `Measured at ${record.recordedAt} on ${cpuModel}, ${counted(cores, 'core')}, ${os}, by Tailgate ${record.tailgate}, k6 ${k6} and Node ${node}.`,
    ),
  );
}
