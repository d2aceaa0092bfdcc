import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEWEST_RECORDS } from '../../src/records/folder.ts';
import { commit, digestFolder, git, makeFolder, makeRepository } from '../revision/fixture.ts';
import { makeRecord, readAll } from './fixture.ts';
import { listRef, makeProject, open, REF } from './git-fixture.ts';

const at = (letter: string, commitTime: string, parts = {}) =>
  makeRecord({ commit: letter.repeat(40), commitTime, ...parts });

describe('records in the repository', () => {
  it('are one commit without parents, in no branch, by commit time, and leave the checkout as it was', async () => {
    const { server, clone, scratch } = makeProject();
    const before = digestFolder(clone);
    const store = open({ clone, scratch });
    expect(await readAll(store)).toEqual({ records: [], notes: [] });
    const second = at('c', '2026-03-01T00:00:00+02:00', { recordedAt: '2026-05-01T00:00:00Z' });
    await store.append(second);
    await store.append(at('b', '2026-02-28T23:00:00Z'));
    await store.append(at('a', '2026-01-01T00:00:00Z', { recordedAt: '2026-06-01T00:00:00Z' }));
    const { records, notes } = await readAll(store);
    expect(records.map((record) => record.commit![0])).toEqual(['a', 'c', 'b']);
    expect([records[1], notes]).toEqual([second, []]);
    expect(listRef(server)).toHaveLength(3);
    expect(git(server, 'rev-list', '--count', REF)).toBe('1');
    expect(git(server, 'for-each-ref', '--format=%(refname)')).toBe(`refs/heads/main\n${REF}`);
    expect(digestFolder(clone)).toEqual(before);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('of a matrix are one push, in which the newest stay, and what is no record', async () => {
    const project = makeProject();
    const store = open(project);
    const pushes = join(makeFolder(), 'pushes');
    mkdirSync(join(project.server, 'hooks'), { recursive: true });
    const hook = join(project.server, 'hooks/post-receive');
    writeFileSync(hook, `#!/bin/sh\necho >> ${pushes}\n`, { mode: 0o755 });
    const many = Array.from({ length: NEWEST_RECORDS }, (_, day) =>
      at('a', new Date(Date.UTC(2026, 0, day)).toISOString(), { attempt: `${day}` }),
    );
    // What an older or newer program may have put beside the records.
    const planted = makeRepository({ 'README.md': 'about these', '0.json': JSON.stringify(many[0]) });
    git(project.server, 'fetch', '--quiet', planted, `HEAD:${REF}`);
    const matrix = ['node 20', 'node 22'].map((job, minute) =>
      at('b', '2030-01-01T00:00:00Z', { job, recordedAt: `2030-01-01T00:0${minute}:00Z` }),
    );
    expect(await store.append(...many.slice(1), ...matrix)).toHaveLength(NEWEST_RECORDS + 1);
    expect(readFileSync(pushes, 'utf8')).toBe('\n');
    expect(await readAll(store)).toEqual({ records: [...many.slice(2), ...matrix], notes: [] });
    expect(listRef(project.server)).toContain('README.md');
    expect(listRef(project.server)).toHaveLength(NEWEST_RECORDS + 1);
  });

  it('are found from a folder below, a shallow clone, a linked work tree, a plain path, and by a URL alone', async () => {
    const project = makeProject();
    mkdirSync(join(project.clone, 'services/api'), { recursive: true });
    const linked = join(makeFolder(), 'linked');
    git(project.clone, 'worktree', 'add', '--quiet', linked, '-b', 'side');
    commit(project.clone, { 'more.js': '2' });
    git(project.clone, 'push', '--quiet', 'origin', 'main');
    const shallow = join(makeFolder(), 'shallow');
    git(project.clone, 'clone', '--quiet', '--depth=1', `file://${project.server}`, shallow);
    const relative = join(makeFolder(), 'relative');
    git(project.clone, 'clone', '--quiet', project.server, relative);
    git(relative, 'config', 'remote.origin.url', `../../${project.server.split('/').slice(-2).join('/')}`);
    const places = [join(project.clone, 'services/api'), linked, shallow, relative];
    for (const [index, clone] of places.entries())
      await open({ ...project, clone }).append(makeRecord({ attempt: String(index) }));
    const nowhere = open({ ...project, clone: makeFolder() }, { url: `file://${project.server}` });
    for (const store of [...places.map((clone) => open({ ...project, clone })), nowhere])
      expect((await readAll(store)).records).toHaveLength(4);
  });

  it('ask for a folder instead where there is no remote or no repository', async () => {
    const project = makeProject();
    git(project.clone, 'remote', 'remove', 'origin');
    const hint = expect.stringContaining('--store .tailgate');
    for (const clone of [project.clone, makeFolder()])
      await expect(readAll(open({ ...project, clone }))).rejects.toMatchObject({ name: 'UserError', hint });
  });
});
