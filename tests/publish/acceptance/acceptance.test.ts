import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GitHubContext, loadContext } from '../../../src/forge/context.ts';
import type { Forge } from '../../../src/forge/port.ts';
import { locate } from '../../../src/forge/pull.ts';
import type { Level } from '../../../src/forge/rights.ts';
import { readClaims } from '../../../src/publish/acceptance/acceptance.ts';
import { findApprover } from '../../../src/publish/acceptance/approvals.ts';
import { type LabelSince, readLabel } from '../../../src/publish/acceptance/label.ts';
import type { Consent, StoredReview } from '../../github/consent.ts';
import { forgeOf } from '../../github/forge.ts';
import { GitHubServer } from '../../github/server.ts';

const head = 'a'.repeat(40);
const older = 'b'.repeat(40);
const pushed = '2026-03-01T12:00:00Z';
const before = '2026-03-01T11:59:59Z';
const after = '2026-03-01T12:05:00Z';

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

const note = (text: string) => notes.push(text);
const place = () => forgeOf(server, { token: 'bot-token', note, secondMs: 1 });

type Asked = { author?: string; since?: LabelSince; acceptBy?: Level };

function read({ author = 'rosa', since = pushed, acceptBy }: Asked = {}) {
  return readLabel(place(), { number: 5, author, since }, acceptBy ?? null, note);
}

/** Standing of the label; null where none is set. */
const standing = async (asked: Asked = {}) => (await read(asked))?.standing ?? null;

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

const replace = (at: string) => consent.record(5, { event: 'head_ref_force_pushed', by: 'rosa', at });

describe('the label', () => {
  it.each([
    // By whom, when, since when the head is there, and who may.
    ['tom', after, {}, 'valid'],
    ['kim', after, {}, 'valid'],
    ['ada', after, {}, 'valid'],
    ['rosa', after, {}, 'may-not'],
    ['github-actions[bot]', after, {}, 'unreadable'],
    [null, after, {}, 'unreadable'],
    // The author may, where nothing is restricted.
    ['ada', after, { author: 'Ada' }, 'valid'],
    ['ada', after, { author: 'Ada', acceptBy: 'triage' }, 'may-not'],
    ['ada', after, { author: '', acceptBy: 'maintain' }, 'may-not'],
    ['ada', after, { acceptBy: 'maintain' }, 'valid'],
    ['ada', after, { acceptBy: 'admin' }, 'may-not'],
    ['kim', after, { acceptBy: 'maintain' }, 'may-not'],
    ['tom', after, { acceptBy: 'triage' }, 'valid'],
    // A push of the same second can have come after it.
    ['kim', pushed, {}, 'too-early'],
    ['kim', before, {}, 'too-early'],
    ['kim', before, { since: 'any' }, 'valid'],
    ['kim', after, { since: null }, 'too-early'],
    ['kim', after, { since: 'yesterday' }, 'too-early'],
    ['kim', 'lately', {}, 'too-early'],
  ] satisfies [string | null, string, Asked, string][])(
    'of %s at %s (%j): %s',
    async (by, at, asked, said) => {
      label(by, at);
      expect(await standing(asked)).toBe(said);
    },
  );

  it('says who set it and when, whatever its case', async () => {
    label('kim', after, 'Tailgate:Accept');
    expect(await read()).toEqual({ by: 'kim', at: after, standing: 'valid' });
    expect(notes).toEqual([]);
  });

  it('does not count once a push has replaced the head since, until it is set again', async () => {
    for (const since of [pushed, 'any'] as const) {
      consent.events.clear();
      replace('2026-03-01T12:04:00Z');
      label('kim', after);
      expect(await standing({ since })).toBe('valid');
      label('tom', '2026-03-01T12:05:30Z', 'documentation');
      replace('2026-03-01T12:06:00Z');
      expect(await standing({ since })).toBe('too-early');
      label('kim', '2026-03-01T12:06:00Z');
      expect(await standing({ since })).toBe('valid');
      replace('2026-03-01T12:06:00Z');
      expect(await standing({ since })).toBe('too-early');
    }
  });

  it('counts once it is set again', async () => {
    label('kim', before);
    label('kim', '2026-03-01T12:10:00Z', 'tailgate:accept', 'unlabeled');
    expect(await standing()).toBeNull();
    label('tom', '2026-03-01T12:11:00Z');
    expect(await read()).toMatchObject({ by: 'tom', standing: 'valid' });
  });

  it.each([
    ['opened', null, 'too-early'],
    ['synchronize', null, 'too-early'],
    ['labeled', 'Tailgate:accept', 'valid'],
    ['labeled', 'documentation', 'too-early'],
    ['reopened', null, 'too-early'],
  ])('of a second before the event, in a run started by %s (%s): %s', async (action, name, said) => {
    label('kim', before);
    const forge = place();
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
    const location = await locate(forge, context);
    expect(await readClaims(forge, context, location, null, note)).toMatchObject([{ standing: said }]);
  });

  it('is found beyond the first page of a busy pull request', async () => {
    for (let i = 0; i < 130; i++) label('tom', '2026-03-01T12:01:00Z', `busy ${i}`);
    label('kim', after);
    expect(await read()).toMatchObject({ by: 'kim', standing: 'valid' });
  });

  it.each([
    ['the labels', /labels$/, 403, null],
    ['who set it', /events$/, 500, 'unreadable'],
    ['the rights', /permission$/, 403, 'unreadable'],
    ['the rights', /permission$/, 500, 'unreadable'],
  ])('does not count when %s cannot be read (%s, %i), and that is told', async (_, path, status, said) => {
    label('kim', after);
    server.fail({ path, kind: 'status', status, times: 4 });
    expect(await standing()).toBe(said);
    expect(notes.at(-1)).toContain('cannot be read');
  });
});

describe('an approval', () => {
  const approver = async (reviews: StoredReview[], author = 'rosa') => {
    consent.reviews.set(5, reviews);
    return findApprover(place(), { number: 5, headSha: head, author }, note);
  };
  const byKim = { by: 'kim', state: 'APPROVED', sha: head } as const;

  it('counts of somebody else with the right to write, on this very revision', async () => {
    expect(await approver([byKim, { ...byKim, state: 'COMMENTED' }])).toBe('kim');
  });

  it.each([
    ['of an older revision', [{ ...byKim, sha: older }]],
    ['by its author', [{ ...byKim, by: 'Rosa' }]],
    ['by somebody who may only triage', [{ ...byKim, by: 'tom' }]],
    ['that was dismissed', [{ ...byKim, state: 'DISMISSED' }]],
    ['by an account that is gone', [{ ...byKim, by: null }]],
    ['of somebody who asks for changes since', [byKim, { ...byKim, state: 'CHANGES_REQUESTED' }]],
  ] satisfies [string, StoredReview[]][])('does not count %s', async (_, reviews) => {
    consent.roles.set('Rosa', 'admin');
    expect(await approver(reviews)).toBeUndefined();
  });

  it('does not count when the author of the pull request is unknown, who might be the one who approves', async () => {
    expect(await approver([byKim], '')).toBeUndefined();
  });

  it.each([/reviews$/, /permission$/])('does not count when %s is not answered', async (path) => {
    server.fail({ path, kind: 'status', status: 502, times: 4 });
    expect(await approver([byKim])).toBeUndefined();
    expect(notes.at(-1)).toContain('cannot be read');
  });
});

describe('a merge queue', () => {
  it('keeps a label, whenever it was set, by somebody who may', async () => {
    label('tom', '2026-01-01T00:00:00Z');
    const context = { trigger: { kind: 'merge_group', pull: 5 } } as GitHubContext;
    const queued = (acceptBy: Level | null) =>
      readClaims(place(), context, { kind: 'commit', sha: head, base: 'main' }, acceptBy, note);
    expect(await queued(null)).toMatchObject([{ standing: 'valid' }]);
    expect(await queued('maintain')).toMatchObject([{ standing: 'may-not' }]);
    label('rosa', '2026-01-02T00:00:00Z');
    expect(await queued(null)).toMatchObject([{ standing: 'may-not' }]);
  });
});

/** Reads the claims of a push by kim. `forge`: null without a token. */
function readPush(ids: string[], { branch = 'main', forge = place() as Forge | null } = {}) {
  const context = loadContext(
    {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: '/event',
      GITHUB_REPOSITORY: 'octo/shop',
      GITHUB_REF: `refs/heads/${branch}`,
      GITHUB_SHA: head,
      GITHUB_ACTOR: 'kim',
    },
    () => JSON.stringify({ repository: { default_branch: 'main' }, commits: ids.map((id) => ({ id })) }),
  );
  return readClaims(forge, context, { kind: 'commit', sha: head, base: null }, null, note);
}

describe('a push', () => {
  beforeEach(() => label('tom', '2026-03-01T00:00:00Z'));
  const push = () => readPush([older, head]);

  it('is accepted by the label of the pull request that it merges', async () => {
    consent.merged.set(head, [5]);
    expect(await push()).toEqual([{ by: 'tom', at: '2026-03-01T00:00:00Z', standing: 'valid' }]);
  });

  it('to another branch is not: that would be the word of its author', async () => {
    consent.merged.set(head, [5]);
    expect(await readPush([older, head], { branch: 'feature' })).toEqual([]);
  });

  it('is not accepted by the label of one of two pull requests that it merges', async () => {
    server.state.pulls.set(6, { headSha: older });
    consent.merged.set(older, [5]).set(head, [6]);
    expect(await push()).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('#6 was merged as well')]);
  });

  it('of so many commits that not all can be asked for is not accepted by a label, and that is told', async () => {
    consent.merged.set(head, [5]);
    const more = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(40, '0'));
    expect(await readPush([...more(98), older, head])).toHaveLength(1);
    expect(await readPush([...more(99), older, head])).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('More than 100 commits')]);
  });

  it('is not accepted when what was merged cannot be read, nor without a token', async () => {
    consent.merged.set(head, [5]);
    expect(await readPush([older, head], { forge: null })).toEqual([]);
    server.fail({ path: /pulls$/, kind: 'status', status: 403 });
    expect(await push()).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('no label counts')]);
  });
});
