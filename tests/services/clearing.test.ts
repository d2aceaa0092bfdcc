import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { listProcesses } from '../../src/processes/procfs.ts';
import { startInstance } from '../../src/services/instance.ts';
import type { Keeper } from '../../src/services/keeper.ts';
import { startKeeper } from '../../src/services/keeper.ts';
import { makeFolder } from '../folders.ts';
import { surroundHead } from './surroundings.ts';

let folder: string;
/** Where commands run. */
let project: string;
let keeper: Keeper;
let controller: AbortController;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  project = join(folder, 'project');
  mkdirSync(project);
  vi.stubEnv('RUNNER_TEMP', folder);
  writeFileSync(
    join(project, 'up.cjs'),
    "require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1');",
  );
  keeper = startKeeper(folder);
  controller = new AbortController();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a service of these keys. @param grace ms that a command has, as `Surroundings` says */
function start(
  keys: string,
  grace: (wanted: number) => number = (wanted) => wanted,
  command = 'exec node up.cjs',
) {
  const service = `service:\n  start: ${command}\n  url: http://127.0.0.1:\${PORT}\n`;
  return startServices(`${service}${keys}`, grace);
}

/** @param services the part of the configuration before its scenarios */
function startServices(services: string, grace: (wanted: number) => number = (wanted) => wanted) {
  const scenarios = 'scenarios:\n  s:\n    request: GET /\n    load: 1 req/s\n';
  writeFileSync(join(project, 'tailgate.yml'), `${services}${scenarios}`);
  const config = readConfig(join(project, 'tailgate.yml'), project);
  const around = { ...surroundHead(config, folder, keeper, controller.signal), grace };
  return startInstance(around, 'head_1');
}

describe('a service that does not stop', () => {
  it('has less time from the moment of an interruption, its stop under way included', async () => {
    writeFileSync(
      join(project, 'run.sh'),
      "trap 'touch asked' TERM; node up.cjs & while :; do sleep 0.1; done\n",
    );
    const instance = await start('', (wanted) => (controller.signal.aborted ? 300 : wanted), 'sh run.sh');
    const stopped = instance.stop();
    await vi.waitUntil(() => existsSync(join(project, 'asked')), 10_000);
    controller.abort('SIGINT');
    const from = performance.now();
    await stopped;
    // It would have had 10 s otherwise.
    expect(performance.now() - from).toBeLessThan(5000);
    await keeper.close();
  });
});

describe('a command that clears up', () => {
  it('is done with when it ended with exit code 0', async () => {
    const instance = await start('  cleanup: echo removing\n');
    await instance.stop();
    expect(keeper.listOwed()).toEqual([]);
    await keeper.close();
    expect(keeper.listOwed()).toEqual([]);
  });

  it('is told with its exit and its own last words when it failed', async () => {
    const instance = await start('  cleanup: echo no such database >&2; exit 3\n');
    await instance.stop();
    expect(keeper.listOwed()).toEqual([
      '`echo no such database >&2; exit 3` of service (head_1) ended with exit code 3: no such database',
    ]);
    await keeper.close();
  });

  it('is told once for all instances', async () => {
    for (let block = 0; block < 3; block++) await (await start('  cleanup: exit 3\n')).stop();
    expect(keeper.listOwed()).toEqual(['`exit 3` of service (head_1 and 2 more) ended with exit code 3']);
    await keeper.close();
  });

  it('is told when it had to be ended, and the service is stopped all the same', async () => {
    const instance = await start('  cleanup: sleep 60\n', () => 300);
    await instance.stop();
    await instance.crashed;
    expect(keeper.listOwed()).toEqual([
      expect.stringMatching(/^`sleep 60` of service \(head_1\) was ended after \d+ s$/),
    ]);
    await keeper.close();
  });

  it('is waited for in full only once in a run when it had to be ended', async () => {
    const waits: number[] = [];
    const first = await start('  cleanup: sleep 60\n', () => 300);
    await first.stop();
    const second = await start('  cleanup: sleep 60\n', (wanted) => {
      waits.push(wanted);
      return Math.min(wanted, 300);
    });
    await second.stop();
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
    expect(waits).toContain(1000);
    expect(keeper.listOwed()).toEqual([
      expect.stringMatching(/^`sleep 60` of service \(head_1 and 1 more\)/),
    ]);
    await keeper.close();
  });

  it('has less time from the moment of an interruption, and all of it from the keeper', async () => {
    const done = join(makeFolder('tailgate-test'), 'done');
    const instance = await start(`  cleanup: touch begun; sleep 3; touch ${done}\n`, (wanted) =>
      controller.signal.aborted ? 300 : wanted,
    );
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

describe('a keeper that was killed', () => {
  it('lets nothing begin that nobody would undo, and another one does what it knew of', async () => {
    const own = join(folder, 'run');
    mkdirSync(own);
    const killed = startKeeper(own);
    const owe = (name: string) =>
      killed.owe({
        command: `touch ${join(folder, name)}`,
        directory: '/',
        service: 'app',
        instance: 'head_1',
        env: { PATH: process.env.PATH },
        rank: 1,
      });
    owe('owed');
    await owe('paid').pay({ signal: controller.signal, grace: (ms) => ms });
    rmSync(join(folder, 'paid'));
    const { pid } = listProcesses()!.findLast(({ parent }) => parent === process.pid)!;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => listProcesses()!.some((one) => one.pid === pid)).toBe(false);
    expect(() => owe('never')).toThrow(expect.objectContaining({ exitCode: 3 }));
    expect(await killed.close()).toBe(true);
    expect(['owed', 'paid', 'never', 'run'].filter((name) => existsSync(join(folder, name)))).toEqual([
      'owed',
    ]);
    expect(killed.listOwed()).toEqual([]);
  });
});

describe('a service that cannot be stopped', () => {
  it('keeps nobody from clearing up after it, and is told', async () => {
    const instance = await start('  cleanup: touch cleaned\n');
    vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    await expect(instance.stop()).rejects.toThrow('runs as another user');
    vi.restoreAllMocks();
    expect(existsSync(join(project, 'cleaned'))).toBe(true);
  });
});
