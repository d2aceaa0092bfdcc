import { printLoad } from '../../config/language/load.ts';
import type { Slo } from '../../config/language/slo-type.ts';
import { sum } from '../../measurement/sum.ts';
import { listStarts } from '../../records/judgement.ts';
import { CAPACITY } from '../../verdict/capacity.ts';
import { poolEstimates } from '../../verdict/capacity-estimate.ts';
import type { CapacityMeasurement } from '../../verdict/capacity-measurement.ts';
import { estimateClusters } from '../../verdict/slo.ts';
import { escapeText, table, toMarkdown } from '../format/markdown.ts';
import { formatCount, formatRate, formatValue, NONE } from '../format/numbers.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { clean, cut } from '../format/visible.ts';
import {
  beyondWords,
  counted,
  limitWords,
  listed,
  rangeWords,
  shortCommit,
  sloWords,
} from '../words/terms.ts';
import { nameWork, type PageCapacity, type PageContent, type PageGroup, type PageStep } from './content.ts';
import { COUNTS, countKo, customFigure, type Figure, LATENCIES, listBuckets } from './figures.ts';

/** Picture of a scenario. `path`: relative to the page, with `/`. */
export type PagePicture = { scenario: string; path: string; alt: string };

/** Two-sided confidence (fraction) of the intervals that the page shows. */
const CONFIDENCE = 0.95;
/** Most characters of a cell. Foreign names may be longer. */
const LONGEST_CELL = 300;
/** Most columns of a table; few rows become columns then. */
const MOST_COLUMNS = 8;
const FEW_ROWS = 4;

/** Writes the page as GitHub's Markdown. @param level of its highest headings, from 1 */
export function writePage(content: PageContent, pictures: readonly PagePicture[], level: number): string {
  const heading = (text: string) => `${'#'.repeat(Math.min(6, level))} ${cell(text)}`;
  const { record, groups, capacities, buckets } = content;
  const commit = shortCommit(record.commit);
  const of = commit === null ? say`` : say` from commit ${code(commit)}`;
  const branch = record.branch === null ? '' : ` of ${cut(record.branch, 60)}`;
  const changes = record.dirty ? ' with changes that are not committed' : '';
  const day = showTime(record.recordedAt).slice(0, 10);
  return [
    toMarkdown(say`Measured by Tailgate on ${day}${of}${branch}${changes}.`),
    ...[heading('What was measured'), writeMeasured(content)],
    ...(groups.length > 0 ? [TERMS] : []),
    ...[heading('Where and with what'), writeSurroundings(content)],
    ...writeCapacities(capacities).flatMap((text) => [heading('Capacity'), text]),
    ...groups.flatMap((group) => [heading(group.scenario), ...writeScenario(group, buckets, pictures)]),
  ].join('\n\n');
}

const TERMS = `Under a load in req/s requests arrive at that rate, whatever the answers do. Users wait for an answer before their next request. Latency is what a caller waited, connection included; min, mean, deviation and max are of the requests that were answered as expected (OK). Behind the value of an SLO is its interval at ${CONFIDENCE * 100} %.`;

/** Writes a row for each scenario. */
function writeMeasured({ groups, capacities }: PageContent): string {
  const all = [
    ...groups.flatMap(({ steps }) =>
      steps.map(({ declared }) => ({ ...declared, text: printLoad(declared.load) })),
    ),
    ...capacities.map(({ declared }) => ({
      ...declared,
      text: `searched between ${formatRate(declared.goal.from)} and ${formatRate(declared.goal.to)}`,
    })),
  ];
  const rows = [...new Set(all.map(({ scenario }) => scenario))].map((scenario) => {
    const own = all.filter((one) => one.scenario === scenario);
    const [first, ...others] = new Set(own.map(({ work }) => nameWork(work)));
    const rest = others.length === 0 ? '' : ` and ${counted(others.length, 'other', 'others')} by variant`;
    const loads = new Set(own.map(({ text }) => text));
    const slos = listed(own[0]!.slos.map(sloWords)) || 'none';
    return [scenario, say`${code(first!)}${rest}`, [...loads].join(', '), slos];
  });
  return textTable(['scenario', 'request or script', 'load', 'SLO'], rows);
}

function writeSurroundings({ record }: PageContent): string {
  const { cpuModel, cores, os, k6 } = record.environment;
  return textTable(
    ['what', 'which'],
    [
      ['processor', cpuModel],
      ['cores', String(cores)],
      ['system', os],
      ...(record.job === undefined ? [] : [['job', record.job]]),
      ['load generator', `k6 ${k6.replace(/^v/, '')}`],
      ['gate', `Tailgate ${record.tailgate}`],
      ['measured at', showTime(record.recordedAt)],
    ],
  );
}

/** Writes a row for each search, those of one scenario below each other. */
function writeCapacities(capacities: readonly PageCapacity[]): string[] {
  if (capacities.length === 0) return [];
  const axes = [...new Set(capacities.flatMap(({ declared: { variant } }) => Object.keys(variant ?? {})))];
  const hasBase = capacities.some(({ base }) => base !== undefined);
  const names = [...new Set(capacities.map(({ declared }) => declared.scenario))];
  const sorted = names.flatMap((name) => capacities.filter(({ declared }) => declared.scenario === name));
  const rows = sorted.map(({ declared: { scenario, variant, goal, slos }, head, base }) => [
    ...[scenario, ...axes.map((axis) => variant?.[axis] ?? ''), sloWords(goal.slo), estimateWords(head)],
    ...(hasBase ? [base === undefined ? NONE : estimateWords(base)] : []),
    listed(slos.map(limitWords)) || NONE,
    `${formatCount(sum(head.blocks, ({ trials }) => trials.length))} on ${counted(head.blocks.length, 'start')}`,
  ]);
  const header = ['scenario', ...axes, 'keeps', 'capacity', ...(hasBase ? ['base'] : []), 'SLO', 'trials'];
  const explained =
    'A capacity is the highest rate of arrivals that keeps the latency, with its interval at 95 %; from fewer than three starts it holds for these alone. It is searched by trials of some seconds at one rate each.';
  return [`${textTable(header, rows)}\n\n${explained}`];
}

/** Writes `520 req/s (505 … 540 req/s)`, or where it lies beyond what was sent. */
function estimateWords(measurement: CapacityMeasurement): string {
  const found = poolEstimates(measurement);
  if (found === null) return 'not found: the time was over before anything was known';
  const beyond = beyondWords({ kind: found.kind, goal: measurement.goal }, found);
  return beyond ?? `${formatValue(CAPACITY, found.value)} (${rangeWords(CAPACITY, found.low, found.high)})`;
}

function writeScenario(
  { scenario, key, steps }: PageGroup,
  buckets: readonly number[],
  pictures: readonly PagePicture[],
): string[] {
  const { slos } = steps[0]!.declared;
  const custom = slos.flatMap(({ metric }) => (metric.kind === 'custom' ? [metric] : []));
  const results = slos.map((slo) => [sloWords(slo), ...steps.map((step) => resultWords(slo, step))]);
  // Processor time and memory are not known everywhere.
  const known = (figures: readonly Figure[]) =>
    figures
      .map(({ title, show }) => [title, ...steps.map(({ slices }) => show(slices))])
      .filter(([, ...cells]) => cells.some((text) => text !== NONE));
  const write = (figures: readonly string[][]) =>
    figures.length === 0 ? [] : [writeFigures([key, ...steps.map(({ name }) => name)], figures)];
  const counts = new Map(
    [...COUNTS, ...custom.map(customFigure)].map((figure) => [figure.title, figure] as const),
  );
  return [
    ...write(results),
    ...write(known(LATENCIES)),
    ...pictures
      .filter((picture) => picture.scenario === scenario)
      .map(({ path, alt }) => `![${escapeAlt(cut(alt, LONGEST_CELL))}](${encodePath(path)})`),
    ...write(known([...counts.values()])),
    ...write(known(listBuckets(buckets))),
    ...(steps.some(({ slices }) => countKo(slices) > 0)
      ? [
          'KO are requests that failed, and arrivals that found no free user. A percentile counts them as never answered (∞).',
        ]
      : []),
  ];
}

/** Writes a row for each step; when that is wider than a screen and there are few steps, a row for each figure. */
function writeFigures(names: readonly string[], figures: readonly (readonly string[])[]): string {
  const [key, ...steps] = names;
  if (figures.length > MOST_COLUMNS && steps.length <= FEW_ROWS) return textTable(['', ...steps], figures, 1);
  const rows = steps.map((name, i) => [name, ...figures.map((figure) => figure[i + 1]!)]);
  return textTable([key!, ...figures.map(([title]) => title!)], rows, 1);
}

/** Writes a table. @param right first column of those with numbers; absent: none */
function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | Phrase)[])[],
  right = Number.POSITIVE_INFINITY,
): string {
  const write = (one: string | Phrase) =>
    typeof one === 'string'
      ? cell(one)
      : toMarkdown(one.map((part) => ({ ...part, text: cut(part.text, LONGEST_CELL) })));
  return table(
    header.map(cell),
    header.map((_, i) => (i < right ? '-' : '-:')),
    rows.map((row) => row.map(write)),
  );
}

function cell(text: string): string {
  return escapeText(cut(text, LONGEST_CELL)).trim();
}

/** Writes `22.1 ms (20.9 … 23.4 ms)`. */
function resultWords({ metric }: Slo, { measured }: PageStep): string {
  const estimate = estimateClusters(metric, listStarts(measured), CONFIDENCE);
  if (estimate === null) return NONE;
  const { value, low, high } = estimate;
  return `${formatValue(metric, value)}${low === high ? '' : ` (${rangeWords(metric, low, high)})`}`;
}

/** Writes `2026-01-04 09:30 UTC`. */
function showTime(recordedAt: string): string {
  const time = Date.parse(recordedAt);
  if (Number.isNaN(time)) return recordedAt;
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Escapes the text of a picture, an attribute in the end, where nothing is linked. */
function escapeAlt(text: string): string {
  return clean(text).replace(/[^\p{L}\p{N} ,.:;%()/∞–…-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Encodes a relative path for the parentheses of a link. */
function encodePath(path: string): string {
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const name = (part: string) => encodeURIComponent(part).replace(/[()'*!~]/g, encode);
  return path.split('/').map(name).join('/');
}
