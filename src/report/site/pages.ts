import { printLoad } from '../../config/language/load.ts';
import type { RunRecord } from '../../records/record.ts';
import { nameEnvironment } from '../../records/selection.ts';
import { drawSvg, showName } from '../charts/drawing.ts';
import { nameDay, nameRun, plotHistory } from '../charts/history.ts';
import { toMarkdown } from '../format/markdown.ts';
import { formatChangeOf, formatValue } from '../format/numbers.ts';
import { code, link, type Phrase, say, strong } from '../format/phrase.ts';
import { type Child, h, Markup, showMarkdown, tabular, writeDocument } from '../html/markup.ts';
import { nameWork } from '../page/content.ts';
import {
  counted,
  limitWords,
  listed,
  metricName,
  shortCommit,
  shortLabel,
  sloWords,
} from '../words/terms.ts';
import type { Declared, Panel, StepUp, Track } from './tracks.ts';

/** All that a site shows. `runs`: those of the branch. `url`: of the repository on the web, without a slash at the end. */
export type SiteContent = {
  tracks: readonly Track[];
  runs: readonly RunRecord[];
  branch: string | null;
  url: string | null;
};

/** Page of the site. `path`: its file, with `/`. */
export type SitePage = { path: string; html: string };

/** Most change points on a card of the overview. */
const NEWEST_STEPS = 3;

/** Measured on simulated histories of 40 runs: see `findChangePoints`. */
const FALSE_STEPS =
  'By chance one steady history of a hundred shows one; where a run is like the one before it, as on shared runners, more do: 10 of a hundred at a correlation of 0.3, 27 at 0.5.';

/** Writes the overview, and a page for each scenario. */
export function writePages(content: SiteContent): SitePage[] {
  const pages = new Map<string, Track[]>();
  for (const track of content.tracks) {
    const path = pageOf(track.declared);
    pages.set(path, [...(pages.get(path) ?? []), track]);
  }
  return [
    { path: 'index.html', html: writeOverview(content) },
    ...[...pages].map(([path, tracks]) => ({ path, html: writeScenario(tracks, content) })),
  ];
}

/** Writes a card for each track, with its tail and its typical request. */
function writeOverview({ tracks, runs, branch, url }: SiteContent): string {
  const days = runs.map(dayOf).sort();
  const machines = new Set(runs.map(nameEnvironment)).size;
  const suites = [...new Set(tracks.map(({ declared }) => declared.suite))];
  const cards = (suite: string) =>
    tracks
      .filter(({ declared }) => declared.suite === suite)
      .map((track) => {
        const { declared, panels } = track;
        const name = h('a', { href: `${pageOf(declared)}#${idOf(track)}` }, nameTrack(track));
        return h(
          'section',
          { class: 'card' },
          h('h3', {}, name),
          ...panels.slice(0, 2).map((panel) => writePanel(track, panel, null)),
          writeSteps(track, url, NEWEST_STEPS),
        );
      });
  return writeShell(
    `Latency${branch === null ? '' : ` of ${branch}`}`,
    null,
    h(
      'p',
      { class: 'soft' },
      `${counted(runs.length, 'run')} from ${days[0]!} to ${days.at(-1)!}, on ${counted(machines, 'kind')} of machine. ${LEGEND}`,
    ),
    ...suites.map((suite) => [
      suites.length > 1 ? h('h2', {}, suite) : null,
      h('div', { class: 'figures' }, ...cards(suite)),
    ]),
  );
}

const LEGEND = 'A triangle is a change point. At a dotted line machine, load or request changed.';
const NO_STEP = 'No change point was found.';

function writeScenario(tracks: readonly Track[], { url, tracks: all }: SiteContent): string {
  const { suite, scenario } = tracks[0]!.declared;
  const isMany = all.some(({ declared }) => declared.suite !== suite);
  return writeShell(
    isMany ? `${suite}: ${scenario}` : scenario,
    '../../index.html',
    h('p', { class: 'soft' }, LEGEND),
    ...tracks.map((track) => writeTrack(track, url, tracks.length > 1)),
  );
}

function writeTrack(track: Track, url: string | null, isNamed: boolean): Markup {
  const { declared, panels } = track;
  const { work, load, slos } = declared;
  const limits = listed(slos.map(sloWords));
  return h(
    'section',
    { id: idOf(track) },
    isNamed ? h('h2', {}, nameTrack(track)) : null,
    h(
      'p',
      {},
      h('code', {}, nameWork(work)),
      load === null ? ', its capacity' : `, ${printLoad(load)}`,
      slos.length === 0 ? '. It has no SLO.' : `. SLO: ${limits}, as the configuration says now.`,
    ),
    h(
      'div',
      { class: 'figures' },
      ...panels.map((panel) => h('div', { class: 'card' }, writePanel(track, panel, url))),
    ),
    h(
      'div',
      { class: 'card' },
      h('h3', {}, 'Change points, newest first'),
      writeSteps(track, url),
      h('p', { class: 'soft' }, FALSE_STEPS),
    ),
    writeRuns(track, url),
  );
}

/** Writes the metric, its newest value, its limit, and its history. @param url where points lead; null: nowhere */
function writePanel(track: Track, { metric, points, slo, steps }: Panel, url: string | null): Child[] {
  const newestValue = formatValue(metric, points.at(-1)!.value);
  const { declared, runs, breaks } = track;
  const name = (x: number) => nameRun(runs[x]!).replace('\n', ', ');
  const tell = ({ x, change }: StepUp) => `${formatChangeOf(metric, change)} from ${name(x)} on`;
  const drawing = plotHistory({
    title: `${showName(declared.label)}: ${metricName(metric)} through ${counted(points.length, 'run')}`,
    ...{ metric, slo },
    runs: runs.map((run) => ({ commit: run.commit, recordedAt: timeOf(run), href: addressOf(run, url) })),
    lines: [{ name: metricName(metric), points }],
    steps: steps.map((step) => ({ ...step, title: tell(step) })),
    breaks: breaks.map((x) => ({ x, title: `${nameEnvironment(runs[x]!)} from ${name(x)} on` })),
  });
  const limit = slo === undefined ? null : h('span', {}, `SLO ${limitWords(slo)}`);
  return [
    h('p', { class: 'panel' }, h('b', {}, metricName(metric), ` ${newestValue}`), limit),
    new Markup(drawSvg(drawing, `Newest: ${newestValue}; ${counted(steps.length, 'change point')}.`)),
  ];
}

/** Lists the change points of all metrics, newest first. */
function writeSteps({ panels, runs }: Track, url: string | null, most?: number): Markup {
  const steps = panels.flatMap((panel) => panel.steps.map((step) => ({ ...step, metric: panel.metric })));
  const items = steps
    .sort((a, b) => b.x - a.x)
    .slice(0, most)
    .map(({ metric, x, change, before, after }) => {
      const what = strong(formatChangeOf(metric, change));
      const values = `${formatValue(metric, before)} → ${formatValue(metric, after)}`;
      return say`${change > 0 ? '▲' : '▼'} ${what} ${metricName(metric)}, ${values}, from ${nameCommit(runs[x]!, url)} on, ${dayOf(runs[x]!)}`;
    });
  return showMarkdown(items.map((item) => `- ${toMarkdown(item)}`).join('\n') || NO_STEP);
}

function writeRuns({ runs, panels }: Track, url: string | null): Markup {
  const byRun = panels.map(({ metric, points }) => ({
    metric,
    values: new Map(points.map(({ x, value }) => [x, value])),
  }));
  const rows = runs.map((run, x) => [
    say`${dayOf(run)}`,
    ...byRun.map(({ metric, values }) => say`${formatValue(metric, values.get(x) ?? Number.NaN)}`),
    nameCommit(run, url),
    say`${nameEnvironment(run)}`,
  ]);
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, `${counted(runs.length, 'run')}, newest first`),
    tabular(['day', ...panels.map(({ metric }) => metricName(metric)), 'commit', 'machine'], rows.reverse()),
  );
}

function writeShell(title: string, up: string | null, ...body: Child[]): string {
  const above =
    up === null ? null : h('nav', { 'aria-label': 'Pages above' }, h('a', { href: up }, 'All scenarios'));
  return writeDocument(
    title,
    h('header', {}, above, h('h1', {}, title)),
    h('main', {}, ...body),
    h('footer', {}, 'Written by tailgate site. This page loads nothing.'),
  );
}

function nameCommit(run: RunRecord, url: string | null): Phrase {
  const name = shortCommit(run.commit) ?? 'no commit';
  const href = addressOf(run, url);
  return href === null ? say`${code(name)}` : say`${link(name, href)}`;
}

/** Gives the address of the commit of a run; null where it is not known. */
function addressOf({ commit }: RunRecord, url: string | null): string | null {
  return url === null || !/^[0-9a-f]{40,64}$/.test(commit ?? '') ? null : `${url}/commit/${commit}`;
}

function timeOf({ commitTime, recordedAt }: RunRecord): string {
  return commitTime ?? recordedAt;
}

/** Writes `2026-03-02`, the day of the commit in UTC. */
function dayOf(run: RunRecord): string {
  return nameDay(timeOf(run));
}

/** Names the page of a scenario. */
function pageOf({ suite, scenario }: Declared): string {
  return `scenarios/${suite}/${scenario}.html`;
}

function nameTrack({ declared, job }: Track): string {
  return `${shortLabel(declared.label)}${job === undefined ? '' : `, ${job}`}`;
}

/** Names a track within its page. */
function idOf({ declared, job = '' }: Track): string {
  return `t-${`${declared.label}-${job}`.replace(/[^\w-]+/g, '-')}`;
}
