import { combineJobs } from '../../handover/jobs.ts';
import type { SuiteReport } from '../../handover/suite.ts';
import { composeSuite, type ToldJob } from '../document.ts';
import { plain, say } from '../format/phrase.ts';
import {
  type Child,
  h,
  type Markup,
  SIGNS,
  show,
  toneOf,
  verbatim,
  webAddress,
  writeDocument,
} from './markup.ts';
import { MOST_CAUSES, writeLoosened, writeRun } from './run.ts';

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

/**
 * Renders a suite as one HTML file that needs nothing else: no network, no script. A single run is a suite of one job.
 * All foreign text is escaped, and the policy in the file lets it load and run nothing.
 */
export function renderHtml(suite: SuiteReport, around: PageFrame = {}): string {
  const { links = [], notes = [], marks = [], isPast = false } = around;
  const told = composeSuite(suite);
  const { jobs, icon, loosened } = told;
  const isSingle = suite.jobs.length === 1;
  const tone = toneOf(icon);
  const body = [
    h(
      'header',
      { class: `top ${tone}` },
      h(
        'p',
        { class: 'kicker' },
        h('span', { class: `badge ${tone}` }, `${SIGNS[tone]} ${combineJobs(suite.jobs).code}`),
        ...listLinks(suite, links).map(({ href, text }) => [
          h('a', { href, rel: 'noreferrer' }, text),
          ' · ',
        ]),
        'Tailgate report',
      ),
      h('h1', {}, show(told.headline)),
      ...[...notes, ...[...told.notes, ...told.attempts].map(show)].map((note) => h('p', {}, note)),
      ...(loosened ? writeLoosened(loosened) : []),
    ),
    isSingle ? null : writeContents(jobs),
    h('main', {}, ...jobs.map((job, i) => writeJob(job, { id: isSingle ? null : idOf(i), isPast }))),
    h('footer', {}, `Written by Tailgate for the suite ${suite.suite}. This file loads nothing.`),
  ];
  return writeDocument(
    plain(say`${icon} ${told.headline}`),
    [...marks, h('meta', { name: 'color-scheme', content: 'light dark' })],
    ...body,
  );
}

/** Lists the links of the page; the run's own only where it is an address of the web. */
function listLinks({ link }: SuiteReport, links: NonNullable<PageFrame['links']>) {
  const href = link && webAddress(link);
  return [...links, ...(href ? [{ href, text: 'Workflow run' }] : [])];
}

/** Lists the jobs with their verdicts, as links to their parts. */
function writeContents(jobs: readonly ToldJob[]): Markup {
  const items = jobs.map(({ icon, name, headline }, i) =>
    h('li', { class: toneOf(icon) }, h('a', { href: `#${idOf(i)}` }, name), ': ', show(headline)),
  );
  return h('nav', { 'aria-label': 'Jobs' }, h('ul', { class: 'jobs' }, ...items));
}

function idOf(index: number): string {
  return `job-${index + 1}`;
}

/** @param id of the part; null where the suite has no other */
function writeJob(
  { icon, name, headline, compose, message, absence }: ToldJob,
  { id, isPast }: { id: string | null; isPast: boolean },
): Markup {
  return h(
    'section',
    { id, class: 'job' },
    id ? h('h2', { class: toneOf(icon) }, show(say`${name}: ${headline}`)) : null,
    compose
      ? writeRun(compose(MOST_CAUSES), id ?? 'run', isPast)
      : h(
          'div',
          {},
          message.length > 0 ? verbatim(message.slice(0, MESSAGE_LINES), 'Message') : null,
          h('p', {}, show(absence)),
        ),
  );
}
