import type { Octokit } from './octokit.ts';

export type CommentTarget = {
  owner: string;
  repo: string;
  /** Number of the pull request. */
  number: number;
  /** First line of the body, hidden when rendered; tells the suites apart. */
  marker: string;
  /** Markdown whose first line is the marker. */
  body: string;
};

export type PublishedComment = { url: string; action: 'created' | 'updated' | 'unchanged' };

type Comment = {
  id: number;
  html_url: string;
  body?: string;
  user: { login: string; type: string } | null;
};

/**
 * Writes the one comment of a suite: looks for the marker over all pages, updates the first comment in place and
 * removes others of the same marker. Only comments of the token's own user are touched. Throws Octokit's
 * `RequestError` when the pull request can be neither read nor commented.
 */
export async function publishComment(octokit: Octokit, target: CommentTarget): Promise<PublishedComment> {
  const [own, extras] = await takeOver(octokit, target, await findOwn(octokit, target));
  const published = own ?? (await create(octokit, target));
  for (const extra of extras) await remove(octokit, target, extra);
  return published;
}

/** Brings the first comment that may be edited up to date; the rest are extras. */
async function takeOver(
  octokit: Octokit,
  { owner, repo, body }: CommentTarget,
  found: Comment[],
): Promise<[PublishedComment | null, Comment[]]> {
  for (const [index, comment] of found.entries()) {
    const extras = found.slice(index + 1);
    if (normalise(comment.body) === normalise(body)) {
      return [{ url: comment.html_url, action: 'unchanged' }, extras];
    }
    try {
      const { data } = await octokit.rest.issues.updateComment({ owner, repo, comment_id: comment.id, body });
      return [{ url: data.html_url, action: 'updated' }, extras];
    } catch (error) {
      // Another app's comment, or one that was deleted meanwhile.
      if (!hasStatus(error, 403, 404)) throw error;
    }
  }
  return [null, []];
}

/** After a server fault the comment may exist all the same, so it is looked for before a second attempt. */
async function create(octokit: Octokit, target: CommentTarget): Promise<PublishedComment> {
  const { owner, repo, number, body } = target;
  const post = async (): Promise<PublishedComment> => {
    const { data } = await octokit.rest.issues.createComment({
      owner,
      repo,
      issue_number: number,
      body,
      request: { retries: 0 },
    });
    return { url: data.html_url, action: 'created' };
  };
  try {
    return await post();
  } catch (error) {
    if (!hasStatus(error, 500, 502, 503, 504)) throw error;
    const landed = (await findOwn(octokit, target)).find((c) => normalise(c.body) === normalise(body));
    return landed ? { url: landed.html_url, action: 'created' } : post();
  }
}

async function remove(octokit: Octokit, { owner, repo }: CommentTarget, extra: Comment): Promise<void> {
  try {
    await octokit.rest.issues.deleteComment({ owner, repo, comment_id: extra.id });
  } catch (error) {
    if (!hasStatus(error, 403, 404)) throw error;
  }
}

/** Comments with the marker in their first line that the token's user wrote, oldest first. */
async function findOwn(octokit: Octokit, target: CommentTarget): Promise<Comment[]> {
  const { owner, repo, number, marker } = target;
  const all: Comment[] = await octokit.paginate(octokit.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  const marked = all.filter((comment) => comment.body?.split(/\r?\n/, 1)[0]?.trim() === marker);
  if (marked.length === 0) return [];
  const isOwn = await knowOwn(octokit);
  return marked.filter((comment) => comment.user !== null && isOwn(comment.user));
}

/**
 * Anybody may write a comment that starts with the marker, and could change it after Tailgate wrote its verdict
 * there. Tokens of apps, GITHUB_TOKEN among them, may not ask who they are (403); their comments are by bots.
 */
async function knowOwn(octokit: Octokit): Promise<(user: { login: string; type: string }) => boolean> {
  try {
    const { data } = await octokit.rest.users.getAuthenticated();
    return (user) => user.login === data.login;
  } catch (error) {
    if (!hasStatus(error, 401, 403, 404)) throw error;
    return (user) => user.type === 'Bot';
  }
}

function normalise(body: string | undefined): string {
  return (body ?? '').replace(/\r\n/g, '\n').trimEnd();
}

/** Whether Octokit's error has one of these HTTP statuses. */
export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof Error && 'status' in error && statuses.includes(error.status as number);
}
