import { printLoad } from '../../config/language/load.ts';
import { higherIsBetter, type Metric, printMetric } from '../../metrics/metric.ts';
import { formatChangeOf, formatCount, formatValue } from '../format/numbers.ts';
import { type Child, h, Markup } from '../html/markup.ts';
import { nameWork } from '../page/content.ts';
import { capital, counted, limitWords, listed, metricName, rangeWords, shortLabel } from '../words/terms.ts';
import { dayOf, drawHistory } from './chart.ts';
import { linkCommit, type Repository, showDay, showSubject } from './links.ts';
import type { Declared, RunValue, SiteRun } from './runs.ts';
import { writeShell } from './shell.ts';
import type { Break, Panel, StepUp, Track } from './tracks.ts';

/** All that a site shows. */
export type SiteContent = {
  tracks: readonly Track[];
  /** Runs of the branch, each with a page. */
  runs: readonly SiteRun[];
  branch: string | null;
  repository: Repository;
  /** Digest of the style sheet: see `writeShell`. */
  digest: string;
};

/** Page of the site. `path`: its file, with `/`. */
export type SitePage = { path: string; html: string };

/** Most change points on a card of the overview, and rows of a table of runs. */
const NEWEST_STEPS = 3;
const NEWEST_RUNS = 200;
const SMALL = { width: 344, height: 112 };
const WIDE = { width: 1080, height: 190 };

/** Writes the overview, and a page for each scenario. */
export function writePages(content: SiteContent): SitePage[] {
  const scenarios = [...groupBy(content.tracks, ({ declared }) => pageOf(declared)).entries()];
  return [
    { path: 'index.html', html: writeOverview(content) },
    ...scenarios.map(([path, tracks]) => ({ path, html: writeScenario(tracks, content) })),
  ];
}

function pageOf({ suite, scenario }: Declared): string {
  return `scenarios/${suite}/${scenario}.html`;
}

function writeOverview(content: SiteContent): string {
  const { tracks, runs, branch } = content;
  const suites = [...groupBy(tracks, ({ declared }) => declared.suite).entries()];
  const days = runs.map(dayOf).sort();
  const machines = new Set(runs.map(({ machine }) => machine)).size;
  return writeShell(
    { title: `Latency${branch === null ? '' : ` of ${branch}`}`, up: [], digest: content.digest },
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

/** Explains the marks of the pictures, those that there are. */
function writeLegend(tracks: readonly Track[]): Markup {
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
      h('span', {}, h('b', { class: 'bad' }, '—'), ' SLO'),
    ],
  ];
  return h('p', { class: 'legend soft' }, ...marks.flatMap(([is, mark]) => (is ? [mark] : [])));
}

function writeCard(track: Track, repository: Repository): Markup {
  const { declared, panels, runs } = track;
  const steps = listSteps(track).slice(0, NEWEST_STEPS);
  return h(
    'section',
    { class: 'card' },
    h('h3', {}, h('a', { href: `${pageOf(declared)}#${idOf(track)}` }, titleOf(track))),
    ...panels
      .slice(0, 2)
      .map((panel) => [writePanelTitle(panel), new Markup(drawHistory(track, panel, SMALL))]),
    steps.length === 0
      ? h('p', { class: 'soft' }, `No change point in ${counted(runs.length, 'run')}.`)
      : h('ul', { class: 'steps' }, ...steps.map((step) => h('li', {}, ...writeStep(step, repository)))),
  );
}

function titleOf({ declared, job }: Track): string {
  return `${shortLabel(declared.label)}${job === undefined ? '' : `, ${job}`}`;
}

/** Names a track within its page. */
function idOf({ declared, job = '' }: Track): string {
  return `t-${`${declared.label}-${job}`.replace(/[^\w-]+/g, '-')}`;
}

/** Writes the metric, its newest value, and its limit. */
function writePanelTitle({ metric, points, slo }: Panel): Markup {
  const newest = points.at(-1)!;
  return h(
    'p',
    { class: 'panel' },
    h('span', {}, h('b', {}, metricName(metric)), ` ${formatValue(metric, newest.value)}`),
    slo ? h('span', {}, ...writeSlo(newest.slo, limitWords(slo))) : null,
  );
}

const SLO_WORDS = {
  met: ['good', '✓ SLO'],
  'at-limit': ['warn', '! at the limit of SLO'],
  missed: ['bad', '✕ SLO missed:'],
} as const;

function writeSlo(code: RunValue['slo'], limit: string): Child[] {
  if (code === undefined) return [`SLO ${limit}`];
  const [tone, words] = SLO_WORDS[code];
  return [h('span', { class: tone }, words), ` ${limit}`];
}

type NamedStep = StepUp & { metric: Metric };

/** Lists the change points of all metrics, newest first. */
function listSteps({ panels }: Track): NamedStep[] {
  return panels
    .flatMap(({ metric, steps }) => steps.map((step) => ({ ...step, metric })))
    .sort((a, b) => b.x - a.x);
}

function writeStep({ metric, change, run }: NamedStep, repository: Repository): Child[] {
  return [
    writeChange(metric, change),
    ` ${metricName(metric)} from `,
    linkCommit(run, repository),
    ' on, ',
    showDay(run),
  ];
}

/** Writes `▲ +18 %`, in the colour of worse or better. */
function writeChange(metric: Metric, change: number): Markup {
  const worse = change > 0 !== higherIsBetter(metric);
  return h(
    'b',
    { class: worse ? 'slower' : 'faster' },
    `${change > 0 ? '▲' : '▼'} ${formatChangeOf(metric, change)}`,
  );
}

function writeScenario(tracks: readonly Track[], content: SiteContent): string {
  const { suite, scenario } = tracks[0]!.declared;
  const many = new Set(content.tracks.map(({ declared }) => declared.suite)).size > 1;
  return writeShell(
    {
      title: many ? `${suite}: ${scenario}` : scenario,
      up: [{ href: '../../index.html', text: 'All scenarios' }],
      digest: content.digest,
    },
    writeLegend(tracks),
    ...tracks.map((track) => writeTrack(track, content.repository, tracks.length > 1)),
  );
}

function writeTrack(track: Track, repository: Repository, isNamed: boolean): Markup {
  const { declared, panels } = track;
  const { work, load, slos } = declared;
  const linkTo = (page: string) => `../../${page}`;
  return h(
    'section',
    { id: idOf(track) },
    isNamed ? h('h2', {}, titleOf(track)) : null,
    h(
      'p',
      {},
      h('code', {}, nameWork(work)),
      load === null ? ', its capacity' : `, ${printLoad(load)}`,
      slos.length === 0
        ? '. It has no SLO.'
        : `. SLO: ${listed(slos.map((slo) => `${metricName(slo.metric)} ${limitWords(slo)}`))}, as the configuration says now.`,
    ),
    ...panels.map((panel) =>
      h(
        'div',
        { class: 'card' },
        writePanelTitle(panel),
        h('div', { class: 'wide' }, new Markup(drawHistory(track, panel, { ...WIDE, linkTo }))),
        h('div', { class: 'narrow' }, new Markup(drawHistory(track, panel, SMALL))),
      ),
    ),
    writeSteps(track, repository),
    writeBreaks(track, repository),
    writeRuns(track, repository),
  );
}

function writeSteps(track: Track, repository: Repository): Markup {
  const steps = listSteps(track);
  if (steps.length === 0)
    return h('p', {}, 'No change point was found: the runs look like those of one level.');
  return h(
    'div',
    { class: 'card' },
    writeTable(
      'Change points, newest first. The commit is that of the first run on the new level; the change may have come with any commit since the run before. A steady history of one metric on one kind of machine shows one by chance in about one of a hundred.',
      ['metric', 'change', 'before', 'after', 'commit', 'day', 'what'],
      steps.map(({ metric, change, before, after, run }) => [
        metricName(metric),
        writeChange(metric, change),
        formatValue(metric, before),
        formatValue(metric, after),
        linkCommit(run, repository),
        showDay(run),
        showSubject(run, repository),
      ]),
    ),
  );
}

function writeBreaks({ breaks }: Track, repository: Repository): Markup | null {
  if (breaks.length === 0) return null;
  const newest = breaks.slice(-NEWEST_RUNS).reverse();
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, `Machine or load changed ${counted(breaks.length, 'time')}`),
    writeTable(
      'Values before and after are not compared.',
      ['commit', 'day', 'another', 'machine from then on'],
      newest.map(({ run, what }: Break) => [
        linkCommit(run, repository),
        showDay(run),
        listed(what),
        run.machine,
      ]),
    ),
  );
}

function writeRuns({ runs, panels }: Track, repository: Repository): Markup {
  const newest = runs.slice(-NEWEST_RUNS).reverse();
  const rest = runs.length - newest.length;
  return h(
    'details',
    { class: 'card' },
    h('summary', {}, counted(runs.length, 'run')),
    writeTable(
      `Newest first.${rest > 0 ? ` ${capital(formatCount(rest))} older ones have a page too: each point of the pictures leads to its run.` : ''}`,
      ['run', ...panels.map(({ metric }) => metricName(metric)), 'commit', 'what'],
      newest.map(({ run, values }) => [
        h('a', { href: `../../${run.page}` }, dayOf(run)),
        ...panels.map(({ metric }) => writeValue(metric, values[printMetric(metric)])),
        linkCommit(run, repository),
        showSubject(run, repository),
      ]),
    ),
  );
}

/** Writes a value, and a sign where its SLO was not met. */
function writeValue(metric: Metric, found: RunValue | undefined): Child {
  if (found === undefined) return '–';
  const text = formatValue(metric, found.value);
  if (found.slo === undefined || found.slo === 'met') return text;
  return h(
    'span',
    { class: SLO_WORDS[found.slo][0] },
    `${text} ${found.slo === 'missed' ? '✕ missed' : '! at its limit'}`,
  );
}

function writeTable(caption: string, header: readonly string[], rows: readonly Child[][]): Markup {
  return h(
    'table',
    {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...header.map((name) => h('th', { scope: 'col' }, name)))),
    h(
      'tbody',
      {},
      ...rows.map((cells) =>
        h(
          'tr',
          {},
          ...cells.map((cell, i) =>
            cell === null ? h('td', {}) : h('td', { 'data-label': header[i]! }, cell),
          ),
        ),
      ),
    ),
  );
}

/** Writes the page of a run: what it measured, held against the SLOs of the configuration. */
export function writeRunPage(
  run: SiteRun,
  declared: readonly { step: Declared; metrics: readonly Metric[] }[],
  repository: Repository,
  digest: string,
): string {
  const own = declared.flatMap(({ step, metrics }) => {
    const measured = step.suite === run.suite && run.steps.find(({ label }) => label === step.label);
    return measured ? [{ step, metrics, measured }] : [];
  });
  const facts: [string, Child][] = [
    ['commit', [linkCommit(run, repository), ' ', showSubject(run, repository)]],
    ['measured', run.recordedAt.slice(0, 16).replace('T', ' ')],
    ['machine', run.machine],
    ...(run.job === undefined ? [] : [['job', run.job] as [string, Child]]),
    ['tool', `Tailgate ${run.tailgate}`],
  ];
  return writeShell(
    {
      title: `Run of ${dayOf(run)}`,
      up: [{ href: '../../index.html', text: 'All scenarios' }],
      digest,
    },
    h(
      'dl',
      { class: 'card' },
      ...facts.map(([name, fact]) => h('div', {}, h('dt', {}, name), h('dd', {}, fact))),
    ),
    ...own.map(({ step, metrics, measured }) =>
      h(
        'section',
        { class: 'card' },
        h('h3', {}, h('a', { href: `../../${pageOf(step)}` }, shortLabel(step.label))),
        writeTable(
          measured.requests === 0
            ? counted(measured.starts, 'search', 'searches')
            : `${counted(measured.requests, 'request')}, ${counted(measured.starts, 'start')} of the service`,
          ['metric', 'value', 'interval of 95 %', 'SLO'],
          metrics.flatMap((metric) => {
            const found = measured.values[printMetric(metric)];
            if (found === undefined) return [];
            const slos = step.slos.filter((slo) => printMetric(slo.metric) === printMetric(metric));
            return [
              [
                metricName(metric),
                formatValue(metric, found.value),
                rangeWords(metric, found.low, found.high),
                slos.length === 0 ? null : writeSlo(found.slo, listed(slos.map(limitWords))),
              ],
            ];
          }),
        ),
      ),
    ),
    h(
      'p',
      { class: 'soft' },
      'SLOs are those of the configuration when this page was written. How the change was judged then is told in its pull request or workflow run.',
    ),
  );
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
