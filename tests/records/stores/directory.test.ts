import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { NEWEST_RECORDS } from '../../../src/records/store.ts';
import { openDirectory } from '../../../src/records/stores/directory.ts';
import { makeFolder } from '../../folders.ts';
import { makeRecord } from './fixture.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
});

describe('records in a directory', () => {
  it('are listed by commit time, then by when they were measured', async () => {
    const store = openDirectory(folder, 'default');
    const at = (commit: string, commitTime: string, recordedAt: string) =>
      makeRecord({ commit: commit.repeat(40), commitTime, recordedAt, attempt: recordedAt });
    await store.append(at('c', '2026-03-01T00:00:00+02:00', '2026-05-01T00:00:00Z'));
    await store.append(at('b', '2026-02-28T23:00:00Z', '2026-04-01T00:00:00Z'));
    await store.append(at('a', '2026-01-01T00:00:00Z', '2026-06-01T00:00:00Z'));
    const { records, unreadable } = await store.list();
    expect(records.map(({ commit }) => commit![0])).toEqual(['a', 'c', 'b']);
    expect(unreadable).toEqual([]);
  });

  it('are replaced by the same commit and attempt, and only by those', async () => {
    const store = openDirectory(folder, 'default');
    await store.append(makeRecord({ attempt: '7-1', branch: 'old' }));
    await store.append(makeRecord({ attempt: '7-1', branch: 'new' }));
    await store.append(makeRecord({ attempt: '7-2' }));
    const { records } = await store.list();
    expect(records.map(({ attempt, branch }) => [attempt, branch])).toEqual([
      ['7-1', 'new'],
      ['7-2', 'main'],
    ]);
  });

  it('that cannot be read are named, skipped and kept', async () => {
    const store = openDirectory(folder, 'default');
    await store.append(makeRecord());
    const bad = {
      'cut.json': '{"schemaVersion": 1, "su',
      'newer.json': '{"schemaVersion": 9}',
      'other.json': '[]',
    };
    for (const [name, text] of Object.entries(bad)) writeFileSync(join(folder, 'default', name), text);
    const { records, unreadable } = await store.list();
    expect(records).toHaveLength(1);
    expect(unreadable.map(({ name }) => name).sort()).toEqual(Object.keys(bad).sort());
    expect(unreadable.find(({ name }) => name === 'newer.json')!.reason).toMatch(/newer Tailgate/);
    expect(readFileSync(join(folder, 'default', 'cut.json'), 'utf8')).toBe(bad['cut.json']);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ['a FIFO', (path) => execFileSync('mkfifo', [path]), /no file/],
    ['a folder', (path) => mkdirSync(path), /no file/],
    ['a dead link', (path) => symlinkSync('nowhere', path), /ENOENT/],
    ['a link to itself', (path) => symlinkSync(path, path), /ELOOP/],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path), /no file/],
    ['a socket', (path) => void listenOn(path), /no file/],
    ['an empty file', (path) => writeFileSync(path, ''), /not JSON/],
    ['a huge file', (path) => enlarge(path, 10 ** 12), /has 1000000000000 bytes, and a record has at most/],
    ['a file above the limit', (path) => enlarge(path, 16 * 1024 * 1024 + 1), /has at most 16777216/],
  ])('beside %s are listed, and it is named and kept', async (_, plant, reason) => {
    const store = openDirectory(folder, 'default');
    for (const attempt of ['1', '2']) await store.append(makeRecord({ attempt }));
    const path = join(folder, 'default', 'odd.json');
    plant(path);
    const { records, unreadable } = await store.list();
    expect(records.map(({ attempt }) => attempt)).toEqual(['1', '2']);
    expect(unreadable).toEqual([{ name: 'odd.json', reason: expect.stringMatching(reason) }]);
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeDefined();
  });

  it('are listed as they are written, however they are called, the newest of them', async () => {
    const store = openDirectory(folder, 'default');
    const many = Array.from({ length: NEWEST_RECORDS + 1 }, (_, index) =>
      makeRecord({ attempt: `${index}`, commitTime: new Date(Date.UTC(2026, 0, index)).toISOString() }),
    );
    const [first] = await store.append(...many);
    renameSync(first!, join(folder, 'default', 'by hand.json'));
    expect((await store.list()).records).toEqual(many.slice(1));
  });

  it('of suites do not mix, and a missing folder is an empty store', async () => {
    await openDirectory(folder, 'one').append(makeRecord({ suite: 'one' }));
    expect((await openDirectory(folder, 'two').list()).records).toEqual([]);
  });

  it('leave nothing behind when they cannot be written', async () => {
    mkdirSync(join(folder, 'blocked'));
    writeFileSync(join(folder, 'blocked', 'default'), 'a file where the folder should be');
    await expect(
      openDirectory(join(folder, 'blocked'), 'default').append(makeRecord()),
    ).rejects.toMatchObject({
      name: 'UserError',
      exitCode: 3,
    });
    expect(readdirSync(join(folder, 'blocked'))).toEqual(['default']);
  });
});

function enlarge(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

function listenOn(path: string): void {
  const server = createServer().listen(path);
  onTestFinished(() => void server.close());
}
