import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { startInstance } from '../../src/services/instance.ts';
import type { Keeper } from '../../src/services/keeper.ts';
import { startKeeper } from '../../src/services/keeper.ts';
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
  keeper = startKeeper(folder);
  controller = new AbortController();
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const remembered = () => readdirSync(join(folder, `tailgate-runs-${userInfo().uid}`));

/** Starts a service of these keys. @param grace ms that a command has, as `Surroundings` says */
function start(
  keys: string,
  grace: (wanted: number) => number = (wanted) => wanted,
  command = 'echo up; exec sleep 300',
) {
  const service = `service:\n  start: ${command}\n  ready:\n    log: up\n  url: http://127.0.0.1:\${PORT}\n`;
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
    writeFileSync(join(project, 'run.sh'), "trap 'touch asked' TERM; echo up; while :; do sleep 0.1; done\n");
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
    const instance = await start('  stop: echo stopping\n  cleanup: echo removing\n');
    expect(remembered()).toHaveLength(1);
    await instance.stop();
    expect(keeper.listOwed()).toEqual([]);
    await keeper.close();
    expect(remembered()).toEqual([]);
  });

  it('stays noted with its exit and its own last words when it failed, and one that succeeded does not', async () => {
    const instance = await start('  stop: echo stopped\n  cleanup: echo no such database >&2; exit 3\n');
    await instance.stop();
    expect(keeper.listOwed()).toEqual([
      '`echo no such database >&2; exit 3` of service (head_1) ended with exit code 3: no such database',
    ]);
    await keeper.close();
    expect(remembered()).toHaveLength(1);
  });

  it('is told once for all instances', async () => {
    for (let block = 0; block < 3; block++) await (await start('  cleanup: exit 3\n')).stop();
    expect(keeper.listOwed()).toEqual(['`exit 3` of service (head_1 and 2 more) ended with exit code 3']);
    await keeper.close();
  });

  it('stays noted when it had to be ended, and the service is stopped all the same', async () => {
    const instance = await start('  stop: sleep 60\n', () => 300);
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

  it('has less time from the moment of an interruption', async () => {
    const instance = await start('  cleanup: touch begun; sleep 10; touch done\n', (wanted) =>
      controller.signal.aborted ? 300 : wanted,
    );
    const stopped = instance.stop();
    await vi.waitUntil(() => existsSync(join(project, 'begun')), 10_000);
    controller.abort('SIGINT');
    await stopped;
    expect(existsSync(join(project, 'done'))).toBe(false);
    expect(keeper.listOwed()).toHaveLength(1);
    await keeper.close();
  });

  it('stays noted when it cannot be started, and that keeps nobody from stopping the rest', async () => {
    const instance = await start('  cleanup: echo removing\n');
    rmSync(project, { recursive: true });
    await instance.stop();
    expect(keeper.listOwed()).toEqual([expect.stringMatching(/could not be started: /)]);
    await keeper.close();
  });
});

describe('a state that cannot be written any more, as on a full disk', () => {
  /** Takes the folder of states away, and puts a file in its place. */
  const breakStates = () => {
    const states = join(folder, `tailgate-runs-${userInfo().uid}`);
    rmSync(states, { recursive: true });
    writeFileSync(states, '');
  };

  it('keeps no command of any service from clearing up', async () => {
    const trace = join(folder, 'trace');
    const service = (name: string) =>
      `  ${name}: { start: 'echo up; exec sleep 300', ready: { log: up }, url: 'http://127.0.0.1:\${PORT}', stop: 'echo stop-${name} >> ${trace}', cleanup: 'echo ${name} >> ${trace}' }\n`;
    const instance = await startServices(`services:\n${service('db')}${service('api')}target: api\n`);
    breakStates();
    await instance.stop();
    expect(readFileSync(trace, 'utf8').split('\n')).toEqual(['stop-api', 'api', 'stop-db', 'db', '']);
    expect(keeper.listOwed()).toEqual([]);
  });

  it('keeps the failure of a command in mind', async () => {
    const instance = await start('  cleanup: exit 3\n');
    breakStates();
    await instance.stop();
    expect(keeper.listOwed()).toEqual(['`exit 3` of service (head_1) ended with exit code 3']);
  });

  it('starts nothing that could not be cleared up, and owes nothing then', async () => {
    breakStates();
    await expect(start('  cleanup: touch cleaned\n')).rejects.toThrow();
    expect(keeper.listOwed()).toEqual([]);
    expect(existsSync(join(project, 'cleaned'))).toBe(false);
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
