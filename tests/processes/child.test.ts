import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runChild } from '../../src/processes/child.ts';
import { listMarked } from '../../src/processes/procfs.ts';
import { makeFolder } from '../folders.ts';

const run = randomUUID();
const list = () => listMarked([`TAILGATE_RUN=${run}`]);
afterEach(() => {
  for (const pid of list()) process.kill(pid, 'SIGKILL');
});

const signal = new AbortController().signal;
const common = { environment: { PATH: process.env.PATH, TAILGATE_RUN: run }, timeoutMs: 30_000, signal };

it('a child whose output was cut has not ended well, whatever its exit code', async () => {
  const script = 'head -c 2000001 /dev/zero; exit 0';
  const outcome = await runChild({ file: 'sh', arguments: ['-c', script], ...common });
  expect(outcome).toMatchObject({ kind: 'killed' });
});

it.each([
  { holder: 'setsid sleep 60', exitCode: 3, left: 1 },
  { holder: 'sleep 60', exitCode: 0, left: 0 },
  { holder: 'setsid sleep 60', exitCode: 0, left: 1, file: 'out' },
])('a child that has ended is not waited for where another holds its output: %j', async (one) => {
  const into = one.file && join(makeFolder('tailgate-test'), one.file);
  const outcome = await runChild({
    file: 'sh',
    arguments: ['-c', `${one.holder} & echo told; exit ${one.exitCode}`],
    ...common,
    ...(into && { into }),
  });
  expect(outcome).toMatchObject({ kind: 'ended', exitCode: one.exitCode, output: into ? '' : 'told' });
  if (into) expect(readFileSync(into, 'utf8')).toBe('told\n');
  await expect.poll(list).toHaveLength(one.left);
});

it('a child that takes too long is told as that, and ends with what it has started', async () => {
  const parts = { ...common, arguments: ['-c', 'sleep 60 & sleep 60'], timeoutMs: 300 };
  expect((await runChild({ file: 'sh', ...parts })).kind).toBe('timed-out');
  await expect.poll(list).toEqual([]);
});
