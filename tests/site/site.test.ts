import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { silent } from '../../src/progress.ts';
import type { RunRecord } from '../../src/records/record.ts';
import { openDirectory } from '../../src/records/stores/directory.ts';
import { findAddress, readAddress } from '../../src/site/repository.ts';
import { type SiteRequest, writeSite } from '../../src/site/site.ts';
import { makeFolder } from '../folders.ts';
import { makeRecord } from '../records/stores/fixture.ts';

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
const open = () => openDirectory(join(folder, '.tailgate'), 'default');
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
  it('has an overview, a page for each scenario and for each run of the branch', async () => {
    for (const day of [1, 2, 3]) await open().append(record(day));
    await open().append(record(4, { branch: 'topic' }));
    await open().append(record(5, { dirty: true }));
    expect(await write()).toEqual({ runs: 3, fresh: 3, pages: 5 });
    expect(list()).toHaveLength(5);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('3 runs from 2026-01-01 to 2026-01-03');
    const run = list().find((name) => name.startsWith('runs/default/'))!;
    expect(readFileSync(join(out, run), 'utf8')).toMatch(/p99.* ms.*SLO.*&#60; 30 ms/);
  });

  it('is brought up to date by reading what is new, and leaves the pages of other runs as they are', async () => {
    for (const day of [1, 2]) await open().append(record(day));
    await write();
    const page = join(out, list().find((name) => name.startsWith('runs/'))!);
    const before = statSync(page).mtimeMs;
    await open().append(record(3));
    expect(await write()).toEqual({ runs: 3, fresh: 1, pages: 5 });
    expect(statSync(page).mtimeMs).toBe(before);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('3 runs');
  });

  it('has a full report of the newest runs and of those at change points, and a short page of all others', async () => {
    const slower = (step: RunRecord['steps'][number]) => {
      const { instances } = structuredClone(step);
      for (const { latency } of instances.flatMap(({ slices }) => slices))
        Object.assign(latency!, { values: latency!.values.map((ms) => 2 * ms) });
      return { ...step, instances };
    };
    for (let day = 1; day <= 30; day++)
      await open().append(record(day, day >= 12 ? { steps: record(day).steps.map(slower) } : {}));
    const listReports = () =>
      list().flatMap((name) => {
        const [, day] = /^runs\/default\/\w+-(\d+)\.html$/.exec(name) ?? [];
        const html = readFileSync(join(out, name), 'utf8');
        return day !== undefined && html.includes('Latency by percentile') ? [Number(day)] : [];
      });
    await write();
    const days = (first: number) => Array.from({ length: 15 }, (_, i) => first + i);
    expect(listReports().sort((a, b) => a - b)).toEqual([12, ...days(16)]);
    // The new one has a report, and the one that is no longer among the newest has a short page.
    await open().append(record(31, { steps: record(31).steps.map(slower) }));
    expect(await write()).toMatchObject({ fresh: 2 });
    expect(listReports().sort((a, b) => a - b)).toEqual([12, ...days(17)]);
    expect(await write()).toMatchObject({ fresh: 0 });
  });

  it('is made anew when an SLO changes', async () => {
    await open().append(record(1));
    await write();
    const path = join(folder, 'tailgate.yml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('30ms', '0.5ms'));
    expect(await write()).toMatchObject({ fresh: 1 });
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('SLO missed');
  });

  it('loses the page of a record that is gone, and nothing that is not ours', async () => {
    for (const day of [1, 2, 3]) await open().append(record(day));
    mkdirSync(out);
    writeFileSync(join(out, 'CNAME'), 'performance.example');
    await write();
    writeFileSync(join(out, 'runs', 'default', 'notes.html'), 'mine');
    await open().prune(2);
    expect(await write()).toEqual({ runs: 2, fresh: 0, pages: 4 });
    expect(list().filter((name) => name.startsWith('runs/'))).toHaveLength(3);
    expect(readFileSync(join(out, 'CNAME'), 'utf8')).toBe('performance.example');
  });

  it('takes no file away that its state names, unless it is a page of a site', async () => {
    await open().append(record(1));
    await write();
    const state = join(out, 'tailgate-site.json');
    writeFileSync(join(folder, 'precious.html'), 'mine');
    const planted = JSON.parse(readFileSync(state, 'utf8'));
    writeFileSync(state, JSON.stringify({ ...planted, files: ['../precious.html', ...planted.files] }));
    expect(await write()).toMatchObject({ fresh: 1 });
    expect(existsSync(join(folder, 'precious.html'))).toBe(true);
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
    await open().append(record(1, { branch: 'trunk' }));
    await expect(write()).rejects.toMatchObject({ exitCode: 2, hint: expect.stringContaining('"trunk"') });
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
