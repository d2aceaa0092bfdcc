import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertRead, keepRecord, readEarlier } from '../../src/gate/earlier.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import { silent } from '../../src/progress.ts';
import { makeConfig } from '../fixtures.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { makeProject } from '../records/stores/git-fixture.ts';
import { environment, git, makeFolder } from '../revision/fixture.ts';

const notes: string[] = [];
const request = (parts: Partial<GateRequest>): GateRequest =>
  ({
    store: { kind: 'git', url: null },
    subject: { commit: 'a'.repeat(40), dirty: false, branch: 'main', commitTime: null },
    baseBranch: 'main',
    base: { asked: null, trigger: { kind: 'local', baseBranch: 'main' } },
    environment: { ...environment, RUNNER_TEMP: makeFolder() },
    progress: { ...silent, note: (text: string) => void notes.push(text) },
    signal: new AbortController().signal,
    ...parts,
  }) as Partial<GateRequest> as GateRequest;

const read = (directory: string, parts: Partial<GateRequest> = {}) => {
  notes.length = 0;
  return readEarlier(makeConfig({ directory }), request(parts));
};

describe('earlier runs', () => {
  it('that cannot be read are told, and pass for none only where nothing is compared with them', async () => {
    const { clone } = makeProject();
    git(clone, 'config', 'remote.origin.url', `file://${clone}-gone`);
    const earlier = await read(clone);
    expect(earlier.baseline).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^the records cannot be read, so there is no trend: .*not/),
    ]);
    expect(() => assertRead(earlier)).toThrow(expect.objectContaining({ name: 'UserError', exitCode: 3 }));
  });

  it('of other branches alone are named, where a run is compared with records', async () => {
    const store = { kind: 'directory', path: join(makeFolder(), 'records') } as const;
    const earlier = await read('/', { store });
    const keep = (branch: string) =>
      keepRecord(earlier, makeRecord({ branch, attempt: branch }), request({ store }));
    expect(notes).toEqual([]);
    for (const branch of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await keep(branch);
    expect((await read('/', { store })).baseline).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/ of (\w+, ){4}\w+ and 2 more, and this run needs some of main$/),
    ]);
    notes.length = 0;
    const { baseline } = makeConfig();
    await readEarlier(makeConfig({ baseline: { ...baseline, kind: 'paired' } }), request({ store }));
    expect(notes).toEqual([]);
    await keep('main');
    expect((await read('/', { store })).baseline).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it('in a place that cannot be one are a mistake of the user', async () => {
    const { clone } = makeProject();
    git(clone, 'remote', 'remove', 'origin');
    await expect(read(clone)).rejects.toMatchObject({ exitCode: 2 });
  });
});

it('the record of a run is kept, or it is said why not', async () => {
  const { clone, server } = makeProject();
  const earlier = await read(clone);
  expect(await keepRecord(earlier, makeRecord(), request({}))).toEqual({
    recordPath: expect.stringMatching(/^refs\/tailgate\/default:/),
    unrecorded: null,
  });
  git(server, 'config', 'receive.hideRefs', 'refs/tailgate');
  expect(await keepRecord(earlier, makeRecord({ attempt: '2' }), request({}))).toEqual({
    recordPath: null,
    unrecorded: expect.stringMatching(/could not be written: rejected .*--store .tailgate/s),
  });
});
