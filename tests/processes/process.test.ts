import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdTrees, startProcess } from '../../src/processes/process.ts';
import { listProcesses, readStat } from '../../src/processes/procfs.ts';
import { folder, useFolder } from '../folders.ts';

useFolder();
afterEach(() => {
  vi.restoreAllMocks();
});

const keeper = { mark: { TAILGATE_RUN: 'none' }, add() {}, remove() {} };
const start = (command: string | [string, ...string[]], cwd = folder) =>
  startProcess({ command, cwd, env: { PATH: process.env.PATH }, logPath: join(folder, 'log'), keeper });

it('a missing program is told as that', async () => {
  await expect(start(['no-such-program'])).rejects.toMatchObject({ code: 'ENOENT', path: 'no-such-program' });
});

it('a folder that is gone is told as that', async () => {
  const cwd = join(folder, 'gone');
  await expect(start('true', cwd)).rejects.toMatchObject({ where: cwd, exitCode: 3 });
});

it('a process that runs as another user, and so cannot be stopped, is told as that', async () => {
  const group = await start(['sleep', '30']);
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  await expect(group.stop('SIGTERM', 100)).rejects.toMatchObject({
    message: expect.stringContaining('runs as another user'),
    exitCode: 3,
  });
  kill.mockRestore();
  await group.stop('SIGTERM', 5000);
  expect(await group.exited).toEqual({ code: null, signal: 'SIGTERM' });
});

it.runIf(process.platform === 'linux')('a group is stopped with what outlives its leader', async () => {
  const group = await start("(trap '' TERM; echo deaf; exec sleep 30) & exec sleep 30");
  await vi.waitUntil(() => readFileSync(join(folder, 'log'), 'utf8').includes('deaf'));
  await group.stop('SIGTERM', 200);
  expect(listProcesses()!.filter((one) => one.group === group.pid && one.state !== 'Z')).toEqual([]);
});

describe.runIf(process.platform === 'linux')('what has left the group of its root', () => {
  const isHalted = (pid: number) => readStat(String(pid))?.state === 'T';

  /** Starts a process with a child that has a session of its own. */
  async function startTree() {
    const root = await start('setsid sleep 60 & exec sleep 60');
    onTestFinished(() => void process.kill(-root.pid, 'SIGKILL'));
    const isChild = ({ parent, session }: { parent: number; session: number }) =>
      parent === root.pid && session !== root.pid;
    const { pid: child } = await vi.waitUntil(() => listProcesses()!.find(isChild), 10_000);
    onTestFinished(() => void process.kill(-child, 'SIGKILL'));
    return { root, child };
  }

  it('is halted with it, after its keeper is told, and goes on before it', async () => {
    const { root, child } = await startTree();
    const kill = vi.spyOn(process, 'kill');
    const told: string[] = [];
    const trees = holdTrees([root], [], {
      add: (group) => void told.push(`add ${group === child && !isHalted(child)}`),
      remove: (group) => void told.push(`remove ${group === child}`),
    });
    const states = () => [root.pid, child].map((pid) => isHalted(pid));
    trees.halt();
    await expect.poll(states).toEqual([true, true]);
    trees.resume();
    await expect.poll(states).toEqual([false, false]);
    expect(told).toEqual(['add true', 'remove true']);
    expect(kill.mock.calls).toEqual([
      [-root.pid, 'SIGSTOP'],
      [-child, 'SIGSTOP'],
      [-child, 'SIGCONT'],
      [-root.pid, 'SIGCONT'],
    ]);
  });

  it('is left alone where it runs as another user, and its root is halted all the same', async () => {
    const { root, child } = await startTree();
    const kill = process.kill.bind(process);
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      if (pid === -child) throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
      return kill(pid, signal);
    });
    holdTrees([root], [], keeper).halt();
    await expect.poll(() => [root.pid, child].map(isHalted)).toEqual([true, false]);
  });
});
