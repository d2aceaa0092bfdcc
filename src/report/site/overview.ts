import { printLoad } from '../../config/language/load.ts';
import type { RunRecord } from '../../records/record.ts';
import { nameEnvironment } from '../../records/selection.ts';
import { drawSvg, showName } from '../charts/drawing.ts';
import { nameRun, plotHistory } from '../charts/history.ts';
import { toMarkdown } from '../format/markdown.ts';
import { formatChangeOf, formatTime, formatValue } from '../format/numbers.ts';
import { code, link, type Phrase, say, strong } from '../format/phrase.ts';
import { type Child, h, Markup, showMarkdown, writeDocument } from '../html/markup.ts';
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

/** Everything that a site shows. `runs`: those of the branch. `url`: of the repository on the web, without a trailing slash. */
export type SiteContent = {
  tracks: readonly Track[];
  runs: readonly RunRecord[];
  branch: string | null;
  url: string | null;
};

/** The shares were measured on simulated histories of 40 runs: see `findChangePoints`. */
const LEGEND =
  'A triangle marks a change point; a dotted line, a different machine, load or request. By chance, one steady history in a hundred shows a change point. If runs resemble the ones before them, as on shared runners, more do: 10 in a hundred at a correlation of 0.3, 27 at 0.5.';

/** Writes the site as one page: a card for each track, with its metrics over the runs and their change points. */
export function writeSitePage({ tracks, runs, branch, url }: SiteContent): string {
  const suites = [...new Set(tracks.map(({ declared }) => declared.suite))];
  const heading = suites.length > 1 ? 'h3' : 'h2';
  const days = runs.map(dayOf).sort();
  const machines = new Set(runs.map(nameEnvironment)).size;
  const title = `Latency${branch === null ? '' : ` of ${branch}`}`;
  const seen = `${counted(runs.length, 'run')} from ${days[0]!} to ${days.at(-1)!}, on ${counted(machines, 'kind')} of machine.`;
  return writeDocument(
    title,
    h('header', h('h1', title)),
    h(
      'main',
      h('p.soft', `${seen} ${LEGEND}`),
      ...suites.map((suite) => [
        suites.length > 1 ? h('h2', suite) : null,
        ...tracks.filter((one) => one.declared.suite === suite).map((one) => writeTrack(one, url, heading)),
      ]),
    ),
    h('footer', 'Written by tailgate site. This page loads nothing.'),
  );
}

function writeTrack(track: Track, url: string | null, heading: 'h2' | 'h3'): Markup {
  const { declared, job } = track;
  const what = 'goal' in declared ? 'its capacity' : printLoad(declared.load);
  const limits = listed(declared.slos.map(sloWords)) || 'none';
  const name = `${shortLabel(declared.label)}${job === undefined ? '' : `, ${job}`}`;
  return h(
    'section.card',
    h(heading, name),
    h('p', h('code', nameWork(declared.work)), `, ${what}. SLO: ${limits}.`),
    h('div.figures', ...track.panels.map((panel) => h('div', ...writePanel(track, panel)))),
    writeSteps(track, url),
  );
}

/** Writes the metric, its newest value, its limit, and its history. */
function writePanel({ declared, runs, breaks }: Track, { metric, points, slo, steps }: Panel): Child[] {
  const newestValue = formatValue(metric, points.at(-1)!.value);
  const shown = runs.map(({ commit, commitTime, recordedAt }) => {
    return { commit, recordedAt: commitTime ?? recordedAt };
  });
  const from = (x: number) => `from ${nameRun(shown[x]!).replace('\n', ', ')} on`;
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
function writeSteps({ panels, runs }: Track, url: string | null): Markup {
  const items = panels
    .flatMap(({ metric, steps }) => steps.map((step) => ({ ...step, metric })))
    .sort((a, b) => b.x - a.x)
    .map(({ metric, x, change, before, after }) => {
      const values = `${formatValue(metric, before)} → ${formatValue(metric, after)}`;
      return say`${change > 0 ? '▲' : '▼'} ${strong(formatChangeOf(metric, change))} ${metricName(metric)}, ${values}, from ${nameCommit(runs[x]!, url)} on, ${dayOf(runs[x]!)}`;
    });
  return showMarkdown(items.map((item) => `- ${toMarkdown(item)}`).join('\n') || 'No change points found.');
}

/** Names the commit of a run, linked if its address is known. */
function nameCommit({ commit }: RunRecord, url: string | null): Phrase {
  const isKnown = url !== null && /^[0-9a-f]{40,64}$/.test(commit ?? '');
  const name = shortCommit(commit) ?? 'no commit';
  return [isKnown ? link(name, `${url}/commit/${commit}`) : code(name)];
}

/** Writes `2026-03-02`, the day of the commit in UTC. */
function dayOf({ commitTime, recordedAt }: RunRecord): string {
  return formatTime(commitTime ?? recordedAt).slice(0, 10);
}
