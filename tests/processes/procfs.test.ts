import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  countToRoots,
  listMarked,
  type ProcessStat,
  readStat,
  readThreadSeconds,
} from '../../src/processes/procfs.ts';

const stat = (pid: number, parent: number, session: number): ProcessStat => {
  return { pid, parent, session, group: session, state: 'S', seconds: 1 };
};

describe('countToRoots', () => {
  const expectSessions = (sessions: number[], ...processes: ProcessStat[]) =>
    expect(countToRoots(processes, new Set([10, 20])).map(({ session }) => session)).toEqual(sessions);

  it('counts the children of a service that have sessions of their own, as those of PostgreSQL, to the service', () => {
    expectSessions([10, 10, 10, 10], stat(10, 1, 10), stat(11, 10, 11), stat(12, 11, 12), stat(13, 10, 10));
  });

  it('tells two services apart, the nearest first, and leaves strangers alone', () => {
    expectSessions([10, 20, 20, 30], stat(10, 1, 10), stat(20, 10, 20), stat(21, 20, 21), stat(30, 1, 30));
  });

  it('counts what a process has started to it, and leaves the rest of its session alone', () => {
    expectSessions([5, 10, 10, 5], stat(5, 1, 5), stat(10, 5, 5), stat(11, 10, 5), stat(12, 5, 5));
  });

  it('ends where parents form a circle', () => {
    expectSessions([40, 41], stat(40, 41, 40), stat(41, 40, 41));
  });
});

it.runIf(process.platform === 'linux')('a process is found by all of its marks', async () => {
  const run = randomUUID();
  const env = { PATH: process.env.PATH, TAILGATE_RUN: run, TAILGATE_INSTANCE: 'head_1' };
  const child = spawn('sleep', ['60'], { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => listMarked([`TAILGATE_RUN=${run}`])).toEqual([child.pid]);
  expect(listMarked([`TAILGATE_RUN=${run}`, 'TAILGATE_INSTANCE=base_1'])).toEqual([]);
});

it.runIf(process.platform === 'linux')(
  'the CPU time of a process is that of its threads, the kernel included',
  async () => {
    const child = spawn(process.execPath, ['-e', "for (;;) fs.statSync('/')"], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => readThreadSeconds(child.pid!), { timeout: 10_000 }).toBeGreaterThan(0.2);
    const ofThreads = readThreadSeconds(child.pid!);
    // In ticks of 10 ms.
    expect(readStat(String(child.pid))!.seconds).toBeGreaterThan(0.9 * ofThreads - 0.02);
  },
);
