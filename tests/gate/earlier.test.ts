import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepRecord, readEarlier } from '../../src/gate/earlier.ts';
import type { Session } from '../../src/gate/session.ts';
import { silent } from '../../src/progress.ts';
import { makeConfig } from '../fixtures.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { makeProject } from '../records/stores/git-fixture.ts';
import { environment, git, makeFolder } from '../revision/fixture.ts';

const notes: string[] = [];
const request = (parts: Partial<Session>): Session =>
  ({
    record: true,
    secrets: ['rejected'],
    store: { kind: 'git', url: null },
    subject: { commit: 'a'.repeat(40), dirty: false, branch: 'main', commitTime: null },
    baseBranch: 'main',
    base: { asked: null, trigger: { kind: 'local', baseBranch: 'main' } },
    environment: { ...environment, RUNNER_TEMP: makeFolder() },
    progress: { ...silent, note: (text: string) => void notes.push(text) },
    signal: new AbortController().signal,
    ...parts,
  }) as Partial<Session> as Session;

const read = (directory: string, kind: 'paired' | 'history', parts: Partial<Session> = {}) => {
  notes.length = 0;
  const comparison = kind === 'history' ? { kind } : ({ kind: 'none', reason: { kind: 'new' } } as const);
  return readEarlier(makeConfig({ directory }), comparison, request(parts));
};
/** What `record` makes of a run that could be measured. */
const measured = (parts: Parameters<typeof makeRecord>[0] = {}) => ({
  record: makeRecord(parts),
  verdict: { invalid: [] },
});

describe('earlier runs', () => {
  it('that cannot be read are told, and pass for none only where nothing is compared with them', async () => {
    const { clone } = makeProject();
    git(clone, 'config', 'remote.origin.url', `file://${clone}-gone`);
    expect((await read(clone, 'paired')).baseline).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^the records cannot be read, so there is no trend: .*not/),
    ]);
    await expect(read(clone, 'history')).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
  });

  it('are those of the base branch, in a folder too; a place that cannot be one is a mistake', async () => {
    const store = { kind: 'directory', path: join(makeFolder(), 'records') } as const;
    const earlier = await read('/', 'history', { store });
    for (const branch of ['main', 'feature'])
      await keepRecord(earlier.store, measured({ branch, attempt: branch }), request({ store }));
    const { baseline } = await read('/', 'history', { store });
    expect(baseline.map(({ branch }) => branch)).toEqual(['main']);
    expect(notes).toEqual([]);
    const { clone } = makeProject();
    git(clone, 'remote', 'remove', 'origin');
    await expect(read(clone, 'paired')).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe('the record of a run', () => {
  it('is kept, or it is said why not', async () => {
    const { clone, server } = makeProject();
    const earlier = await read(clone, 'paired');
    const kept = await keepRecord(earlier.store, measured({ dirty: true }), request({}));
    expect(kept).toEqual({
      recordPath: expect.stringMatching(/^refs\/tailgate\/default:/),
      unrecorded: null,
    });
    git(server, 'config', 'receive.hideRefs', 'refs/tailgate');
    expect(await keepRecord(earlier.store, measured({ attempt: '2', dirty: true }), request({}))).toEqual({
      recordPath: null,
      unrecorded: expect.stringMatching(/could not be written: \*\*\* .*--store .tailgate/s),
    });
  });

  it('is not kept unless it was asked for, and could be measured', async () => {
    const store = { kind: 'directory', path: join(makeFolder(), 'records') } as const;
    const earlier = await read('/', 'paired', { store });
    const { record } = measured();
    const invalid = [{ kind: 'harness', message: '', log: '' }] as const;
    await keepRecord(earlier.store, { record, verdict: { invalid: [...invalid] } }, request({ store }));
    const nothing = { record: { ...record, steps: [] }, verdict: { invalid: [] } };
    await keepRecord(earlier.store, nothing, request({ store }));
    await keepRecord(earlier.store, measured(), request({ store, record: false }));
    expect((await earlier.store.list()).records).toEqual([]);
  });
});
