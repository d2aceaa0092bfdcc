import { printLoad } from '../../config/language/load.ts';
import { meanStartup, peakMemory, processorTime } from '../../measurement/costs.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { latencyDeviation } from '../../measurement/pooling.ts';
import {
  achievedRate,
  attempts,
  countAtMost,
  errors,
  listSamples,
  meanLatency,
  pooledQuantile,
} from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import type { RunRecord } from '../../records/record.ts';
import { CAPACITY } from '../../verdict/capacity.ts';
import { type CapacityMeasurement, poolEstimates } from '../../verdict/capacity-measurement.ts';
import { estimateClusters } from '../../verdict/slo.ts';
import { tabular, toMarkdown } from '../format/markdown.ts';
import {
  formatCount,
  formatMemory,
  formatMs,
  formatNumber,
  formatRate,
  formatShare,
  formatTime,
  formatValue,
  NONE,
} from '../format/numbers.ts';
import { code, join, say } from '../format/phrase.ts';
import { clean, cut } from '../format/visible.ts';
import { listStarts, slicesOf } from '../rows/series.ts';
import {
  beyondWords,
  counted,
  limitWords,
  listed,
  more,
  rangeWords,
  shortCommit,
  shortLabel,
  sloWords,
} from '../words/terms.ts';
import { nameWork, type PageCapacity, type PageContent, type PageGroup } from './content.ts';
import type { Picture } from './pictures.ts';

/** Maximum number of requests of a scenario that are listed. */
const MOST_WORKS = 3;
/** Two-sided confidence (fraction) of the intervals that the page shows. */
const CONFIDENCE = 0.95;

/** Writes the page as GitHub Markdown. @param folder of its pictures @param level of its highest headings, from 1 */
export function writePage(
  content: PageContent,
  pictures: readonly Pick<Picture, 'scenario' | 'name' | 'alt'>[],
  folder: string,
  level: number,
): string {
  const { record, groups, capacities, buckets } = content;
  const heading = (text: string) => `${'#'.repeat(Math.min(6, level))} ${toMarkdown(say`${text}`).trim()}`;
  return [
    writeSource(record),
    ...[heading('What was measured'), writeMeasured(content)],
    ...(groups.length > 0 ? [TERMS] : []),
    ...(capacities.length > 0 ? [heading('Capacity'), writeCapacities(capacities), CAPACITIES] : []),
    ...groups.flatMap((group) => [
      heading(group.scenario),
      ...writeScenario(
        group,
        buckets,
        pictures
          .filter(({ scenario }) => scenario === group.scenario)
          .map(({ name, alt }) => `![${escapeAlt(cut(alt, 300))}](${encodePath(`${folder}/${name}`)})`),
      ),
    ]),
  ].join('\n\n');
}

const TERMS = `A load in req/s sends requests at that rate, however slow the responses are. Users wait for a response before their next request. Latency is how long a caller waits, connection included; min, mean, deviation and max cover the requests with the expected response (OK). The value of an SLO is followed by its interval at ${CONFIDENCE * 100} %. KO are failed requests, and arrivals that found no free user: percentiles count them as infinitely slow (∞).`;
const CAPACITIES =
  'A capacity is the highest arrival rate that meets the latency limit, with its 95 % interval; from fewer than three starts it only holds for these. It is found by trials of a few seconds at one rate each.';

/** Writes a row for each scenario. */
function writeMeasured({ groups, capacities }: PageContent): string {
  const all = [
    ...groups.flatMap(({ steps }) =>
      steps.map(({ declared: one }) => ({ ...one, text: printLoad(one.load) })),
    ),
    ...capacities.map(({ declared: { goal, ...one } }) => {
      return { ...one, text: `searched between ${formatRate(goal.from)} and ${formatRate(goal.to)}` };
    }),
  ];
  const rows = [...new Set(all.map(({ scenario }) => scenario))].map((scenario) => {
    const own = all.filter((one) => one.scenario === scenario);
    const works = [...new Set(own.map(({ work }) => nameWork(work)))];
    const named = say`${join(works.slice(0, MOST_WORKS).map(code))}${more(works.length - MOST_WORKS)}`;
    const loads = [...new Set(own.map(({ text }) => text))].join(', ');
    return [scenario, named, loads, listed(own[0]!.slos.map(sloWords)) || 'none'];
  });
  return tabular(['scenario', 'request or script', 'load', 'SLO'], rows);
}

/** Says when, where and with what it was measured, and of which commit. */
function writeSource({ commit, branch, dirty, job, tailgate, recordedAt, environment }: RunRecord): string {
  const { cpuModel, cores, os, k6 } = environment;
  const of = commit === null ? '' : say` from commit ${code(shortCommit(commit))}`;
  const whose = `${branch === null ? '' : ` of ${cut(branch, 60)}`}${dirty ? ' with uncommitted changes' : ''}`;
  const where = `${cpuModel} with ${counted(cores, 'core')}, ${os}${job === undefined ? '' : `, job ${job}`}`;
  return toMarkdown(
    say`Measured by Tailgate ${tailgate} with k6 ${k6.replace(/^v/, '')} at ${formatTime(recordedAt)}${of}${whose}, on ${where}.`,
  );
}

/** Writes a row for each search. */
function writeCapacities(capacities: readonly PageCapacity[]): string {
  const rows = capacities.map(({ declared: { label, goal, slos }, head }) => [
    ...[
      say`${code(shortLabel(label))}`,
      sloWords(goal.slo),
      estimateWords(head),
      listed(slos.map(limitWords)) || NONE,
    ],
    `${formatCount(sum(head.blocks, ({ trials }) => trials.length))} on ${counted(head.blocks.length, 'start')}`,
  ]);
  return tabular(['scenario', 'keeps', 'capacity', 'SLO', 'trials'], rows);
}

/** Writes `520 req/s (505 … 540 req/s)`, or where it lies relative to what was sent. */
function estimateWords(measurement: CapacityMeasurement): string {
  const found = poolEstimates(measurement);
  if (found === null) return 'not found: time ran out first';
  const beyond = beyondWords(found.kind, found);
  return beyond ?? `${formatValue(CAPACITY, found.value)} (${rangeWords(CAPACITY, found.low, found.high)})`;
}

/** Writes tables with a row for each step: SLOs, latencies, counts and costs, and buckets. */
function writeScenario({ steps }: PageGroup, buckets: readonly number[], pictures: string[]): string[] {
  const slos = steps[0]!.declared.slos.map(
    (slo): Figure<(typeof steps)[number]['measured']> => [
      sloWords(slo),
      (measured) => {
        const found = estimateClusters(slo.metric, listStarts(measured), CONFIDENCE);
        if (found === null) return NONE;
        const { value, low, high } = found;
        return `${formatValue(slo.metric, value)}${low === high ? '' : ` (${rangeWords(slo.metric, low, high)})`}`;
      },
    ],
  );
  const write = <T>(figures: readonly Figure<T>[], read: (step: (typeof steps)[number]) => T) => {
    const columns = figures
      .map(([title, show]) => [title, ...steps.map((step) => show(read(step)))])
      // CPU time and memory are not available everywhere.
      .filter(([, ...cells]) => cells.some((text) => text !== NONE));
    const rows = steps.map(({ name }, i) => [name, ...columns.map((column) => column[i + 1]!)]);
    return columns.length === 0 ? [] : [tabular(['', ...columns.map(([title]) => title!)], rows, true)];
  };
  const alone = new Map(steps.map((step) => [step, slicesOf(step.measured)]));
  const read = (step: (typeof steps)[number]) => alone.get(step)!;
  return [
    ...write(slos, ({ measured }) => measured),
    ...write(LATENCIES, read),
    ...pictures,
    ...write(COUNTS, read),
    ...write(listBuckets(buckets), read),
  ];
}

/** Column of a table of results, with its text for one step. */
type Figure<T = readonly Slice[]> = [title: string, show: (of: T) => string];

/** Figures of how long callers waited. */
const LATENCIES: readonly Figure[] = [
  ['min', (slices) => formatMs(Math.min(...readEnds(slices, 0)))],
  ['mean', (slices) => formatMs(meanLatency(slices))],
  ['std. deviation', (slices) => formatMs(latencyDeviation(slices))],
  ...[50, 75, 90, 95, 99, 99.9].map(
    (percent): Figure => [`p${percent}`, (slices) => formatMs(readPercentile(slices, percent))],
  ),
  ['max', (slices) => formatMs(Math.max(...readEnds(slices, -1)))],
];

/** Figures of requests and responses, and their cost. KO: failed, or never sent. */
export const COUNTS: readonly Figure[] = [
  ['requests', (slices) => formatCount(sum(slices, attempts))],
  ['OK', (slices) => formatCount(sum(slices, ({ ok }) => ok))],
  ['KO', (slices) => showPart(sum(slices, errors), slices)],
  ['rate', (slices) => showRate(slices)],
  ['CPU time per request', (slices) => formatMs(processorTime(slices))],
  ['peak memory', (slices) => formatMemory(peakMemory(slices))],
  ['start to ready', (slices) => formatMs(meanStartup(slices))],
];

/** Lists how many requests fall into each bucket between the bounds (ms). Nothing without bounds. */
function listBuckets(bounds: readonly number[]): Figure[] {
  if (bounds.length === 0) return [];
  const name = (ms: number) => formatMs(ms, 6);
  const countUpTo = (slices: readonly Slice[], bound: number | undefined) =>
    bound === undefined ? sum(slices, ({ ok }) => ok) : countAtMost(listSamples(slices), bound);
  const titles = bounds.map((bound, i) => `${i === 0 ? 'up' : name(bounds[i - 1]!)} to ${name(bound)}`);
  const buckets = [...titles, `over ${name(bounds.at(-1)!)}`].map((title, i): Figure => {
    const before = (slices: readonly Slice[]) => (i === 0 ? 0 : countUpTo(slices, bounds[i - 1]));
    return [title, (slices) => showPart(countUpTo(slices, bounds[i]) - before(slices), slices)];
  });
  return [...buckets, ['failed', (slices) => showPart(sum(slices, errors), slices)]];
}

/** Writes `60 req/s`, or `5.8 of 60 req/s` if fewer got a response than were meant to be sent. */
function showRate(slices: readonly Slice[]): string {
  const rate = achievedRate(slices);
  const planned = sum(slices, (slice) => slice.planned ?? 0) / sum(slices, ({ seconds }) => seconds);
  return rate < 0.98 * planned ? `${formatNumber(rate)} of ${formatRate(planned)}` : formatRate(rate);
}

function showPart(count: number, slices: readonly Slice[]): string {
  return count === 0 ? '0' : `${formatCount(count)} (${formatShare(count / sum(slices, attempts))})`;
}

/** A percentile with less than one request beyond it would only repeat the maximum. */
function readPercentile(slices: readonly Slice[], percent: number): number {
  const beyond = sum(slices, attempts) * (1 - percent / 100);
  return beyond < 0.999 ? Number.NaN : pooledQuantile(slices, percent / 100);
}

/** Reads the lowest or highest latency of each slice that has responses; NaN if none has. @param at 0 or −1 */
function readEnds(slices: readonly Slice[], at: 0 | -1): number[] {
  const values = slices.flatMap(({ latency }) => latency?.values.at(at) ?? []);
  return values.length === 0 ? [Number.NaN] : values;
}

/** Escapes the text of a picture, which ends up as an attribute, where nothing is linked. */
function escapeAlt(text: string): string {
  return clean(text).replace(/[^\p{L}\p{N} ,.:;%()/∞–…-]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Encodes a relative path for the parentheses of a link. */
function encodePath(path: string): string {
  return encodeURI(path).replace(/[()'*!~#?:]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
