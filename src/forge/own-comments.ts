import { hasStatus } from './fault.ts';
import type { Octokit } from './octokit.ts';

export type Comment = {
  id: number;
  html_url: string;
  body?: string;
  user: { login: string; type: string } | null;
};

type Conversation = { owner: string; repo: string; number: number; marker: string };

/** Finds the comments that the token's user wrote with the marker in the first line, on all pages. */
export async function findOwn(
  octokit: Octokit,
  { owner, repo, number, marker }: Conversation,
): Promise<Comment[]> {
  const all: Comment[] = await octokit.paginate(octokit.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  const marked = all.filter((comment) => comment.body?.split(/\r?\n/, 1)[0]?.trim() === marker);
  // Gitea's token may be unable to tell its own user. No comment is better than one that cannot be found again.
  if (marked.length === 0 && octokit.forge === 'github') return [];
  const isOwn = await knowOwn(octokit);
  return marked.filter((comment) => comment.user !== null && isOwn(comment.user));
}

type IsOwn = (user: { login: string; type: string }) => boolean;

/** Answers are kept: the user of a token stays the same, and GitHub limits requests. */
const known = new WeakMap<Octokit, IsOwn>();

/**
 * Tells own comments from others. Anybody may write a comment with the marker, and could change it after Tailgate has
 * written there. Tokens of apps, such as GITHUB_TOKEN, may not ask for their own user by REST; GraphQL tells it. Gitea
 * has no GraphQL, and lets its automatic token ask.
 */
export async function knowOwn(octokit: Octokit): Promise<IsOwn> {
  const isOwn = known.get(octokit) ?? (await askOwn(octokit));
  known.set(octokit, isOwn);
  return isOwn;
}

async function askOwn(octokit: Octokit): Promise<IsOwn> {
  if (octokit.forge === 'gitea') {
    const { data } = await octokit.rest.users.getAuthenticated();
    return (user) => user.login === data.login;
  }
  try {
    const { viewer } = await octokit.graphql<{ viewer: { login: string } }>('{ viewer { login } }');
    // The two interfaces may differ in the mark of an app's login. No person's login can have it.
    return ({ login, type }) =>
      login === viewer.login || (type === 'Bot' && login === `${viewer.login}[bot]`);
  } catch (error) {
    if (!hasStatus(error, 401, 403, 404)) throw error;
    // A proxy may let REST alone pass. The token is most likely an app's.
    return (user) => user.type === 'Bot';
  }
}
