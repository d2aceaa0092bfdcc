import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepRecord, readEarlier } from '../../src/gate/earlier.ts';
import type { Session } from '../../src/gate/session.ts';
import { silent } from '../../src/progress.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import type { InvalidReason } from '../../src/verdict/faults.ts';
import { makeConfig } from '../fixtures.ts';
import { makeRecord } from '../records/fixture.ts';
import { makeProject } from '../records/git-fixture.ts';
import { environment, git, makeFolder } from '../revision/fixture.ts';

const notes: string[] = [];
const request = (parts: Partial<Session>): Session => {
  const own: Partial<Session> = {
    record: true,
    secrets: ['rejected'],
    store: 'git',
    subject: { commit: 'a'.repeat(40), dirty: false, branch: 'main', commitTime: null },
    baseBranch: 'main',
    base: { asked: null, trigger: { kind: 'local', baseBranch: 'main' } },
    environment: { ...environment, RUNNER_TEMP: makeFolder() },
    progress: { ...silent, note: (text) => void notes.push(text) },
    signal: new AbortController().signal,
  };
  return { ...own, ...parts } as Session;
};
const read = async (directory: string, kind: 'paired' | 'history', parts: Partial<Session> = {}) => {
  const comparison = kind === 'history' ? { kind } : ({ kind: 'none', reason: { kind: 'new' } } as const);
  const asked = request(parts);
  const checkout = await findCheckout(directory, environment, asked.signal);
  return readEarlier(makeConfig(), comparison, checkout, asked);
};
const measured = (parts: Parameters<typeof makeRecord>[0] = {}, invalid: InvalidReason[] = []) => ({
  record: makeRecord(parts),
  verdict: { invalid },
});

it('earlier runs that cannot be read are told, and pass for none only where nothing is compared with them', async () => {
  const { clone } = makeProject();
  git(clone, 'config', 'remote.origin.url', `file://${clone}-gone`);
  expect((await read(clone, 'paired')).baseline).toEqual([]);
  const said = /^the records cannot be read, so there is no trend: .*not/;
  expect(notes).toEqual([expect.stringMatching(said)]);
  await expect(read(clone, 'history')).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
  git(clone, 'remote', 'remove', 'origin');
  await expect(read(clone, 'paired')).rejects.toMatchObject({ exitCode: 2 });
});

it('the record of a run is kept where it was asked for and could be measured, and read by those of its branch', async () => {
  const store = join(makeFolder(), 'records');
  const earlier = await read('/', 'history', { store });
  const keep = (run: ReturnType<typeof measured>, parts: Partial<Session> = {}) =>
    keepRecord(earlier.store, run, request({ store, ...parts }));
  await keep(measured({}, [{ kind: 'harness', message: '', log: '' }]));
  await keep(measured({ steps: [] }));
  await keep(measured(), { record: false });
  expect(await earlier.store.list(() => {})).toEqual([]);
  for (const branch of ['main', 'feature']) await keep(measured({ branch, attempt: branch }));
  const { baseline } = await read('/', 'history', { store });
  expect(baseline.map(({ branch }) => branch)).toEqual(['main']);
});

it('a record that cannot be kept is told with why, without secrets, and one that is not committed', async () => {
  notes.length = 0;
  const { clone, server } = makeProject();
  const { store } = await read(clone, 'paired');
  const recordPath = expect.stringMatching(/^refs\/tailgate\/default:/);
  expect(await keepRecord(store, measured(), request({}))).toEqual({ recordPath, unrecorded: null });
  expect(notes).toEqual([]);
  await keepRecord(store, measured({ dirty: true }), request({}));
  expect(notes).toEqual([expect.stringMatching(/^recorded with changes that are not committed/)]);
  git(server, 'config', 'receive.hideRefs', 'refs/tailgate');
  const unrecorded = expect.stringMatching(/could not be read or written: .*\*\*\*.*--store .tailgate/s);
  const kept = await keepRecord(store, measured({ attempt: '2' }), request({}));
  expect(kept).toEqual({ recordPath: null, unrecorded });
});
