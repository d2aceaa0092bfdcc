import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/forge/octokit.ts';
import type { EarlierAttempt } from '../../src/handover/suite.ts';
import { type CommentTarget, publishComment } from '../../src/publish/comment.ts';
import { readState, renderState } from '../../src/publish/comment-state.ts';
import type { Identity } from '../github/exchange.ts';
import { GitHubServer } from '../github/server.ts';

const marker = '<!-- tailgate: api -->';
const headSha = 'a'.repeat(40);
const text = '### ✅ Nothing slower than the tolerance';
const stranger: Identity = { login: 'mallory', id: 7, type: 'User', mayWrite: true, maintains: false };

let server: GitHubServer;
let bot: Identity;
let notes: string[];

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha: 'a'.repeat(40) });
  bot = server.state.addToken('bot-token');
  notes = [];
});

afterEach(() => server.stop());

type Wish = Partial<CommentTarget> & { token?: string; apiUrl?: string };

function publish(said = text, { token = 'bot-token', apiUrl = server.url, ...wish }: Wish = {}) {
  const octokit = connect({
    apiUrl,
    token,
    userAgent: 'tailgate/test',
    note: (note) => notes.push(note),
    secondMs: 2,
  });
  return publishComment(octokit, {
    owner: 'octo',
    repo: 'shop',
    number: 5,
    headSha,
    run: { id: '1', attempt: 1 },
    marker,
    mayCreate: true,
    said: { code: 'unchanged', headline: said },
    render: (attempts, state) => `${marker}\n${state}\n${said}${listWords(attempts)}`,
    ...wish,
  });
}

function listWords(attempts: readonly EarlierAttempt[]): string {
  return attempts.map(({ run, attempt, headline }) => `\n- ${run}.${attempt}: ${headline}`).join('');
}

/** Bodies without what is hidden in the second line. */
function bodies(): string[] {
  return server.state.comments.map(({ body }) => body.replace(/<!-- tailgate-state: .*-->\n/, ''));
}

const body = `${marker}\n${text}`;

describe('the one comment of a suite', () => {
  it('is created first and updated in place from then on', async () => {
    const first = await publish();
    const second = await publish(`${text} again`);
    expect(first).toMatchObject({ kind: 'delivered', action: 'created' });
    expect(second).toEqual({ ...first, action: 'updated' });
    expect(bodies()).toEqual([`${body} again`]);
  });

  it('is not written again when it already says the same', async () => {
    await publish();
    const [stored] = server.state.comments;
    stored!.body = `${stored!.body.replaceAll('\n', '\r\n')}\n`;
    expect(await publish()).toMatchObject({ action: 'unchanged' });
    expect(server.requests('PATCH', /./)).toEqual([]);
  });

  it('is found on the third page of a long conversation', async () => {
    for (let i = 0; i < 230; i++) server.state.addComment(5, stranger, `remark ${i}`);
    const mine = server.state.addComment(5, bot, `${marker}\nold`);
    expect(await publish()).toMatchObject({ action: 'updated' });
    expect(bodies().at(-1)).toBe(body);
    expect(mine.body).not.toContain('old');
    expect(server.requests('GET', /comments$/)).toHaveLength(3);
  });

  it('loses its duplicates, and only those', async () => {
    server.state.addComment(5, bot, `${marker}\nold`);
    server.state.addComment(5, bot, '<!-- tailgate: other -->\nkept');
    server.state.addComment(5, bot, `${marker}\nolder`);
    server.state.addComment(5, stranger, 'kept too');
    await publish();
    expect(bodies()).toEqual([body, '<!-- tailgate: other -->\nkept', 'kept too']);
  });

  it('is not a comment that quotes the marker further down', async () => {
    server.state.addComment(5, bot, `Look at this:\n${marker}`);
    server.state.addComment(5, bot, `> ${marker}`);
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(bodies()).toEqual([`Look at this:\n${marker}`, `> ${marker}`, body]);
  });

  it('keeps its place when an identical body stands behind another comment of the same marker', async () => {
    server.state.addComment(5, bot, `${marker}\nold`);
    server.state.addComment(5, bot, body);
    await publish();
    expect(bodies()).toEqual([body]);
  });
});

describe('several publishers at once', () => {
  /** Each has an address of its own, so that the client does not put their requests in a row. */
  const addresses = () => ['', '/api/v3', '/api/v1'].map((path) => server.url + path);

  it.each([
    ['1', '2'],
    ['2', '1'],
    ['3', '1', '2'],
    ['7', '7'],
  ])('leave one comment, that of the newest run (%s, %s)', async (...ids) => {
    server.latencyMs = 60;
    for (let round = 0; round < 2; round++) {
      server.state.comments.length = 0;
      const published = await Promise.all(
        ids.map((id, i) => publish(`of ${id}`, { run: { id, attempt: 1 }, apiUrl: addresses()[i] })),
      );
      const newest = ids.toSorted().at(-1);
      expect(bodies()).toEqual([expect.stringContaining(`of ${newest}`)]);
      expect(published.some(({ kind }) => kind === 'delivered')).toBe(true);
    }
  });
});

describe('what earlier attempts said', () => {
  it('is told with the same commit, oldest first, ten at most', async () => {
    for (let attempt = 1; attempt <= 12; attempt++) {
      await publish(`said ${attempt}`, { run: { id: '9', attempt } });
    }
    expect(bodies()[0]!.split('\n').slice(1)).toEqual([
      'said 12',
      ...Array.from({ length: 10 }, (_, i) => `- 9.${i + 2}: said ${i + 2}`),
    ]);
  });

  it('is of several runs on that commit, in the order of their numbers and not of their digits', async () => {
    for (const id of ['9', '10', '100']) await publish(`said ${id}`, { run: { id, attempt: 1 } });
    expect(bodies()).toEqual([`${marker}\nsaid 100\n- 9.1: said 9\n- 10.1: said 10`]);
  });

  it('is forgotten with a new head', async () => {
    await publish('old');
    server.state.pulls.set(5, { headSha: 'c'.repeat(40) });
    await publish('new', { headSha: 'c'.repeat(40), run: { id: '2', attempt: 1 } });
    expect(bodies()).toEqual([`${marker}\nnew`]);
  });

  it('is not read from others, nor from a line that Tailgate did not write', async () => {
    const state = renderState({
      run: '99',
      attempt: 1,
      code: 'unchanged',
      headline: 'forged',
      headSha,
      attempts: [],
    });
    server.state.addComment(5, stranger, `${marker}\n${state}\nforged`);
    const lines = [
      '<!-- tailgate-state: e30= -->',
      `<!-- tailgate-state: ${'A'.repeat(20_000)} -->`,
      '<!-- tailgate-state: bnVsbA== -->',
      `  ${state.replace('<!--', '<!---')}`,
    ];
    for (const line of lines) server.state.addComment(5, bot, `${marker}\n${line}\nold`);
    expect(await publish()).toMatchObject({ kind: 'delivered', action: 'updated' });
    expect(bodies()).toEqual([`${marker}\nforged`, body]);
  });

  it('survives what headlines may hold, without an end of the hidden line', () => {
    const headline = '--> <script>\n `x` \u{1f6d1} '.repeat(3);
    const state = { run: '7', attempt: 2, code: 'missed' as const, headline, headSha, attempts: [] };
    const line = renderState(state);
    expect(line.slice(4, -3)).not.toMatch(/--|>|\n/);
    expect(readState(`${marker}\n${line}\ntext`)).toEqual(state);
    expect(readState(`${marker}\r\n${line}\r\ntext`)).toEqual(state);
  });
});

describe('a newer run', () => {
  it.each([
    [
      { id: '10', attempt: 1 },
      { id: '9', attempt: 4 },
    ],
    [
      { id: '9', attempt: 2 },
      { id: '9', attempt: 1 },
    ],
  ])('is not overwritten: %j by %j', async (newer, older) => {
    await publish('newer', { run: newer });
    expect(await publish('older', { run: older })).toEqual({ kind: 'superseded', by: 'run' });
    expect(bodies()).toEqual([`${marker}\nnewer`]);
  });
});

describe("somebody else's comment with the same marker", () => {
  it('is left alone, though the token might edit it', async () => {
    bot.maintains = true;
    const forged = server.state.addComment(5, stranger, `${marker}\n### ✅ All is well`);
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(forged.body).toContain('All is well');
    expect(bodies()).toHaveLength(2);
  });

  it('is left alone when it is by another app, which answers 403', async () => {
    const otherApp: Identity = { ...bot, login: 'other[bot]', id: 8 };
    server.state.addComment(5, otherApp, `${marker}\nby the other app`);
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(await publish(`${text} again`)).toMatchObject({ action: 'updated' });
    expect(bodies()).toEqual([`${marker}\nby the other app`, `${body} again`]);
  });

  it('of another app does not count, though it says that it is of a newer run', async () => {
    const otherApp: Identity = { ...bot, login: 'other[bot]', id: 8 };
    const state = {
      run: '99',
      attempt: 1,
      code: 'unchanged' as const,
      headline: 'forged',
      headSha,
      attempts: [],
    };
    server.state.addComment(5, otherApp, `${marker}\n${renderState(state)}\nforged`);
    expect(await publish()).toMatchObject({ kind: 'delivered', action: 'created' });
    expect(server.requests('PATCH', /./)).toEqual([]);
  });

  it('counts when it is of some app, where only REST is let through', async () => {
    server.fail({ kind: 'status', status: 404, path: /graphql$/ });
    server.state.addComment(5, bot, `${marker}\nold`);
    expect(await publish()).toMatchObject({ action: 'updated' });
  });

  it('is told apart by login when the token is of a person', async () => {
    server.state.addToken('person-token', { login: 'rosa', id: 9, type: 'User' });
    server.state.addComment(5, bot, `${marker}\nby the app`);
    expect(await publish(text, { token: 'person-token' })).toMatchObject({ action: 'created' });
    expect(await publish(`${text} again`, { token: 'person-token' })).toMatchObject({ action: 'updated' });
    expect(bodies()).toEqual([`${marker}\nby the app`, `${body} again`]);
  });

  it('does not stop the duplicates that may be removed from being removed', async () => {
    server.state.addComment(5, bot, `${marker}\nold`);
    server.state.addComment(5, { ...bot, login: 'other[bot]' }, `${marker}\nby the other app`);
    server.state.addComment(5, bot, `${marker}\nolder`);
    await publish();
    expect(bodies()).toEqual([body, `${marker}\nby the other app`]);
  });
});

describe('a server in trouble', () => {
  it('is asked again after a fault, with a word about it', async () => {
    server.fail({ kind: 'status', status: 502, method: 'GET', path: /comments$/, times: 2 });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(notes).toEqual(Array(2).fill('GET /repos/octo/shop/issues/5/comments was answered with 502.'));
  });

  it('is waited for when it is only slow', async () => {
    server.fail({ kind: 'slow', ms: 300, times: 2 });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(server.requests('POST', /comments$/)).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it('is given up after four attempts', async () => {
    server.fail({ kind: 'status', status: 500, times: 99 });
    await expect(publish()).rejects.toMatchObject({ status: 500 });
    expect(server.seen).toHaveLength(4);
  });

  it('that all attempts were in vain with is asked for other things just once, until it answers', async () => {
    const octokit = connect({
      apiUrl: server.url,
      token: 'bot-token',
      userAgent: 'test',
      note() {},
      secondMs: 2,
    });
    const ask = () => octokit.rest.pulls.get({ owner: 'octo', repo: 'shop', pull_number: 5 });
    server.fail({ kind: 'status', status: 500, times: 5 });
    for (const seen of [4, 5]) {
      await expect(ask()).rejects.toMatchObject({ status: 500 });
      expect(server.seen).toHaveLength(seen);
    }
    expect(await ask()).toMatchObject({ status: 200 });
    server.fail({ kind: 'status', status: 500, times: 3 });
    expect(await ask()).toMatchObject({ status: 200 });
  });

  it.each(['late-502', 'lost-answer'] as const)('does not get the comment twice after a %s', async (kind) => {
    server.fail({ kind, method: 'POST' });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(bodies()).toEqual([body]);
    expect(notes).toHaveLength(1);
  });

  it('gets the comment in a second attempt when the first was without effect', async () => {
    server.fail({ kind: 'status', status: 503, method: 'POST' });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(bodies()).toEqual([body]);
  });

  it('is waited for when it limits the rate, as long as it asks for', async () => {
    server.fail({ kind: 'secondary-limit', seconds: 7, method: 'POST' });
    server.fail({ kind: 'rate-limit', seconds: 5, method: 'GET' });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(notes).toHaveLength(2);
    expect(notes[0]).toMatch(/^The rate limit of .* trying again in [567] s\.$/);
    expect(notes[1]).toMatch(/^The secondary rate limit of .* trying again in 7 s\.$/);
  });

  it('is not waited for when it asks for an hour', async () => {
    server.fail({ kind: 'secondary-limit', seconds: 3600, method: 'POST' });
    await expect(publish()).rejects.toMatchObject({ status: 429 });
    expect(notes).toEqual([`The secondary rate limit of ${server.url} is reached; giving up.`]);
    expect(server.requests('POST', /./)).toHaveLength(1);
  });

  it('passes on a refusal at once', async () => {
    bot.mayWrite = false;
    await expect(publish()).rejects.toMatchObject({ status: 403 });
    expect(server.requests('POST', /./)).toHaveLength(1);
    expect(bodies()).toEqual([]);
  });
});

it('is sent with the token and a user agent that names Tailgate', async () => {
  await publish();
  for (const { headers } of server.seen) {
    expect(headers.authorization).toBe('token bot-token');
    expect(headers['user-agent']).toMatch(/^tailgate\/test /);
  }
});
