import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertRead, keepRecord, readEarlier } from '../../src/gate/earlier.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import { silent } from '../../src/progress.ts';
import type { RunRecord } from '../../src/records/record.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { makeConfig } from '../fixtures.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { listRef, makeProject, open } from '../records/stores/git-fixture.ts';
import { commit, environment, git, makeFolder } from '../revision/fixture.ts';

const notes: string[] = [];

function request(parts: Partial<GateRequest>): GateRequest {
  notes.length = 0;
  return {
    configPath: '',
    only: [],
    failOn: [],
    record: true,
    store: { kind: 'git', url: null },
    subject: { commit: 'a'.repeat(40), dirty: false, branch: 'main', commitTime: null },
    baseBranch: 'main',
    base: { asked: null, trigger: { kind: 'local', baseBranch: 'main' } },
    attempt: '1',
    link: null,
    environment: { ...environment, RUNNER_TEMP: makeFolder() },
    progress: { ...silent, note: (text) => void notes.push(text) },
    signal: new AbortController().signal,
    ...parts,
  };
}

/** The record of a commit that exists. */
function recordOf(folder: string, name: string): RunRecord {
  const commitTime = git(folder, 'show', '--no-patch', '--format=%cI', name);
  return makeRecord({ commit: git(folder, 'rev-parse', name), commitTime, attempt: name });
}

const read = async (directory: string, given: GateRequest) =>
  readEarlier(
    makeConfig({ directory }),
    await findCheckout(directory, given.environment, given.signal),
    given,
  );

describe('earlier runs', () => {
  it('are those of commits that are still on the branch', async () => {
    const { clone, server, scratch } = makeProject();
    const store = open({ clone, scratch });
    await store.append(recordOf(clone, 'HEAD'));
    const dropped = { ...recordOf(clone, 'HEAD'), commit: 'e'.repeat(40), attempt: 'dropped' };
    await store.append(dropped);
    await store.append(makeRecord({ branch: 'side', attempt: 'side' }));
    const earlier = await read(clone, request({}));
    expect(earlier.baseline.map(({ attempt }) => attempt)).toEqual(['HEAD']);
    expect(earlier.problem).toBeNull();
    expect(notes).toEqual(['the commit of one record is no longer on main and left out']);
    expect(listRef(server)).toHaveLength(3);
  });

  it('that cannot be read are told, and pass for none only where nothing is compared with them', async () => {
    const { clone } = makeProject();
    git(clone, 'config', 'remote.origin.url', `file://${clone}-gone`);
    const earlier = await read(clone, request({}));
    expect(earlier.baseline).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^the records cannot be read, so there is no trend: .*not/),
    ]);
    expect(() => assertRead(earlier)).toThrow(expect.objectContaining({ name: 'UserError', exitCode: 3 }));
  });

  it('of other branches alone are named, where a run is compared with records', async () => {
    const { clone } = makeProject();
    const store = { kind: 'directory', path: join(makeFolder(), 'records') } as const;
    const earlier = await read(clone, request({ store }));
    const keep = (branch: string) => keepRecord(earlier, makeRecord({ branch, attempt: branch }));
    expect(notes).toEqual([]);
    await keep('side');
    expect((await read(clone, request({ store }))).baseline).toEqual([]);
    const needed = 'and this run needs some of main';
    expect(notes).toEqual([`no record is compared with: those here are of side, ${needed}`]);
    for (const branch of ['a', 'b', 'c', 'd', 'e', 'f']) await keep(branch);
    await read(clone, request({ store }));
    expect(notes).toEqual([expect.stringMatching(new RegExp(` of (\\w+, ){4}\\w+ and 2 more, ${needed}$`))]);
    const given = request({ store });
    const { baseline } = makeConfig();
    const paired = makeConfig({ directory: clone, baseline: { ...baseline, kind: 'paired' } });
    await readEarlier(paired, await findCheckout(clone, given.environment, given.signal), given);
    expect(notes).toEqual([]);
    await keepRecord(earlier, recordOf(clone, 'HEAD'));
    expect((await read(clone, request({ store }))).baseline).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it('in a place that cannot be one are a mistake of the user', async () => {
    const { clone } = makeProject();
    git(clone, 'remote', 'remove', 'origin');
    await expect(read(clone, request({}))).rejects.toMatchObject({
      exitCode: 2,
    });
  });
});

describe('the record of a run', () => {
  it('is kept, or it is said why not', async () => {
    const { clone, server } = makeProject();
    const earlier = await read(clone, request({}));
    const record = recordOf(clone, 'HEAD');
    commit(clone, { 'more.js': '1' });
    expect(await keepRecord(earlier, record)).toEqual({
      recordPath: expect.stringMatching(/^refs\/tailgate\/default:/),
      unrecorded: null,
    });
    git(server, 'config', 'receive.hideRefs', 'refs/tailgate');
    expect(await keepRecord(earlier, { ...record, attempt: '2' })).toEqual({
      recordPath: null,
      unrecorded: expect.stringMatching(/could not be written: rejected .*--store .tailgate/s),
    });
    const folder = { kind: 'directory', path: join(makeFolder(), 'records') } as const;
    const kept = await keepRecord(await read(clone, request({ store: folder })), record);
    expect(kept.unrecorded).toBeNull();
  });
});
