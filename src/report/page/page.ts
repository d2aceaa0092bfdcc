import { countWithin } from '../../measurement/deviation.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { type Metric, measureMetric } from '../../metrics/metric.ts';
import { formatCount, formatMs, formatShare, formatValue } from '../format/numbers.ts';
import { code, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { shortCommit } from '../words/terms.ts';
import { writeCapacities } from './capacities.ts';
import type { PageContent, PageGroup } from './content.ts';
import { COUNTS, type Figure, LATENCIES, listCustomFigures, pickFigures } from './figures.ts';
import { makeTable, type PagePart, plainText, textTable } from './parts.ts';
import { CONFIDENCE, listMeasured, writeSloTable } from './slos.ts';

/** Picture of a scenario. `path`: relative to the page, with `/`. */
export type PagePicture = { scenario: string; path: string; alt: string };

/** Most characters of a branch that are shown. */
const LONGEST_BRANCH = 60;
/** Metrics of the table of all scenarios. */
const AT_A_GLANCE: Metric[] = [
  { kind: 'percentile', percent: 50 },
  { kind: 'percentile', percent: 99 },
];

/** Most variants that stand side by side. More become rows, and the scenarios stand side by side. */
const MOST_BESIDE = 6;
/** Most characters of the names of all axes together. */
const LONGEST_KEY = 120;

/**
 * Writes the page: what was measured and how, where and with what, then tables and pictures by scenario. A new kind of
 * result is a line here.
 */
export function writePage(content: PageContent, pictures: readonly PagePicture[]): PagePart[] {
  return [
    ...writeMethod(content),
    ...writeSurroundings(content),
    ...writeOverview(content),
    ...writeCapacities(content),
    ...content.groups.flatMap((group) => writeScenario(group, content, pictures)),
  ];
}

function writeMethod(content: PageContent): PagePart[] {
  const { record, groups } = content;
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
      rows: listMeasured(content),
    },
    ...(groups.length > 0 ? [writeTerms()] : []),
  ];
}

function writeTerms(): PagePart {
  return {
    kind: 'paragraph',
    text: say`Under a load in req/s requests arrive at that rate, whatever the answers do. Users wait for an answer before their next request. Latency is what a caller waited, connection included; min, mean, deviation and max are of the requests that were answered as expected (OK). Behind a value is its interval at ${CONFIDENCE * 100} %.`,
  };
}

function writeSurroundings({ record }: PageContent): PagePart[] {
  const { cpuModel, cores, os, k6 } = record.environment;
  const rows = [
    ['processor', cpuModel],
    ['cores', String(cores)],
    ['system', os],
    ...(record.job === undefined ? [] : [['job', record.job]]),
    ['load generator', `k6 ${k6.replace(/^v/, '')}`],
    ['gate', `Tailgate ${record.tailgate}`],
    ['measured at', showTime(record.recordedAt)],
  ];
  return [{ kind: 'heading', depth: 0, text: say`Where and with what` }, textTable(['what', 'which'], rows)];
}

/** Writes all scenarios in all variants as one table, where several scenarios have the same ones. */
function writeOverview({ groups }: PageContent): PagePart[] {
  const varied = groups.filter(({ steps }) => steps.some(({ measured }) => measured.variant !== undefined));
  if (varied.length < 2) return [];
  const nameOf = (names: readonly string[]) => names.join(', ');
  const variants = [...new Set(varied.flatMap(({ steps }) => steps.map(({ names }) => nameOf(names))))];
  const cell = ({ steps }: PageGroup, variant: string) => {
    const step = steps.find(({ names }) => nameOf(names) === variant);
    return step === undefined
      ? ''
      : AT_A_GLANCE.map((metric) => formatValue(metric, measureMetric(step.slices, metric))).join(' / ');
  };
  const scenarios = varied.map(({ scenario }) => scenario);
  const isWide = variants.length > MOST_BESIDE;
  const key = cut(varied[0]!.keys.join(', '), LONGEST_KEY);
  const header = isWide ? [key, ...scenarios] : ['scenario', ...variants];
  const rows = isWide
    ? variants.map((variant) => [variant, ...varied.map((group) => cell(group, variant))])
    : varied.map((group) => [group.scenario, ...variants.map((variant) => cell(group, variant))]);
  return [
    { kind: 'heading', depth: 0, text: say`All at a glance` },
    { kind: 'paragraph', text: say`p50 / p99${isWide ? '' : ` by ${key}`}.` },
    textTable(header, rows, true),
  ];
}

function writeScenario(
  group: PageGroup,
  { buckets }: PageContent,
  pictures: readonly PagePicture[],
): PagePart[] {
  return [
    { kind: 'heading', depth: 0, text: say`${group.scenario}` },
    ...writeSloTable(group),
    writeFigures(group, LATENCIES),
    ...pictures
      .filter(({ scenario }) => scenario === group.scenario)
      .map(({ path, alt }): PagePart => ({ kind: 'picture', path, alt })),
    writeFigures(group, [...COUNTS, ...listCustomFigures(group)]),
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

/** Writes how many requests took how long, in the buckets between the bounds (ms). Nothing without bounds. */
function writeHistogram({ keys, steps }: PageGroup, bounds: readonly number[]): PagePart[] {
  if (bounds.length === 0) return [];
  const show = (ms: number) => formatMs(ms, 6);
  const titles = [
    `up to ${show(bounds[0]!)}`,
    ...bounds.slice(1).map((bound, i) => `${show(bounds[i]!)} to ${show(bound)}`),
    `over ${show(bounds.at(-1)!)}`,
    'failed',
  ];
  const rows = steps.map(({ names, slices }) => ({
    names: names.map(plainText),
    cells: countBuckets(slices, bounds).map(plainText),
  }));
  return [makeTable(keys, titles, rows)];
}

function countBuckets(slices: readonly Slice[], bounds: readonly number[]): string[] {
  const ok = slices.reduce((total, slice) => total + slice.ok, 0);
  const failed = slices.reduce((total, slice) => total + slice.failed + slice.dropped, 0);
  const within = countWithin(slices, bounds);
  const counts = [...within, ok].map((count, i) => count - (within[i - 1] ?? 0));
  return [...counts, failed].map((count) =>
    count === 0 ? '0' : `${formatCount(count)} (${formatShare(count / (ok + failed))})`,
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
  ];
  return remarks.length === 0 ? [] : [{ kind: 'paragraph', text: plainText(remarks.join(' ')) }];
}

/** Writes `2026-01-04 09:30 UTC`. */
function showTime(recordedAt: string): string {
  const time = Date.parse(recordedAt);
  if (Number.isNaN(time)) return recordedAt;
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
