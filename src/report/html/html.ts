import { combineJobs } from '../../handover/jobs.ts';
import type { SuiteReport } from '../../handover/suite.ts';
import { say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { groupJobs, type JobGroup } from '../rows/jobs.ts';
import {
  attemptWords,
  explainAbsence,
  faultLines,
  forkWords,
  groupIcon,
  groupName,
  groupWords,
  reportOnlyWords,
  suiteHeadline,
  suiteTitle,
} from '../words/suite.ts';
import { h, type Markup, show, verbatim, writeDocument } from './markup.ts';
import { writeRun } from './run.ts';
import { STYLE_HASH, STYLE_SHEET } from './style.ts';
import { SIGNS, toneOf } from './tones.ts';

/** Link above the report, such as one back to the page of all runs. `href` is an http(s) or a relative address. */
export type PageLink = { href: string; text: string };

/** Lines of a fault that are shown. */
const MESSAGE_LINES = 200;
const ATTEMPTS = 10;

/**
 * Renders a suite as one HTML file that needs nothing else: no network, no script. A single run is a suite of one job.
 * All foreign text is escaped, and the policy in the file lets it load and run nothing.
 *
 * @param links shown at the top
 */
export function renderHtml(suite: SuiteReport, links: readonly PageLink[] = []): string {
  const groups = groupJobs(suite.jobs);
  const [only] = suite.jobs.length === 1 ? groups : [];
  const { icon, words } = suiteTitle(suite, groups);
  const body = [
    h(
      'header',
      { class: `top ${toneOf(icon)}` },
      h(
        'p',
        { class: 'kicker' },
        h(
          'span',
          { class: `badge ${toneOf(icon)}` },
          `${SIGNS[toneOf(icon)]} ${combineJobs(suite.jobs).code}`,
        ),
        ...listLinks(suite, links).map(({ href, text }) => [h('a', { href, rel: 'noreferrer' }, text), ' ']),
        'Tailgate report',
      ),
      h('h1', {}, show(words)),
      ...noteSuite(suite).map((note) => h('p', {}, note)),
    ),
    only ? null : writeContents(groups),
    h('main', {}, ...groups.map((group, i) => writeJob(group, suite, only ? null : idOf(i)))),
    h('footer', {}, `Written by Tailgate for the suite ${suite.suite}. This file loads nothing.`),
  ];
  return writeDocument(
    {
      title: suiteHeadline(suite),
      style: STYLE_SHEET,
      digest: STYLE_HASH,
      marks: [h('meta', { name: 'color-scheme', content: 'light dark' })],
    },
    ...body,
  );
}

/** Lists the links of the page; the run's own only where it is an address of the web. */
function listLinks({ link }: SuiteReport, links: readonly PageLink[]): PageLink[] {
  const isWeb = link !== null && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  const run = isWeb ? [{ href: new URL(link).href, text: 'Workflow run' }] : [];
  return [...links, ...run];
}

/** Writes whose word the verdict is, whether it blocks at all, and how earlier attempts ended. */
function noteSuite(suite: SuiteReport): Markup[] {
  const runs = new Set(suite.attempts.map(({ run }) => run)).size;
  return [
    ...(suite.reportOnly ? [reportOnlyWords()] : []),
    ...(suite.trust === 'fork' ? [forkWords(suite)] : []),
    ...suite.attempts.slice(-ATTEMPTS).map((attempt) => attemptWords(attempt, runs)),
  ].map(show);
}

/** Lists the jobs with their verdicts, as links to their parts. */
function writeContents(groups: readonly JobGroup[]): Markup {
  const items = groups.map((group, i) =>
    h(
      'li',
      { class: toneOf(groupIcon(group)) },
      h('a', { href: `#${idOf(i)}` }, groupName(group)),
      ': ',
      show(groupWords(group)),
    ),
  );
  return h('nav', { 'aria-label': 'Jobs' }, h('ul', { class: 'jobs' }, ...items));
}

function idOf(index: number): string {
  return `job-${index + 1}`;
}

/** @param id of the part; null where the suite has no other */
function writeJob(group: JobGroup, suite: SuiteReport, id: string | null): Markup {
  const name = groupName(group);
  const icon = groupIcon(group);
  return h(
    'section',
    { id, class: 'job' },
    id ? h('h2', { class: toneOf(icon) }, show(say`${name}: ${groupWords(group)}`)) : null,
    group.outcome.kind === 'report'
      ? writeRun(group.outcome.report, id ?? 'run')
      : writeAbsence(group, suite),
  );
}

function writeAbsence(group: JobGroup, { link }: SuiteReport): Markup {
  const { before, after } = explainAbsence(group);
  const where = link === null ? 'the workflow run' : `the workflow run (${cut(link, 300)})`;
  const lines = group.outcome.kind === 'fault' ? faultLines(group.outcome.message) : [];
  return h(
    'div',
    {},
    lines.length > 0 ? verbatim(lines.slice(0, MESSAGE_LINES), 'Message') : null,
    h('p', {}, show(before), where, show(after)),
  );
}
