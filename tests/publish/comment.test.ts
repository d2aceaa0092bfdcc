import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishComment } from '../../src/publish/comment.ts';
import { connect } from '../../src/publish/octokit.ts';
import type { Identity } from '../github/exchange.ts';
import { GitHubServer } from '../github/server.ts';

const marker = '<!-- tailgate: api -->';
const body = `${marker}\n### ✅ Nothing slower than the tolerance`;
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

function publish(text = body, token = 'bot-token') {
  const octokit = connect({
    apiUrl: server.url,
    token,
    userAgent: 'tailgate/test',
    note: (note) => notes.push(note),
    secondMs: 2,
  });
  return publishComment(octokit, { owner: 'octo', repo: 'shop', number: 5, marker, body: text });
}

function bodies(): string[] {
  return server.state.comments.map((comment) => comment.body);
}

describe('the one comment of a suite', () => {
  it('is created first and updated in place from then on', async () => {
    const first = await publish();
    const second = await publish(`${body} again`);
    expect(first.action).toBe('created');
    expect(second).toEqual({ url: first.url, action: 'updated' });
    expect(bodies()).toEqual([`${body} again`]);
  });

  it('is not written again when it already says the same', async () => {
    await publish();
    server.state.comments[0]!.body = `${body.replace('\n', '\r\n')}\n`;
    expect((await publish()).action).toBe('unchanged');
    expect(server.requests('PATCH', /./)).toEqual([]);
  });

  it('is found on the third page of a long conversation', async () => {
    for (let i = 0; i < 230; i++) server.state.addComment(5, stranger, `remark ${i}`);
    const mine = server.state.addComment(5, bot, `${marker}\nold`);
    expect((await publish()).action).toBe('updated');
    expect(mine.body).toBe(body);
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
    expect((await publish()).action).toBe('created');
    expect(bodies()).toEqual([`Look at this:\n${marker}`, `> ${marker}`, body]);
  });

  it('keeps its place when an identical body stands behind another comment of the same marker', async () => {
    server.state.addComment(5, bot, `${marker}\nold`);
    server.state.addComment(5, bot, body);
    await publish();
    expect(bodies()).toEqual([body]);
  });
});

describe("somebody else's comment with the same marker", () => {
  it('is left alone, though the token might edit it', async () => {
    bot.maintains = true;
    const forged = server.state.addComment(5, stranger, `${marker}\n### ✅ All is well`);
    expect((await publish()).action).toBe('created');
    expect(forged.body).toContain('All is well');
    expect(bodies()).toHaveLength(2);
  });

  it('is left alone when it is by another app, which answers 403', async () => {
    const otherApp: Identity = { ...bot, login: 'other[bot]', id: 8 };
    server.state.addComment(5, otherApp, `${marker}\nby the other app`);
    expect((await publish()).action).toBe('created');
    expect((await publish(`${body} again`)).action).toBe('updated');
    expect(bodies()).toEqual([`${marker}\nby the other app`, `${body} again`]);
  });

  it('is told apart by login when the token is of a person', async () => {
    server.state.addToken('person-token', { login: 'rosa', id: 9, type: 'User' });
    server.state.addComment(5, bot, `${marker}\nby the app`);
    expect((await publish(body, 'person-token')).action).toBe('created');
    expect((await publish(`${body} again`, 'person-token')).action).toBe('updated');
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
    expect((await publish()).action).toBe('created');
    expect(notes).toEqual(Array(2).fill('GET /repos/octo/shop/issues/5/comments was answered with 502.'));
  });

  it('is waited for when it is only slow', async () => {
    server.fail({ kind: 'slow', ms: 300, times: 2 });
    expect((await publish()).action).toBe('created');
    expect(server.seen).toHaveLength(2);
    expect(notes).toEqual([]);
  });

  it('is given up after four attempts', async () => {
    server.fail({ kind: 'status', status: 500, times: 99 });
    await expect(publish()).rejects.toMatchObject({ status: 500 });
    expect(server.seen).toHaveLength(4);
  });

  it.each(['late-502', 'lost-answer'] as const)('does not get the comment twice after a %s', async (kind) => {
    server.fail({ kind, method: 'POST' });
    expect((await publish()).action).toBe('created');
    expect(bodies()).toEqual([body]);
    expect(notes).toHaveLength(1);
  });

  it('gets the comment in a second attempt when the first was without effect', async () => {
    server.fail({ kind: 'status', status: 503, method: 'POST' });
    expect((await publish()).action).toBe('created');
    expect(bodies()).toEqual([body]);
  });

  it('is waited for when it limits the rate, as long as it asks for', async () => {
    server.fail({ kind: 'secondary-limit', seconds: 7, method: 'POST' });
    server.fail({ kind: 'rate-limit', seconds: 5, method: 'GET' });
    expect((await publish()).action).toBe('created');
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
