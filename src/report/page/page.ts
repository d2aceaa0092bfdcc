import { printLoad } from '../../config/language/load.ts';
import type { Slo } from '../../config/language/slo-type.ts';
import { sum } from '../../measurement/sum.ts';
import { measureMetric, percentile, printMetric } from '../../metrics/metric.ts';
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
  goalWords,
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
    ...writeOverview(groups).flatMap((text) => [heading('All at a glance'), text]),
    ...writeCapacities(capacities).flatMap((text) => [heading('Capacity'), text]),
    ...groups.flatMap((group) => [heading(group.scenario), ...writeScenario(group, buckets, pictures)]),
  ].join('\n\n');
}

const TERMS = `Under a load in req/s requests arrive at that rate, whatever the answers do. Users wait for an answer before their next request. Latency is what a caller waited, connection included; min, mean, deviation and max are of the requests that were answered as expected (OK). Behind the value of an SLO is its interval at ${CONFIDENCE * 100} %.`;

/** Writes a row for each scenario. */
function writeMeasured({ groups, capacities }: PageContent): string {
  const searched = new Map(capacities.map(({ declared }) => [declared.scenario, declared]));
  const rows = [
    ...groups.map(({ scenario, steps }) => {
      const declared = steps.map((step) => step.declared);
      return [
        scenario,
        declared,
        [...new Set(declared.map(({ load }) => printLoad(load)))].join(', '),
      ] as const;
    }),
    ...[...searched].map(([scenario, { goal }]) => {
      const own = capacities.flatMap(({ declared }) => (declared.scenario === scenario ? [declared] : []));
      const load = `searched between ${formatRate(goal.from)} and ${formatRate(goal.to)}`;
      return [scenario, own, load] as const;
    }),
  ];
  return textTable(
    ['scenario', 'request or script', 'load', 'SLO'],
    rows.map(([scenario, declared, load]) => {
      const [first, ...others] = new Set(declared.map(({ work }) => nameWork(work)));
      const rest = others.length === 0 ? '' : ` and ${counted(others.length, 'other', 'others')} by variant`;
      const slos = listed(declared[0]!.slos.map(sloWords)) || 'none';
      return [scenario, say`${code(first!)}${rest}`, load, slos];
    }),
  );
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

/** Writes p50 and p99 of all scenarios by variant, where several have the same ones. */
function writeOverview(groups: readonly PageGroup[]): string[] {
  const varied = groups.filter(({ steps }) => steps.some(({ measured }) => measured.variant !== undefined));
  if (varied.length < 2) return [];
  const byName = varied.map(({ steps }) => new Map(steps.map((step) => [step.names.join(', '), step])));
  const names = [...new Set(byName.flatMap((steps) => [...steps.keys()]))];
  const show = ({ slices }: PageStep) =>
    [50, 99]
      .map(percentile)
      .map((metric) => formatValue(metric, measureMetric(slices, metric)))
      .join(' / ');
  const cells = (name: string) =>
    byName.map((steps) => steps.get(name)).map((step) => (step ? show(step) : ''));
  const header = [`p50 / p99 by ${varied[0]!.keys.join(', ')}`, ...varied.map(({ scenario }) => scenario)];
  return [
    textTable(
      header,
      names.map((name) => [name, ...cells(name)]),
      1,
    ),
  ];
}

/** Writes a row for each search, those of one scenario below each other. */
function writeCapacities(capacities: readonly PageCapacity[]): string[] {
  if (capacities.length === 0) return [];
  const axes = [...new Set(capacities.flatMap(({ declared: { variant } }) => Object.keys(variant ?? {})))];
  const hasBase = capacities.some(({ base }) => base !== undefined);
  const names = [...new Set(capacities.map(({ declared }) => declared.scenario))];
  const sorted = names.flatMap((name) => capacities.filter(({ declared }) => declared.scenario === name));
  const rows = sorted.map(({ declared: { scenario, variant, goal, slos }, head, base }) => [
    ...[scenario, ...axes.map((axis) => variant?.[axis] ?? ''), goalWords(goal), estimateWords(head)],
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
  group: PageGroup,
  buckets: readonly number[],
  pictures: readonly PagePicture[],
): string[] {
  const { scenario, steps } = group;
  const { slos } = steps[0]!.declared;
  const custom = new Map(
    slos.flatMap(({ metric }) => (metric.kind === 'custom' ? [[printMetric(metric), metric]] : [])),
  );
  const column = (title: string, show: (step: PageStep) => string) => ({ title, cells: steps.map(show) });
  const results = slos.map((slo) => column(sloWords(slo), (step) => resultWords(slo, step)));
  // Processor time and memory are not known everywhere.
  const known = (figures: readonly Figure[]) =>
    figures
      .map(({ title, show }) => column(title, ({ slices }) => show(slices)))
      .filter(({ cells }) => cells.some((text) => text !== NONE));
  const drawn = pictures.filter((picture) => picture.scenario === scenario);
  const tables = [
    results,
    known(LATENCIES),
    known([...COUNTS, ...[...custom.values()].map(customFigure)]),
    known(listBuckets(buckets)),
  ].map((columns) => (columns.length === 0 ? [] : [writeFigures(group, columns)]));
  return [
    ...tables[0]!,
    ...tables[1]!,
    ...drawn.map(({ path, alt }) => `![${escapeAlt(cut(alt, LONGEST_CELL))}](${encodePath(path)})`),
    ...tables.slice(2).flat(),
    ...(steps.some(({ slices }) => countKo(slices) > 0)
      ? [
          'KO are requests that failed, and arrivals that found no free user. A percentile counts them as never answered (∞).',
        ]
      : []),
  ];
}

/** Writes a row for each step; when that is wider than a screen and there are few steps, rows become columns. */
function writeFigures(
  { keys, steps }: PageGroup,
  columns: readonly { title: string; cells: readonly string[] }[],
): string {
  const titles = columns.map(({ title }) => title);
  if (columns.length > MOST_COLUMNS && steps.length <= FEW_ROWS && keys.length === 1)
    return textTable(
      ['', ...steps.map(({ names }) => names[0]!)],
      columns.map(({ title, cells }) => [title, ...cells]),
      1,
    );
  const rows = steps.map(({ names }, i) => [...names, ...columns.map(({ cells }) => cells[i]!)]);
  return textTable([...keys, ...titles], rows, keys.length);
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
