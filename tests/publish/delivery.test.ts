import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { connect } from '../../src/forge/octokit.ts';
import type { Trigger } from '../../src/forge/trigger.ts';
import { publishComment } from '../../src/publish/comment.ts';
import {
  type Delivery,
  deliver,
  describeDelivery,
  describeDeliveryForSummary,
  isUndelivered,
} from '../../src/publish/delivery.ts';
import { publishStatus } from '../../src/publish/status.ts';
import { GitHubServer } from '../github/server.ts';

let server: GitHubServer;

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha: 'a'.repeat(40) });
  server.state.addToken('good');
  server.state.addToken('read-only', { mayWrite: false });
});

afterEach(() => server.stop());

const pullRequest: Extract<Trigger, { kind: 'pull_request' }> = {
  kind: 'pull_request',
  number: 5,
  headSha: 'a'.repeat(40),
  headBranch: 'faster',
  baseBranch: 'main',
  baseSha: null,
  fromFork: false,
  author: 'rosa',
  since: null,
  action: 'opened',
  label: null,
};

function contextOf(trigger: Trigger, actor = 'rosa'): GitHubContext {
  const run = { id: '1', attempt: '1', url: 'https://github.com/octo/shop/actions/runs/1' };
  const branches = { defaultBranch: 'main', baseBranch: 'main', records: false };
  return {
    trigger,
    owner: 'octo',
    repo: 'shop',
    ...branches,
    run,
    actor,
    forge: 'github',
    serverUrl: server.url,
    apiUrl: server.url,
  };
}

const run = { id: '1', attempt: 1 };

function send(token: string, number = 5): Promise<Delivery> {
  const octokit = connect({ apiUrl: server.url, token, userAgent: 'tailgate/test', note() {}, secondMs: 2 });
  return deliver(() =>
    publishComment(octokit, {
      owner: 'octo',
      repo: 'shop',
      number,
      headSha: 'a'.repeat(40),
      run,
      marker: '<!-- m -->',
      mayCreate: true,
      said: { code: 'met', headline: 'met' },
      render: (_attempts, state) => `<!-- m -->\n${state}\nhello`,
    }),
  );
}

function sendStatus(token: string): Promise<Delivery> {
  const octokit = connect({ apiUrl: server.url, token, userAgent: 'tailgate/test', note() {}, secondMs: 2 });
  const target = { owner: 'octo', repo: 'shop', sha: 'a'.repeat(40), suite: 'api', headline: 'met', run };
  const url = 'https://github.com/octo/shop/actions/runs/1/attempts/1';
  return deliver(() =>
    publishStatus(octokit, { ...target, trust: 'own', base: null, otherBases: [], exitCode: 0, url }),
  );
}

describe('a comment', () => {
  it('is delivered on a pull request', async () => {
    const delivery = await send('good');
    expect(delivery).toMatchObject({ kind: 'delivered', action: 'created' });
    expect(describeDelivery(delivery, contextOf(pullRequest))).toBeNull();
    expect(describeDeliveryForSummary(delivery)).toBeNull();
  });

  it.each([
    ['read-only', 403, 'Resource not accessible by integration'],
    ['unknown', 401, 'Bad credentials'],
  ])('that the %s token may not write is refused, in one line', async (token, status, message) => {
    const delivery = await send(token);
    expect(delivery).toMatchObject({ kind: 'refused', status });
    const line = describeDelivery(delivery, contextOf(pullRequest))!;
    expect(line).toContain(`(${status}: ${message}`);
    expect(line).toContain('pull-requests: write');
    expect(line).not.toContain('\n');
    expect(describeDeliveryForSummary(delivery)).toContain(`answered ${status}`);
  });

  it('on a pull request that the token cannot see is refused', async () => {
    expect(await send('good', 6)).toMatchObject({
      kind: 'refused',
      status: 404,
    });
  });

  it('without a token is refused, with a word about it', () => {
    const delivery = { kind: 'refused', status: null, reason: 'the input github-token is empty' } as const;
    expect(describeDelivery(delivery, contextOf(pullRequest))).toContain('github-token is empty');
    expect(describeDeliveryForSummary(delivery)).not.toContain('null');
  });

  it('of Dependabot says that its token may only read, and what changes that', async () => {
    const line = describeDelivery(await send('read-only'), contextOf(pullRequest, 'dependabot[bot]'))!;
    expect(line).toContain('Runs that Dependabot starts get a token that can only read, unless');
    expect(line).toContain('pull-requests: write');
  });

  it('says on Gitea what the tokens of that server need', () => {
    const context = { ...contextOf(pullRequest), forge: 'gitea' } as const;
    const refused = { kind: 'refused', status: 403, reason: '403: read:user' } as const;
    expect(describeDelivery(refused, context)).toContain(
      'scopes read:user, write:issue and write:repository',
    );
    expect(describeDelivery(refused, context, 'status')).toContain('`permissions: contents: write`');
  });

  it.each(['rate-limit', 'secondary-limit'] as const)(
    'that the %s keeps back is no lack of rights, and says what it is',
    async (kind) => {
      server.fail({ kind, seconds: 3600, times: 9 });
      const delivery = await send('good');
      expect(delivery).toMatchObject({
        kind: 'failed',
        reason: expect.stringContaining('rate limit is used up'),
      });
      const line = describeDelivery(delivery, contextOf(pullRequest))!;
      expect(line).toContain('The verdict stands.');
      expect(line).not.toContain('permissions');
      expect(isUndelivered(delivery)).toBe(true);
    },
  );

  it('that a newer commit or run has made needless is told, and is no fault', async () => {
    for (const by of ['head', 'base'] as const) {
      const moved = { kind: 'superseded', by } as const;
      expect(describeDelivery(moved, contextOf(pullRequest))).toContain(`another ${by} by now`);
      expect(isUndelivered(moved)).toBe(false);
    }
    const older = { kind: 'superseded', by: 'run' } as const;
    expect(describeDelivery(older, contextOf(pullRequest), 'status')).toContain('set the commit status');
    expect(describeDeliveryForSummary(older)).toContain('newer run');
  });

  it('that has no pull request says why in the log, and not in the summary', () => {
    const delivery = { kind: 'unplaced', reason: 'no open pull request' } as const;
    expect(describeDelivery(delivery, contextOf(pullRequest))).toContain('no open pull request');
    expect(describeDeliveryForSummary(delivery)).not.toContain('no open');
  });

  it('from a fork says that forks may only read', async () => {
    const fork = { ...pullRequest, fromFork: true };
    expect(describeDelivery(await send('read-only'), contextOf(fork))).toContain('from forks');
  });

  it('that GitHub finds invalid is a failure, with a message of one line and no more than it takes', async () => {
    const message = `::error::injected\n${'x'.repeat(500)}`;
    server.fail({ kind: 'status', status: 422, method: 'POST', message });
    const delivery = await send('good');
    expect(delivery).toMatchObject({ kind: 'failed', status: 422 });
    const line = describeDelivery(delivery, contextOf(pullRequest))!;
    expect(line).not.toContain('\n');
    expect(line.length).toBeLessThan(300);
    expect(describeDeliveryForSummary(delivery)).not.toContain('injected');
  });
});

describe('a commit status', () => {
  it('that a token may not set is refused, with the permission it needs', async () => {
    const delivery = await sendStatus('read-only');
    expect(delivery).toMatchObject({ kind: 'refused', status: 403 });
    expect(describeDelivery(delivery, contextOf(pullRequest), 'status')).toContain(
      '`permissions: statuses: write`',
    );
    expect(describeDeliveryForSummary(delivery, 'status')).toContain('commit status could not be set');
  });

  it('that the server fails to take is a failure', async () => {
    server.fail({ kind: 'status', status: 502, method: 'POST', times: 9 });
    const delivery = await sendStatus('good');
    expect(delivery).toMatchObject({ kind: 'failed', status: 502 });
    expect(describeDelivery(delivery, contextOf(pullRequest), 'status')).toContain('The verdict stands.');
  });
});
