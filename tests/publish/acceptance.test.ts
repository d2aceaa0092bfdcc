import { beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import type { Location } from '../../src/forge/location.ts';
import type { Forge, Review } from '../../src/forge/port.ts';
import type { Level } from '../../src/forge/rights.ts';
import { findApprover, readClaims } from '../../src/publish/acceptance.ts';
import { MemoryForge } from '../forge/memory.ts';

const head = 'a'.repeat(40);
const older = 'b'.repeat(40);
const pushed = '2026-03-01T12:00:00Z';
const before = '2026-03-01T11:59:59Z';
const after = '2026-03-01T12:05:00Z';

let forge: MemoryForge;
let notes: string[];
const note = (text: string) => void notes.push(text);

beforeEach(() => {
  forge = new MemoryForge();
  notes = [];
  for (const [login, right] of Object.entries({ kim: 'write', tom: 'triage', ada: 'maintain' } as const))
    forge.rights.set(login, right);
  const [base, own] = ['main', 'x'].map((branch) => ({ branch, repository: 'octo/shop' }));
  forge.pulls.push({ number: 5, author: 'rosa', labels: [], head: { sha: head, ...own! }, base: base! });
});

function label(by: string | null, at: string, name = 'tailgate:accept', isSet = true) {
  forge.pulls[0]!.labels = isSet ? [name] : [];
  record({ event: isSet ? 'labeled' : 'unlabeled', by, at, label: name });
}
const record = (event: Awaited<ReturnType<Forge['listEvents']>>[number]) =>
  forge.events.set(5, [...(forge.events.get(5) ?? []), event]);
const replace = (at: string) => record({ event: 'replaced', by: 'rosa', at });

/** Standing of each claim on a pull request, or what another event makes of it. */
async function read({ trigger = {}, acceptBy, ...place }: Wish = {}, from: Forge | null = forge) {
  const { labels } = forge.pulls[0]!;
  const own = { kind: 'pull', number: 5, author: 'rosa', labels, since: pushed, standing: 'current' };
  const location = { ...own, ...place } as Location;
  const context = { trigger: { kind: 'pull_request', ...trigger }, defaultBranch: 'main' } as GitHubContext;
  const claims = await readClaims(from, context, location, acceptBy ?? null, note);
  return claims.map(({ standing }) => standing);
}
type Wish = Partial<Record<'kind' | 'author' | 'standing', string>> & {
  trigger?: object;
  acceptBy?: Level;
  since?: string | null;
};

describe('the label', () => {
  const ofIt = { action: 'labeled', label: 'Tailgate:Accept' };
  it.each([
    // By whom, when, where it is looked at, and what it is worth.
    ['tom', after, {}, 'valid'],
    ['rosa', after, {}, 'may-not'],
    [null, after, {}, 'unreadable'],
    // The author may, where nothing is restricted.
    ['ada', after, { author: 'Ada' }, 'valid'],
    ['ada', after, { author: 'Ada', acceptBy: 'triage' }, 'may-not'],
    ['ada', after, { author: '', acceptBy: 'maintain' }, 'may-not'],
    ['ada', after, { acceptBy: 'maintain' }, 'valid'],
    ['ada', after, { acceptBy: 'admin' }, 'may-not'],
    // A push of the same second can have come after it.
    ['kim', pushed, {}, 'too-early'],
    ['kim', before, {}, 'too-early'],
    ['kim', after, { since: null }, 'too-early'],
    ['kim', 'lately', {}, 'too-early'],
    // The pull request has another head or base by now, or nobody says.
    ['kim', after, { standing: 'moved' }, 'too-early'],
    ['kim', after, { standing: 'unknown' }, 'too-early'],
    // The event has the head that the label was set on.
    ['kim', before, { trigger: ofIt }, 'valid'],
    ['kim', before, { trigger: ofIt, standing: 'moved' }, 'too-early'],
    ['kim', before, { trigger: { ...ofIt, label: 'documentation' } }, 'too-early'],
    // A user with the right to write has queued it.
    ['tom', before, { trigger: { kind: 'merge_group', pull: 5 } }, 'valid'],
    ['tom', before, { trigger: { kind: 'merge_group', pull: null } }, null],
    ['tom', before, { trigger: { kind: 'merge_group', pull: 6 } }, null],
    ['tom', after, { trigger: { kind: 'other' }, kind: 'nowhere' }, null],
  ] satisfies [string | null, string, Wish, string | null][])(
    'of %s at %s (%j): %s',
    async (by, at, wish, standing) => {
      label(by, at, 'Tailgate:accept');
      expect(await read(wish)).toEqual(standing === null ? [] : [standing]);
    },
  );

  it('does not count once a push has replaced the head or it was removed, until it is set again', async () => {
    // The event may be some seconds older than what the server says of the push that it is about.
    replace('2026-03-01T12:00:09Z');
    label('kim', after);
    expect(await read()).toEqual(['valid']);
    replace('2026-03-01T12:06:00Z');
    for (const trigger of [{}, ofIt]) expect(await read({ trigger })).toEqual(['too-early']);
    label('kim', '2026-03-01T12:07:00Z');
    // It was set on what came in place of this head, which then came back: its run has the old event.
    for (const trigger of [{}, ofIt]) expect(await read({ trigger })).toEqual(['too-early']);
    const since = '2026-03-01T12:06:00Z';
    expect(await read({ since })).toEqual(['valid']);
    expect(await read({ trigger: { kind: 'merge_group', pull: 5 } })).toEqual(['valid']);
    label('kim', '2026-03-01T12:10:00Z', 'tailgate:accept', false);
    expect(await read({ since })).toEqual([]);
    label('tom', '2026-03-01T12:11:00Z');
    expect(await read({ since })).toEqual(['valid']);
    expect(notes).toEqual([]);
  });

  it.each(['listEvents', 'rightsOf'] as const)('does not count when %s is not answered', async (method) => {
    label('kim', after);
    Object.assign(forge, { [method]: () => Promise.reject(new Error('down')) });
    expect(await read()).toEqual(['unreadable']);
    expect(notes).toEqual([expect.stringContaining('cannot be read')]);
  });
});

it('a push to the default branch is accepted by the label of the pull request that it merges', async () => {
  label('tom', before);
  forge.merged.set(head, forge.pulls[0]!);
  const push = (headSha: string, branch = 'main', from: Forge | null = forge) =>
    read({ trigger: { kind: 'push', branch, headSha }, kind: 'commit' }, from);
  expect(await push(head)).toEqual(['valid']);
  expect(await push(older)).toEqual([]);
  expect(await push(head, 'feature')).toEqual([]);
  expect(await push(head, 'main', null)).toEqual([]);
  expect(notes).toEqual([]);
  forge.findMerged = () => Promise.reject(new Error('down'));
  expect(await push(head)).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('cannot be read')]);
});

describe('an approval', () => {
  const byKim: Review = { by: 'kim', isApproval: true, sha: head };
  it.each<[string, Review[], string | undefined, string?]>([
    ['of this very revision, by somebody who may write', [{ ...byKim, by: 'tom' }, byKim], 'kim'],
    ['of an older revision', [{ ...byKim, sha: older }], undefined],
    ['by its author', [{ ...byKim, by: 'Rosa' }], undefined],
    ['by somebody who may only triage', [{ ...byKim, by: 'tom' }], undefined],
    ['of somebody who asks for changes since', [byKim, { ...byKim, isApproval: false }], undefined],
    ['where the author is unknown, who might be the one who approves', [byKim], undefined, ''],
  ])('%s: %#', async (_, reviews, approver, author = 'rosa') => {
    forge.rights.set('Rosa', 'admin');
    forge.reviews.set(5, reviews);
    expect(await findApprover(forge, { number: 5, headSha: head, author }, note)).toBe(approver);
  });

  it.each(['listReviews', 'rightsOf'] as const)('does not count when %s is not answered', async (method) => {
    forge.reviews.set(5, [byKim]);
    Object.assign(forge, { [method]: () => Promise.reject(new Error('down')) });
    expect(await findApprover(forge, { number: 5, headSha: head, author: 'rosa' }, note)).toBeUndefined();
    expect(notes).toEqual([expect.stringContaining('cannot be read')]);
  });
});
