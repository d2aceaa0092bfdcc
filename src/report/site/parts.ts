import { higherIsBetter, type Metric } from '../../metrics/metric.ts';
import { formatChangeOf, formatValue } from '../format/numbers.ts';
import { type Child, h, Markup } from '../html/markup.ts';
import { limitWords, metricName, shortLabel } from '../words/terms.ts';
import { drawHistory } from './chart.ts';
import type { Repository } from './links.ts';
import type { Declared, RunValue, SiteRun } from './runs.ts';
import type { Panel, StepUp, Track } from './tracks.ts';

/** All that a site shows. */
export type SiteContent = {
  tracks: readonly Track[];
  /** Runs of the branch, each with a page. */
  runs: readonly SiteRun[];
  branch: string | null;
  repository: Repository;
};

/** Page of the site. `path`: its file, with `/`. */
export type SitePage = { path: string; html: string };

const SMALL = { width: 344, height: 112 };
/** Small pictures, which the overview and the page of a scenario share. */
const small = new WeakMap<Panel, Markup>();

/** Draws a small picture of a metric, once. */
export function drawSmall(track: Track, panel: Panel): Markup {
  const drawn = small.get(panel) ?? new Markup(drawHistory(track, panel, SMALL));
  small.set(panel, drawn);
  return drawn;
}

/** Names the page of a scenario. */
export function pageOf({ suite, scenario }: Declared): string {
  return `scenarios/${suite}/${scenario}.html`;
}

/** Names a track as people do. */
export function nameTrack({ declared, job }: Track): string {
  return `${shortLabel(declared.label)}${job === undefined ? '' : `, ${job}`}`;
}

/** Names a track within its page. */
export function idOf({ declared, job = '' }: Track): string {
  return `t-${`${declared.label}-${job}`.replace(/[^\w-]+/g, '-')}`;
}

/** Explains the marks of the pictures, those that there are. */
export function writeLegend(tracks: readonly Track[]): Markup {
  const steps = tracks.flatMap(({ panels }) => panels.flatMap((panel) => panel.steps));
  const marks: [boolean, Child][] = [
    [
      steps.some(({ change }) => change > 0),
      h('span', {}, h('b', { class: 'slower' }, '▲'), ' change point upwards'),
    ],
    [
      steps.some(({ change }) => change < 0),
      h('span', {}, h('b', { class: 'faster' }, '▼'), ' change point downwards'),
    ],
    [tracks.some(({ breaks }) => breaks.length > 0), h('span', {}, '┊ another machine or load')],
    [
      tracks.some(({ panels }) => panels.some(({ slo }) => slo)),
      h('span', {}, h('b', { class: 'word bad' }, '—'), ' SLO'),
    ],
  ];
  return h('p', { class: 'legend soft' }, ...marks.flatMap(([is, mark]) => (is ? [mark] : [])));
}

/** Writes the metric, its newest value, and its limit. */
export function writePanelTitle({ metric, points, slo }: Panel): Markup {
  const newest = points.at(-1)!;
  return h(
    'p',
    { class: 'panel' },
    h('span', {}, h('b', {}, metricName(metric)), ` ${formatValue(metric, newest.value)}`),
    slo ? h('span', {}, ...writeSlo(newest.slo, limitWords(slo))) : null,
  );
}

/** Tones and words of what a run says about an SLO. */
export const SLO_WORDS = {
  met: ['good', '✓ SLO'],
  'at-limit': ['warn', '! at the limit of SLO'],
  missed: ['bad', '✕ SLO missed:'],
} as const;

/** Writes what a run says about an SLO, and the limit. */
export function writeSlo(code: RunValue['slo'], limit: string): Child[] {
  if (code === undefined) return [`SLO ${limit}`];
  const [tone, words] = SLO_WORDS[code];
  return [h('span', { class: `word ${tone}` }, words), ` ${limit}`];
}

/** Change point with its metric. */
export type NamedStep = StepUp & { metric: Metric };

/** Lists the change points of all metrics, newest first. */
export function listSteps({ panels }: Track): NamedStep[] {
  return panels
    .flatMap(({ metric, steps }) => steps.map((step) => ({ ...step, metric })))
    .sort((a, b) => b.x - a.x);
}

/** Writes `▲ +18 %`, in the colour of worse or better. */
export function writeChange(metric: Metric, change: number): Markup {
  const worse = change > 0 !== higherIsBetter(metric);
  return h(
    'b',
    { class: worse ? 'slower' : 'faster' },
    `${change > 0 ? '▲' : '▼'} ${formatChangeOf(metric, change)}`,
  );
}

/** Groups items by a key, both in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
