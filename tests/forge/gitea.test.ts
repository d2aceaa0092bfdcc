import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { connect } from '../../src/forge/octokit.ts';
import { locate } from '../../src/forge/pull.ts';
import { readAcceptances, readMergedLabels } from '../../src/publish/acceptance/acceptance.ts';
import { publishComment } from '../../src/publish/comment.ts';
import { publishStatus } from '../../src/publish/status.ts';
import type { Identity } from '../github/exchange.ts';
import { type Prism, startPrism } from '../github/prism.ts';
import { GitHubServer } from '../github/server.ts';
import { GiteaState } from './state.ts';

const description = fileURLToPath(new URL('gitea.json', import.meta.url));
const sha = 'a'.repeat(40);
const marker = '<!-- tailgate: api -->';
const place = { owner: 'rosa', repo: 'shop' };
const pushed = '2026-11-21T10:00:00Z';
const later = '2026-11-21T11:00:00Z';

/** Prism needs ten seconds to start, so all servers of this file are one, and its state is replaced. */
let upstream: GitHubServer;
let prism: Prism;
let state: GiteaState;
let bot: Identity;
let notes: string[];

beforeAll(async () => {
  upstream = await new GitHubServer('rosa', 'shop', new GiteaState('rosa', 'shop')).start();
  prism = await startPrism(upstream.url, description);
  upstream.publicUrl = prism.url;
});

afterAll(async () => {
  await prism?.stop();
  await upstream?.stop();
});

beforeEach(() => {
  state = new GiteaState('rosa', 'shop');
  upstream.state = state;
  upstream.seen.length = 0;
  notes = [];
  bot = state.addActionsToken('automatic');
  state.addPerson('rosa', 'owner');
  state.addPerson('alice', 'write');
  state.addPerson('mallory', 'read');
  state.pulls.set(1, { headSha: sha, author: 'alice' });
});

function open(token = 'automatic', apiUrl = prism.url) {
  const note = (text: string) => notes.push(text);
  return connect({ apiUrl, forge: 'gitea', token, userAgent: 'tailgate/test', note, secondMs: 2 });
}

function comment(
  said: string,
  { token, apiUrl, run = '1' }: { token?: string; apiUrl?: string; run?: string } = {},
) {
  return publishComment(open(token, apiUrl), {
    ...place,
    number: 1,
    headSha: sha,
    run: { id: run, attempt: 1 },
    marker,
    mayCreate: true,
    said: { code: 'unchanged', headline: said },
    render: (_attempts, hidden) => `${marker}\n${hidden}\n${said}`,
  });
}

/** What readers see of the comments with the marker. */
function shown(author = 'gitea-actions'): (string | undefined)[] {
  const own = state.comments.filter(
    ({ body, author: { login } }) => body.startsWith(marker) && login === author,
  );
  return own.map(({ body }) => body.split('\n').at(-1));
}

describe('the comment on Gitea', () => {
  it('is found among several hundred, which come all at once, and brought up to date', async () => {
    const person = state.tokens.get('mallory-token')!;
    for (let i = 0; i < 150; i++) state.addComment(1, person, `remark ${i}`);
    expect(await comment('one')).toMatchObject({ kind: 'delivered', action: 'created' });
    for (let i = 0; i < 250; i++) state.addComment(1, person, `remark ${i}`);
    expect(await comment('two', { run: '2' })).toMatchObject({ kind: 'delivered', action: 'updated' });
    expect(await comment('two', { run: '2' })).toMatchObject({ kind: 'delivered', action: 'unchanged' });
    expect(shown()).toEqual(['two']);
    expect(state.comments).toHaveLength(401);
  });

  it('is one: others of the automatic token go, those of people stay', async () => {
    const person = state.tokens.get('mallory-token')!;
    state.addComment(1, person, `${marker}\nforged`);
    for (const text of ['a', 'b', 'c']) state.addComment(1, bot, `${marker}\n${text}`);
    expect(await comment('true')).toMatchObject({ action: 'updated' });
    expect(shown()).toEqual(['true']);
    expect(shown('mallory')).toEqual(['forged']);
  });

  it('is written with the token of a fork as well, which may only read', async () => {
    state.addActionsToken('of-fork', false);
    expect(await comment('one', { token: 'of-fork' })).toMatchObject({ action: 'created' });
    expect(await comment('two', { token: 'of-fork', run: '2' })).toMatchObject({ action: 'updated' });
    expect(shown()).toEqual(['two']);
  });

  it('is not even begun with a token that may not say whose it is', async () => {
    state.nameless.add('alice');
    await expect(comment('one', { token: 'alice-token' })).rejects.toThrow('read:user');
    expect(state.comments).toEqual([]);
  });

  it('is made once when the answer is lost on the way', async () => {
    upstream.fail({ kind: 'lost-answer', method: 'POST' });
    expect(await comment('one', { apiUrl: upstream.url })).toMatchObject({ action: 'created' });
    expect(shown()).toEqual(['one']);
  });

  it('is asked for again when the server fails on a translated request', async () => {
    upstream.fail({ kind: 'status', status: 500, path: /\/statuses$/, times: 2 });
    const octokit = open('automatic', upstream.url);
    const request = { ...place, ref: sha };
    expect((await octokit.rest.repos.listCommitStatusesForRef(request)).data).toEqual([]);
    expect(notes.filter((note) => note.includes('answered with 500'))).toHaveLength(2);
  });
});

describe('the commit status on Gitea', () => {
  const url = (run: number) =>
    `https://gitea.example.com/rosa/shop/actions/runs/${run}?by_index=1&run=${run}0&attempt=1`;
  const set = (run: number, exitCode: 0 | 1, token?: string) =>
    publishStatus(open(token), {
      ...place,
      sha,
      suite: 'api',
      trust: 'own',
      base: null,
      otherBases: [],
      exitCode,
      headline: `run ${run}`,
      run: { id: `${run}0`, attempt: 1 },
      url: url(run),
    });

  it('is set, left alone when it is the same, and that of a newer run stays', async () => {
    expect(await set(3, 1)).toMatchObject({ action: 'created' });
    expect(await set(3, 1)).toMatchObject({ action: 'unchanged' });
    expect(await set(4, 0)).toMatchObject({ action: 'created' });
    expect(await set(3, 1)).toEqual({ kind: 'superseded', by: 'run' });
    const own = { context: 'tailgate/api', target_url: `${url(4)}#own=success&trust=own` };
    expect(state.statuses.map(({ state: each }) => each)).toEqual(['failure', 'success']);
    expect(state.statuses.at(-1)).toMatchObject({ ...own, description: 'run 4' });
  });

  it('is the newest though several of one second come in any order', async () => {
    const at = '2026-11-21T12:00:00Z';
    const old = { sha, context: 'tailgate/api', description: '', at };
    state.statuses.push({ id: 1, ...old, state: 'failure', target_url: `${url(1)}#own=failure&trust=own` });
    state.statuses.push({ id: 2, ...old, state: 'success', target_url: `${url(9)}#own=success&trust=own` });
    expect(await set(5, 1)).toEqual({ kind: 'superseded', by: 'run' });
  });

  it('is found after more than a page of others', async () => {
    expect(await set(5, 1)).toMatchObject({ action: 'created' });
    const other = { ...state.statuses[0]!, at: new Date(Date.now() + 60_000).toISOString() };
    for (let id = 2; id < 70; id++) state.statuses.push({ ...other, id, context: `ci/${id}` });
    expect(await set(4, 0)).toEqual({ kind: 'superseded', by: 'run' });
  });

  it('is refused to the token of a fork', async () => {
    state.addActionsToken('of-fork', false);
    await expect(set(1, 0, 'of-fork')).rejects.toMatchObject({ status: 403 });
    expect(state.statuses).toEqual([]);
  });
});

describe('acceptance on Gitea', () => {
  const note = (text: string) => notes.push(text);
  const repository = (token?: string) => ({ octokit: open(token), ...place, note });
  const read = (token?: string) =>
    readAcceptances(repository(token), { number: 1, headSha: sha, author: 'alice', since: pushed });
  const person = (login: string) => state.tokens.get(`${login}-token`)!;
  const label = (by: Identity, added = true, at = later) =>
    state.setLabel(1, 'tailgate:accept', by, added, at);

  it('by the label is read from the timeline with the automatic token', async () => {
    for (let i = 0; i < 80; i++) state.addComment(1, person('mallory'), `remark ${i}`);
    label(person('alice'));
    expect(await read()).toMatchObject([{ via: 'label', by: 'alice', at: later, standing: 'valid' }]);
    expect(notes).toEqual([]);
  });

  it('ends when the label is removed', async () => {
    label(person('alice'));
    label(person('alice'), false);
    expect(await read()).toEqual([]);
  });

  it('by a label is of who set it last', async () => {
    label(person('alice'));
    label(person('alice'), false);
    label(person('rosa'));
    expect(await read()).toMatchObject([{ by: 'rosa', standing: 'valid' }]);
  });

  it('by a label from before the revision comes too early', async () => {
    label(person('alice'), true, '2026-11-21T09:00:00Z');
    expect(await read()).toMatchObject([{ standing: 'too-early' }]);
  });

  it('by a label from before any push comes too early, though the head is the same again', async () => {
    state.push(1, person('alice'), '2026-11-21T10:30:00Z');
    label(person('rosa'));
    expect(await read()).toMatchObject([{ standing: 'valid' }]);
    state.push(1, person('alice'), '2026-11-21T11:00:00Z');
    expect(await read()).toMatchObject([{ standing: 'too-early' }]);
  });

  it('by a label of a workflow’s own token, or of somebody without rights by now, does not count', async () => {
    label(bot);
    expect(await read()).toMatchObject([{ by: 'gitea-actions', standing: 'unknown-rights' }]);
    label(bot, false);
    label(person('alice'));
    state.roles.set('alice', 'read');
    expect(await read()).toMatchObject([{ by: 'alice', standing: 'no-rights' }]);
  });

  it('by the label counts in an organisation, where members of teams are known to label, not to write', async () => {
    state.isOrganization = true;
    label(person('alice'));
    expect(await read()).toMatchObject([{ by: 'alice', standing: 'valid' }]);
  });

  const trailer = 'Save more\n\nTailgate-Accept: checkout p99 needed for the audit log\n';
  const approve = (login: string, more = {}) =>
    state.reviews.set(1, [{ by: person(login), state: 'APPROVED', sha, official: true, ...more }]);

  /** The one with the trailer is the oldest of 120, on the last page. */
  const commit = () => {
    const commits = Array.from({ length: 120 }, (_, i) => ({
      sha: i.toString(16).padStart(40, '0'),
      message: `c ${i}`,
    }));
    commits[0]!.message = trailer;
    commits[119]!.sha = sha;
    state.commits.set(1, commits);
  };

  it('by a trailer counts when somebody else approves, over all pages of commits', async () => {
    commit();
    expect(await read()).toMatchObject([{ via: 'trailer', standing: 'own-trailer' }]);
    approve('rosa');
    expect(await read()).toMatchObject([
      { via: 'trailer', by: 'rosa', why: 'needed for the audit log', standing: 'valid' },
    ]);
  });

  it('by a trailer needs an approval that is not dismissed, not of the author, and would count for a merge', async () => {
    commit();
    approve('rosa', { dismissed: true });
    expect(await read()).toMatchObject([{ standing: 'own-trailer' }]);
    approve('alice');
    expect(await read()).toMatchObject([{ standing: 'own-trailer' }]);
    approve('rosa', { official: false });
    expect(await read()).toMatchObject([{ standing: 'own-trailer' }]);
  });

  it('by a trailer survives a request for another review and a remark', async () => {
    commit();
    approve('rosa');
    for (const asked of ['REQUEST_REVIEW', 'COMMENT'] as const) {
      state.reviews.get(1)!.push({ by: person('rosa'), state: asked, sha, official: false });
    }
    expect(await read()).toMatchObject([{ by: 'rosa', standing: 'valid' }]);
    state.reviews.get(1)!.push({ by: person('rosa'), state: 'REQUEST_CHANGES', sha, official: true });
    expect(await read()).toMatchObject([{ standing: 'own-trailer' }]);
  });

  it('by a trailer is not proved by a signature, which may be anybody’s', async () => {
    state.commits.set(1, [{ sha, message: trailer, verified: true, committer: 'rosa' }]);
    expect(await read()).toMatchObject([{ standing: 'own-trailer' }]);
  });

  it('by a trailer cannot be proved with the automatic token in an organisation, but with an administrator’s', async () => {
    state.isOrganization = true;
    state.roles.set('bob', 'write');
    state.addPerson('bob', 'write');
    commit();
    approve('bob');
    expect(await read()).toMatchObject([{ standing: 'own-trailer' }]);
    expect(await read('rosa-token')).toMatchObject([{ by: 'bob', standing: 'valid' }]);
  });

  it('on a push is the label of the pull request that it merged', async () => {
    const merge = 'c'.repeat(40);
    state.merged.set(merge, 1);
    label(person('alice'), true, '2026-11-21T09:00:00Z');
    const commits = [merge, 'd'.repeat(40)].map((id) => ({ id, message: 'Merge', timestamp: later }));
    expect(await readMergedLabels(repository(), commits, null)).toMatchObject([
      { by: 'alice', standing: 'valid' },
    ]);
    expect(notes).toEqual([]);
  });
});

describe('the pull request of another run on Gitea', () => {
  it('is found among pages of others, as the list cannot be asked for one head', async () => {
    state.pulls.set(2, {
      headSha: sha,
      headBranch: 'faster',
      headRepository: 'mallory/shop',
      author: 'mallory',
    });
    for (let number = 3; number < 120; number++) state.pulls.set(number, { headSha: 'e'.repeat(40) });
    const trigger = {
      kind: 'workflow_run',
      event: 'pull_request',
      headSha: sha,
      headBranch: 'faster',
      headOwner: 'mallory',
      headRepository: 'mallory/shop',
      fromFork: true,
      since: pushed,
    };
    const context = { ...place, trigger } as unknown as GitHubContext;
    expect(await locate(open(), context)).toMatchObject({ kind: 'pull', number: 2, fromFork: true });
  });
});

describe('the local Gitea, as its published description checks it', () => {
  it('conformed in all of that', async () => {
    expect(await prism.violations()).toEqual([]);
  });

  it('would have been caught otherwise', async () => {
    const ask = async (path: string) => (await fetch(`${prism.url}/repos/rosa/shop${path}`)).json();
    expect(await ask('/issues/1/events')).toMatchObject({ title: expect.stringContaining('not resolved') });
    state.pulls.set(1, { headSha: 5 as never });
    expect(await ask('/pulls/1')).toMatchObject({ title: 'Request/Response not valid' });
    expect(await prism.violations()).toHaveLength(2);
  });
});
