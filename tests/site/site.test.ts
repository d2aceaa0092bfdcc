import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { silent } from '../../src/progress.ts';
import { openFolderStore } from '../../src/records/folder.ts';
import type { RunRecord } from '../../src/records/record.ts';
import { findAddress } from '../../src/site/repository.ts';
import { type SiteRequest, writeSite } from '../../src/site/site.ts';
import { makeFolder } from '../folders.ts';
import { makeRecord } from '../records/fixture.ts';
import { git } from '../revision/fixture.ts';

let folder: string;
let out: string;
let index: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
  out = join(folder, 'site');
  index = join(out, 'index.html');
  const lines = ['  start: node x', '  url: http://127.0.0.1:${PORT}'];
  const scenarios = ['  search:', '    request: GET /', '    slo: p99 < 30ms at 100 req/s'];
  writeFileSync(
    join(folder, 'tailgate.yml'),
    ['service:', ...lines, 'scenarios:', ...scenarios, ''].join('\n'),
  );
});

const dayOf = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
const record = (day: number, parts: Partial<RunRecord> = {}) =>
  makeRecord({
    commit: String(day).padStart(40, 'a'),
    attempt: String(day),
    commitTime: dayOf(day),
    recordedAt: dayOf(day),
    ...parts,
  });
const open = () => openFolderStore(join(folder, '.tailgate', 'default'));
const write = (parts: Partial<SiteRequest> = {}) =>
  writeSite({
    suites: [{ config: readConfig(join(folder, 'tailgate.yml'), folder), store: open() }],
    folder: out,
    branch: 'main',
    progress: silent,
    environment: process.env,
    signal: new AbortController().signal,
    ...parts,
  });
const read = () => readFileSync(index, 'utf8');

describe('a site', () => {
  it('is one page of the runs of the branch, and names their commits', async () => {
    for (const day of [1, 2, 3]) await open().append(record(day));
    await open().append(record(4, { branch: 'topic' }));
    await open().append(record(5, { dirty: true }));
    git(folder, 'init', '-q');
    git(folder, 'config', 'remote.origin.url', 'https://forge.example/acme/shop');
    expect(await write()).toEqual({ runs: 3, path: index });
    expect(readdirSync(out)).toEqual(['index.html']);
    expect(read()).toContain('3 runs from 2026-01-01 to 2026-01-03');
    expect(read()).toContain(` at ${record(2).commit!.slice(0, 7)}, 2026-01-02</title>`);
  });

  it('is the same whatever was written before, and follows the configuration', async () => {
    await open().append(record(1));
    await write();
    const before = read();
    await write();
    expect(read()).toBe(before);
    const path = join(folder, 'tailgate.yml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('30ms', '0.5ms'));
    await write();
    expect(read()).toContain('SLO &#60; 500 µs');
  });

  it('is not written over a page of somebody else', async () => {
    await open().append(record(1));
    mkdirSync(out);
    writeFileSync(index, '<h1>Home</h1>');
    await expect(write()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('index.html'),
    });
    expect(readdirSync(out)).toEqual(['index.html']);
  });

  it('is not made of nothing', async () => {
    const nothing = { exitCode: 2, hint: expect.stringContaining('--record') };
    await expect(write()).rejects.toMatchObject(nothing);
    await open().append(record(1, { branch: 'topic' }));
    await open().append(record(2, { dirty: true }));
    await expect(write()).rejects.toMatchObject(nothing);
    await expect(write({ signal: AbortSignal.abort() })).rejects.toThrow(/nterrupt/);
    expect(existsSync(out)).toBe(false);
  });

  it('has the runs of all suites, each with its own scenarios', async () => {
    const config = readConfig(join(folder, 'tailgate.yml'), folder);
    const store = openFolderStore(join(folder, '.tailgate', 'other'));
    for (const one of [open(), store]) await one.append(record(1));
    const suites = [
      { config, store: open() },
      { config: { ...config, suite: 'other' }, store },
    ];
    expect(await write({ suites })).toMatchObject({ runs: 2 });
    for (const name of ['default', 'other']) expect(read()).toMatch(new RegExp(`<h2[^>]*>${name}</h2>`));
  });

  it('shows records from outside git', async () => {
    await open().append(record(1, { commit: null, branch: null, commitTime: null }));
    expect(await write()).toMatchObject({ runs: 1 });
  });
});

test.each([
  ['https://user:secret@forge.example:8443/acme/shop.git', 'https://forge.example:8443/acme/shop'],
  ['git@github.com:acme/shop.git', 'https://github.com/acme/shop'],
  ['ssh://git@forge.example:2222/acme/shop.git/', 'https://forge.example/acme/shop'],
  ['file:///srv/git/shop.git', null],
  ['/srv/git/shop.git', null],
  ['../shop', null],
  ['javascript:alert(1)', null],
])('the remote %s has the web page %s', (remote, address) => {
  expect(findAddress(remote)).toBe(address);
});
