import { printLoad } from '../../config/language/load.ts';
import type { RunRecord } from '../../records/record.ts';
import { nameEnvironment } from '../../records/selection.ts';
import { drawSvg, showName } from '../charts/drawing.ts';
import { nameRun, plotHistory } from '../charts/history.ts';
import { toMarkdown } from '../format/markdown.ts';
import { formatChangeOf, formatTime, formatValue } from '../format/numbers.ts';
import { code, link, type Phrase, say, strong } from '../format/phrase.ts';
import { type Child, element, h, Markup, showMarkdown, writeDocument } from '../html/markup.ts';
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
import type { Panel, Track } from './tracks.ts';

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
/** The shares were measured on simulated histories of 40 runs: see `findChangePoints`. */
const LEGEND =
  'A triangle is a change point, a dotted line another machine, load or request. By chance one steady history of a hundred shows a change point; where a run is like the one before it, as on shared runners, more do: 10 of a hundred at a correlation of 0.3, 27 at 0.5.';

/** Writes the overview, and a page for each scenario. */
export function writePages(content: SiteContent): SitePage[] {
  const pages = new Map<string, Track[]>();
  for (const track of content.tracks) {
    const path = pageOf(track);
    pages.set(path, [...(pages.get(path) ?? []), track]);
  }
  const suites = new Set(content.tracks.map(({ declared }) => declared.suite));
  return [
    { path: 'index.html', html: writeOverview(content, [...suites]) },
    ...[...pages].map(([path, tracks]) => {
      const { suite, scenario } = tracks[0]!.declared;
      const above = element(
        'nav',
        { 'aria-label': 'Pages above' },
        element('a', { href: '../../index.html' }, 'All scenarios'),
      );
      const body = tracks.map((track) => writeTrack(track, content.url, tracks.length > 1));
      const title = suites.size > 1 ? `${suite}: ${scenario}` : scenario;
      return { path, html: writeShell(title, above, h('p.soft', LEGEND), ...body) };
    }),
  ];
}

/** Writes a card for each track, with its tail and its typical request. */
function writeOverview({ tracks, runs, branch, url }: SiteContent, suites: readonly string[]): string {
  const days = runs.map(dayOf).sort();
  const machines = new Set(runs.map(nameEnvironment)).size;
  const writeCard = (track: Track) =>
    h(
      'section.card',
      h('h3', element('a', { href: `${pageOf(track)}#${idOf(track)}` }, nameTrack(track))),
      ...track.panels.slice(0, 2).map((panel) => writePanel(track, panel, url)),
      writeSteps(track, url, NEWEST_STEPS),
    );
  return writeShell(
    `Latency${branch === null ? '' : ` of ${branch}`}`,
    null,
    h(
      'p.soft',
      `${counted(runs.length, 'run')} from ${days[0]!} to ${days.at(-1)!}, on ${counted(machines, 'kind')} of machine. ${LEGEND}`,
    ),
    ...suites.map((suite) => [
      suites.length > 1 ? h('h2', suite) : null,
      h('div.figures', ...tracks.filter(({ declared }) => declared.suite === suite).map(writeCard)),
    ]),
  );
}

function writeTrack(track: Track, url: string | null, isNamed: boolean): Markup {
  const { declared } = track;
  const what = 'goal' in declared ? 'its capacity' : printLoad(declared.load);
  const limits = listed(declared.slos.map(sloWords)) || 'none';
  return element(
    'section',
    { id: idOf(track) },
    isNamed ? h('h2', nameTrack(track)) : null,
    h('p', h('code', nameWork(declared.work)), `, ${what}. SLO: ${limits}.`),
    h('div.figures', ...track.panels.map((panel) => h('div.card', writePanel(track, panel, url)))),
    h('div.card', h('h3', 'Change points, newest first'), writeSteps(track, url)),
  );
}

/** Writes the metric, its newest value, its limit, and its history, whose points lead to their commits. */
function writePanel(track: Track, { metric, points, slo, steps }: Panel, url: string | null): Child[] {
  const newestValue = formatValue(metric, points.at(-1)!.value);
  const { declared, runs, breaks } = track;
  const from = (x: number) => `from ${nameRun(shown[x]!).replace('\n', ', ')} on`;
  const shown = runs.map((run) => ({
    commit: run.commit,
    recordedAt: run.commitTime ?? run.recordedAt,
    href: addressOf(run, url),
  }));
  const drawing = plotHistory({
    title: `${showName(declared.label)}: ${metricName(metric)} through ${counted(points.length, 'run')}`,
    ...{ metric, slo, runs: shown },
    lines: [{ name: metricName(metric), points }],
    steps: steps.map((step) => ({
      ...step,
      title: `${formatChangeOf(metric, step.change)} ${from(step.x)}`,
    })),
    breaks: breaks.map((x) => ({ x, title: `${nameEnvironment(runs[x]!)} ${from(x)}` })),
  });
  const limit = slo === undefined ? null : h('span', `SLO ${limitWords(slo)}`);
  return [
    h('p.panel', h('b', metricName(metric), ` ${newestValue}`), limit),
    new Markup(drawSvg(drawing, `Newest: ${newestValue}; ${counted(steps.length, 'change point')}.`)),
  ];
}

/** Lists the change points of all metrics, newest first. */
function writeSteps({ panels, runs }: Track, url: string | null, most?: number): Markup {
  const items = panels
    .flatMap(({ metric, steps }) => steps.map((step) => ({ ...step, metric })))
    .sort((a, b) => b.x - a.x)
    .slice(0, most)
    .map(({ metric, x, change, before, after }) => {
      const values = `${formatValue(metric, before)} → ${formatValue(metric, after)}`;
      return say`${change > 0 ? '▲' : '▼'} ${strong(formatChangeOf(metric, change))} ${metricName(metric)}, ${values}, from ${nameCommit(runs[x]!, url)} on, ${dayOf(runs[x]!)}`;
    });
  return showMarkdown(
    items.map((item) => `- ${toMarkdown(item)}`).join('\n') || 'No change point was found.',
  );
}

function writeShell(title: string, above: Child, ...body: Child[]): string {
  return writeDocument(
    title,
    h('header', above, h('h1', title)),
    h('main', ...body),
    h('footer', 'Written by tailgate site. This page loads nothing.'),
  );
}

function nameCommit(run: RunRecord, url: string | null): Phrase {
  const name = shortCommit(run.commit) ?? 'no commit';
  const href = addressOf(run, url);
  return [href === null ? code(name) : link(name, href)];
}

/** Gives the address of the commit of a run; null where it is not known. */
function addressOf({ commit }: RunRecord, url: string | null): string | null {
  return url === null || !/^[0-9a-f]{40,64}$/.test(commit ?? '') ? null : `${url}/commit/${commit}`;
}

/** Writes `2026-03-02`, the day of the commit in UTC. */
function dayOf({ commitTime, recordedAt }: RunRecord): string {
  return formatTime(commitTime ?? recordedAt).slice(0, 10);
}

/** Names the page of the scenario of a track. */
function pageOf({ declared: { suite, scenario } }: Track): string {
  return `scenarios/${suite}/${scenario}.html`;
}

function nameTrack({ declared, job }: Track): string {
  return `${shortLabel(declared.label)}${job === undefined ? '' : `, ${job}`}`;
}

/** Names a track within its page. */
function idOf({ declared, job = '' }: Track): string {
  return `t-${`${declared.label}-${job}`.replace(/[^\w-]+/g, '-')}`;
}
