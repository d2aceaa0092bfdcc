import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadContext } from '../../../src/forge/context.ts';
import { connect, type Octokit } from '../../../src/forge/octokit.ts';
import { locate } from '../../../src/forge/pull.ts';
import {
  type MeasuredPull,
  readAcceptances,
  readClaims,
  readQueuedAcceptances,
} from '../../../src/publish/acceptance/acceptance.ts';
import { type AcceptPolicy, readPolicy } from '../../../src/publish/acceptance/policy.ts';
import type { Consent, StoredCommit } from '../../github/consent.ts';
import { GitHubServer } from '../../github/server.ts';

const head = 'a'.repeat(40);
const older = 'b'.repeat(40);
const pushed = '2026-03-01T12:00:00Z';
const trailer = 'Write an audit log\n\nTailgate-Accept: checkout p99 needed for the audit log';

let server: GitHubServer;
let consent: Consent;
let notes: string[];

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha: head, author: 'rosa' });
  server.state.addToken('bot-token');
  consent = server.state.consent;
  for (const [login, role] of Object.entries({ kim: 'write', tom: 'triage', ada: 'maintain' } as const))
    consent.roles.set(login, role);
  notes = [];
});

afterEach(() => server.stop());

function place() {
  const note = (text: string) => notes.push(text);
  const octokit = connect({
    apiUrl: server.url,
    token: 'bot-token',
    userAgent: 'tailgate/test',
    note,
    secondMs: 1,
  });
  return { octokit, owner: 'octo', repo: 'shop', note };
}

function read(parts: Partial<MeasuredPull> = {}, policy: AcceptPolicy | null = null) {
  const pull = { number: 5, headSha: head, author: 'rosa', since: pushed, ...parts };
  return readAcceptances(place(), pull, policy);
}

function label(
  by: string | null,
  at: string,
  name = 'tailgate:accept',
  event: 'labeled' | 'unlabeled' = 'labeled',
) {
  const others = (server.state.labels.get(5) ?? []).filter((other) => other !== name);
  server.state.labels.set(5, event === 'labeled' ? [...others, name] : others);
  consent.record(5, { event, name, by, at });
}

function commit(parts: Partial<StoredCommit> = {}): void {
  consent.commits.set(5, [...(consent.commits.get(5) ?? []), { sha: head, message: trailer, ...parts }]);
}

const standings = async (claims: ReturnType<typeof read>) => (await claims).map(({ standing }) => standing);

describe('the label', () => {
  it.each(['tom', 'kim', 'ada'])('counts when %s, who may triage, set it after the push', async (by) => {
    label(by, '2026-03-01T12:05:00Z');
    expect(await read()).toEqual([
      {
        by,
        at: '2026-03-01T12:05:00Z',
        why: '',
        via: 'label',
        text: 'tailgate:accept',
        scope: { label: null, metric: null },
        standing: 'valid',
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('counts by its name whatever its case', async () => {
    label('kim', '2026-03-01T12:00:01Z', 'Tailgate:Accept');
    expect(await standings(read())).toEqual(['valid']);
  });

  it('does not count from the very second of a push, which can have come after it', async () => {
    label('kim', pushed);
    expect(await standings(read())).toEqual(['too-early']);
  });

  it.each([pushed, { latest: pushed }, 'any'] as const)(
    'does not count once a push has replaced the head since, until it is set again (%j)',
    async (since) => {
      const replace = (at: string) => consent.record(5, { event: 'head_ref_force_pushed', by: 'rosa', at });
      replace('2026-03-01T12:04:00Z');
      label('kim', '2026-03-01T12:05:00Z');
      expect(await standings(read({ since }))).toEqual(['valid']);
      label('tom', '2026-03-01T12:05:30Z', 'documentation');
      replace('2026-03-01T12:06:00Z');
      expect(await standings(read({ since }))).toEqual(['too-early']);
      label('kim', '2026-03-01T12:06:00Z');
      expect(await standings(read({ since }))).toEqual(['valid']);
      replace('2026-03-01T12:06:00Z');
      expect(await standings(read({ since }))).toEqual(['too-early']);
    },
  );

  it('does not count from before the push, until it is set again', async () => {
    label('kim', '2026-03-01T11:59:59Z');
    expect(await standings(read())).toEqual(['too-early']);
    label('kim', '2026-03-01T12:10:00Z', 'tailgate:accept', 'unlabeled');
    expect(await read()).toEqual([]);
    label('tom', '2026-03-01T12:11:00Z');
    expect(await read()).toMatchObject([{ by: 'tom', standing: 'valid' }]);
  });

  it('does not count when nobody can say when the revision was pushed', async () => {
    label('kim', '2026-03-01T12:05:00Z');
    expect(await standings(read({ since: 'unknown' }))).toEqual(['unknown-time']);
    expect(await standings(read({ since: 'yesterday' }))).toEqual(['unknown-time']);
  });

  it('does not count from before a time by which the revision was there, maybe long before', async () => {
    label('kim', '2026-03-01T11:59:59Z');
    expect(await standings(read({ since: { latest: pushed } }))).toEqual(['unknown-time']);
    label('kim', pushed);
    expect(await standings(read({ since: { latest: pushed } }))).toEqual(['valid']);
  });

  it.each([
    ['opened', null, 'unknown-time'],
    ['synchronize', null, 'too-early'],
    ['labeled', 'Tailgate:accept', 'valid'],
    ['labeled', 'documentation', 'unknown-time'],
    ['reopened', null, 'unknown-time'],
  ])(
    'of a second before the event counts in a run started by %s (%s): %s',
    async (action, name, standing) => {
      label('kim', '2026-03-01T11:59:59Z');
      const { octokit, note } = place();
      const pull = { number: 5, head: { sha: head, ref: 'faster' }, base: { sha: older, ref: 'main' } };
      const event = {
        action,
        ...(name && { label: { name } }),
        pull_request: { ...pull, updated_at: pushed },
        repository: { default_branch: 'main' },
      };
      const context = loadContext(
        {
          GITHUB_EVENT_NAME: 'pull_request',
          GITHUB_EVENT_PATH: '/event',
          GITHUB_REPOSITORY: 'octo/shop',
          GITHUB_SHA: head,
        },
        () => JSON.stringify(event),
      );
      const location = await locate(octokit, context);
      expect(await standings(readClaims(octokit, context, location, null, note))).toEqual([standing]);
    },
  );

  it('does not count from somebody who may not triage, an app without rights, or nobody', async () => {
    label('rosa', '2026-03-01T12:05:00Z');
    expect(await read()).toMatchObject([{ by: 'rosa', standing: 'no-rights' }]);
    label('github-actions[bot]', '2026-03-01T12:06:00Z');
    expect(await read()).toMatchObject([{ by: 'github-actions[bot]', standing: 'unknown-rights' }]);
    label(null, '2026-03-01T12:07:00Z');
    expect(await standings(read())).toEqual(['unknown-rights']);
  });

  it('is found beyond the first page of a busy pull request', async () => {
    for (let i = 0; i < 130; i++) label('tom', '2026-03-01T12:01:00Z', `busy ${i}`);
    label('kim', '2026-03-01T12:05:00Z');
    expect(await read()).toMatchObject([{ by: 'kim', standing: 'valid' }]);
  });

  it.each([
    ['who set it', /events$/, 500],
    ['the rights', /permission$/, 403],
    ['the rights', /permission$/, 500],
  ])('does not count when %s cannot be read (%s, %i), and that is told', async (_, path, status) => {
    label('kim', '2026-03-01T12:05:00Z');
    server.fail({ path, kind: 'status', status, times: 4 });
    expect(await standings(read())).toEqual(['unknown-rights']);
    expect(notes.at(-1)).toContain('cannot be read');
  });

  it('does not count when labels cannot be read, and trailers do all the same', async () => {
    label('kim', '2026-03-01T12:05:00Z');
    commit();
    consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha: head }]);
    server.fail({ path: /labels$/, kind: 'status', status: 403 });
    expect(await read()).toMatchObject([{ via: 'trailer', standing: 'valid' }]);
    expect(notes).toEqual([expect.stringContaining('The labels of #5 cannot be read (403')]);
  });
});

describe('a trailer', () => {
  it("does not count on its author's word, signed or not", async () => {
    commit({ author: 'rosa', verified: true });
    expect(await read()).toMatchObject([{ via: 'trailer', by: 'rosa', standing: 'own-trailer' }]);
  });

  it('counts when somebody else with rights has approved this very revision', async () => {
    commit();
    consent.reviews.set(5, [
      { by: 'kim', state: 'APPROVED', sha: head, at: '2026-03-01T13:00:00Z' },
      { by: 'kim', state: 'COMMENTED', sha: head },
    ]);
    expect(await read()).toEqual([
      {
        by: 'kim',
        at: '2026-03-01T13:00:00Z',
        why: 'needed for the audit log',
        via: 'trailer',
        text: 'Tailgate-Accept: checkout p99 needed for the audit log',
        scope: { label: 'checkout', metric: { kind: 'percentile', percent: 99 } },
        standing: 'valid',
      },
    ]);
  });

  it.each([
    ['of an older revision', { by: 'kim', state: 'APPROVED', sha: older }],
    ['by its author', { by: 'Rosa', state: 'APPROVED', sha: head }],
    ['by somebody who may only triage', { by: 'tom', state: 'APPROVED', sha: head }],
    ['that was dismissed', { by: 'kim', state: 'DISMISSED', sha: head }],
    ['by an account that is gone', { by: null, state: 'APPROVED', sha: head }],
  ] as const)('does not count by an approval %s', async (_, review) => {
    consent.roles.set('Rosa', 'admin');
    commit();
    consent.reviews.set(5, [review]);
    expect(await standings(read())).toEqual(['own-trailer']);
  });

  it('does not count once who approved asks for changes', async () => {
    commit();
    consent.reviews.set(5, [
      { by: 'kim', state: 'APPROVED', sha: head },
      { by: 'kim', state: 'CHANGES_REQUESTED', sha: head },
    ]);
    expect(await standings(read())).toEqual(['own-trailer']);
  });

  it('does not count by a signature: an approval says the same, and everybody sees it', async () => {
    commit({ author: 'kim', verified: true });
    expect(await standings(read())).toEqual(['own-trailer']);
  });

  it('does not count from commits after the revision that was measured, or when that is gone', async () => {
    commit({ sha: older, message: 'One' });
    commit({ author: 'kim', verified: true });
    expect(await read({ headSha: older })).toEqual([]);
    expect(await read({ headSha: 'c'.repeat(40) })).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('no longer part of it')]);
  });

  it.each([
    [/reviews$/, 'unknown-rights'],
    [/permission$/, 'unknown-rights'],
  ])('does not count when %s is not answered', async (path, standing) => {
    commit();
    consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha: head }]);
    server.fail({ path, kind: 'status', status: 502, times: 4 });
    expect(await standings(read())).toEqual([standing]);
    expect(notes.at(-1)).toContain('cannot be read');
  });

  it('does not count when the author of the pull request is unknown, who might be the one who approves', async () => {
    commit({ author: 'kim', verified: true });
    consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha: head }]);
    expect(await standings(read({ author: '' }))).toEqual(['unknown-rights']);
  });

  it('is not asked about when there is none', async () => {
    commit({ message: 'One\n\nSigned-off-by: Rosa <rosa@example.org>' });
    expect(await read()).toEqual([]);
    expect(server.requests('GET', /reviews|permission/)).toEqual([]);
  });
});

describe('acceptance that is restricted', () => {
  const policyOf = (...items: string[]) => {
    const mistakes: string[] = [];
    const policy = readPolicy(items, mistakes);
    expect(mistakes).toEqual([]);
    return policy;
  };

  it.each([
    ['kim', ['maintain'], 'not-allowed'],
    ['ada', ['maintain'], 'valid'],
    ['kim', ['maintain', '@Kim'], 'valid'],
    ['tom', ['@tom'], 'valid'],
    ['ada', ['@tom'], 'not-allowed'],
    ['eve', ['@eve'], 'no-rights'],
    ['tom', ['triage'], 'valid'],
  ] as const)('takes the label of %s, restricted to %s: %s', async (by, items, standing) => {
    label(by, '2026-03-01T12:05:00Z');
    expect(await standings(read({}, policyOf(...items)))).toEqual([standing]);
  });

  it('takes no label of the author, with whatever right, and none when nobody can say who that is', async () => {
    label('ada', '2026-03-01T12:05:00Z');
    expect(await standings(read({ author: 'Ada' }))).toEqual(['valid']);
    expect(await standings(read({ author: 'Ada' }, policyOf('admin', '@ada')))).toEqual(['own-label']);
    expect(await standings(read({ author: '' }, policyOf('maintain')))).toEqual(['own-label']);
  });

  it('takes a trailer by the approval of those alone', async () => {
    commit();
    consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha: head }]);
    expect(await standings(read())).toEqual(['valid']);
    expect(await read({}, policyOf('maintain'))).toMatchObject([{ by: 'kim', standing: 'not-allowed' }]);
    consent.reviews.get(5)!.push({ by: 'ada', state: 'APPROVED', sha: head });
    expect(await read({}, policyOf('maintain'))).toMatchObject([{ by: 'ada', standing: 'valid' }]);
  });

  it('holds in a merge queue', async () => {
    label('kim', '2026-03-01T12:05:00Z');
    expect(await standings(readQueuedAcceptances(place(), 5, policyOf('maintain')))).toEqual(['not-allowed']);
  });

  it('is refused in words that no user and no level has', () => {
    const mistakes: string[] = [];
    readPolicy(['@octo/leads', 'owner', '@', '@kim'], mistakes);
    expect(mistakes).toEqual([
      expect.stringContaining('"@octo/leads" is a team'),
      expect.stringContaining('expected triage, write, maintain, admin or @user, found "owner"'),
      expect.stringContaining('found "@"'),
    ]);
  });
});

describe('a merge queue', () => {
  it('keeps a label, whenever it was set, by somebody who may', async () => {
    label('tom', '2026-01-01T00:00:00Z');
    expect(await standings(readQueuedAcceptances(place(), 5))).toEqual(['valid']);
    label('rosa', '2026-01-02T00:00:00Z');
    expect(await standings(readQueuedAcceptances(place(), 5))).toEqual(['no-rights']);
  });
});

type Pushed = { id: string; message: string; timestamp: string };

/** Reads the claims of a push by kim. `octokit`: null without a token. */
function readPush(commits: Pushed[], { branch = 'main', octokit = place().octokit as Octokit | null } = {}) {
  const context = loadContext(
    {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: '/event',
      GITHUB_REPOSITORY: 'octo/shop',
      GITHUB_REF: `refs/heads/${branch}`,
      GITHUB_SHA: head,
      GITHUB_ACTOR: 'kim',
    },
    () => JSON.stringify({ repository: { default_branch: 'main' }, commits }),
  );
  return readClaims(octokit, context, { kind: 'commit', sha: head }, null, place().note);
}

describe('a push to another branch', () => {
  it("is not accepted by anybody: it would be the author's own word", async () => {
    const commits = [{ id: head, message: trailer, timestamp: pushed }];
    expect(await readPush(commits, { branch: 'feature' })).toEqual([]);
    expect(await readPush(commits)).toMatchObject([{ by: 'kim', standing: 'valid' }]);
  });
});

describe('a push to the base branch', () => {
  const commits = [
    { id: older, message: trailer, timestamp: '2026-03-02T00:00:00Z' },
    { id: head, message: 'Merge pull request #5', timestamp: '2026-03-02T00:00:01Z' },
  ];
  const push = () => readPush(commits);

  it('is accepted by the trailers of its commits, without a request about anybody', async () => {
    expect(await readPush(commits, { octokit: null })).toMatchObject([
      { by: 'kim', at: '2026-03-02T00:00:00Z', standing: 'valid', why: 'needed for the audit log' },
    ]);
    expect(server.seen).toEqual([]);
  });

  it('is accepted by the label of the pull request that it merges', async () => {
    label('tom', '2026-03-01T00:00:00Z');
    consent.merged.set(head, [5]);
    expect(await push()).toMatchObject([
      { via: 'trailer' },
      { via: 'label', by: 'tom', at: '2026-03-01T00:00:00Z', standing: 'valid' },
    ]);
  });

  it('is not accepted by the label of one of two pull requests that it merges', async () => {
    server.state.pulls.set(6, { headSha: older });
    label('tom', '2026-03-01T00:00:00Z');
    consent.merged.set(older, [5]).set(head, [6]);
    expect((await push()).map(({ via }) => via)).toEqual(['trailer']);
    expect(notes).toEqual([expect.stringContaining('#6 was merged as well')]);
  });

  it('of so many commits that not all can be asked for is not accepted by a label, and that is told', async () => {
    label('tom', '2026-03-01T00:00:00Z');
    consent.merged.set(head, [5]);
    const more = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: String(i).padStart(40, '0'),
        message: 'One',
        timestamp: pushed,
      }));
    const pushOf = async (count: number) =>
      (await readPush([...more(count), ...commits])).map(({ via }) => via);
    expect(await pushOf(98)).toEqual(['trailer', 'label']);
    expect(await pushOf(99)).toEqual(['trailer']);
    expect(notes).toEqual([expect.stringContaining('More than 100 commits')]);
  });

  it('is not accepted by a label when what was merged cannot be read', async () => {
    label('tom', '2026-03-01T00:00:00Z');
    server.fail({ path: /pulls$/, kind: 'status', status: 403 });
    expect((await push()).map(({ via }) => via)).toEqual(['trailer']);
    expect(notes).toEqual([expect.stringContaining('no label counts')]);
  });
});
