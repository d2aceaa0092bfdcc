import { explainDeliveryFault, hasStatus } from '../forge/fault.ts';
import type { Octokit } from '../forge/octokit.ts';
import { type Comment, findOwn } from '../forge/own-comments.ts';
import type { EarlierAttempt } from '../handover/suite.ts';
import { cut } from '../report/format/visible.ts';
import type { VerdictCode } from '../verdict/codes.ts';
import { findAttempts, orderAttempts, type RunAttempt, readState, renderState } from './comment-state.ts';

/** Most characters of a headline that a state has room for. */
const LONGEST_HEADLINE = 100;

export type CommentTarget = {
  owner: string;
  repo: string;
  /** Number of the pull request. `headSha` is the commit that the verdict is about. */
  number: number;
  headSha: string;
  run: RunAttempt;
  /** First line of the body, hidden when rendered. It tells the suites apart. */
  marker: string;
  /** False where a comment that is there is updated, and none is made. */
  mayCreate: boolean;
  /** The verdict, which later attempts repeat. */
  said: { code: VerdictCode; headline: string };
  /** Markdown whose first line is the marker, and whose second is `state`. */
  render: (attempts: EarlierAttempt[], state: string) => string;
};

export type PublishedComment =
  | { kind: 'delivered'; url: string; action: 'created' | 'updated' | 'unchanged' }
  /** None was there, and none was to be made. */
  | { kind: 'not-asked' }
  /** The pull request has another head or base by now, or a newer run has commented. */
  | { kind: 'superseded'; by: 'head' | 'base' | 'run' };

/**
 * Writes the one comment of a suite, unless a newer run has written it already. Copies are removed, and only comments of
 * the token's own user are touched. The API can neither lock a comment nor compare before it writes. So whoever has
 * made one looks again, and of several all agree on the one that stays. Throws Octokit's `RequestError`.
 */
export async function publishComment(octokit: Octokit, target: CommentTarget): Promise<PublishedComment> {
  const own = (await findOwn(octokit, target)).sort((a, b) => a.id - b.id);
  const states = own.flatMap(({ body }) => readState(body ?? '') ?? []);
  if (own.some((each) => orderAttempts(runOf(each), target.run) > 0)) {
    return { kind: 'superseded', by: 'run' };
  }
  const { run, said, headSha } = target;
  const attempts = findAttempts(states, run, headSha);
  const state = {
    run: run.id,
    attempt: run.attempt,
    code: said.code,
    headline: cut(said.headline, LONGEST_HEADLINE),
    headSha,
    attempts,
  };
  const body = target.render(attempts, renderState(state));
  const written = await write(octokit, target, own, body);
  if (written === null) return { kind: 'not-asked' };
  const { comment, action, closed } = written;
  const all = action === 'created' ? [comment, ...(await findOwn(octokit, target))] : own;
  const open = all.filter(({ id }) => !closed.some((each) => each.id === id));
  // Of the newest run; of one run, the first.
  open.sort((a, b) => orderAttempts(runOf(b), runOf(a)) || a.id - b.id);
  const { id } = action === 'created' ? open[0]! : comment;
  for (const extra of all) if (extra.id !== id) await remove(octokit, target, extra);
  if (id !== comment.id) return { kind: 'superseded', by: 'run' };
  return { kind: 'delivered', url: comment.html_url, action };
}

function runOf({ body }: Comment): RunAttempt {
  const { run: id = '0', attempt = 0 } = readState(body ?? '') ?? {};
  return { id, attempt };
}

type Written = {
  comment: Comment;
  action: 'created' | 'updated' | 'unchanged';
  /** Comments that may not be edited: those of other apps, and those deleted meanwhile. */
  closed: Comment[];
};

/** Updates the first comment that may be edited, or makes one; null where it is not to. */
async function write(
  octokit: Octokit,
  target: CommentTarget,
  own: readonly Comment[],
  body: string,
): Promise<Written | null> {
  const { owner, repo } = target;
  const closed: Comment[] = [];
  for (const comment of own) {
    if (normalise(comment.body) === normalise(body)) return { comment, action: 'unchanged', closed };
    try {
      const request = { owner, repo, comment_id: comment.id, body };
      return { comment: (await octokit.rest.issues.updateComment(request)).data, action: 'updated', closed };
    } catch (error) {
      if (explainDeliveryFault(error).kind !== 'refused') throw error;
      closed.push(comment);
    }
  }
  if (!target.mayCreate) return null;
  return { comment: await create(octokit, target, body), action: 'created', closed };
}

/** Creates the comment. It may exist even after a server fault, so it is looked for before a second attempt. */
async function create(octokit: Octokit, target: CommentTarget, body: string): Promise<Comment> {
  const { owner, repo, number } = target;
  const post = async (): Promise<Comment> => {
    const request = { owner, repo, issue_number: number, body, request: { retries: 0 } };
    return (await octokit.rest.issues.createComment(request)).data;
  };
  try {
    return await post();
  } catch (error) {
    if (!hasStatus(error, 500, 502, 503, 504)) throw error;
    const landed = (await findOwn(octokit, target)).find((each) => normalise(each.body) === normalise(body));
    return landed ?? post();
  }
}

async function remove(octokit: Octokit, { owner, repo }: CommentTarget, { id }: Comment): Promise<void> {
  try {
    await octokit.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch (error) {
    if (explainDeliveryFault(error).kind !== 'refused') throw error;
  }
}

function normalise(body: string | undefined): string {
  return (body ?? '').replace(/\r\n/g, '\n').trimEnd();
}
