import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../cli/project.ts';

const module = pathToFileURL(resolve('bench/cluster/isolation.mjs')).href;
const { makePlace, removeCgroups } = await import(module);
const { signal } = new AbortController();

let folder: string | undefined;
let name: string;
beforeEach((context) => {
  if (process.getuid?.() !== 0) context.skip('only root can make a place');
  if (!existsSync('/sys/fs/cgroup/memory')) context.skip('there is no cgroup v1 here');
  folder = mkdtempSync(join(tmpdir(), 'tailgate-place-'));
  name = `tailgate-test-${process.pid}`;
});
afterEach(async () => {
  if (folder === undefined) return;
  rmSync(folder, { recursive: true });
  await removeCgroups(name);
});

const readSetting = () => readFileSync('/proc/sys/vm/overcommit_memory', 'utf8');
const hasCgroup = () => existsSync(join('/sys/fs/cgroup/memory', name));
const isRunning = (argument: string) =>
  readdirSync('/proc').some((pid) => {
    try {
      return readFileSync(join('/proc', pid, 'cmdline'), 'utf8') === `sleep\0${argument}\0`;
    } catch {
      return false;
    }
  });

test('what runs in a place changes nothing of the machine, and ends with it', async () => {
  const before = readSetting();
  const place = await makePlace(name, signal);
  expect(await place.call('cat', '/proc/net/dev')).not.toContain('eth');
  await place.call('sh', '-c', 'echo 2 >/proc/sys/vm/overcommit_memory; touch /run/tailgate-test');
  expect(await place.call('cat', '/proc/sys/vm/overcommit_memory')).toBe('2\n');
  place.start(join(folder!, 'log'), 'sleep', '86401');
  await eventually(() => isRunning('86401'));
  expect(isRunning('86401')).toBe(true);
  expect(hasCgroup()).toBe(true);
  await place.end();
  expect(isRunning('86401')).toBe(false);
  expect(hasCgroup()).toBe(false);
  expect(readSetting()).toBe(before);
  expect(existsSync('/run/tailgate-test')).toBe(false);
});

test('what runs in a place ends when its parent is killed, and its cgroups can be removed then', async () => {
  const code = `
    import { makePlace } from ${JSON.stringify(module)};
    const place = await makePlace(${JSON.stringify(name)}, new AbortController().signal);
    place.start(${JSON.stringify(join(folder!, 'log'))}, 'sleep', '86402');`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' });
  await eventually(() => isRunning('86402'));
  expect(isRunning('86402')).toBe(true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await eventually(() => !isRunning('86402'));
  expect(isRunning('86402')).toBe(false);
  expect(hasCgroup()).toBe(true);
  await removeCgroups(name);
  expect(hasCgroup()).toBe(false);
});

test('a part that ends by itself is told with its last words', async () => {
  const place = await makePlace(name, signal);
  const part = place.start(join(folder!, 'log'), 'sh', '-c', 'echo no room >&2; exit 3');
  await expect(part).rejects.toThrow(/sh has ended. The last it said:\nno room/);
  await place.end();
});
