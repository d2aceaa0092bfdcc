import { hasStatus } from './fault.ts';
import type { Octokit } from './octokit.ts';
import { knowOwn } from './own-comments.ts';

/** Repository, and the first line of the bodies of the issues that are meant. */
export type IssuePlace = { owner: string; repo: string; marker: string };

/** What an issue says, as Markdown. The first line of the body is the marker. */
export type IssueText = { title: string; body: string };

export type KeptIssue = { url: string; action: 'opened' | 'updated' | 'closed' };

type Issue = {
  number: number;
  html_url: string;
  body?: string | null;
  user: { login: string; type: string } | null;
  pull_request?: object | null;
};

/**
 * Opens the one issue of a marker, or updates it. Copies are closed, and only issues of the token's own user are
 * touched. Throws Octokit's `RequestError`.
 */
export async function keepIssue(octokit: Octokit, place: IssuePlace, text: IssueText): Promise<KeptIssue> {
  const first = await takeOne(octokit, place);
  if (first !== undefined) {
    await change(octokit, place, first, text);
    return { url: first.html_url, action: 'updated' };
  }
  return { url: (await open(octokit, place, text)).html_url, action: 'opened' };
}

/** Closes the issue of a marker, with a last text. Null where none is open. */
export async function closeIssue(
  octokit: Octokit,
  place: IssuePlace,
  text: IssueText,
): Promise<KeptIssue | null> {
  const first = await takeOne(octokit, place);
  if (first === undefined) return null;
  await change(octokit, place, first, { body: text.body, state: 'closed' });
  return { url: first.html_url, action: 'closed' };
}

/** Finds the oldest issue of a marker, and closes its copies. */
async function takeOne(octokit: Octokit, place: IssuePlace): Promise<Issue | undefined> {
  const [first, ...copies] = await findOwnIssues(octokit, place);
  for (const copy of copies) await change(octokit, place, copy, { state: 'closed' });
  return first;
}

/** Finds the open issues that the token's user wrote with the marker in the first line, the oldest first. */
async function findOwnIssues(octokit: Octokit, { owner, repo, marker }: IssuePlace): Promise<Issue[]> {
  const all: Issue[] = await octokit.paginate(octokit.rest.issues.listForRepo, {
    owner,
    repo,
    state: 'open',
    per_page: 100,
  });
  // Pull requests are listed as well. What Gitea leaves them out by, `type`, selects issues of that type on GitHub.
  const marked = all.filter(
    ({ body, pull_request }) => !pull_request && body?.split(/\r?\n/, 1)[0]?.trim() === marker,
  );
  if (marked.length === 0 && octokit.forge === 'github') return [];
  // Gitea's token may be unable to tell its own user. No issue is better than one that cannot be found again.
  const isOwn = await knowOwn(octokit);
  const own = marked.filter(({ user }) => user !== null && isOwn(user));
  return own.sort((a, b) => a.number - b.number);
}

async function change(
  octokit: Octokit,
  { owner, repo }: IssuePlace,
  { number }: Issue,
  what: Partial<IssueText> & { state?: 'closed' },
): Promise<void> {
  await octokit.rest.issues.update({ owner, repo, issue_number: number, ...what });
}

/** Opens the issue. It may exist even after a server fault, so it is looked for before a second attempt. */
async function open(octokit: Octokit, place: IssuePlace, text: IssueText): Promise<Issue> {
  const { owner, repo } = place;
  const post = async (): Promise<Issue> =>
    (await octokit.rest.issues.create({ owner, repo, ...text, request: { retries: 0 } })).data as Issue;
  try {
    return await post();
  } catch (error) {
    if (!hasStatus(error, 500, 502, 503, 504)) throw error;
    const [landed] = await findOwnIssues(octokit, place);
    return landed ?? post();
  }
}
