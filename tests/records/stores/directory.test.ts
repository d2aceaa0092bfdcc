import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { NEWEST_RECORDS, type RecordStore } from '../../../src/records/store.ts';
import { openDirectory } from '../../../src/records/stores/directory.ts';
import { readPlace } from '../../../src/records/stores/place.ts';
import { makeFolder } from '../../folders.ts';
import { makeRecord } from './fixture.ts';

let folder: string;
let store: RecordStore;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
  store = openDirectory(folder, 'default');
});

const enlarge = (path: string, bytes: number) => {
  writeFileSync(path, '');
  truncateSync(path, bytes);
};

function listenOn(path: string): void {
  const server = createServer().listen(path);
  onTestFinished(() => void server.close());
}

describe('records in a directory', () => {
  it('are replaced by the same commit and attempt, and only by those', async () => {
    expect((await store.list()).records).toEqual([]);
    await openDirectory(folder, 'one').append(makeRecord({ suite: 'one' }));
    await store.append(makeRecord({ attempt: '7-1', branch: 'old' }));
    await store.append(makeRecord({ attempt: '7-1', branch: 'new' }));
    await store.append(makeRecord({ attempt: '7-2' }));
    const { records } = await store.list();
    expect(records.map(({ attempt, branch }) => [attempt, branch])).toEqual([
      ['7-1', 'new'],
      ['7-2', 'main'],
    ]);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ['a record that is cut off', (path) => writeFileSync(path, '{"schemaVersion": 1, "su'), /not JSON/],
    ['a newer one', (path) => writeFileSync(path, '{"schemaVersion": 9}'), /newer Tailgate/],
    ['a list', (path) => writeFileSync(path, '[]'), /not a record/],
    ['a FIFO', (path) => execFileSync('mkfifo', [path]), /no file/],
    ['a folder', (path) => mkdirSync(path), /no file/],
    ['a dead link', (path) => symlinkSync('nowhere', path), /ENOENT/],
    ['a link to itself', (path) => symlinkSync(path, path), /ELOOP/],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path), /no file/],
    ['a socket', (path) => listenOn(path), /no file/],
    ['an empty file', (path) => writeFileSync(path, ''), /not JSON/],
    ['a huge file', (path) => enlarge(path, 10 ** 12), /has 1000000000000 bytes, and a record has at most/],
    ['a file above the limit', (path) => enlarge(path, 16 * 1024 * 1024 + 1), /has at most 16777216/],
  ])('beside %s are listed, and it is named and kept', async (_, plant, reason) => {
    await store.append(makeRecord());
    const path = join(folder, 'default', 'odd.json');
    plant(path);
    const { records, unreadable } = await store.list();
    expect(records).toHaveLength(1);
    expect(unreadable).toEqual([{ name: 'odd.json', reason: expect.stringMatching(reason) }]);
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeDefined();
  });

  it('are listed as they are written, however they are called, the newest of them by commit time', async () => {
    const many = Array.from({ length: NEWEST_RECORDS + 1 }, (_, index) =>
      makeRecord({ attempt: `${index}`, commitTime: new Date(Date.UTC(2026, 0, index)).toISOString() }),
    );
    const [first] = await store.append(...many);
    renameSync(first!, join(folder, 'default', 'by hand.json'));
    expect((await store.list()).records).toEqual(many.slice(1));
  });

  it('leave nothing behind when they cannot be written', async () => {
    writeFileSync(join(folder, 'default'), 'a file where the folder should be');
    await expect(store.append(makeRecord())).rejects.toMatchObject({ name: 'UserError', exitCode: 3 });
    expect(readdirSync(folder)).toEqual(['default']);
  });
});

it('the place of records is the repository, a folder, or that of the configuration, and never empty', () => {
  const read = (text: string | undefined) => readPlace(text, '/shop', '/here');
  expect(read(undefined)).toEqual({ kind: 'directory', path: '/shop/.tailgate' });
  expect(read('git')).toEqual({ kind: 'git', url: null });
  expect(read('./git')).toEqual({ kind: 'directory', path: '/here/git' });
  expect(read('/records')).toEqual({ kind: 'directory', path: '/records' });
  const message = expect.stringContaining('(`--store`) is empty');
  for (const text of ['', ' ', '\n'])
    expect(() => read(text)).toThrow(expect.objectContaining({ exitCode: 2, message }));
});
