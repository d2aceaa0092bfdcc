import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { explainUnwritable, writeWhole } from '../../src/processes/file.ts';
import { folder, useFolder } from '../folders.ts';

useFolder();
const place = (name: string) => join(folder, name);
const isRoot = userInfo().uid === 0;
/** @returns what it throws */
function write(name: string, text: string): unknown {
  try {
    return writeWhole(place(name), text);
  } catch (error) {
    return error;
  }
}

describe('a file that is written whole', () => {
  it('gets its folder, keeps its mode, is found through a link, and leaves nothing beside it', () => {
    writeWhole(place('a/b/result'), 'first');
    fs.chmodSync(place('a/b/result'), 0o600);
    fs.symlinkSync(place('a/b/result'), place('link'));
    writeWhole(place('link'), 'second');
    expect(fs.readFileSync(place('a/b/result'), 'utf8')).toBe('second');
    expect(fs.statSync(place('a/b/result')).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(place('a/b'))).toEqual(['result']);
  });

  it.runIf(isRoot)('goes into a device, which stays one, and says when that is full', () => {
    execFileSync('mknod', [place('null'), 'c', '1', '3']);
    execFileSync('mknod', [place('full'), 'c', '1', '7']);
    writeWhole(place('null'), 'text');
    expect(write('full', 'text')).toMatchObject({ code: 'ENOSPC', path: place('full') });
    for (const name of ['null', 'full']) expect(fs.statSync(place(name)).isCharacterDevice()).toBe(true);
  });

  it('does not replace the file behind a descriptor of this process', () => {
    fs.writeFileSync(place('out'), 'before\n');
    const held = fs.openSync(place('out'), 'a');
    writeWhole(`/proc/self/fd/${held}`, 'after\n');
    fs.closeSync(held);
    expect(fs.readFileSync(place('out'), 'utf8')).toBe('before\nafter\n');
  });

  it('is refused as a pipe that nobody reads, and below /proc, without waiting for ever', () => {
    execFileSync('mkfifo', [place('pipe')]);
    expect(write('pipe', 'text')).toMatchObject({ code: 'ENXIO', path: place('pipe') });
    expect(() => writeWhole('/proc/tailgate/below/that', 'text')).toThrow('ENOENT');
  });

  it('waits for a slow reader of a pipe that is full', async () => {
    execFileSync('mkfifo', [place('pipe')]);
    const held = fs.openSync(place('pipe'), 'r+');
    const reader = spawn('sh', ['-c', 'sleep 0.2; wc -c < pipe'], { cwd: folder });
    writeWhole(place('pipe'), 'x'.repeat(300_000));
    fs.closeSync(held);
    expect(Number(await text(reader.stdout))).toBe(300_000);
  });

  it('names its path in an error of which the system names none', () => {
    fs.mkdirSync(place('folder'));
    fs.writeFileSync(place('file'), '');
    for (const name of ['folder', 'file/below'])
      expect(write(name, 'text')).toMatchObject({ path: place(name) });
  });
});

describe('a place for a file', () => {
  it.each(['new', 'new/and/below', 'old', 'link', 'pipe'])('is fine: %s', (name) => {
    fs.writeFileSync(place('old'), '');
    fs.symlinkSync(place('old'), place('link'));
    execFileSync('mkfifo', [place('pipe')]);
    expect(explainUnwritable(place(name))).toBeNull();
    expect(fs.readdirSync(folder).sort()).toEqual(['link', 'old', 'pipe']);
  });

  it.each([
    ['folder', /it is a folder/],
    ['file/below/that', /ENOTDIR/],
    ['circle', /ELOOP/],
  ])('is refused: %s', (name, reason) => {
    fs.mkdirSync(place('folder'));
    fs.writeFileSync(place('file'), '');
    fs.symlinkSync('circle', place('circle'));
    expect(explainUnwritable(place(name))).toMatch(reason);
  });
});
