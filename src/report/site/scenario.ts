import { printLoad } from '../../config/language/load.ts';
import { type Metric, printMetric } from '../../metrics/metric.ts';
import { formatCount, formatValue } from '../format/numbers.ts';
import { type Child, h, Markup, tabular } from '../html/markup.ts';
import { nameWork } from '../page/content.ts';
import { capital, counted, limitWords, listed, metricName } from '../words/terms.ts';
import { drawHistory } from './chart.ts';
import { linkCommit, linkDay, type Repository, showSubject } from './links.ts';
import {
  drawSmall,
  idOf,
  listSteps,
  nameTrack,
  type SiteContent,
  SLO_WORDS,
  writeChange,
  writeLegend,
  writePanelTitle,
} from './parts.ts';
import type { RunValue } from './runs.ts';
import { writeShell } from './shell.ts';
import type { Break, Track } from './tracks.ts';

/** Most rows of a table of runs. */
const NEWEST_RUNS = 200;
const WIDE = { width: 1080, height: 190 };

/** Writes the page of a scenario: all its tracks. */
export function writeScenarioPage(tracks: readonly Track[], content: SiteContent): string {
  const { suite, scenario } = tracks[0]!.declared;
  const many = new Set(content.tracks.map(({ declared }) => declared.suite)).size > 1;
  return writeShell(
    many ? `${suite}: ${scenario}` : scenario,
    '../../index.html',
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
    isNamed ? h('h2', {}, nameTrack(track)) : null,
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
        h('div', { class: 'narrow' }, drawSmall(track, panel)),
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
    tabular(
      {
        caption:
          'Change points, newest first. The commit is that of the first run on the new level; the change may have come with any commit since the run before. A steady history of one metric on one kind of machine shows one by chance in about one of a hundred.',
      },
      ['metric', 'change', 'before', 'after', 'commit', 'day', 'what'],
      steps.map(({ metric, change, before, after, run }) => [
        metricName(metric),
        writeChange(metric, change),
        formatValue(metric, before),
        formatValue(metric, after),
        linkCommit(run, repository),
        linkDay(run, '../../'),
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
    tabular(
      { caption: 'Values before and after are not compared.' },
      ['commit', 'day', 'another', 'machine from then on'],
      newest.map(({ run, what }: Break) => [
        linkCommit(run, repository),
        linkDay(run, '../../'),
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
    tabular(
      {
        caption: `Newest first.${rest > 0 ? ` ${capital(formatCount(rest))} older ones have a page too: each point of the pictures leads to its run.` : ''}`,
      },
      ['run', ...panels.map(({ metric }) => metricName(metric)), 'commit', 'what'],
      newest.map(({ run, values }) => [
        linkDay(run, '../../'),
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
    { class: `word ${SLO_WORDS[found.slo][0]}` },
    `${text} ${found.slo === 'missed' ? '✕ missed' : '! at its limit'}`,
  );
}
