import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NEWEST_RECORDS, openFolderStore, type RecordStore } from '../../src/records/folder.ts';
import { readPlace } from '../../src/records/store.ts';
import { folder, useFolder } from '../folders.ts';
import { makeRecord, readAll } from './fixture.ts';

let store: RecordStore;
useFolder();
beforeEach(() => {
  store = openFolderStore(join(folder, 'default'));
});

describe('records in a directory', () => {
  it('are replaced by the same suite, commit, attempt, job and shard, and only by those', async () => {
    expect(await readAll(store)).toEqual({ records: [], notes: [] });
    await openFolderStore(join(folder, 'one')).append(makeRecord({ suite: 'one' }));
    await store.append(makeRecord({ attempt: '7-1', branch: 'old' }));
    const shard = { index: 1, total: 2 };
    const others = [{ attempt: '7-2' }, { job: 'node 22' }, { job: 'node-22' }, { shard }];
    const made = [{ attempt: '7-1', branch: 'new' }, ...others].map((parts, minute) =>
      makeRecord({ attempt: '7-2', recordedAt: `2026-01-01T01:0${minute}:00Z`, ...parts }),
    );
    await store.append(...made);
    expect((await readAll(store)).records).toEqual(made);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ['a record that is cut off', (path) => fs.writeFileSync(path, '{"schemaVersion": 2, "su'), /not JSON/],
    ['one of another edition', (path) => fs.writeFileSync(path, '{"schemaVersion": 1}'), /another version/],
    ['a list', (path) => fs.writeFileSync(path, '[]'), /not a record/],
    ['a FIFO', (path) => execFileSync('mkfifo', [path]), /not a file/],
    ['a folder', (path) => fs.mkdirSync(path), /not a file/],
    ['a link to itself', (path) => fs.symlinkSync(path, path), /ELOOP/],
    ['a link to a device', (path) => fs.symlinkSync('/dev/zero', path), /not a file/],
    ['a file above the limit', (path) => fs.writeFileSync(path, Buffer.alloc(2 ** 24 + 1)), /larger than 16/],
  ])('beside %s are listed, and it is named and kept', async (_, plant, reason) => {
    await store.append(makeRecord());
    const path = join(folder, 'default', 'odd.json');
    plant(path);
    const { records, notes } = await readAll(store);
    expect(records).toHaveLength(1);
    expect(notes).toEqual([expect.stringMatching(reason)]);
    expect(notes[0]).toMatch(/^records left out: 1, such as odd\.json: /);
    expect(fs.lstatSync(path, { throwIfNoEntry: false })).toBeDefined();
  });

  it('are listed as they are written, however they are called, the newest of them by commit time', async () => {
    const many = Array.from({ length: NEWEST_RECORDS + 1 }, (_, index) =>
      makeRecord({ attempt: `${index}`, commitTime: new Date(Date.UTC(2026, 0, index)).toISOString() }),
    );
    const [first] = await store.append(...many);
    fs.renameSync(first!, join(folder, 'default', 'by hand.json'));
    expect((await readAll(store)).records).toEqual(many.slice(1));
  });

  it('leave nothing behind when they cannot be written', async () => {
    fs.writeFileSync(join(folder, 'default'), 'a file where the folder should be');
    await expect(store.append(makeRecord())).rejects.toThrow(/^E[A-Z]+: /);
    expect(fs.readdirSync(folder)).toEqual(['default']);
  });
});

it('the place of records is the repository, a folder, or that of the configuration', () => {
  const read = (text: string | undefined) => readPlace(text, '/shop', '/here');
  const own = '/shop/.tailgate';
  expect([undefined, '', 'git', './git'].map(read)).toEqual([own, own, 'git', '/here/git']);
});
