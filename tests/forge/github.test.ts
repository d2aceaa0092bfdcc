import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainDeliveryFault } from '../../src/forge/fault.ts';
import { forgeOf } from '../github/forge.ts';
import { GitHubServer } from '../github/server.ts';
import type { Identity } from '../github/state.ts';

const marker = '<!-- tailgate:api -->';
const sha = 'a'.repeat(40);
const status = { context: 'tailgate/api', state: 'success', description: 'fine', url: 'https://x' } as const;
const stranger: Identity = { login: 'mallory', id: 7, type: 'User', mayWrite: true, maintains: false };
const list = /issues\/5\/comments$/;

let server: GitHubServer;
let bot: Identity;

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha: sha });
  bot = server.state.addToken('good');
});

afterEach(() => server.stop());

const open = (wish: Parameters<typeof forgeOf>[1] = {}) => forgeOf(server, wish);
const find = (token?: string) => open(token === undefined ? {} : { token }).findComment(5, marker);
const write = () => open().writeComment(5, `${marker}\nnew`, null);
const bodies = () => server.state.comments.map(({ body }) => body);
const faultOf = (asked: Promise<unknown>) => asked.then(() => null, explainDeliveryFault);

describe('the own comment', () => {
  it('is found on the third page of a long conversation', async () => {
    for (let i = 0; i < 230; i++) server.state.addComment(5, stranger, `remark ${i}`);
    const { id } = server.state.addComment(5, bot, `${marker}\r\nold`);
    expect(await find()).toBe(id);
    expect(server.requests('GET', list)).toHaveLength(3);
  });

  it('is none that quotes the marker further down, and none of another suite', async () => {
    for (const body of [`Look at this:\n${marker}`, `> ${marker}`, '<!-- tailgate:other -->'])
      server.state.addComment(5, bot, body);
    expect(await find()).toBeNull();
    // Whose comment it is need not be known where there is none.
    expect(server.requests('POST', /graphql$/)).toEqual([]);
  });

  it('is none of a person or of another app that has the marker, though the token might edit it', async () => {
    bot.maintains = true;
    server.state.addComment(5, stranger, `${marker}\n### ✅ All is well`);
    server.state.addComment(5, { ...bot, login: 'other[bot]', id: 8 }, `${marker}\nby the other app`);
    expect(await find()).toBeNull();
    const { id } = server.state.addComment(5, bot, `${marker}\nmine`);
    expect(await find()).toBe(id);
  });

  it('is that of a person where the token is', async () => {
    const rosa = server.state.addToken('person', { login: 'rosa', id: 9, type: 'User' });
    server.state.addComment(5, bot, `${marker}\nby the app`);
    const byRosa = server.state.addComment(5, rosa, `${marker}\nby rosa`);
    expect(await find('person')).toBe(byRosa.id);
  });

  it.each(['late-502', 'lost-answer', 'cut-off'] as const)('is not made twice after a %s', async (kind) => {
    server.fail({ kind, method: 'POST', path: list });
    await expect(write()).rejects.toThrow();
    expect(bodies()).toEqual([`${marker}\nnew`]);
  });
});

describe('a server in trouble', () => {
  it('is asked again after a fault, and given up after three attempts', async () => {
    server.fail({ kind: 'status', status: 502, path: list, times: 2 });
    expect(await find()).toBeNull();
    server.fail({ kind: 'status', status: 500, times: 3 });
    await expect(find()).rejects.toMatchObject({ status: 500 });
    expect(server.seen).toHaveLength(6);
  });

  it('is waited for when it limits the rate, but not for an hour', async () => {
    server.fail({ kind: 'secondary-limit', seconds: 7 });
    server.fail({ kind: 'rate-limit', seconds: 5 });
    await open().setStatus(sha, status);
    server.fail({ kind: 'secondary-limit', seconds: 3600, method: 'POST' });
    await expect(open().setStatus(sha, status)).rejects.toMatchObject({ status: 429 });
  });

  it('passes on a refusal at once, in its words', async () => {
    bot.mayWrite = false;
    const reason = expect.stringContaining('403: Resource not accessible');
    expect(await faultOf(open().setStatus(sha, status))).toMatchObject({ kind: 'refused', reason });
    expect(server.seen).toHaveLength(1);
  });

  it('that never answers is left at once when the job ends, and asked nothing more', async () => {
    const controller = new AbortController();
    const forge = open({ signal: controller.signal });
    server.fail({ kind: 'hang', times: 9 });
    setTimeout(() => controller.abort('SIGTERM'), 100);
    for (let i = 0; i < 2; i++) await expect(forge.getPull(5)).rejects.toThrow('interrupted');
  });
});

describe('an answer that is not one of the API', () => {
  it.each(['null', '"[]"', '5', '[{"id":', '<html>Sign in</html>'])(
    'is asked for again, and is no empty list: %s',
    async (text) => {
      const { id } = server.state.addComment(5, bot, marker);
      server.fail({ kind: 'text', text, path: list });
      expect(await find()).toBe(id);
    },
  );

  it('is asked for again when it is cut off', async () => {
    const { id } = server.state.addComment(5, bot, marker);
    server.fail({ kind: 'cut-off', path: list, times: 2 });
    expect(await find()).toBe(id);
  });

  it.each([
    [200, '<html><script>alert(1)</script></html>'],
    [502, '<html>'],
    [403, '<html>'],
    [404, 'null'],
    [500, '{"message":{"text":"<b>no</b>"}}'],
  ])('is not quoted: %i %s', async (code, text) => {
    server.fail({ kind: 'text', text, status: code, type: 'text/html', times: 99 });
    const fault = await faultOf(find());
    expect(fault?.reason).toMatch(
      /^\d+: (the response is not from this API|a response that is not from the API)$/,
    );
  });

  it('may come as a text, as some proxies say', async () => {
    server.fail({ kind: 'text', text: '[]', type: 'text/plain', path: list });
    expect(await find()).toBeNull();
  });
});

describe('what an acceptance rests on', () => {
  it('is read to the last page, each opinion and each push that replaced the head', async () => {
    const { consent, statuses } = server.state;
    const at = (i: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString();
    for (let i = 0; i < 120; i++) {
      consent.record(5, { event: i < 119 ? 'labeled' : 'head_ref_force_pushed', by: 'kim', at: at(i) });
      statuses.push({ id: i, sha, state: 'success', context: `ci ${i}` });
    }
    const states = ['COMMENTED', 'APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'] as const;
    const remarks = Array.from({ length: 99 }, () => 'COMMENTED' as const);
    consent.reviews.set(
      5,
      [...remarks, ...states].map((state) => ({ by: 'kim', state, sha })),
    );
    const events = await open().listEvents(5);
    expect([events.length, events.at(-1)!.event]).toEqual([120, 'replaced']);
    expect((await open().listStatuses(sha)).at(-1)!.context).toBe('ci 0');
    const opinions = (await open().listReviews(5)).map(({ isApproval }) => isApproval);
    expect(opinions).toEqual([true, false, false]);
  });

  it('is the highest right of a user, and the pull request that this very commit merged', async () => {
    const roles = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
    for (const role of roles) server.state.consent.roles.set(role, role);
    const rights = await Promise.all(roles.map((role) => open().rightsOf(role)));
    expect(rights).toEqual(['none', 'none', ...roles.slice(2)]);
    server.state.consent.merged.set(sha, [5]);
    expect(await open().findMerged(sha)).toMatchObject({ number: 5 });
    const others = [
      { merged_at: null, merge_commit_sha: sha },
      { merged_at: '2026-01-01T00:00:00Z', merge_commit_sha: 'b'.repeat(40) },
    ];
    server.fail({ kind: 'text', text: JSON.stringify(others), path: /commits/ });
    expect(await open().findMerged(sha)).toBeNull();
  });
});

it('requests have the token and the name of Tailgate', async () => {
  await open().setStatus(sha, status);
  const [{ headers }] = server.seen as [(typeof server.seen)[number]];
  expect(headers.authorization).toBe('token good');
  expect(headers['user-agent']).toMatch(/^tailgate\/\S+ /);
});
