import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { followDetails } from '../../src/processes/details.ts';
import { holdTrees } from '../../src/processes/halt.ts';
import { startProcess } from '../../src/processes/process.ts';
import { listProcesses, readStat } from '../../src/processes/procfs.ts';
import { makeFolder } from '../folders.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const keeper = { mark: { TAILGATE_RUN: 'none' }, add() {}, remove() {} };
const isHalted = (pid: number) => readStat(String(pid))?.state === 'T';

/** Starts a process with a child that has a session of its own. */
async function startTree() {
  const folder = makeFolder('tailgate-test');
  const root = await startProcess({
    command: 'setsid sleep 60 & exec sleep 60',
    cwd: folder,
    env: { PATH: process.env.PATH },
    logPath: join(folder, 'log'),
    keeper,
  });
  onTestFinished(() => void process.kill(-root.pid, 'SIGKILL'));
  const isChild = ({ parent, session }: { parent: number; session: number }) =>
    parent === root.pid && session !== root.pid;
  const { pid: child } = await vi.waitUntil(() => listProcesses()!.find(isChild), 10_000);
  onTestFinished(() => void process.kill(-child, 'SIGKILL'));
  return { root, child };
}

describe.runIf(process.platform === 'linux')('what has left the group of its root', () => {
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

  it('is told where it runs as another user, and its root is halted all the same', async () => {
    const { root, child } = await startTree();
    const kill = process.kill.bind(process);
    vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
      if (pid === -child) throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
      return kill(pid, signal);
    });
    const shown: string[] = [];
    const end = followDetails({}, (text) => void shown.push(text));
    holdTrees([root], [], keeper).halt();
    end();
    expect(shown).toEqual([`process group ${child} cannot be halted: kill EPERM`]);
    await expect.poll(() => isHalted(root.pid)).toBe(true);
  });
});
