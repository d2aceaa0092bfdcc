import { printLoad } from '../../config/language/load.ts';
import type { Report } from '../../handover/report.ts';
import { isCost } from '../../metrics/metric.ts';
import { findHeadStep } from '../../records/record.ts';
import {
  formatChangeOf,
  formatCount,
  formatShare,
  formatSize,
  formatValue,
  NONE,
} from '../format/numbers.ts';
import { plain, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Row } from '../rows/rows.ts';
import { changeWords, valueWords } from '../words/rows.ts';
import { statusOf, type Tone } from '../words/status.ts';
import { armNames, baseName, limitWords, metricName, rangeWords, shortLabel } from '../words/terms.ts';
import { writeFigures } from './figures.ts';
import { h, type Markup, show, signOf, tabular } from './markup.ts';

/** Writes a scenario under one load: tiles, SLOs, pictures. @param id with which ids within it begin */
export function writeScenario(report: Report, all: readonly Row[], label: string, id: string): Markup {
  const rows = all.filter((row) => row.label === label);
  const step = findHeadStep(report.record, label);
  return h(
    'section',
    { class: 'card', id },
    h('h2', {}, show(say`${shortLabel(label)}`), step ? h('small', {}, ` ${printLoad(step.load)}`) : null),
    report.verdict.code === 'invalid'
      ? h('p', { class: 'note' }, 'This run has no verdict. These figures are what it measured until then.')
      : null,
    h(
      'div',
      { class: 'tiles' },
      ...rows.filter(isTile).map((row) => writeTile(row, report)),
      ...costTiles(report, label, rows),
    ),
    writeSlos(report, rows),
    h('div', { class: 'figures' }, ...writeFigures(report, rows, label)),
    writeAnswers(report, label),
  );
}

/** Tells whether a metric is what people ask for first: percentiles that are judged, errors, costs, a capacity. */
function isTile({ metric, slo }: Row): boolean {
  return (
    metric.kind === 'percentile' ||
    metric.kind === 'errors' ||
    metric.kind === 'capacity' ||
    slo !== null ||
    isCost(metric)
  );
}

function writeTile(row: Row, report: Report): Markup {
  const { tone, words } = statusOf(row, baseName(report));
  const { value } = changeWords(row);
  return tile(
    tone,
    metricName(row.metric, row.where),
    row.base === null ? null : valueWords(row, 'base'),
    valueWords(row, 'head'),
    row.base === null ? words : `${value}, ${words}`,
  );
}

function costTiles({ verdict }: Report, label: string, rows: readonly Row[]): Markup[] {
  return verdict.costs
    .filter((cost) => cost.label === label && !rows.some(({ metric }) => metric.kind === cost.metric.kind))
    .map(({ metric, base, head, change }) =>
      tile(
        null,
        metricName(metric),
        formatValue(metric, base),
        formatValue(metric, head),
        `${formatChangeOf(metric, change.value)}, not gated`,
      ),
    );
}

function tile(tone: Tone | null, name: string, base: string | null, head: string, words: string): Markup {
  return h(
    'div',
    { class: `tile ${tone ?? ''}` },
    h('b', {}, name),
    h(
      'p',
      {},
      base === null
        ? null
        : h(
            'span',
            { class: 'from' },
            base,
            h('span', { 'aria-hidden': 'true' }, ' → '),
            h('span', { class: 'unseen' }, ' to '),
          ),
      h('strong', {}, head),
    ),
    h('small', {}, tone === null ? null : signOf(tone), words),
  );
}

function writeSlos(report: Report, rows: readonly Row[]): Markup | null {
  const judged = rows.filter(({ slo }) => slo !== null);
  if (judged.length === 0) return null;
  const cells = judged.map((row) => {
    const { slo, estimate, confidence, code, stretches } = row.slo!;
    // An extreme is what was seen, without an interval.
    const isExact = estimate.low === estimate.high;
    const { tone } = statusOf({ ...row, change: null }, baseName(report));
    return [
      metricName(slo.metric),
      limitWords(slo),
      `${formatValue(slo.metric, estimate.value)}${stretches ? ' in the soak' : ''}`,
      isExact ? NONE : rangeWords(slo.metric, estimate.low, estimate.high),
      isExact ? NONE : formatShare(confidence),
      [signOf(tone), code],
    ];
  });
  // The tiles show typical starts.
  const basis = judged.some(({ alone }) => alone) ? 'alone, whole load' : 'over all requests';
  const header = ['', 'limit', basis, 'range', 'confidence', 'result'];
  return tabular({ style: 'slos', caption: 'SLOs' }, header, cells);
}

/** Writes how the requests of each arm ended, and what their answers were like, as far as it is known. */
function writeAnswers(report: Report, label: string): Markup | null {
  const names = armNames(report);
  const steps = report.record.steps.filter((step) => step.label === label);
  if (steps.length === 0) return null;
  const rows = steps.flatMap(({ arm, instances, answers = [] }) => {
    const name = arm === 'head' ? names.head : plain(names.base);
    const slices = instances.flatMap((instance) => instance.slices);
    const count = (of: 'ok' | 'failed' | 'dropped' | 'resent') =>
      formatCount(slices.reduce((sum, slice) => sum + (slice[of] ?? 0), 0));
    const counts = [count('ok'), count('failed'), count('dropped'), count('resent')];
    const kinds = answers.map(({ request, statuses, bytes }) => {
      const seen = Object.entries(statuses).map(([status, times]) => `${status}: ${formatCount(times)}`);
      const size = bytes ? `${formatSize(bytes.typical)} typically` : '';
      return `${answers.length > 1 && request ? `${cut(request, 60)} ` : ''}${[...seen, size].filter((text) => text !== '').join(', ')}`;
    });
    return [[name, ...counts, kinds.join('; ') || NONE]];
  });
  const header = ['requests', 'as expected', 'failed', 'never sent', 'sent again', 'answers of a sample'];
  const isSeen = steps.some(({ answers }) => answers !== undefined);
  const kept = (row: readonly string[]) => (isSeen ? row : row.slice(0, -1));
  return tabular({ style: 'values' }, kept(header), rows.map(kept));
}
