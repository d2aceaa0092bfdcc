import { hasStatus } from './fault.ts';
import { type ApiConnection, connect, type Octokit } from './octokit.ts';
import type { CommitStatus, Forge, Pull, PullEvent } from './port.ts';
import { LEVELS, type Level, type Rights } from './rights.ts';

type User = { login: string; type: string };

/** GitHub, or a GitHub Enterprise Server, as a forge; null without a token. */
export function connectTo(
  { owner, repo, apiUrl }: { owner: string; repo: string; apiUrl: string },
  token: string,
  note: ApiConnection['note'],
  signal?: AbortSignal,
  secondMs?: number,
): Forge | null {
  return token === '' ? null : adapt(connect({ apiUrl, token, note, signal, secondMs }), { owner, repo });
}

function adapt(octokit: Octokit, place: { owner: string; repo: string }): Forge {
  const { issues, pulls, repos } = octokit.rest;
  const all = { ...place, per_page: 100 };
  let own: Promise<(user: User) => boolean> | undefined;
  return {
    async findComment(issue_number, marker) {
      const comments = await octokit.paginate(issues.listComments, { ...all, issue_number });
      const marked = comments.filter(({ body }) => body?.split(/\r?\n/, 1)[0]?.trim() === marker);
      if (marked.length === 0) return null;
      own ??= knowOwn(octokit);
      const isOwn = await own;
      return marked.find(({ user }) => user !== null && isOwn(user))?.id ?? null;
    },
    async writeComment(issue_number, body, over) {
      // A new one may be there even after a server fault, so the caller looks for it before a second attempt.
      await (over === null
        ? issues.createComment({ ...place, issue_number, body, request: { retries: 0 } })
        : issues.updateComment({ ...place, comment_id: over, body }));
    },
    async setStatus(sha, { url, ...status }) {
      await repos.createCommitStatus({ ...place, sha, ...status, target_url: url });
    },
    async listStatuses(ref) {
      const statuses = await octokit.paginate(repos.listCommitStatusesForRef, { ...all, ref });
      return statuses.map(({ context, state, description, target_url }) => ({
        context,
        state: state as CommitStatus['state'],
        description: description ?? '',
        url: target_url ?? '',
      }));
    },
    async getPull(pull_number) {
      return readPull((await pulls.get({ ...place, pull_number })).data);
    },
    async listPulls(owner, branch) {
      const head = `${owner}:${branch}`;
      return (await octokit.paginate(pulls.list, { ...all, head, state: 'open' })).map(readPull);
    },
    async findMerged(commit_sha) {
      const request = { ...all, commit_sha };
      const found = await octokit.paginate(repos.listPullRequestsAssociatedWithCommit, request);
      const merged = found.find((one) => one.merged_at && one.merge_commit_sha === commit_sha);
      return merged ? readPull(merged) : null;
    },
    async listLabels(issue_number) {
      const labels = await octokit.paginate(issues.listLabelsOnIssue, { ...all, issue_number });
      return labels.map(({ name }) => name);
    },
    async listEvents(issue_number) {
      const events = await octokit.paginate(issues.listEvents, { ...all, issue_number });
      return events
        .flatMap((one) => {
          const event = EVENTS.get(one.event);
          const label = 'label' in one ? one.label?.name : undefined;
          return event ? [{ event, at: one.created_at, by: one.actor?.login ?? null, label }] : [];
        })
        .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    },
    async listReviews(pull_number) {
      const reviews = await octokit.paginate(pulls.listReviews, { ...all, pull_number });
      // A comment is no opinion.
      return reviews.flatMap(({ state, user, commit_id }) =>
        user === null || state === 'COMMENTED' || state === 'PENDING'
          ? []
          : [{ by: user.login, isApproval: state === 'APPROVED', sha: commit_id }],
      );
    },
    async rightsOf(username) {
      return readRights((await repos.getCollaboratorPermissionLevel({ ...place, username })).data);
    },
  };
}

const EVENTS = new Map<string, PullEvent['event']>([
  ['labeled', 'labeled'],
  ['unlabeled', 'unlabeled'],
  // A push that took commits away: only by one does a head come back after another one.
  ['head_ref_force_pushed', 'replaced'],
]);

type Branch = { sha: string; ref: string; repo: { full_name: string } | null };

function readPull(pull: { number: number; user: User | null; head: Branch; base: Branch }): Pull {
  const { number, user, head, base } = pull;
  return {
    number,
    author: user?.login ?? '',
    head: { sha: head.sha, branch: head.ref, repository: head.repo?.full_name ?? null },
    base: { branch: base.ref, repository: base.repo?.full_name ?? null },
  };
}

/**
 * The endpoint's `permission` says `read` for `triage` and `write` for `maintain`. The other fields tell them apart,
 * and only the details tell what a role of an organisation's own may do.
 */
function readRights({ permission, role_name, user }: Permission): Rights {
  const may = { ...user?.permissions, write: user?.permissions?.push };
  const isGiven = (level: Level) => may[level] || permission === level || role_name === level;
  return LEVELS.findLast(isGiven) ?? 'none';
}

type Permission = {
  permission: string;
  role_name: string;
  user: { permissions?: { admin: boolean; maintain?: boolean; push: boolean; triage?: boolean } } | null;
};

/**
 * Tells own comments from others. Anybody may write a comment with the marker, and could change it after Tailgate has
 * written there. Tokens of apps, such as GITHUB_TOKEN, may not ask for their own user by REST; GraphQL tells it.
 */
async function knowOwn(octokit: Octokit): Promise<(user: User) => boolean> {
  try {
    const { viewer } = await octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }');
    // The two interfaces may differ in the mark of an app's login. No person's login can have it.
    return ({ login, type }) =>
      login === viewer.login || (type === 'Bot' && login === `${viewer.login}[bot]`);
  } catch (error) {
    if (!hasStatus(error, 401, 403, 404)) throw error;
    // A proxy may let REST alone pass. The token is most likely an app's.
    return ({ type }) => type === 'Bot';
  }
}
