import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { loadContext } from '../../src/forge/context.ts';

const environment = {
  GITHUB_EVENT_PATH: '/tmp/event.json',
  GITHUB_REPOSITORY: 'octo/shop',
  GITHUB_SHA: 'f'.repeat(40),
  GITHUB_RUN_ID: '123',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_SERVER_URL: 'https://git.example.com',
  GITHUB_API_URL: 'https://git.example.com/api/v3/',
};
const repository = { default_branch: 'trunk' };
const shop = { full_name: 'octo/shop', owner: { login: 'octo' } };
const fork = { full_name: 'mallory/shop', owner: { login: 'mallory' } };

function load(name: string, event: unknown, more: NodeJS.ProcessEnv = {}) {
  return loadContext({ ...environment, GITHUB_EVENT_NAME: name, ...more }, () => JSON.stringify(event));
}

const pullRequest = (repo: object | null = shop) => ({
  repository,
  action: 'labeled',
  label: { name: 'tailgate:accept' },
  pull_request: {
    ...{ number: 5, user: { login: 'rosa' }, updated_at: '2026-11-21T10:00:00Z' },
    head: { sha: 'a'.repeat(40), ref: 'faster', repo },
    base: { ref: 'release-1', sha: 'b'.repeat(40), repo: shop },
  },
});

const workflowRun = (more: object = {}) => ({
  repository,
  workflow_run: {
    ...{ id: 77, run_attempt: 3, event: 'pull_request' },
    ...{ head_sha: 'a'.repeat(40), head_branch: 'trunk', head_repository: shop },
    created_at: '2026-11-21T09:00:00Z',
    ...more,
  },
});

describe('the context of a run', () => {
  it('has the head of the pull request, not the merge commit', () => {
    expect(load('pull_request', pullRequest())).toEqual({
      trigger: {
        ...{
          kind: 'pull_request',
          number: 5,
          headSha: 'a'.repeat(40),
          headBranch: 'faster',
          fromFork: false,
        },
        ...{
          baseBranch: 'release-1',
          baseSha: 'b'.repeat(40),
          author: 'rosa',
          since: '2026-11-21T10:00:00Z',
        },
        ...{ action: 'labeled', label: 'tailgate:accept' },
      },
      ...{ owner: 'octo', repo: 'shop', defaultBranch: 'trunk', baseBranch: 'release-1', records: false },
      run: { id: '123', attempt: '2', url: 'https://git.example.com/octo/shop/actions/runs/123/attempts/2' },
      ...{ serverUrl: 'https://git.example.com', apiUrl: 'https://git.example.com/api/v3' },
    });
  });

  it('has the former base of a pull request that was retargeted', () => {
    const edit = (changes: object) => load('pull_request', { ...pullRequest(), action: 'edited', changes });
    const from = 'd'.repeat(40);
    expect(edit({ base: { sha: { from } } }).trigger).toMatchObject({ formerBaseSha: from });
    expect(edit({ title: { from: 'Old' } }).trigger).not.toHaveProperty('formerBaseSha');
  });

  it.each([fork, null])('knows a fork by its repository (%j)', (repo) => {
    expect(load('pull_request', pullRequest(repo)).trigger).toMatchObject({ fromFork: true });
    const run = load('workflow_run', workflowRun({ head_repository: repo }));
    expect(run.trigger).toMatchObject({ fromFork: true });
  });

  it.each([
    [undefined, null],
    ['refs/heads/gh-readonly-queue/release-1/pr-5-0123abc', 5],
  ])('knows what a merge queue is about to merge onto: %s', (head_ref, pull) => {
    const group = { base_sha: 'b'.repeat(40), head_sha: 'c'.repeat(40), base_ref: 'refs/heads/release-1' };
    const { trigger, baseBranch, records } = load('merge_group', { merge_group: { ...group, head_ref } });
    const shas = { baseSha: 'b'.repeat(40), headSha: 'c'.repeat(40) };
    expect(trigger).toEqual({ kind: 'merge_group', ...shas, baseBranch: 'release-1', pull });
    expect([baseBranch, records]).toEqual(['release-1', false]);
  });

  it.each([
    ['refs/heads/trunk', 'trunk', true],
    ['refs/heads/team/trunk', 'team/trunk', false],
    ['refs/tags/trunk', null, false],
  ])('on a push to %s is of the branch %s and records: %s', (ref, branch, records) => {
    const context = load('push', { repository, before: null }, { GITHUB_REF: ref });
    const headSha = 'f'.repeat(40);
    expect(context.trigger).toEqual({ kind: 'push', branch, before: null, headSha });
    expect(context).toMatchObject({ records, baseBranch: 'trunk' });
  });

  it.each([
    ['schedule', {}, 'refs/heads/team/trunk', 'team/trunk'],
    // A pull request may be of any branch, and so may a run by hand.
    ['workflow_dispatch', {}, 'refs/heads/feature', 'main'],
    ['schedule', { repository }, 'refs/heads/main', 'trunk'],
  ])('of another event does not record: %s with %j on %s', (name, event, ref, branch) => {
    const context = load(name, event, { GITHUB_REF: ref });
    expect(context.trigger).toEqual({ kind: 'other', name });
    expect(context).toMatchObject({ records: false, defaultBranch: branch, baseBranch: branch });
  });

  it('of what another run has measured is that of the other run, records nothing, and links this one', () => {
    const { trigger, ...context } = load('workflow_run', workflowRun());
    const head = {
      headSha: 'a'.repeat(40),
      headBranch: 'trunk',
      headOwner: 'octo',
      headRepository: 'octo/shop',
    };
    const own = { fromFork: false, run: { id: '77', attempt: 3 }, since: '2026-11-21T09:00:00Z' };
    expect(trigger).toEqual({ kind: 'workflow_run', event: 'pull_request', ...head, ...own });
    expect(context).toMatchObject({ baseBranch: 'trunk', records: false, run: { id: '123' } });
  });
});

it.each<[string, unknown, string, NodeJS.ProcessEnv?]>([
  ['pull_request_target', pullRequest(), 'does not run on pull_request_target'],
  ['issue_comment', {}, 'does not run on issue_comment'],
  ['pull_request', {}, 'The pull_request event cannot be read, or is not from GitHub'],
  ['workflow_run', { workflow_run: null }, 'not from GitHub'],
  ['push', null, 'not from GitHub'],
  ['push', {}, "needs GitHub's API", { GITHUB_API_URL: 'https://git.example.com/api/v1/' }],
  ['push', {}, 'GITHUB_SHA is not set, so this is not a workflow step', { GITHUB_SHA: '' }],
])('a run without a context is refused: %s with %j', (name, event, message, more) => {
  expect(() => load(name, event, more)).toThrow(UserError);
  expect(() => load(name, event, more)).toThrow(message);
});

it('an event that is not JSON or not there is refused', () => {
  const push = { ...environment, GITHUB_EVENT_NAME: 'push' };
  for (const path of ['package-lock.txt', 'README.md'])
    expect(() => loadContext(push, () => readFileSync(path, 'utf8'))).toThrow(
      'The push event cannot be read',
    );
});
