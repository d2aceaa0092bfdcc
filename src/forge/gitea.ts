import { hasStatus } from './fault.ts';
import type { Octokit } from './octokit.ts';

type Answer = Awaited<ReturnType<Octokit['request']>>;

type Ask = (path: string, query?: Record<string, string>) => Promise<Answer>;
type Exchange = {
  /** After `/repos/OWNER/NAME`. */
  path: string;
  /** A GET of the same repository, by its path and query. */
  ask: Ask;
  /** The request as it is. */
  send: () => Promise<Answer>;
};

/** Gitea gives 30 entries unless asked (as `limit`, not `per_page`) and no more than this (MAX_RESPONSE_ITEMS). */
const PAGE = '50';
/** Enough for the 250 commits that GitHub lists, for what a branch of a year may have, and for statuses. */
const MOST_PAGES = 40;

const DIALECT: [RegExp, (exchange: Exchange) => Promise<Answer>][] = [
  [/^\/issues\/(\d+)\/events$/, listLabelEvents],
  [/^\/collaborators\/[^/]+\/permission$/, readRights],
  [/^\/commits\/[0-9a-f]+\/statuses$/, listStatuses],
  [/^\/commits\/[0-9a-f]+\/pulls$/, listMergedPull],
  [/^\/pulls\/\d+\/commits$/, listCommits],
  [/^\/pulls\/\d+\/reviews$/, listReviews],
];

/**
 * Lets a client that speaks to GitHub speak to Gitea or Forgejo: what differs is asked and answered in GitHub's terms,
 * so that nobody else needs to know. As of Gitea 1.25, seen on a server of that version.
 *
 * @param plain a client of the same server and token that says what it is told
 */
export function speakGitea(octokit: Octokit, plain: Pick<Octokit, 'request'>): void {
  octokit.hook.wrap('request', (request, options) => {
    const { method, url } = plain.request.endpoint(options);
    const { pathname, search } = new URL(url);
    const [, place, path] = /^(.*\/repos\/[^/]+\/[^/]+)(\/.*)$/.exec(pathname) ?? [];
    const rule = DIALECT.find(([pattern]) => pattern.test(path ?? ''));
    if (method !== 'GET' || !path || !rule) return request(options);
    // Not by `request`: the hooks within this one, for faults and limits, would not see another address.
    const ask: Ask = (rest, query = {}) => {
      const address = new URL(`${place}${rest}`, url);
      address.search = String(new URLSearchParams(query));
      return plain.request({ method: 'GET', url: address.href });
    };
    return rule[1]({ path, ask, send: () => ask(path, Object.fromEntries(new URLSearchParams(search))) });
  });
}

type LabelEntry = {
  type: string;
  user: object | null;
  label?: object | null;
  body: string;
  created_at: string;
};

/** There are no events, but a timeline: without `page` it comes whole, and its pages tell neither number nor end. */
async function listLabelEvents({ path, ask }: Exchange): Promise<Answer> {
  const answer = await ask(path.replace(/events$/, 'timeline'));
  const entries = (answer.data ?? []) as LabelEntry[];
  const events = entries
    .filter(({ type }) => type === 'label')
    .map(({ user, label, body, created_at }) => {
      // The text of such an entry is `1` where the label was added.
      return { event: body === '1' ? 'labeled' : 'unlabeled', actor: user, label, created_at };
    });
  return { ...answer, data: events };
}

/**
 * Only administrators may ask for the rights of others, and the automatic token is none. Who may be assigned it can
 * ask: in a person's repository those who may write, in an organisation's also members of teams that may less. Who is
 * among them and has set a label could do so, since that takes the right to write; so it is `triage` there.
 */
async function readRights({ path, ask, send }: Exchange): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!hasStatus(error, 403)) throw error;
  }
  const login = decodeURIComponent(path.split('/')[2]!).toLowerCase();
  const answer = await ask('/assignees');
  const assignees = answer.data as { login: string }[];
  if (!assignees.some((each) => each.login.toLowerCase() === login)) {
    return { ...answer, data: { permission: 'read', role_name: 'read' } };
  }
  const data = (await isPersonal(ask))
    ? { permission: 'write', role_name: 'write' }
    : { permission: 'read', role_name: 'triage' };
  return { ...answer, data };
}

/** The teams of a repository that no organisation owns are answered with 405. */
async function isPersonal(ask: Ask): Promise<boolean> {
  try {
    await ask('/teams');
    return false;
  } catch (error) {
    return hasStatus(error, 405);
  }
}

/** Ordered by seconds, so that two of one second come in any order; and the state is called `status`. */
async function listStatuses({ path, ask }: Exchange): Promise<Answer> {
  const { data, ...answer } = await askPages<{ id: number; status: string }>(ask, path);
  const statuses = data.map((each) => ({ ...each, state: each.status })).sort((a, b) => b.id - a.id);
  return { ...answer, data: statuses };
}

/** The one pull request that a commit has merged. */
async function listMergedPull({ path, ask }: Exchange): Promise<Answer> {
  try {
    const answer = await ask(path.replace(/pulls$/, 'pull'));
    return { ...answer, data: [answer.data] };
  } catch (error) {
    // As GitHub answers where there is none.
    if (!hasStatus(error, 404)) throw error;
    return { status: 200, url: '', headers: {}, data: [] } as Answer;
  }
}

type Commit = { sha: string; commit: object };

/**
 * Newest first on Gitea, oldest first on GitHub. `verified` says there that a signature is good, not that it is the
 * committer's, whom anybody can be by an address; so no signature counts.
 */
async function listCommits({ path, ask }: Exchange): Promise<Answer> {
  const { data, ...answer } = await askPages<Commit>(ask, path, { files: 'false', verification: 'false' });
  const unsigned = data.map((each) => ({ ...each, commit: { ...each.commit, verification: null } }));
  return { ...answer, data: unsigned.reverse() };
}

/** All pages in one answer, so that nobody asks for the next in GitHub's terms. */
async function askPages<T>(
  ask: Ask,
  path: string,
  query: Record<string, string> = {},
): Promise<Omit<Answer, 'data'> & { data: T[] }> {
  const data: T[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask(path, { limit: PAGE, page: String(page), ...query });
    data.push(...((answer.data ?? []) as T[]));
    if (/rel="next"/.test(answer.headers.link ?? '') && page < MOST_PAGES) continue;
    return { ...answer, headers: { ...answer.headers, link: undefined }, data };
  }
}

type Review = { state: string; official: boolean; dismissed: boolean };

const STATES: Record<string, string> = { COMMENT: 'COMMENTED', REQUEST_CHANGES: 'CHANGES_REQUESTED' };

/** Whole without `page`. A request for a review is no opinion; an approval that branch protection would not count is none. */
async function listReviews({ path, ask }: Exchange): Promise<Answer> {
  const answer = await ask(path);
  const reviews = ((answer.data ?? []) as Review[])
    .filter(({ state }) => state !== 'REQUEST_REVIEW' && state !== '')
    .map((review) => ({ ...review, state: stateOf(review) }));
  return { ...answer, data: reviews };
}

function stateOf({ state, official, dismissed }: Review): string {
  if (dismissed || (state === 'APPROVED' && !official)) return 'DISMISSED';
  return STATES[state] ?? state;
}
