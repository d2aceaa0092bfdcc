import { hasStatus } from './fault.ts';
import type { Octokit } from './octokit.ts';

export type Comment = {
  id: number;
  html_url: string;
  body?: string;
  user: { login: string; type: string } | null;
};

type Conversation = { owner: string; repo: string; number: number; marker: string };

/** Comments with the marker in their first line that the token's user wrote, over all pages. */
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
  // On Gitea it is better not to comment at all than to find out later that the comment cannot be found again.
  if (marked.length === 0 && octokit.forge === 'github') return [];
  const isOwn = await knowOwn(octokit);
  return marked.filter((comment) => comment.user !== null && isOwn(comment.user));
}

type IsOwn = (user: { login: string; type: string }) => boolean;

/** A token does not change hands, and GitHub counts requests. */
const known = new WeakMap<Octokit, IsOwn>();

/**
 * Anybody may write a comment that starts with the marker, and could change it after Tailgate wrote its verdict
 * there. Tokens of apps, GITHUB_TOKEN among them, may not ask who they are (403); their comments are by bots. On Gitea
 * the automatic token may ask, and nothing tells a bot.
 */
async function knowOwn(octokit: Octokit): Promise<IsOwn> {
  const isOwn = known.get(octokit) ?? (await askOwn(octokit));
  known.set(octokit, isOwn);
  return isOwn;
}

async function askOwn(octokit: Octokit): Promise<IsOwn> {
  try {
    const { data } = await octokit.rest.users.getAuthenticated();
    return (user) => user.login === data.login;
  } catch (error) {
    if (octokit.forge === 'gitea' || !hasStatus(error, 401, 403, 404)) throw error;
    return (user) => user.type === 'Bot';
  }
}
