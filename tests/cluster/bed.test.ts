import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../cli/project.ts';

const BED = 'bench/cluster/bed.mjs';
const HOME = process.env.TAILGATE_BENCH || join(homedir(), '.cache', 'tailgate-bench');

let folder: string | undefined;
beforeEach((context) => {
  const { status, stderr } = spawnSync(process.execPath, [BED, 'check'], { encoding: 'utf8' });
  if (status !== 0) context.skip(stderr);
  folder = mkdtempSync(join(tmpdir(), 'tailgate-bed-'));
});
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

const start = (...command: string[]) =>
  spawn(process.execPath, [BED, 'run', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

test('a bed has a cluster of its own, and the exit code of its command', async () => {
  const child = start('sh', '-c', 'kubectl get nodes -o name; kubectl get namespaces -o name; exit 7');
  let words = '';
  child.stdout.on('data', (text) => {
    words += text;
  });
  expect(await once(child, 'close')).toEqual([7, null]);
  expect(words).toContain('node/bed\n');
  // This test may run in a bed, where these are.
  expect(words).not.toMatch(/shop|load/);
  expect(existsSync(join(HOME, 'beds', `run-${child.pid}`))).toBe(false);
});

test('a bed that was killed takes its processes with it, and the next one clears the rest', async () => {
  const file = join(folder!, 'pid');
  const child = start('sh', '-c', `echo $$ >${file}; exec sleep 3600`);
  await eventually(() => read(file) !== '', 120);
  child.kill('SIGKILL');
  await once(child, 'close');
  const mine = join(HOME, 'beds', `run-${child.pid}`);
  const list = () => readdirSync('/proc').filter((pid) => read(`/proc/${pid}/cmdline`).includes(mine));
  await eventually(() => list().length === 0 && !existsSync(join('/proc', read(file).trim())), 20);
  expect(list()).toEqual([]);
  expect(existsSync(join('/proc', read(file).trim()))).toBe(false);
  expect(existsSync(mine)).toBe(true);
  execFileSync(process.execPath, [BED, 'down', `nobody-${process.pid}`]);
  expect(existsSync(mine)).toBe(false);
  expect(existsSync(`/sys/fs/cgroup/memory/tailgate-run-${child.pid}`)).toBe(false);
});
