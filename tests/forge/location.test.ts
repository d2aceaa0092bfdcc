import { beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { locate } from '../../src/forge/location.ts';
import type { Forge, Pull } from '../../src/forge/port.ts';
import type { Trigger, WorkflowRunTrigger } from '../../src/forge/trigger.ts';
import { MemoryForge } from './memory.ts';

const headSha = 'a'.repeat(40);
const fork: WorkflowRunTrigger = {
  ...{ kind: 'workflow_run', event: 'pull_request', fromFork: true, run: { id: '77', attempt: 1 } },
  ...{ headSha, headBranch: 'faster', headOwner: 'mallory', headRepository: 'mallory/shop-fork' },
  since: '2026-11-21T09:00:00Z',
};

let forge: MemoryForge;
let notes: string[];
beforeEach(() => {
  notes = [];
  forge = new MemoryForge();
});

const find = (trigger: Trigger = fork, from: Forge | null = forge) =>
  locate(from, { trigger, owner: 'octo', repo: 'shop' } as GitHubContext, (text) => void notes.push(text));

function open(number: number, head: Partial<Pull['head']> = {}, base: Partial<Pull['base']> = {}) {
  forge.pulls.push({
    number,
    author: 'mallory',
    labels: [],
    head: { sha: headSha, branch: 'faster', repository: 'mallory/shop-fork', ...head },
    base: { branch: 'main', repository: 'octo/shop', ...base },
  });
}

describe('the pull request of another run', () => {
  it('is the open one with its commit, branch and repositories', async () => {
    open(4, { branch: 'other' });
    open(5, {}, { branch: 'release-1' });
    const own = {
      number: 5,
      headSha,
      fromFork: true,
      baseBranch: 'release-1',
      author: 'mallory',
      labels: [],
    };
    expect(await find()).toEqual({ kind: 'pull', ...own, since: fork.since, standing: 'current' });
  });

  it.each([
    ['has another commit by now', { sha: 'c'.repeat(40) }, {}],
    ['is from another fork of the same owner', { repository: 'mallory/other' }, {}],
    ['is from a repository that is gone', { repository: null }, {}],
    ['goes to another repository', {}, { repository: 'mallory/shop-fork' }],
  ])('is not one that %s', async (_, head, base) => {
    forge.listPulls = async () => forge.pulls;
    open(5, head, base);
    const reason = expect.stringContaining('no open pull request');
    expect(await find()).toEqual({ kind: 'nowhere', reason, gone: true });
  });

  it('is none of several, and none of a push or of a repository that is gone', async () => {
    open(5);
    expect(await find({ ...fork, event: 'push' })).toMatchObject({ reason: expect.stringContaining('own') });
    const reasonGone = "the pull request's repository is gone";
    const gone = { ...fork, headOwner: null, headRepository: null };
    expect(await find(gone)).toEqual({ kind: 'nowhere', reason: reasonGone, gone: true });
    open(6, {}, { branch: 'release-1' });
    const reason = expect.stringMatching(/^2 open pull requests/);
    expect(await find()).toEqual({ kind: 'nowhere', reason });
  });

  it('is nowhere, with a reason of one line, when nobody says', async () => {
    expect(await find(fork, null)).toMatchObject({ reason: expect.stringContaining('github-token') });
    forge.listPulls = () => Promise.reject(Object.assign(new Error('a\n::error::b'), { status: 500 }));
    const reason = 'the list of pull requests: 500: a ::error::b';
    expect(await find()).toEqual({ kind: 'nowhere', reason });
  });
});

const commitOn = (base: string | null) => ({ kind: 'commit', sha: headSha, base });

it.each<[Trigger, object]>([
  [{ kind: 'push', branch: 'main', before: null, headSha }, commitOn(null)],
  [{ kind: 'merge_group', baseSha: headSha, headSha, baseBranch: 'main', pull: null }, commitOn('main')],
  [
    { kind: 'other', name: 'schedule' },
    { kind: 'nowhere', reason: null },
  ],
])('the place of another run is known without asking: %j', async (trigger, location) => {
  expect(await find(trigger, null)).toEqual(location);
});

it('a pull request has another head or base by now, as the server says', async () => {
  const own = { kind: 'pull_request', number: 5, headSha, baseBranch: 'main' } as Trigger;
  const standing = async (from: Forge | null = forge) =>
    ((await find(own, from)) as { standing: string }).standing;
  expect([await standing(), await standing(null)]).toEqual(['unknown', 'unknown']);
  expect(notes).toEqual(['The pull request, with its labels, cannot be read (404: Not Found).']);
  open(5);
  expect(await standing()).toBe('current');
  const [pull] = forge.pulls as [Pull];
  forge.pulls[0] = { ...pull, head: { ...pull.head, sha: 'c'.repeat(40) } };
  expect(await standing()).toBe('moved');
  forge.pulls[0] = { ...pull, base: { ...pull.base, branch: 'release' } };
  expect(await standing()).toBe('moved');
});
