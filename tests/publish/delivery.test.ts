import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext, Trigger } from '../../src/publish/context.ts';
import { deliverComment, describeDelivery, describeDeliveryForSummary } from '../../src/publish/delivery.ts';
import { GitHubServer } from '../github/server.ts';

let server: GitHubServer;

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha: 'a'.repeat(40) });
  server.state.addToken('good');
  server.state.addToken('read-only', { mayWrite: false });
});

afterEach(() => server.stop());

const pullRequest: Trigger = {
  kind: 'pull_request',
  number: 5,
  headSha: 'a'.repeat(40),
  headBranch: 'faster',
  baseBranch: 'main',
  baseSha: null,
  fromFork: false,
};

function contextOf(trigger: Trigger): GitHubContext {
  const run = { id: '1', attempt: '1', url: 'https://github.com/octo/shop/actions/runs/1' };
  const branches = { defaultBranch: 'main', baseBranch: 'main', records: false };
  return {
    trigger,
    owner: 'octo',
    repo: 'shop',
    ...branches,
    run,
    serverUrl: server.url,
    apiUrl: server.url,
  };
}

function deliver(token: string, trigger = pullRequest, wanted = true) {
  return deliverComment({
    context: contextOf(trigger),
    wanted,
    token,
    userAgent: 'tailgate/test',
    marker: '<!-- m -->',
    body: '<!-- m -->\nhello',
    note() {},
  });
}

describe('a comment', () => {
  it('is delivered on a pull request', async () => {
    const delivery = await deliver('good');
    expect(delivery).toMatchObject({ kind: 'delivered', action: 'created' });
    expect(describeDelivery(delivery, contextOf(pullRequest))).toBeNull();
    expect(describeDeliveryForSummary(delivery)).toBeNull();
  });

  it.each<[string, Trigger, boolean]>([
    ['a push', { kind: 'push', branch: 'main', before: null }, true],
    ['another event', { kind: 'other', name: 'schedule' }, true],
    ['a pull request without the wish for one', pullRequest, false],
  ])('is not attempted on %s', async (_name, trigger, wanted) => {
    expect(await deliver('good', trigger, wanted)).toEqual({ kind: 'not-asked' });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['read-only', 403, 'Resource not accessible by integration'],
    ['unknown', 401, 'Bad credentials'],
  ])('that the %s token may not write is refused, in one line', async (token, status, message) => {
    const delivery = await deliver(token);
    expect(delivery).toMatchObject({ kind: 'refused', status });
    const line = describeDelivery(delivery, contextOf(pullRequest))!;
    expect(line).toContain(`(${status}: ${message}`);
    expect(line).toContain('pull-requests: write');
    expect(line).not.toContain('\n');
    expect(describeDeliveryForSummary(delivery)).toContain(`answered ${status}`);
  });

  it('on a pull request that the token cannot see is refused', async () => {
    expect(await deliver('good', { ...pullRequest, number: 6 })).toMatchObject({
      kind: 'refused',
      status: 404,
    });
  });

  it('without a token is refused without asking', async () => {
    const delivery = await deliver('');
    expect(describeDelivery(delivery, contextOf(pullRequest))).toContain('github-token is empty');
    expect(describeDeliveryForSummary(delivery)).not.toContain('null');
    expect(server.seen).toEqual([]);
  });

  it('from a fork says that forks may only read', async () => {
    const fork = { ...pullRequest, fromFork: true };
    expect(describeDelivery(await deliver('read-only', fork), contextOf(fork))).toContain('from forks');
  });

  it('that GitHub finds invalid is a failure, with a message of one line and no more than it takes', async () => {
    const message = `::error::injected\n${'x'.repeat(500)}`;
    server.fail({ kind: 'status', status: 422, method: 'POST', message });
    const delivery = await deliver('good');
    expect(delivery).toMatchObject({ kind: 'failed', status: 422 });
    const line = describeDelivery(delivery, contextOf(pullRequest))!;
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(300);
    expect(describeDeliveryForSummary(delivery)).not.toContain('injected');
  });
});
