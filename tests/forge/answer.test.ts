import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainDeliveryFault } from '../../src/forge/fault.ts';
import { connect } from '../../src/forge/octokit.ts';
import { publishComment } from '../../src/publish/comment.ts';
import { GitHubServer } from '../github/server.ts';

const marker = '<!-- tailgate: api -->';
const page = '<html><script>alert(1)</script>Sign in to the proxy</html>';

let server: GitHubServer;
let notes: string[];

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha: 'a'.repeat(40) });
  server.state.addComment(5, server.state.addToken('good'), `${marker}\nold`);
  notes = [];
});

afterEach(() => server.stop());

function open(signal?: AbortSignal) {
  const note = (text: string) => notes.push(text);
  return connect({
    apiUrl: server.url,
    token: 'good',
    userAgent: 'tailgate/test',
    note,
    secondMs: 2,
    signal,
  });
}

function publish() {
  return publishComment(open(), {
    ...{
      owner: 'octo',
      repo: 'shop',
      number: 5,
      headSha: 'a'.repeat(40),
      run: { id: '1', attempt: 1 },
      marker,
      mayCreate: true,
    },
    said: { code: 'unchanged', headline: 'new' },
    render: (_attempts, state) => `${marker}\n${state}\nnew`,
  });
}

const list = /issues\/5\/comments$/;

describe('an answer that is not one of the API', () => {
  it('is asked for again when it is cut off, and is no empty list', async () => {
    server.fail({ kind: 'cut-off', method: 'GET', path: list, times: 2 });
    expect(await publish()).toMatchObject({ kind: 'delivered', action: 'updated' });
    expect(server.state.comments).toHaveLength(1);
    expect(notes).toEqual(Array(2).fill('GET /repos/octo/shop/issues/5/comments was not answered.'));
  });

  it.each([
    'null',
    '{}',
    '[null]',
    '[{"id":"1","html_url":"x"}]',
    '"[]"',
    '5',
    '',
    '[{"id":',
    '{"total_count":0,"items":[]}',
  ])('is asked for again when it is %s', async (text) => {
    server.fail({ kind: 'text', text, method: 'GET', path: list });
    expect(await publish()).toMatchObject({ kind: 'delivered', action: 'updated' });
    expect(server.state.comments).toHaveLength(1);
  });

  it('of what was created is looked for, and not created again', async () => {
    for (const kind of ['cut-off', 'lost-answer'] as const) {
      server.state.comments.length = 0;
      server.fail({ kind, method: 'POST', path: list });
      expect(await publish()).toMatchObject({
        action: 'created',
        url: expect.stringContaining('#issuecomment-'),
      });
      expect(server.state.comments).toHaveLength(1);
    }
  });

  it.each([
    [/graphql$/, '{"data":null}'],
    [/graphql$/, '{"data":{"viewer":{}}}'],
    [/issues\/comments\/\d+$/, 'null'],
    [/issues\/comments\/\d+$/, '[]'],
  ])('is a fault with words of our own, whatever was asked (%s, %s)', async (path, text) => {
    server.fail({ kind: 'text', text, path, times: 99 });
    const fault = await publish().then(() => null, explainDeliveryFault);
    expect(fault).toEqual({ kind: 'failed', status: 500, reason: '500: the answer is not one of this API' });
    expect(server.state.comments).toHaveLength(1);
  });

  it.each([
    [200, page],
    [502, page],
    [403, page],
    [404, 'null'],
    [500, '{"message":{"text":"<b>no</b>"}}'],
  ])('is not quoted: %i %s', async (status, text) => {
    server.fail({ kind: 'text', text, status, type: status === 403 ? 'text/html' : undefined, times: 99 });
    const fault = await publish().then(() => null, explainDeliveryFault);
    expect(fault?.reason).toMatch(
      /^\d+: (the answer is not one of this API|an answer without words of the API)$/,
    );
    expect(notes.join()).not.toMatch(/[<>]|undefined|properties/);
  });

  it('is quoted where it is one, as a refusal is', async () => {
    server.fail({
      kind: 'status',
      status: 403,
      message: 'Resource not accessible by integration',
      path: list,
    });
    expect((await publish().then(() => null, explainDeliveryFault))?.reason).toContain('403: Resource not');
  });

  it('may come as a text, as some proxies say', async () => {
    const text = JSON.stringify([]);
    server.state.comments.length = 0;
    server.fail({ kind: 'text', text, type: 'text/plain', method: 'GET', path: list });
    expect(await publish()).toMatchObject({ action: 'created' });
  });
});

describe('a repository', () => {
  it.each(['comments-api', 'comments'])('called %s has statuses that are no comments', async (repo) => {
    const named = await new GitHubServer('octo', repo).start();
    try {
      named.state.addToken('good');
      const octokit = connect({
        apiUrl: named.url,
        token: 'good',
        userAgent: 'tailgate/test',
        note() {},
        secondMs: 2,
      });
      const status = { owner: 'octo', repo, sha: 'a'.repeat(40), context: 'tailgate/default' };
      await octokit.rest.repos.createCommitStatus({ ...status, state: 'success' });
      expect(named.state.statuses).toMatchObject([{ state: 'success', context: 'tailgate/default' }]);
      expect(named.seen).toHaveLength(1);
    } finally {
      await named.stop();
    }
  });
});

describe('the next page', () => {
  it('is asked for at the API, wherever the answer says that it is', async () => {
    const other = await new GitHubServer().start();
    try {
      const link = `<${other.url}/repos/octo/shop/issues/5/comments?page=2>; rel="next"`;
      server.fail({ kind: 'text', text: '[]', headers: { link }, path: list });
      const found = await open().paginate('GET /repos/octo/shop/issues/5/comments', { per_page: 1 });
      expect(other.seen).toEqual([]);
      expect(server.seen.map(({ query }) => query.get('page'))).toEqual([null, '2']);
      expect(found).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('is not asked for without end', async () => {
    const link = '</again>; rel="next"';
    server.fail({ kind: 'text', text: '[]', headers: { link }, path: list, times: 9999 });
    await expect(publish()).rejects.toMatchObject({ status: 500 });
    expect(server.seen.length).toBeLessThan(310);
    expect(server.state.comments).toHaveLength(1);
  });
});

describe('an interruption', () => {
  it('ends a request that nobody answers, and all that would follow', async () => {
    const controller = new AbortController();
    const octokit = open(controller.signal);
    server.fail({ kind: 'hang', times: 9 });
    const ask = () => octokit.rest.pulls.get({ owner: 'octo', repo: 'shop', pull_number: 5 });
    setTimeout(() => controller.abort('SIGTERM'), 100);
    await expect(ask()).rejects.toThrow('interrupted');
    await expect(ask()).rejects.toThrow('interrupted');
    expect(notes).toEqual([]);
  });
});
