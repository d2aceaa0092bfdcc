import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listMarked } from '../../src/processes/procfs.ts';
import { startInstance } from '../../src/services/instance.ts';
import { makeFolder } from '../folders.ts';
import { controller, folder, keeper, useKeeper } from '../keeper.ts';
import { readServices, surroundHead } from './surroundings.ts';

/** Where commands run. */
let project: string;

useKeeper();
beforeEach(() => {
  project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(
    join(project, 'up.cjs'),
    "require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1');",
  );
});

/** Starts a service of these keys. @param grace ms that a command has, as `Surroundings` says */
function start(
  keys: string,
  grace: (wanted: number) => number = (wanted) => wanted,
  command = 'exec node up.cjs',
) {
  const service = `service:\n  start: ${command}\n  url: http://127.0.0.1:\${PORT}\n${keys}`;
  const around = surroundHead(readServices(project, service), folder, keeper, controller.signal);
  return startInstance({ ...around, grace }, 'head_1');
}

describe('a service that does not stop', () => {
  it('has less time from the moment of an interruption, its stop under way included', async () => {
    const text = "trap 'touch asked' TERM; node up.cjs & while :; do sleep 0.1; done\n";
    writeFileSync(join(project, 'run.sh'), text);
    const instance = await start('', (wanted) => (controller.signal.aborted ? 300 : wanted), 'sh run.sh');
    const stopped = instance.stop();
    await vi.waitUntil(() => existsSync(join(project, 'asked')), 10_000);
    controller.abort('SIGINT');
    const from = performance.now();
    await stopped;
    // It would have had 10 s otherwise.
    expect(performance.now() - from).toBeLessThan(5000);
  });

  it('as it runs as another user, keeps nobody from clearing up after it, and is told', async () => {
    const instance = await start('  cleanup: touch cleaned\n');
    vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    await expect(instance.stop()).rejects.toThrow('runs as another user');
    vi.restoreAllMocks();
    expect(existsSync(join(project, 'cleaned'))).toBe(true);
  });
});

describe('a command that clears up', () => {
  it('runs though its folder is gone', async () => {
    const done = join(makeFolder('tailgate-test'), 'done');
    const instance = await start(`  cleanup: touch ${done}\n`);
    rmSync(project, { recursive: true });
    await instance.stop();
    expect(existsSync(done)).toBe(true);
  });

  it('keeps nothing from its end where it cannot be started', async () => {
    const instance = await start('  cleanup: "true"\n', undefined, 'setsid sleep 300 & exec node up.cjs');
    // So its log cannot be opened.
    rmSync(folder, { recursive: true });
    await expect(instance.stop()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(listMarked([`TAILGATE_RUN=${keeper.mark.TAILGATE_RUN}`])).toEqual([]);
  });

  it('is told once for all instances where it fails, with its exit and its own last words', async () => {
    const cleanup = 'echo no such database >&2; exit 3';
    for (let block = 0; block < 2; block++) await (await start(`  cleanup: ${cleanup}\n`)).stop();
    expect(keeper.listOwed()).toEqual([
      `\`${cleanup}\` of service (head_1) ended with exit code 3: no such database`,
    ]);
  });

  it('is ended when it takes too long, and that is told', async () => {
    const instance = await start('  cleanup: sleep 60\n', (wanted) => Math.min(wanted, 300));
    await instance.stop();
    expect(keeper.listOwed()).toEqual([
      expect.stringMatching(/^`sleep 60` of service \(head_1\) did not end within \d+ s/),
    ]);
  });

  it('has less time from the moment of an interruption, and all of it from the keeper', async () => {
    const done = join(makeFolder('tailgate-test'), 'done');
    const cleanup = `  cleanup: touch begun; sleep 3; touch ${done}\n`;
    const instance = await start(cleanup, (wanted) => (controller.signal.aborted ? 300 : wanted));
    const stopped = instance.stop();
    await vi.waitUntil(() => existsSync(join(project, 'begun')), 10_000);
    controller.abort('SIGINT');
    await stopped;
    expect(existsSync(done)).toBe(false);
    expect(await keeper.close()).toBe(true);
    expect(existsSync(done)).toBe(true);
    expect(keeper.listOwed()).toEqual([]);
  });
});
