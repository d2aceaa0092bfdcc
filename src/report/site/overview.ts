import { type Child, h, type Markup } from '../html/markup.ts';
import { counted, metricName } from '../words/terms.ts';
import { dayOf } from './chart.ts';
import { linkCommit, linkDay, type Repository } from './links.ts';
import {
  drawSmall,
  groupBy,
  idOf,
  listSteps,
  type NamedStep,
  nameTrack,
  pageOf,
  type SiteContent,
  writeChange,
  writeLegend,
  writePanelTitle,
} from './parts.ts';
import { writeShell } from './shell.ts';
import type { Track } from './tracks.ts';

/** Most change points on a card. */
const NEWEST_STEPS = 3;

/** Writes the overview: a card for each track, with its tail and its typical request. */
export function writeOverviewPage(content: SiteContent): string {
  const { tracks, runs, branch } = content;
  const suites = [...groupBy(tracks, ({ declared }) => declared.suite).entries()];
  const days = runs.map(dayOf).sort();
  const machines = new Set(runs.map(({ machine }) => machine)).size;
  return writeShell(
    `Latency${branch === null ? '' : ` of ${branch}`}`,
    null,
    h(
      'p',
      { class: 'soft' },
      `${counted(runs.length, 'run')} from ${days[0]} to ${days.at(-1)}, on ${counted(machines, 'kind')} of machine.`,
    ),
    writeLegend(tracks),
    ...suites.map(([suite, own]) => [
      suites.length > 1 ? h('h2', {}, suite) : null,
      h('div', { class: 'grid' }, ...own.map((track) => writeCard(track, content.repository))),
    ]),
  );
}

function writeCard(track: Track, repository: Repository): Markup {
  const { declared, panels, runs } = track;
  const steps = listSteps(track).slice(0, NEWEST_STEPS);
  return h(
    'section',
    { class: 'card' },
    h('h3', {}, h('a', { href: `${pageOf(declared)}#${idOf(track)}` }, nameTrack(track))),
    ...panels.slice(0, 2).map((panel) => [writePanelTitle(panel), drawSmall(track, panel)]),
    steps.length === 0
      ? h('p', { class: 'soft' }, `No change point in ${counted(runs.length, 'run')}.`)
      : h('ul', { class: 'steps' }, ...steps.map((step) => h('li', {}, ...writeStep(step, repository)))),
  );
}

function writeStep({ metric, change, run }: NamedStep, repository: Repository): Child[] {
  return [
    writeChange(metric, change),
    ` ${metricName(metric)} from `,
    linkCommit(run, repository),
    ' on, ',
    linkDay(run, ''),
  ];
}
