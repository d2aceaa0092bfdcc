import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEWEST_RECORDS } from '../../../src/records/store.ts';
import { commit, digestFolder, git, makeFolder } from '../../revision/fixture.ts';
import { makeRecord } from './fixture.ts';
import { listLeftovers, listRef, makeProject, open, plant, REF } from './git-fixture.ts';

const at = (letter: string, commitTime: string, parts = {}) =>
  makeRecord({ commit: letter.repeat(40), commitTime, ...parts });

describe('records in the repository', () => {
  it('are none before the first, without an error', async () => {
    expect(await open(makeProject()).list()).toEqual({ records: [], unreadable: [] });
  });

  it('are listed by commit time, then by when they were measured', async () => {
    const project = makeProject();
    const store = open(project);
    await store.append(at('c', '2026-03-01T00:00:00+02:00', { recordedAt: '2026-05-01T00:00:00Z' }));
    await store.append(at('b', '2026-02-28T23:00:00Z'));
    await store.append(at('a', '2026-01-01T00:00:00Z', { recordedAt: '2026-06-01T00:00:00Z' }));
    const { records, unreadable } = await store.list();
    expect(records.map((record) => record.commit![0])).toEqual(['a', 'c', 'b']);
    expect(unreadable).toEqual([]);
    expect(records[1]).toEqual(at('c', '2026-03-01T00:00:00+02:00', { recordedAt: '2026-05-01T00:00:00Z' }));
    expect(listRef(project.server)).toHaveLength(3);
    expect(listLeftovers(project.scratch)).toEqual([]);
  });

  it('are one commit without parents, in no branch, and leave the checkout as it was', async () => {
    const { server, clone, scratch } = makeProject();
    const before = digestFolder(clone);
    for (const attempt of ['1', '2']) await open({ clone, scratch }).append(makeRecord({ attempt }));
    expect(git(server, 'rev-list', '--count', REF)).toBe('1');
    expect(git(server, 'for-each-ref', '--format=%(refname)')).toBe(`refs/heads/main\n${REF}`);
    expect(digestFolder(clone)).toEqual(before);
  });

  it('are replaced by the same commit, attempt and job, and only by those', async () => {
    const project = makeProject();
    const store = open(project);
    await store.append(makeRecord({ attempt: '7-1', branch: 'old' }));
    await store.append(makeRecord({ attempt: '7-1', branch: 'new', recordedAt: '2026-01-01T00:20:00Z' }));
    await store.append(makeRecord({ attempt: '7-2', recordedAt: '2026-01-01T00:30:00Z' }));
    await store.append(makeRecord({ attempt: '7-2', job: 'node 22', recordedAt: '2026-01-01T00:40:00Z' }));
    await store.append(makeRecord({ attempt: '7-2', job: 'node-22', recordedAt: '2026-01-01T00:50:00Z' }));
    const { records } = await store.list();
    expect(records.map(({ attempt, branch, job }) => [attempt, branch, job])).toEqual([
      ['7-1', 'new', undefined],
      ['7-2', 'main', undefined],
      ['7-2', 'main', 'node 22'],
      ['7-2', 'main', 'node-22'],
    ]);
  });

  it('of suites do not mix', async () => {
    const project = makeProject();
    await open(project, { suite: 'api' }).append(makeRecord({ suite: 'api' }));
    expect((await open(project, { suite: 'api-2' }).list()).records).toEqual([]);
    expect((await open(project, { suite: 'api' }).list()).records).toHaveLength(1);
  });

  it('of a matrix are one push, in which the newest stay, and all that is no record', async () => {
    const project = makeProject();
    const store = open(project);
    const pushes = join(makeFolder(), 'pushes');
    mkdirSync(join(project.server, 'hooks'), { recursive: true });
    writeFileSync(join(project.server, 'hooks/post-receive'), `#!/bin/sh\necho >> ${pushes}\n`, {
      mode: 0o755,
    });
    const many = Array.from({ length: NEWEST_RECORDS }, (_, day) =>
      at('a', new Date(Date.UTC(2026, 0, day)).toISOString(), { attempt: `${day}` }),
    );
    plant(project.server, { 'README.md': 'about these', '0.json': JSON.stringify(many[0]) });
    const matrix = ['node 20', 'node 22'].map((job) => at('b', '2030-01-01T00:00:00Z', { job }));
    expect(await store.append(...many.slice(1), ...matrix)).toHaveLength(NEWEST_RECORDS + 1);
    expect(readFileSync(pushes, 'utf8')).toBe('\n');
    const { records } = await store.list();
    expect(records).toEqual([...many.slice(2), ...matrix]);
    expect(listRef(project.server)).toContain('README.md');
    expect(listRef(project.server)).toHaveLength(NEWEST_RECORDS + 1);
  });

  it('that cannot be read are named, skipped, and kept', async () => {
    const project = makeProject();
    const store = open(project);
    await store.append(makeRecord({ attempt: 'old', commitTime: '2026-01-01T00:00:00Z' }));
    const bad = {
      'cut.json': '{"schemaVersion": 1, "su',
      '20260102T000000000Z-20260102T000000000Z-abc-1.json': '{"schemaVersion": 9}',
      'huge.json': ' '.repeat(16 * 1024 * 1024 + 1),
    };
    plant(project.server, bad);
    await store.append(makeRecord({ attempt: 'new', commitTime: '2026-01-03T00:00:00Z' }));
    const { records, unreadable } = await store.list();
    expect(records.map(({ attempt }) => attempt)).toEqual(['old', 'new']);
    const reasons = Object.fromEntries(unreadable.map(({ name, reason }) => [name, reason]));
    expect(Object.keys(reasons).sort()).toEqual(Object.keys(bad).sort());
    expect(Object.values(reasons).sort()).toEqual([
      'it has 16777217 bytes, and a record has at most 16777216',
      'not JSON',
      expect.stringMatching(/newer Tailgate/),
    ]);
    expect(listRef(project.server)).toEqual(expect.arrayContaining(Object.keys(bad)));
  });

  it('are found from a folder below, a shallow clone, a linked work tree, and a plain path as the remote', async () => {
    const project = makeProject();
    mkdirSync(join(project.clone, 'services/api'), { recursive: true });
    const linked = join(makeFolder(), 'linked');
    git(project.clone, 'worktree', 'add', '--quiet', linked, '-b', 'side');
    commit(project.clone, { 'more.js': '2' });
    git(project.clone, 'push', '--quiet', 'origin', 'main');
    const shallow = join(makeFolder(), 'shallow');
    git(project.clone, 'clone', '--quiet', '--depth=1', `file://${project.server}`, shallow);
    const byPath = join(makeFolder(), 'by-path');
    git(project.clone, 'clone', '--quiet', project.server, byPath);
    const relative = join(makeFolder(), 'relative');
    git(project.clone, 'clone', '--quiet', project.server, relative);
    git(relative, 'config', 'remote.origin.url', `../../${project.server.split('/').slice(-2).join('/')}`);
    const places = [join(project.clone, 'services/api'), linked, shallow, byPath, relative];
    for (const [index, clone] of places.entries()) {
      await open({ ...project, clone }).append(makeRecord({ attempt: String(index) }));
    }
    for (const clone of places) expect((await open({ ...project, clone }).list()).records).toHaveLength(5);
  });

  it('need no checkout when the repository is named', async () => {
    const project = makeProject();
    const nowhere = { ...project, clone: makeFolder() };
    const url = `file://${project.server}`;
    await open(nowhere, { url }).append(makeRecord());
    expect((await open(nowhere, { url }).list()).records).toHaveLength(1);
  });

  it('ask for a folder instead where there is no remote or no repository', async () => {
    const project = makeProject();
    git(project.clone, 'remote', 'remove', 'origin');
    await expect(open(project).list()).rejects.toMatchObject({
      name: 'UserError',
      message: 'There is nowhere to keep records: the repository has no remote.',
      hint: expect.stringContaining('--store .tailgate'),
    });
    await expect(open({ ...project, clone: makeFolder() }).append(makeRecord())).rejects.toMatchObject({
      name: 'UserError',
      hint: expect.stringContaining('--store .tailgate'),
    });
  });

  it('are read from servers that cannot leave contents out', async () => {
    const project = makeProject();
    await open(project).append(makeRecord({ attempt: '1' }));
    // Over a command of its own, as over ssh, the server's own settings count: no filter, no wishes.
    const ssh = join(makeFolder(), 'ssh');
    writeFileSync(ssh, '#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nexec sh -c "$1"\n', { mode: 0o755 });
    git(project.clone, 'config', 'remote.origin.url', `ssh://host${project.server}`);
    const store = open(project, { environment: { GIT_SSH_COMMAND: ssh, GIT_SSH_VARIANT: 'simple' } });
    await store.append(makeRecord({ attempt: '2' }));
    expect((await store.list()).records).toHaveLength(2);
  });
});
