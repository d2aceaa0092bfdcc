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
import { type Child, h, type Markup, show, verbatim, writeDocument } from './markup.ts';
import { writeRun } from './run.ts';
import { STYLE_HASH, STYLE_SHEET } from './style.ts';
import { SIGNS, toneOf } from './tones.ts';

/** What stands around a report that is a page of a site. */
export type PageFrame = {
  /** Links at the top; `href` is an http(s) or a relative address. */
  links?: readonly { href: string; text: string }[];
  /** Paragraphs below the headline. */
  notes?: readonly Child[];
  /** Further elements of the head. */
  marks?: readonly Markup[];
  /** Whether the run is long over: what blocks and what to do are left out, and the raw figures, which its record has. */
  isPast?: boolean;
};

/** Lines of a fault that are shown. */
const MESSAGE_LINES = 200;
const ATTEMPTS = 10;

/**
 * Renders a suite as one HTML file that needs nothing else: no network, no script. A single run is a suite of one job.
 * All foreign text is escaped, and the policy in the file lets it load and run nothing.
 */
export function renderHtml(suite: SuiteReport, around: PageFrame = {}): string {
  const { links = [], notes = [], marks = [], isPast = false } = around;
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
        ...[...links, ...listLinks(suite)].map(({ href, text }) => [
          h('a', { href, rel: 'noreferrer' }, text),
          ' ',
        ]),
        'Tailgate report',
      ),
      h('h1', {}, show(words)),
      ...[...notes, ...noteSuite(suite)].map((note) => h('p', {}, note)),
    ),
    only ? null : writeContents(groups),
    h('main', {}, ...groups.map((group, i) => writeJob(group, suite, { id: only ? null : idOf(i), isPast }))),
    h('footer', {}, `Written by Tailgate for the suite ${suite.suite}. This file loads nothing.`),
  ];
  return writeDocument(
    {
      title: suiteHeadline(suite),
      style: STYLE_SHEET,
      digest: STYLE_HASH,
      marks: [...marks, h('meta', { name: 'color-scheme', content: 'light dark' })],
    },
    ...body,
  );
}

/** Lists the link to the run, where it is an address of the web. */
function listLinks({ link }: SuiteReport): { href: string; text: string }[] {
  const isWeb = link !== null && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  return isWeb ? [{ href: new URL(link).href, text: 'Workflow run' }] : [];
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
function writeJob(
  group: JobGroup,
  suite: SuiteReport,
  { id, isPast }: { id: string | null; isPast: boolean },
): Markup {
  const name = groupName(group);
  const icon = groupIcon(group);
  return h(
    'section',
    { id, class: 'job' },
    id ? h('h2', { class: toneOf(icon) }, show(say`${name}: ${groupWords(group)}`)) : null,
    group.outcome.kind === 'report'
      ? writeRun(group.outcome.report, id ?? 'run', isPast)
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
