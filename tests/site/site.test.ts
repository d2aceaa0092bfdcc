import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { silent } from '../../src/progress.ts';
import { openFolderStore } from '../../src/records/folder.ts';
import type { RunRecord } from '../../src/records/record.ts';
import { findAddress, readAddress } from '../../src/site/repository.ts';
import { type SiteRequest, writeSite } from '../../src/site/site.ts';
import { makeFolder } from '../folders.ts';
import { makeRecord } from '../records/fixture.ts';

let folder: string;
let out: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
  out = join(folder, 'site');
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
const list = () =>
  (readdirSync(out, { recursive: true }) as string[]).filter((name) => name.endsWith('.html')).sort();

describe('a site', () => {
  it('has an overview and a page for each scenario, whose points lead to commits', async () => {
    for (const day of [1, 2, 3]) await open().append(record(day));
    await open().append(record(4, { branch: 'topic' }));
    await open().append(record(5, { dirty: true }));
    expect(await write({ repository: 'https://forge.example/acme/shop' })).toEqual({ runs: 3, pages: 2 });
    expect(list()).toEqual(['index.html', 'scenarios/default/search.html']);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('3 runs from 2026-01-01 to 2026-01-03');
    const scenario = readFileSync(join(out, 'scenarios/default/search.html'), 'utf8');
    const commit = record(2).commit;
    expect(scenario).toMatch(
      new RegExp(`href="https://forge.example/acme/shop/commit/${commit}"[^>]*><circle`),
    );
  });

  it('is the same whatever was written before, and follows the configuration', async () => {
    await open().append(record(1));
    await write();
    const before = readFileSync(join(out, 'index.html'), 'utf8');
    await write();
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe(before);
    const path = join(folder, 'tailgate.yml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('30ms', '0.5ms'));
    await write();
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('SLO &#60; 500 µs');
  });

  it('loses the page of a scenario that is gone, and nothing that does not bear its mark', async () => {
    await open().append(record(1));
    await write();
    const at = (name: string) => join(out, 'scenarios', 'default', name);
    writeFileSync(at('gone.html'), readFileSync(at('search.html')));
    writeFileSync(at('notes.html'), '<h1>mine</h1>');
    writeFileSync(join(out, 'CNAME'), 'performance.example');
    await write();
    expect(list().map((name) => basename(name))).toEqual(['index.html', 'notes.html', 'search.html']);
    expect(readFileSync(join(out, 'CNAME'), 'utf8')).toBe('performance.example');
  });

  it('is not written over a page of somebody else', async () => {
    await open().append(record(1));
    mkdirSync(out);
    writeFileSync(join(out, 'index.html'), '<h1>Home</h1>');
    await expect(write()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('index.html'),
    });
    expect(readdirSync(out)).toEqual(['index.html']);
  });

  it('is not made of nothing', async () => {
    await expect(write()).rejects.toMatchObject({ exitCode: 2, hint: expect.stringContaining('--record') });
    expect(existsSync(out)).toBe(false);
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

test('an address of a repository has no user, and is one of the web', () => {
  expect(readAddress('https://github.com/acme/shop/')).toBe('https://github.com/acme/shop');
  for (const text of ['github.com/acme/shop', 'javascript:alert(1)', 'https://me:x@github.com/a/b'])
    expect(() => readAddress(text)).toThrow('--repository');
});
