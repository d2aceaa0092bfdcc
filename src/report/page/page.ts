import { printLoad } from '../../config/language/load.ts';
import { estimateMetric } from '../../metrics/metric.ts';
import { formatValue } from '../format/numbers.ts';
import { code, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { limitWords, metricName, rangeWords, shortCommit } from '../words/terms.ts';
import { nameWork, type PageContent, type PageGroup, type PageStep } from './content.ts';
import { COUNTS, type Figure, LATENCIES, pickFigures } from './figures.ts';
import { writeHistogram } from './histogram.ts';
import { writeOverview } from './overview.ts';
import { makeTable, type PagePart, plainText } from './parts.ts';

/** Picture of a scenario. `path`: relative to the page, with `/`. */
export type PagePicture = { scenario: string; path: string; alt: string };

/** Most characters of a branch that are shown. */
const LONGEST_BRANCH = 60;

/** Two-sided confidence (fraction) of the intervals that the page shows. */
const CONFIDENCE = 0.95;

/**
 * Writes the page: what was measured and how, where and with what, then tables and pictures by scenario. A new kind of
 * result, such as a capacity, is a line here.
 */
export function writePage(content: PageContent, pictures: readonly PagePicture[]): PagePart[] {
  return [
    ...writeMethod(content),
    ...writeSurroundings(content),
    ...writeOverview(content),
    ...content.groups.flatMap((group) => writeScenario(group, content, pictures)),
  ];
}

function writeMethod({ record, groups }: PageContent): PagePart[] {
  const commit = shortCommit(record.commit);
  const of = commit === null ? say`` : say` from commit ${code(commit)}`;
  const branch = record.branch === null ? '' : ` of ${cut(record.branch, LONGEST_BRANCH)}`;
  const changes = record.dirty ? ' with changes that are not committed' : '';
  return [
    {
      kind: 'paragraph',
      text: say`Measured by Tailgate on ${showTime(record.recordedAt).slice(0, 10)}${of}${branch}${changes}.`,
    },
    { kind: 'heading', depth: 0, text: say`What was measured` },
    {
      kind: 'table',
      header: ['scenario', 'request or script', 'load', 'SLO', 'measured'].map(plainText),
      right: [false, false, false, false, false],
      rows: groups.flatMap(writeSlos),
    },
    {
      kind: 'paragraph',
      text: say`Under a load in req/s requests arrive at that rate, whatever the answers do. Users wait for an answer before their next request. Latency is what a caller waited, connection included; min, mean, deviation and max are of the requests that were answered as expected (OK). Behind a value is its interval at ${CONFIDENCE * 100} %.`,
    },
  ];
}

/** Writes a row for each SLO of each step, or one for the whole scenario when it has none. */
function writeSlos({ scenario, steps }: PageGroup) {
  const { work, slos } = steps[0]!.declared;
  if (slos.length > 0) return steps.flatMap(writeSlosOfStep);
  const loads = new Set(steps.map(({ declared: { load } }) => printLoad(load)));
  const cells = [plainText(scenario), [code(nameWork(work))], plainText([...loads].join(', '))];
  return [[...cells, plainText('none'), plainText('')]];
}

/** What the rows of a step have in common stands in the first one. */
function writeSlosOfStep({ declared: { label, work, load, slos }, slices }: PageStep) {
  const rows = slos.map((slo) => {
    const { value, low, high } = estimateMetric(slo.metric, slices, CONFIDENCE);
    const range = low === high ? '' : ` (${rangeWords(slo.metric, low, high)})`;
    return [`${metricName(slo.metric)} ${limitWords(slo)}`, `${formatValue(slo.metric, value)}${range}`];
  });
  const common = [plainText(label), [code(nameWork(work))], plainText(printLoad(load))];
  return rows.map((row, i) => [
    ...(i === 0 ? common : common.map(() => plainText(''))),
    ...row.map(plainText),
  ]);
}

function writeSurroundings({ record }: PageContent): PagePart[] {
  const { cpuModel, cores, os, k6 } = record.environment;
  const rows = [
    ['processor', cpuModel],
    ['cores', String(cores)],
    ['system', os],
    ...(record.leg === undefined ? [] : [['job', record.leg]]),
    ['load generator', `k6 ${k6.replace(/^v/, '')}`],
    ['gate', `Tailgate ${record.tailgate}`],
    ['measured at', showTime(record.recordedAt)],
  ];
  return [
    { kind: 'heading', depth: 0, text: say`Where and with what` },
    {
      kind: 'table',
      header: [plainText('what'), plainText('which')],
      right: [false, false],
      rows: rows.map((row) => row.map(plainText)),
    },
  ];
}

function writeScenario(
  group: PageGroup,
  { buckets }: PageContent,
  pictures: readonly PagePicture[],
): PagePart[] {
  return [
    { kind: 'heading', depth: 0, text: say`${group.scenario}` },
    writeFigures(group, LATENCIES),
    ...pictures
      .filter(({ scenario }) => scenario === group.scenario)
      .map(({ path, alt }): PagePart => ({ kind: 'picture', path, alt })),
    writeFigures(group, COUNTS),
    ...writeHistogram(group, buckets),
    ...writeRemarks(group),
  ];
}

function writeFigures({ keys, steps }: PageGroup, all: readonly Figure[]): PagePart {
  const figures = pickFigures(all, steps);
  return makeTable(
    keys,
    figures.map(({ title }) => title),
    steps.map(({ names, slices }) => ({
      names: names.map(plainText),
      cells: figures.map(({ show }) => plainText(show(slices))),
    })),
  );
}

/** Explains what the tables of this scenario need explained. */
function writeRemarks({ steps }: PageGroup): PagePart[] {
  const slices = steps.flatMap((step) => step.slices);
  const remarks = [
    ...(slices.some(({ failed, dropped }) => failed + dropped > 0)
      ? [
          'KO are requests that failed, and arrivals that found no free user. A percentile counts them as never answered (∞).',
        ]
      : []),
    ...(steps.some(({ measured }) => !measured.connectionIncluded)
      ? ['The time to connect is not known here, and not in the latencies.']
      : []),
  ];
  return remarks.length === 0 ? [] : [{ kind: 'paragraph', text: plainText(remarks.join(' ')) }];
}

/** Writes `2026-01-04 09:30 UTC`. */
function showTime(recordedAt: string): string {
  const time = Date.parse(recordedAt);
  if (Number.isNaN(time)) return recordedAt;
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
