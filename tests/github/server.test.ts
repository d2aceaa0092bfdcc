import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Prism, startPrism } from './prism.ts';
import { GitHubServer } from './server.ts';

const repository = '/repos/octo/shop';
const sha = 'a'.repeat(40);

let server: GitHubServer;
let prism: Prism;

beforeAll(async () => {
  server = await new GitHubServer().start();
  prism = await startPrism(server.url);
  server.publicUrl = prism.url;
  server.state.pulls.set(5, { headSha: sha });
  server.state.addToken('person', { type: 'User', login: 'rosa', id: 9 });
  server.state.addToken('app');
  server.state.addToken('reader', { mayWrite: false });
});

afterAll(async () => {
  await prism?.stop();
  await server?.stop();
});

async function ask(method: string, path: string, body?: object, token = 'person') {
  const response = await fetch(prism.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

describe('the local GitHub, as its published description checks it', () => {
  it('describes the repository, the pull request and the user', async () => {
    expect(await ask('GET', repository)).toMatchObject({ status: 200, body: { full_name: 'octo/shop' } });
    expect(await ask('GET', `${repository}/pulls/5`)).toMatchObject({ body: { head: { sha } } });
    expect(await ask('GET', '/user')).toMatchObject({ status: 200, body: { login: 'rosa' } });
    expect(await ask('GET', '/user', undefined, 'app')).toMatchObject({ status: 403 });
  });

  it('keeps, changes and deletes comments', async () => {
    const created = await ask('POST', `${repository}/issues/5/comments`, { body: 'one' });
    expect(created).toMatchObject({ status: 201, body: { body: 'one', user: { login: 'rosa' } } });
    const path = `${repository}/issues/comments/${created.body.id}`;
    expect(await ask('PATCH', path, { body: 'two' })).toMatchObject({ status: 200, body: { body: 'two' } });
    expect(await ask('GET', path)).toMatchObject({ status: 200, body: { body: 'two' } });
    expect(await ask('DELETE', path)).toMatchObject({ status: 204 });
    expect(await ask('GET', path)).toMatchObject({ status: 404 });
  });

  it('lists pull requests by the branch of their head', async () => {
    const fork = { headSha: sha, headBranch: 'faster', headRepository: 'mallory/shop' };
    server.state.pulls.set(7, fork);
    server.state.pulls.set(8, { ...fork, state: 'closed' });
    server.state.pulls.set(9, { ...fork, headRepository: 'rosa/shop', author: 'rosa', draft: true });
    const found = await ask('GET', `${repository}/pulls?head=mallory:faster&state=open&per_page=100`);
    expect(found.body.map(({ number }: { number: number }) => number)).toEqual([7]);
    expect(found.body[0]).toMatchObject({
      head: { sha, ref: 'faster', repo: { full_name: 'mallory/shop' } },
      base: { ref: 'main', repo: { full_name: 'octo/shop' } },
    });
    expect(await ask('GET', `${repository}/pulls/7`)).toMatchObject({ status: 200, body: { number: 7 } });
    server.state.pulls.delete(7);
    server.state.pulls.delete(8);
    server.state.pulls.delete(9);
  });

  it('keeps statuses and labels', async () => {
    const status = { state: 'failure', context: 'tailgate/api', description: 'search p99 is slower' };
    expect(await ask('POST', `${repository}/statuses/${sha}`, status)).toMatchObject({ status: 201 });
    expect(await ask('GET', `${repository}/commits/${sha}/statuses`)).toMatchObject({ body: [status] });
    await ask('POST', `${repository}/issues/5/labels`, { labels: ['tailgate:accept', 'other'] });
    expect(await ask('DELETE', `${repository}/issues/5/labels/other`)).toMatchObject({ status: 200 });
    expect(await ask('GET', `${repository}/issues/5/labels`)).toMatchObject({
      body: [{ name: 'tailgate:accept' }],
    });
  });

  it('tells who labelled and approved, and with which rights', async () => {
    const { consent } = server.state;
    consent.roles.set('rosa', 'triage');
    consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha }]);
    consent.merged.set(sha, [5]);
    expect(await ask('GET', `${repository}/issues/5/events?per_page=2`)).toMatchObject({
      body: [
        { event: 'labeled', label: { name: 'tailgate:accept' }, actor: { login: 'rosa' } },
        { event: 'labeled', label: { name: 'other' } },
      ],
    });
    expect(await ask('GET', `${repository}/collaborators/rosa/permission`)).toMatchObject({
      body: { permission: 'read', role_name: 'triage', user: { permissions: { triage: true, push: false } } },
    });
    expect(await ask('GET', `${repository}/collaborators/some[bot]/permission`)).toMatchObject({
      status: 404,
    });
    expect(await ask('GET', `${repository}/pulls/5/reviews`)).toMatchObject({
      body: [{ state: 'APPROVED', commit_id: sha, user: { login: 'kim' } }],
    });
    expect(await ask('GET', `${repository}/commits/${sha}/pulls`)).toMatchObject({
      body: [{ number: 5, merge_commit_sha: sha }],
    });
  });

  it('conformed in all of that', async () => {
    expect(await prism.violations()).toEqual([]);
  });

  it('would have been caught otherwise', async () => {
    const path = `${repository}/issues/5/comments`;
    expect((await ask('POST', path, { text: 'no body' })).body.title).toBe('Invalid request');
    expect((await ask('GET', '/nowhere')).body.title).toContain('Route not resolved');
    expect(await prism.violations()).toHaveLength(2);
  });
});
