import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
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
