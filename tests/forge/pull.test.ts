import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { locate } from '../../src/forge/pull.ts';
import type { Trigger, WorkflowRunTrigger } from '../../src/forge/trigger.ts';
import { forgeOf } from '../github/forge.ts';
import { GitHubServer } from '../github/server.ts';

const headSha = 'a'.repeat(40);
const fork: WorkflowRunTrigger = {
  kind: 'workflow_run',
  event: 'pull_request',
  headSha,
  headBranch: 'faster',
  headOwner: 'mallory',
  headRepository: 'mallory/shop-fork',
  fromFork: true,
  run: { id: '77', attempt: 1 },
  since: '2026-11-21T09:00:00Z',
};
const theirs = { headSha, headBranch: 'faster', headRepository: 'mallory/shop-fork' };

let server: GitHubServer;

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.addToken('good');
});

afterEach(() => server.stop());

function find(trigger: Trigger = fork, token = 'good') {
  return locate(forgeOf(server, { token }), { trigger, owner: 'octo', repo: 'shop' } as GitHubContext);
}

describe('the pull request of another run', () => {
  it('is the open one with its commit, branch and repositories', async () => {
    server.state.pulls.set(4, { ...theirs, headBranch: 'other' });
    server.state.pulls.set(5, { ...theirs, author: 'mallory', baseBranch: 'release-1' });
    expect(await find()).toEqual({
      kind: 'pull',
      number: 5,
      headSha,
      fromFork: true,
      baseBranch: 'release-1',
      author: 'mallory',
      since: '2026-11-21T09:00:00Z',
      standing: 'current',
    });
    const [asked] = server.requests('GET', /pulls$/);
    expect(asked!.query.get('head')).toBe('mallory:faster');
    expect(asked!.query.get('state')).toBe('open');
  });

  it.each([
    ['has another commit by now', { ...theirs, headSha: 'c'.repeat(40) }],
    ['is closed', { ...theirs, state: 'closed' as const }],
    ['is from another fork of the same owner', { ...theirs, headRepository: 'mallory/other' }],
    ['is from a repository that is gone', { ...theirs, headRepository: null, headOwner: 'mallory' }],
    ['is from another owner', { ...theirs, headRepository: 'rosa/shop-fork' }],
  ])('is not one that %s', async (_name, pull) => {
    server.state.pulls.set(5, pull);
    const found = await find();
    expect(found).toEqual({
      kind: 'nowhere',
      reason: expect.stringContaining('no open pull request'),
      gone: true,
    });
  });

  it('is none of several', async () => {
    server.state.pulls.set(5, theirs);
    server.state.pulls.set(6, { ...theirs, baseBranch: 'release-1' });
    expect(await find()).toEqual({
      kind: 'nowhere',
      reason: expect.stringMatching(/^2 open pull requests/),
      gone: false,
    });
  });

  it('is not looked for by the names that a hostile branch has', async () => {
    server.state.pulls.set(5, theirs);
    const headBranch = 'x&state=all&head=mallory:faster\n$(touch pwned)';
    expect(await find({ ...fork, headBranch })).toMatchObject({ kind: 'nowhere' });
    expect(server.requests('GET', /pulls$/)[0]!.query.get('head')).toBe(`mallory:${headBranch}`);
  });

  it('is not looked for when its repository is gone or there is no token', async () => {
    expect(await find({ ...fork, headOwner: null, headRepository: null })).toMatchObject({
      kind: 'nowhere',
      reason: expect.stringContaining('gone'),
    });
    expect(await locate(null, { trigger: fork } as GitHubContext)).toMatchObject({
      reason: expect.stringContaining('github-token'),
    });
    expect(server.seen).toEqual([]);
  });

  it('is nowhere, with a reason of one line, when nobody says', async () => {
    server.fail({ kind: 'status', status: 500, message: 'a\n::error::b', times: 99 });
    const found = await find();
    expect(found).toMatchObject({ kind: 'nowhere', reason: expect.stringContaining('500') });
    expect(JSON.stringify(found)).not.toContain('\\n');
  });
});

describe('other runs', () => {
  it.each<{ trigger: Trigger; location: object }>([
    {
      trigger: { kind: 'push', branch: 'main', before: null, headSha, commits: [] },
      location: { kind: 'commit', sha: headSha, base: null },
    },
    {
      trigger: { kind: 'merge_group', baseSha: 'b'.repeat(40), headSha, baseBranch: 'main', pull: null },
      location: { kind: 'commit', sha: headSha, base: 'main' },
    },
    { trigger: { kind: 'other', name: 'schedule' }, location: { kind: 'nowhere', reason: null } },
    {
      trigger: { ...fork, event: 'push', fromFork: false },
      location: { kind: 'commit', sha: headSha, base: null },
    },
    {
      trigger: {
        ...{ ...fork, event: 'merge_group', fromFork: false },
        headBranch: `gh-readonly-queue/v1/x/pr-5-${headSha}`,
      },
      location: { kind: 'commit', sha: headSha, base: 'v1/x' },
    },
    {
      trigger: { ...fork, event: 'push' },
      location: { kind: 'nowhere', reason: 'the run is of another repository', gone: true },
    },
    { trigger: { ...fork, event: 'schedule' }, location: { kind: 'nowhere', reason: null } },
  ])('are $trigger.kind: $location', async ({ trigger, location }) => {
    expect(await find(trigger)).toEqual(location);
    expect(server.seen).toEqual([]);
  });
});
