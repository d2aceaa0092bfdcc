import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { loadContext } from '../../src/forge/context.ts';

const environment = {
  GITHUB_EVENT_PATH: '/tmp/event.json',
  GITHUB_REPOSITORY: 'octo/shop',
  GITHUB_SHA: 'f'.repeat(40),
  GITHUB_ACTOR: 'octocat',
  GITHUB_RUN_ID: '123',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_SERVER_URL: 'https://git.example.com',
  GITHUB_API_URL: 'https://git.example.com/api/v3',
};

function load(name: string, event: unknown, more: NodeJS.ProcessEnv = {}) {
  return loadContext({ ...environment, GITHUB_EVENT_NAME: name, ...more }, () => JSON.stringify(event));
}

function pullRequest(headRepository: { full_name: string } | null) {
  return {
    repository: { default_branch: 'trunk' },
    action: 'labeled',
    label: { name: 'tailgate:accept' },
    pull_request: {
      number: 5,
      user: { login: 'rosa' },
      draft: true,
      updated_at: '2026-11-21T10:00:00Z',
      head: { sha: 'a'.repeat(40), ref: 'faster', repo: headRepository },
      base: { ref: 'release-1', sha: 'b'.repeat(40), repo: { full_name: 'octo/shop' } },
    },
  };
}

describe('the context of a run', () => {
  it('has the former base of a pull request that was retargeted', () => {
    const event = pullRequest({ full_name: 'octo/shop' });
    const edited = { ...event, action: 'edited', changes: { base: { sha: { from: 'd'.repeat(40) } } } };
    expect(load('pull_request', edited).trigger).toMatchObject({ formerBaseSha: 'd'.repeat(40) });
    const titled = { ...event, action: 'edited', changes: { title: { from: 'Old' } } };
    expect(load('pull_request', titled).trigger).not.toMatchObject({ formerBaseSha: expect.anything() });
  });

  it('has the head of the pull request, not the merge commit', () => {
    expect(load('pull_request', pullRequest({ full_name: 'octo/shop' }))).toEqual({
      trigger: {
        kind: 'pull_request',
        number: 5,
        headSha: 'a'.repeat(40),
        headBranch: 'faster',
        baseBranch: 'release-1',
        baseSha: 'b'.repeat(40),
        fromFork: false,
        author: 'rosa',
        since: '2026-11-21T10:00:00Z',
        action: 'labeled',
        label: 'tailgate:accept',
      },
      owner: 'octo',
      repo: 'shop',
      defaultBranch: 'trunk',
      baseBranch: 'release-1',
      records: false,
      actor: 'octocat',
      run: { id: '123', attempt: '2', url: 'https://git.example.com/octo/shop/actions/runs/123/attempts/2' },
      forge: 'github',
      serverUrl: 'https://git.example.com',
      apiUrl: 'https://git.example.com/api/v3',
    });
  });

  it('knows what a merge queue is about to merge onto', () => {
    const group = {
      base_sha: 'b'.repeat(40),
      head_sha: 'c'.repeat(40),
      base_ref: 'refs/heads/release-1',
    };
    expect(load('merge_group', { merge_group: group })).toMatchObject({
      trigger: { kind: 'merge_group', baseSha: 'b'.repeat(40), headSha: 'c'.repeat(40) },
      baseBranch: 'release-1',
      records: false,
    });
  });

  it.each([{ full_name: 'mallory/shop' }, null])('knows a fork by its repository (%j)', (repository) => {
    expect(load('pull_request', pullRequest(repository)).trigger).toMatchObject({ fromFork: true });
  });

  it.each([
    ['refs/heads/trunk', 'trunk', true],
    ['refs/heads/team/trunk', 'team/trunk', false],
    ['refs/tags/trunk', null, false],
  ])('on a push to %s is of the branch %s and records: %s', (ref, branch, records) => {
    const context = load('push', { repository: { default_branch: 'trunk' } }, { GITHUB_REF: ref });
    expect(context.trigger).toEqual({
      kind: 'push',
      branch,
      before: null,
      headSha: 'f'.repeat(40),
      commits: [],
    });
    expect(context.records).toBe(records);
    expect(context.baseBranch).toBe('trunk');
  });

  it('on Gitea has pages by number, and no slash too many', () => {
    const context = load('pull_request', pullRequest({ full_name: 'octo/shop' }), {
      GITEA_ACTIONS: 'true',
      GITHUB_RUN_NUMBER: '7',
      GITHUB_SERVER_URL: 'https://git.example.com/',
      GITHUB_API_URL: 'https://git.example.com/api/v1',
    });
    expect(context).toMatchObject({
      forge: 'gitea',
      serverUrl: 'https://git.example.com',
      apiUrl: 'https://git.example.com/api/v1',
      run: {
        id: '123',
        url: 'https://git.example.com/octo/shop/actions/runs/7?by_index=1&run=123&attempt=2',
      },
    });
  });

  it.each([
    [{ started_at: '2026-11-21T10:00:00Z' }, '2026-11-21T10:00:00Z'],
    [{ started_at: '1970-01-01T00:00:00Z' }, null],
    [{}, null],
  ])('reads since when another run’s head was there as Gitea before 1.27 says it (%j)', (times, since) => {
    const run = { id: 9, event: 'push', head_sha: 'a'.repeat(40), head_branch: 'main', ...times };
    expect(load('workflow_run', { workflow_run: run }).trigger).toMatchObject({ since });
  });

  it.each([
    [{ number: 7, pull_request: { url: 'x' } }, { commented: 7 }],
    [{ number: 7 }, {}],
    [{ number: 7, pull_request: null }, {}],
  ])('knows a comment on a pull request from one on an issue (%j)', (issue, more) => {
    const { trigger } = load('issue_comment', { issue, action: 'created' });
    expect(trigger).toEqual({ kind: 'other', name: 'issue_comment', ...more });
  });

  it('is of the first attempt where the runner leaves that empty', () => {
    expect(load('schedule', {}, { GITHUB_RUN_ATTEMPT: '' }).run.attempt).toBe('1');
  });

  it.each([
    ['schedule', 'refs/heads/team/trunk', 'team/trunk'],
    // A pull request may be of any branch, and so may a run by hand.
    ['workflow_dispatch', 'refs/heads/feature', 'main'],
    ['schedule', undefined, 'main'],
  ])('knows the default branch by a schedule alone: %s on %s', (name, ref, branch) => {
    expect(load(name, {}, { GITHUB_REF: ref })).toMatchObject({ defaultBranch: branch, baseBranch: branch });
  });

  it('has the default branch that the event names, whatever a schedule is on', () => {
    const event = { repository: { default_branch: 'trunk' } };
    expect(load('schedule', event, { GITHUB_REF: 'refs/heads/main' }).defaultBranch).toBe('trunk');
  });

  it('of a deployment that no run has made is one all the same', () => {
    const { trigger } = load('deployment_status', { workflow_run: null });
    expect(trigger).toEqual({ kind: 'other', name: 'deployment_status' });
  });

  it('does not record on other events, even on the default branch', () => {
    const context = load('schedule', {}, { GITHUB_REF: 'refs/heads/main' });
    expect(context.trigger).toEqual({ kind: 'other', name: 'schedule' });
    expect(context).toMatchObject({ records: false, baseBranch: 'main' });
  });
});

function workflowRun(more: object = {}) {
  return {
    repository: { default_branch: 'trunk' },
    workflow_run: {
      id: 77,
      run_attempt: 3,
      event: 'push',
      head_sha: 'a'.repeat(40),
      head_branch: 'trunk',
      head_repository: { full_name: 'octo/shop', owner: { login: 'octo' } },
      created_at: '2026-11-21T09:00:00Z',
      conclusion: 'success',
      ...more,
    },
  };
}

describe('the context of a run that publishes what another has measured', () => {
  it('is that of the other run, and this run is where the result can be seen', () => {
    expect(load('workflow_run', workflowRun({ event: 'pull_request', head_branch: 'faster' }))).toMatchObject(
      {
        trigger: {
          kind: 'workflow_run',
          event: 'pull_request',
          headSha: 'a'.repeat(40),
          headBranch: 'faster',
          headOwner: 'octo',
          headRepository: 'octo/shop',
          fromFork: false,
          run: { id: '77', attempt: 3 },
          since: '2026-11-21T09:00:00Z',
        },
        baseBranch: 'trunk',
        records: false,
        run: { id: '123' },
      },
    );
  });

  it.each<[string, boolean, object]>([
    ['a push to the default branch', true, {}],
    ['a pull request from a branch of that name', false, { event: 'pull_request' }],
    ['a push to another branch', false, { head_branch: 'feature' }],
    ['a push to a tag', false, { head_branch: null }],
    [
      'a push to a fork',
      false,
      { head_repository: { full_name: 'mallory/shop', owner: { login: 'mallory' } } },
    ],
    ['a push to a repository that is gone', false, { head_repository: null }],
  ])('of %s records: %s', (_name, records, more) => {
    expect(load('workflow_run', workflowRun(more)).records).toBe(records);
  });

  it('knows a fork by its repository, also when that is gone', () => {
    const fork = { head_repository: { full_name: 'mallory/shop', owner: { login: 'mallory' } } };
    expect(load('workflow_run', workflowRun(fork)).trigger).toMatchObject({
      fromFork: true,
      headOwner: 'mallory',
    });
    expect(load('workflow_run', workflowRun({ head_repository: null })).trigger).toMatchObject({
      fromFork: true,
      headRepository: null,
    });
  });
});

describe('a run without a context', () => {
  it.each([
    ['pull_request_target', pullRequest(null), 'does not run on pull_request_target'],
    ['pull_request', {}, 'has no pull request in it'],
    ['workflow_run', {}, 'has no workflow run in it'],
    ['pull_request', { pull_request: { number: 'five' } }, 'not one of GitHub'],
  ])('is refused: %s with %j', (name, event, message) => {
    expect(() => load(name, event)).toThrow(UserError);
    expect(() => load(name, event)).toThrow(message);
  });

  it('is refused when the event is not JSON or not there', () => {
    const named = { ...environment, GITHUB_EVENT_NAME: 'push' };
    expect(() => loadContext(named, () => '{')).toThrow('The event cannot be read');
    expect(() =>
      loadContext(named, () => {
        throw new Error('ENOENT');
      }),
    ).toThrow(UserError);
  });

  it('is refused outside GitHub Actions, with the command to use instead', () => {
    const attempt = () => loadContext({}, () => '{}');
    expect(attempt).toThrow('not a step of a workflow');
    try {
      attempt();
    } catch (error) {
      expect((error as UserError).hint).toContain('tailgate run');
    }
  });
});
