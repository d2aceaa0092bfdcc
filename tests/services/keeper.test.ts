import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readStat } from '../../src/processes/procfs.ts';
import { hasProgram } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';
import { startRedis } from '../processes/redis.ts';

let folder: string;
beforeAll(async () => {
  folder = makeFolder('tailgate-test');
  await build({
    entryPoints: [resolve('src/services/keeper.ts')],
    outfile: join(folder, 'keeper.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
});

/** Starts a keeper by a process of its own, and kills that one. @param still groups that it notes as standing still */
async function killBehindKeeper(...still: number[]): Promise<void> {
  const main = `const keeper = require('./keeper.cjs').startKeeper(${JSON.stringify(folder)});
    if (${still.length} > 0) keeper.standStill('head_1', ${JSON.stringify(still)});
    console.log('noted');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', main], {
    cwd: folder,
    env: { PATH: process.env.PATH, RUNNER_TEMP: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
}

describe.runIf(process.platform === 'linux')('when Tailgate is killed', () => {
  it('a group that stands still goes on', async () => {
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const state = () => readStat(String(child.pid))?.state;
    child.kill('SIGSTOP');
    await expect.poll(state).toBe('T');
    await killBehindKeeper(child.pid!);
    await expect.poll(state, { timeout: 20_000 }).toBe('S');
  });

  it.runIf(hasProgram('redis-server'))(
    'what has written over its environment, and works in the folder of the run, is ended',
    async () => {
      const redis = await startRedis(join(folder, 'head'));
      const ended = once(redis, 'exit');
      await killBehindKeeper();
      await ended;
    },
  );
});
