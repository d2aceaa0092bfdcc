import { cut } from '../format/visible.ts';
import { type Child, h } from '../html/markup.ts';
import { shortCommit } from '../words/terms.ts';
import { dayOf } from './chart.ts';
import type { SiteRun } from './runs.ts';

/** What pages need to name a commit and to link to it. */
export type Repository = {
  /** Address of the repository on the web, without a slash at the end; null where it is not known. */
  url: string | null;
  /** First lines of messages, by full SHA, as far as git here has the commits. */
  subjects: ReadonlyMap<string, string>;
};

/** Most characters of the first line of a commit message. */
const LONGEST_SUBJECT = 100;

/** Writes a commit as a link to it. */
export function linkCommit({ commit }: SiteRun, { url }: Repository): Child {
  const name = h('code', {}, shortCommit(commit) ?? 'no commit');
  return url === null || !/^[0-9a-f]{40,64}$/.test(commit ?? '')
    ? name
    : h('a', { href: `${url}/commit/${commit}` }, name);
}

/** Writes the first line of the commit's message, and a link to the pull request that it names. */
export function showSubject({ commit }: SiteRun, { url, subjects }: Repository): Child {
  const subject = subjects.get(commit ?? '');
  if (subject === undefined) return null;
  const text = cut(subject, LONGEST_SUBJECT);
  const number = findPull(subject);
  if (number === null || url === null) return text;
  // GitHub, Gitea and Forgejo lead from here to the pull request, whose own address differs among them.
  return [text, ' ', h('a', { href: `${url}/issues/${number}` }, `#${number}`)];
}

/** Finds the pull request that a merge or a squash names: `Merge pull request #12 from …`, `… (#12)`. */
function findPull(subject: string): string | null {
  const text = subject.slice(0, 300);
  return (/^Merge pull request #(\d{1,9})\b/.exec(text) ?? /\(#(\d{1,9})\)/.exec(text))?.[1] ?? null;
}

/** Writes the day of the commit as a link to the page of the run. @param up from the page to the site's folder */
export function linkDay(run: SiteRun, up: '' | '../../'): Child {
  return h('a', { href: `${up}${run.page}` }, h('time', { datetime: dayOf(run) }, dayOf(run)));
}
