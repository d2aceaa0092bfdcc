import { explainDeliveryFault } from './fault.ts';
import { type ApiConnection, connect } from './octokit.ts';
import type { Forge, Pull, PullEvent } from './port.ts';
import { LEVELS, type Level } from './rights.ts';

/** GitHub, or a GitHub Enterprise Server, as the forge of one repository. */
export function connectTo(place: { owner: string; repo: string }, connection: ApiConnection): Forge {
  const octokit = connect(connection);
  const { issues, pulls, repos } = octokit.rest;
  const all = { ...place, per_page: 100 };
  let asked: Promise<{ viewer: { login: string } }> | undefined;
  return {
    async findComment(issue_number, marker) {
      const comments = await octokit.paginate(issues.listComments, { ...all, issue_number });
      const marked = comments.filter(({ body }) => body?.split(/\r?\n/, 1)[0]?.trim() === marker);
      if (marked.length === 0) return null;
      // Anyone may write the marker, and change it later. An app, such as GITHUB_TOKEN, cannot ask REST who it is.
      asked ??= octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }').catch((error) => {
        // A proxy may allow only REST. The token is most likely that of GitHub Actions.
        if (explainDeliveryFault(error).kind !== 'refused') throw error;
        return { viewer: { login: 'github-actions' } };
      });
      const { login } = (await asked).viewer;
      // The two interfaces may differ in the suffix of an app's login. No person's login can have it.
      const isOwn = (name?: string) => name === login || name === `${login}[bot]`;
      return marked.find(({ user }) => isOwn(user?.login))?.id ?? null;
    },
    async writeComment(issue_number, body, over) {
      // A comment may have been created despite a server fault, and a second one would never be updated.
      await (over === null
        ? issues.createComment({ ...place, issue_number, body, request: { retries: 0 } })
        : issues.updateComment({ ...place, comment_id: over, body }));
    },
    async setStatus(sha, { url, ...status }) {
      await repos.createCommitStatus({ ...place, sha, ...status, target_url: url });
    },
    async listStatuses(ref) {
      const statuses = await octokit.paginate(repos.listCommitStatusesForRef, { ...all, ref });
      return statuses.map(({ context, description }) => ({ context, description: description ?? '' }));
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
    async listEvents(issue_number) {
      const events = await octokit.paginate(issues.listEvents, { ...all, issue_number });
      const known = events.flatMap((one): PullEvent[] => {
        // A push that removed commits: the only way for a head to come back after another one.
        const event = one.event === 'head_ref_force_pushed' ? 'replaced' : one.event;
        if (event !== 'labeled' && event !== 'unlabeled' && event !== 'replaced') return [];
        const label = 'label' in one ? one.label?.name : undefined;
        return [{ event, at: one.created_at, by: one.actor?.login ?? null, label }];
      });
      return known.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    },
    async listReviews(pull_number) {
      const reviews = await octokit.paginate(pulls.listReviews, { ...all, pull_number });
      // A comment is not an opinion.
      return reviews.flatMap(({ state, user, commit_id }) =>
        user === null || state === 'COMMENTED' || state === 'PENDING'
          ? []
          : [{ by: user.login, isApproval: state === 'APPROVED', sha: commit_id }],
      );
    },
    async rightsOf(username) {
      const { data } = await repos.getCollaboratorPermissionLevel({ ...place, username });
      const { permission, role_name, user } = data;
      // `permission` says `read` for `triage` and `write` for `maintain`. The role distinguishes them, and only the details
      // tell what an organisation's custom role may do.
      const may: Partial<Record<Level, boolean>> = { ...user?.permissions, write: user?.permissions?.push };
      const isGiven = (level: Level) => may[level] || permission === level || role_name === level;
      return LEVELS.findLast(isGiven) ?? 'none';
    },
  };
}

type Branch = { sha: string; ref: string; repo: { full_name: string } | null };

type ApiPull = {
  number: number;
  user: { login: string } | null;
  labels: { name: string }[];
  head: Branch;
  base: Branch;
};

function readPull({ number, user, labels, head, base }: ApiPull): Pull {
  return {
    number,
    author: user?.login ?? '',
    labels: labels.map(({ name }) => name),
    head: { sha: head.sha, branch: head.ref, repository: head.repo?.full_name ?? null },
    base: { branch: base.ref, repository: base.repo?.full_name ?? null },
  };
}
