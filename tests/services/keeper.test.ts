import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isHeld } from '../../src/processes/lock.ts';
import { listMarked, listProcesses, type ProcessStat, readStat } from '../../src/processes/procfs.ts';
import { type Debt, startKeeper } from '../../src/services/keeper.ts';
import { hasProgram } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

/** Where the built keeper is. */
let place: string;
/** Of the run. */
let folder: string;
let trace: string;
beforeAll(async () => {
  place = makeFolder('tailgate-test');
  await build({
    entryPoints: [resolve('src/services/keeper.ts')],
    outfile: join(place, 'keeper.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    loader: { '.child.js': 'text' },
    logLevel: 'error',
  });
});
beforeEach(() => {
  const parent = makeFolder('tailgate-test');
  folder = join(parent, 'tailgate-run-test');
  trace = join(parent, 'trace');
  mkdirSync(folder);
});

const read = () => readFileSync(trace, 'utf8').trim().split('\n');

function debtOf(command: string, instance = 'head_1'): Debt {
  return { command, directory: folder, service: 'app', instance, env: { PATH: process.env.PATH } };
}

/** Starts a keeper by a process of its own, lets that one act on it, and kills it. */
async function killBehindKeeper(act: string): Promise<void> {
  const main = `const { spawn } = require('node:child_process');
    const keeper = require('./keeper.cjs').startKeeper(${JSON.stringify(folder)});
    (async () => {
      ${act};
      console.log('noted');
    })();
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', main], {
    cwd: place,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
}

describe.runIf(process.platform === 'linux')('when Tailgate is killed', () => {
  it('a group that stands still goes on to its own end, and what is owed is run', async () => {
    const loop = `trap 'echo ended >> ${trace}; exit 7' TERM; (trap '' TERM; exec sleep 300) &
      echo ready; while :; do sleep 0.1; done`;
    const child = spawn('sh', ['-c', loop], { detached: true });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    onTestFinished(() => void child.kill('SIGKILL'));
    const state = () => readStat(String(child.pid))?.state;
    child.kill('SIGSTOP');
    await expect.poll(state).toBe('T');
    await killBehindKeeper(`keeper.add(${child.pid});
      const env = { PATH: process.env.PATH, ...keeper.mark, TRACE: ${JSON.stringify(trace)} };
      spawn('sleep', ['300'], { detached: true, env });
      keeper.owe(${JSON.stringify(debtOf(`echo owed >> ${trace}`))})`);
    expect(await ended).toEqual([7, null]);
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false);
    expect(read()).toEqual(['ended', 'owed']);
    const isLeft = ({ group, state }: ProcessStat) => group === child.pid && state !== 'Z';
    expect([listProcesses()!.filter(isLeft), listMarked([`TRACE=${trace}`])]).toEqual([[], []]);
  });

  it('the machine stays locked until all is cleared up', async () => {
    const name = `\0tailgate-test-hold-${process.pid}`;
    await killBehindKeeper(`const lock = require('node:net').createServer();
      await new Promise((done) => lock.listen(${JSON.stringify(name)}, done));
      keeper.hold(lock);
      keeper.owe(${JSON.stringify(debtOf('sleep 2'))})`);
    expect(await isHeld(name)).toBe(true);
    await expect.poll(() => isHeld(name), { timeout: 20_000 }).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it.runIf(hasProgram('perl'))(
    'what has written over its environment, as Redis does, is ended in the folder of the run',
    async () => {
      const cwd = join(folder, 'head');
      mkdirSync(cwd);
      const child = spawn('perl', ['-e', '$0 = "x" x 99999; sleep 60'], { cwd, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await expect.poll(() => readFileSync(`/proc/${child.pid}/environ`, 'latin1')).toMatch(/^[^=]+$/);
      await killBehindKeeper('');
      await ended;
    },
  );
});

describe('what a run owes', () => {
  it('is run for instances at the same time, of each the last first, then what they share, and images', async () => {
    const keeper = startKeeper(folder);
    const owe = (what: string, of?: string, before = '') =>
      keeper.owe(debtOf(`${before} sleep 0.1; echo ${what} >> ${trace}`, of));
    keeper.owe(debtOf(`touch ${trace}.other`, 'base_1'));
    owe('cleanup');
    owe('containers', 'head_1', `until [ -e ${trace}.other ]; do sleep 0.1; done;`);
    owe('images', 'build of head');
    owe('shared', 'run');
    await owe('paid')({ signal: new AbortController().signal, grace: (ms: number) => ms });
    expect(await keeper.close()).toBe(true);
    expect(read()).toEqual(['paid', 'containers', 'cleanup', 'shared', 'images']);
    expect(keeper.listOwed()).toEqual([]);
  });

  it('is told where it fails, and the folder goes all the same, with what may not be written', async () => {
    const keeper = startKeeper(folder);
    keeper.owe(debtOf('echo no database >&2; exit 3'));
    keeper.owe(debtOf('echo no database >&2; exit 3', 'base_1'));
    mkdirSync(join(folder, 'cache'));
    writeFileSync(join(folder, 'cache/module'), '');
    chmodSync(join(folder, 'cache'), 0o500);
    await keeper.close();
    expect(keeper.listOwed()).toEqual([
      expect.stringMatching(
        /^`echo no database >&2; exit 3` of app \((head|base)_1\) ended with exit code 3: no database$/,
      ),
    ]);
    expect(existsSync(folder)).toBe(false);
  });

  it('waits less for a command that has hung before', async () => {
    const keeper = startKeeper(folder);
    const waits: number[] = [];
    const grace = (ms: number) => {
      waits.push(Math.round(ms / 1000));
      return 0;
    };
    for (const of of ['head_1', 'head_2'])
      await keeper.owe(debtOf('exec sleep 60', of))({ signal: new AbortController().signal, grace });
    expect(new Set(waits)).toEqual(new Set([30, 1]));
    expect(waits.lastIndexOf(30)).toBeLessThan(waits.indexOf(1));
    await keeper.close();
  });

  it('goes on when it takes longer than it is waited for', async () => {
    const keeper = startKeeper(folder);
    keeper.owe(debtOf(`sleep 1; touch ${trace}`));
    expect(await keeper.close(100)).toBe(false);
    await expect.poll(() => existsSync(trace), { timeout: 20_000 }).toBe(true);
  });
});

describe('a keeper that was killed', () => {
  it('lets nothing begin that nobody would undo, and another one does what it knew of', async () => {
    const children = () => listProcesses()!.filter(({ parent }) => parent === process.pid);
    const others = children().map(({ pid }) => pid);
    const killed = startKeeper(folder);
    const { pid } = children().find((one) => !others.includes(one.pid))!;
    const owe = (name: string) => killed.owe(debtOf(`echo ${name} >> ${trace}`));
    owe('owed');
    // As by Ctrl-C in a terminal, or when that is closed: it catches these once it has started.
    const isReady = () => /SigCgt:\t\w*[13579bdf]\n/.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    await expect.poll(isReady, { timeout: 10_000 }).toBe(true);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
    await sleep(300);
    await owe('paid')({ signal: new AbortController().signal, grace: (ms) => ms });
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => listProcesses()!.some((one) => one.pid === pid)).toBe(false);
    // The channel is closed a little later.
    await sleep(300);
    expect(() => owe('never')).toThrow(expect.objectContaining({ exitCode: 3 }));
    expect(await killed.close()).toBe(true);
    expect(read()).toEqual(['paid', 'owed']);
    expect(existsSync(folder)).toBe(false);
    expect(killed.listOwed()).toEqual([]);
  });
});
