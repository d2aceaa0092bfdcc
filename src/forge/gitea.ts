import type { GitHub } from '@actions/github/lib/utils';
import { hasStatus } from './fault.ts';

/** A client of an API, as far as requests go by. */
type Client = Pick<InstanceType<typeof GitHub>, 'request' | 'hook' | 'paginate'>;
type Answer = Awaited<ReturnType<Client['request']>>;

type Ask = (path: string, query?: Record<string, string>) => Promise<Answer>;
type Exchange = {
  /** Part of the path after `/repos/OWNER/NAME`. */
  path: string;
  /** Sends another GET for the same repository, by path and query; `list` asks for all pages. */
  ask: Ask;
  list: (query?: Record<string, string>) => Promise<Answer>;
};

/** Entries to ask for, as `limit`. Gitea gives 30 by default, and at most this many (MAX_RESPONSE_ITEMS). */
const PAGE = '50';

const DIALECT: [RegExp, (exchange: Exchange) => Promise<Answer>][] = [
  [/^\/issues\/(\d+)\/events$/, listLabelEvents],
  [/^\/collaborators\/[^/]+\/permission$/, readRights],
  [/^\/commits\/[0-9a-f]+\/statuses$/, listStatuses],
  [/^\/commits\/[0-9a-f]+\/pulls$/, listMergedPull],
  [/^\/pulls\/\d+\/commits$/, listCommits],
  [/^\/pulls\/\d+\/reviews$/, listReviews],
];

/**
 * Lets a client for GitHub speak to Gitea or Forgejo. Requests that differ are translated here, and their answers have
 * GitHub's form, so other modules need not know the server. Checked with a server of Gitea 1.25.
 *
 * @param plain a client of the same server and token that translates nothing
 */
export function speakGitea(octokit: Client, plain: Client): void {
  octokit.hook.wrap('request', (request, options) => {
    const { method, url } = plain.request.endpoint(options);
    const { pathname } = new URL(url);
    const [, place, path] = /^(.*\/repos\/[^/]+\/[^/]+)(\/.*)$/.exec(pathname) ?? [];
    const rule = DIALECT.find(([pattern]) => pattern.test(path ?? ''));
    if (method !== 'GET' || !path || !rule) return request(options);
    // `plain` sends it: the inner hooks of `request`, for faults and limits, would not see the new address.
    const locate = (rest: string, query: Record<string, string>) => {
      const address = new URL(`${place}${rest}`, url);
      address.search = String(new URLSearchParams(query));
      return { method: 'GET', url: address.href } as const;
    };
    const ask: Ask = (rest, query = {}) => plain.request(locate(rest, query));
    // One answer for all pages, so that no client asks for the next one in GitHub's way.
    const list: Exchange['list'] = async (query) => {
      const data = await plain.paginate(locate(path, { limit: PAGE, ...query }));
      return { status: 200, url: '', headers: {}, data };
    };
    return rule[1]({ path, ask, list });
  });
}

type LabelEntry = {
  type: string;
  user: object | null;
  label?: object | null;
  body: string;
  created_at: string;
};

/**
 * Gitea has a timeline instead of events. Without `page` it comes whole; its pages tell neither number nor end. Each
 * push is told there, and a label from before any push was set on another head.
 */
async function listLabelEvents({ path, ask }: Exchange): Promise<Answer> {
  const answer = await ask(path.replace(/events$/, 'timeline'));
  const entries = (answer.data ?? []) as LabelEntry[];
  const events = entries
    .filter(({ type }) => type === 'label' || type === 'pull_push')
    .map(({ type, user, label, body, created_at }) => {
      // The body of a label entry is `1` when the label was added.
      const event = type === 'pull_push' ? 'head_ref_force_pushed' : body === '1' ? 'labeled' : 'unlabeled';
      return { event, actor: user, label, created_at };
    });
  return { ...answer, data: events };
}

/**
 * Only administrators may ask for the rights of others, and the automatic token is no administrator. It may ask for
 * the possible assignees. In a person's repository they all may write. In an organisation's they include members of
 * teams with fewer rights. An assignee who has set a label had the right to set labels; so `triage` is the answer.
 */
async function readRights({ path, ask }: Exchange): Promise<Answer> {
  try {
    return await ask(path);
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

/** True for a person's repository: Gitea answers a request for its teams with 405. */
async function isPersonal(ask: Ask): Promise<boolean> {
  try {
    await ask('/teams');
    return false;
  } catch (error) {
    return hasStatus(error, 405);
  }
}

/** Gitea orders statuses by seconds only, and calls the state `status`. */
async function listStatuses({ list }: Exchange): Promise<Answer> {
  const { data, ...answer } = await list();
  const statuses = (data as { id: number; status: string }[]).map((each) => ({
    ...each,
    state: each.status,
  }));
  return { ...answer, data: statuses.sort((a, b) => b.id - a.id) };
}

/** Gitea tells one pull request for a commit: the one that the commit merged. */
async function listMergedPull({ path, ask }: Exchange): Promise<Answer> {
  try {
    const answer = await ask(path.replace(/pulls$/, 'pull'));
    return { ...answer, data: [answer.data] };
  } catch (error) {
    // GitHub answers with an empty list where there is none.
    if (!hasStatus(error, 404)) throw error;
    return { status: 200, url: '', headers: {}, data: [] } as Answer;
  }
}

/** Gitea lists the newest commit first, GitHub the oldest. */
async function listCommits({ list }: Exchange): Promise<Answer> {
  const { data, ...answer } = await list({ files: 'false', verification: 'false' });
  return { ...answer, data: data.reverse() };
}

type Review = { state: string; official: boolean; dismissed: boolean };

const STATES: Record<string, string> = { COMMENT: 'COMMENTED', REQUEST_CHANGES: 'CHANGES_REQUESTED' };

/** Reviews come whole without `page`. Requests for one are left out. An approval that is not official is dismissed. */
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
