import { setTimeout as sleep } from 'node:timers/promises';
import { hasStatus } from '../forge/fault.ts';
import type { Octokit } from '../forge/octokit.ts';
import { type Comment, findOwn } from '../forge/own-comments.ts';
import type { EarlierAttempt } from '../handover/suite.ts';
import type { VerdictCode } from '../verdict/codes.ts';
import {
  type CommentState,
  findAttempts,
  orderAttempts,
  type RunAttempt,
  readState,
  renderState,
  shortenHeadline,
} from './comment-state.ts';

export type CommentTarget = {
  owner: string;
  repo: string;
  /** Number of the pull request. `headSha` is the commit that the verdict is about. */
  number: number;
  headSha: string;
  run: RunAttempt;
  /** First line of the body, hidden when rendered. It tells the suites apart. */
  marker: string;
  /** The verdict, which later attempts repeat. */
  said: { code: VerdictCode; headline: string };
  /** Markdown whose first line is the marker, and whose second is `state`. */
  render: (attempts: EarlierAttempt[], state: string) => string;
  /** Shortest time between two looks, ms. Only tests change it. */
  pauseMs?: number;
};

export type PublishedComment =
  | { kind: 'delivered'; url: string; action: 'created' | 'updated' | 'unchanged' }
  /** The pull request has another head by now, or a newer run has commented. */
  | { kind: 'superseded'; by: 'head' | 'run' };

/** Most looks. Publishers of one suite that keep changing each other's comment stop after these. */
const MOST_LOOKS = 12;
/** Looks in a row without a change, after which the comment counts as settled. */
const CALM_LOOKS = 2;
/** Shortest pause between looks, ms: longer than from a look to its write, since the client spaces writes by 1 s. */
const PAUSE_MS = 2000;

/**
 * Writes the one comment of a suite, while other runs may do the same. The comment with the lowest number stays and
 * shows the newest run's verdict. Others with the same marker are removed. The API can neither lock a comment nor
 * compare before it writes. So each publisher looks again after it has written, and repairs the changes of others.
 * Only comments of the token's own user are touched. Throws Octokit's `RequestError` when the pull request can be
 * neither read nor commented.
 */
export async function publishComment(octokit: Octokit, target: CommentTarget): Promise<PublishedComment> {
  const desk = new CommentDesk(octokit, target);
  let published: PublishedComment | null = null;
  let calm = 0;
  for (let look = 0; look < MOST_LOOKS && calm < CALM_LOOKS; look++) {
    if (look > 0) await sleep((target.pauseMs ?? PAUSE_MS) * (1 + Math.random() / 2));
    try {
      if (await hasMoved(octokit, target)) return published ?? { kind: 'superseded', by: 'head' };
      const found = await desk.tidy(look === 0);
      calm = found.changed ? 0 : calm + 1;
      // Nothing was written, so nobody can have overwritten it.
      if (look === 0 && !found.changed) return found.published;
      published = merge(published, found.published);
    } catch (error) {
      // A comment that was delivered stays delivered, even when it cannot be looked at again.
      if (published === null) throw error;
      return published;
    }
  }
  return published!;
}

/** The first change is the one that is reported, unless a newer run has come in between. */
function merge(before: PublishedComment | null, now: PublishedComment): PublishedComment {
  if (before?.kind !== 'delivered' || now.kind !== 'delivered') return now;
  return { ...now, action: before.action === 'unchanged' ? now.action : before.action };
}

/** True when the pull request has another head by now. A token that may not read it gets false. */
async function hasMoved(octokit: Octokit, { owner, repo, number, headSha }: CommentTarget): Promise<boolean> {
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
    return data.head.sha !== headSha;
  } catch (error) {
    if (hasStatus(error, 403, 404)) return false;
    throw error;
  }
}

type Found = { published: PublishedComment; changed: boolean };

/** One publisher's view of the comments: those that it has seen, and those that it may not edit. */
class CommentDesk {
  readonly #octokit: Octokit;
  readonly #target: CommentTarget;
  /** Numbers of comments that cannot be edited: those of other apps, and those deleted meanwhile. */
  readonly #closed = new Set<number>();
  readonly #states: CommentState[] = [];

  constructor(octokit: Octokit, target: CommentTarget) {
    this.#octokit = octokit;
    this.#target = target;
  }

  /** Looks once, writes the comment and removes copies. */
  async tidy(isFirst: boolean): Promise<Found> {
    const own = await this.#list();
    const newer = this.#findNewer(own, isFirst);
    const body = newer?.body ?? this.#render();
    const [written, wrote] = await this.#write(own, body, newer !== null);
    const extras = own.filter(({ id }) => written !== null && id !== written.id && !this.#closed.has(id));
    for (const extra of extras) await this.#remove(extra);
    const changed = wrote || extras.length > 0;
    if (newer !== null || written === null) {
      return { published: { kind: 'superseded', by: 'run' }, changed };
    }
    const action = wrote ? (own.some(({ id }) => id === written.id) ? 'updated' : 'created') : 'unchanged';
    return { published: { kind: 'delivered', url: written.html_url, action }, changed };
  }

  async #list(): Promise<Comment[]> {
    const own = (await findOwn(this.#octokit, this.#target)).filter(({ id }) => !this.#closed.has(id));
    this.#states.push(...own.flatMap(({ body }) => readState(body ?? '') ?? []));
    return own.sort((a, b) => a.id - b.id);
  }

  /**
   * The comment of the newest run that is newer than this one. Two publishers may belong to the same attempt. Then the
   * comment that was written last is right, and a second look keeps it.
   */
  #findNewer(own: readonly Comment[], isFirst: boolean): Comment | null {
    let newest: { comment: Comment; run: RunAttempt } | null = null;
    for (const comment of own) {
      const state = readState(comment.body ?? '');
      if (!state) continue;
      const run = { id: state.run, attempt: state.attempt };
      const age = orderAttempts(run, newest?.run ?? this.#target.run);
      if (age > 0 || (age === 0 && newest === null && !isFirst && this.#isAnothers(state))) {
        newest = { comment, run };
      }
    }
    return newest?.comment ?? null;
  }

  #isAnothers(state: CommentState): boolean {
    const own = this.#ownState([]);
    return state.code !== own.code || state.headline !== own.headline;
  }

  #ownState(attempts: EarlierAttempt[]): CommentState {
    const { run, said, headSha } = this.#target;
    const headline = shortenHeadline(said.headline);
    return { run: run.id, attempt: run.attempt, code: said.code, headline, headSha, attempts };
  }

  #render(): string {
    const { run, headSha, render } = this.#target;
    const attempts = findAttempts(this.#states, run, headSha);
    return render(attempts, renderState(this.#ownState(attempts)));
  }

  /** Updates the first comment that may be edited, or makes one. It never makes a copy of a newer run's comment. */
  async #write(own: readonly Comment[], body: string, isCopy: boolean): Promise<[Comment | null, boolean]> {
    const { owner, repo } = this.#target;
    for (const comment of own) {
      if (normalise(comment.body) === normalise(body)) return [comment, false];
      try {
        const request = { owner, repo, comment_id: comment.id, body };
        return [(await this.#octokit.rest.issues.updateComment(request)).data, true];
      } catch (error) {
        // The comment is another app's, or it was deleted meanwhile.
        if (!hasStatus(error, 403, 404)) throw error;
        this.#closed.add(comment.id);
      }
    }
    return isCopy ? [null, false] : [await this.#create(body), true];
  }

  /** Creates the comment. It may exist even after a server fault, so it is looked for before a second attempt. */
  async #create(body: string): Promise<Comment> {
    const { owner, repo, number } = this.#target;
    const post = async (): Promise<Comment> => {
      const request = { owner, repo, issue_number: number, body, request: { retries: 0 } };
      return (await this.#octokit.rest.issues.createComment(request)).data;
    };
    try {
      return await post();
    } catch (error) {
      if (!hasStatus(error, 500, 502, 503, 504)) throw error;
      const landed = (await this.#list()).find((comment) => normalise(comment.body) === normalise(body));
      return landed ?? post();
    }
  }

  async #remove(extra: Comment): Promise<void> {
    const { owner, repo } = this.#target;
    try {
      await this.#octokit.rest.issues.deleteComment({ owner, repo, comment_id: extra.id });
    } catch (error) {
      if (!hasStatus(error, 403, 404)) throw error;
      this.#closed.add(extra.id);
    }
  }
}

function normalise(body: string | undefined): string {
  return (body ?? '').replace(/\r\n/g, '\n').trimEnd();
}
