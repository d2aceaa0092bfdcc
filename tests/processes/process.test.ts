import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { startProcess } from '../../src/processes/process.ts';
import { makeFolder } from '../folders.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
});

const keeper = { mark: { TAILGATE_RUN: 'none' }, add() {}, remove() {} };
const start = (command: string | [string, ...string[]], cwd: string) =>
  startProcess({ command, cwd, env: { PATH: process.env.PATH }, logPath: join(folder, 'log'), keeper });

it.each([['true'], [[process.execPath, '--version']]] as [string | [string, ...string[]]][])(
  'a folder that is gone is no missing program, and nothing was measured: %j',
  async (command) => {
    const cwd = join(folder, 'head/app');
    await expect(start(command, cwd)).rejects.toMatchObject({
      message: expect.stringMatching(/^The folder is gone/),
      where: cwd,
      exitCode: 3,
    });
    mkdirSync(cwd, { recursive: true });
    expect(await (await start(command, cwd)).exited).toEqual({ code: 0, signal: null });
  },
);

it('a missing program is told as that', async () => {
  await expect(start(['no-such-program'], folder)).rejects.toMatchObject({
    code: 'ENOENT',
    path: 'no-such-program',
  });
});

it('a process that runs as another user, and so cannot be stopped, is told as that', async () => {
  const group = await start(['sleep', '30'], folder);
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
