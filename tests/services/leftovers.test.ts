import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findMarked } from '../../src/processes/orphans.ts';
import { listProcesses, readStart } from '../../src/processes/procfs.ts';
import { startKeeper } from '../../src/services/keeper.ts';
import { BUILD_OF, REMOVING, reapLeftovers, rememberRun } from '../../src/services/leftovers.ts';
import { hasProgram } from '../fixtures.ts';
import { startRedis } from '../processes/redis.ts';

let folder: string;
const left: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  vi.stubEnv('RUNNER_TEMP', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const child of left.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Of a process that has ended: nobody is at work under it. */
const gone = () => spawnSync('true').pid;

/** A run whose Tailgate has gone. */
function makeRun() {
  const workspace = join(folder, 'tailgate-run-gone');
  return { id: randomUUID(), pid: gone(), workspace, debts: [], secrets: [] };
}

function owe(command: string, instance = 'head_1') {
  const around = { directory: folder, ports: { 'app.PORT': 1 }, service: 'app', env: {} };
  return { command, instance, ...around };
}

describe('what is told of what is cleared up after a run', () => {
  it('holds no secret of that run, not even the half of one where a long command line is cut', async () => {
    vi.stubEnv('DB_PASSWORD', 'hunter2-and-more');
    const run = { ...makeRun(), secrets: ['DB_PASSWORD'] };
    const args = ['-e', 'setTimeout(() => {}, 60000)'];
    const before = [process.execPath, ...args, ''].join(' ').length;
    args.push(`${'x'.repeat(114 - before)}hunter2-and-more`);
    left.push(spawn(process.execPath, args, { env: { TAILGATE_RUN: run.id }, stdio: 'ignore' }));
    await vi.waitUntil(() => findMarked(run.id).some(({ command }) => command.includes('hunter2')));
    rememberRun({ ...run, debts: [owe('true hunter2-and-more')] });
    const lines = await reapLeftovers();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/xxx\*\*\* \(pid \d+\)$/);
    expect(lines[1]).toBe('true *** (head_1)');
  });
});

describe('an owed command that goes on and on', () => {
  it('is ended with all that it has started, which holds its output', async () => {
    rememberRun({ ...makeRun(), debts: [owe('sleep 600; true')] });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      let lines: string[] | undefined;
      const reaped = reapLeftovers().then((told) => {
        lines = told;
      });
      while (lines === undefined) await vi.advanceTimersByTimeAsync(5000);
      await reaped;
      expect(lines).toEqual([
        'sleep 600; true (head_1) was ended after 30 s; it is tried once more by the next run',
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a note of a run that was killed while it wrote', () => {
  const states = () => join(folder, `tailgate-runs-${userInfo().uid}`);
  /** Moves a note to the name that it has before it is whole. */
  const unfinish = ({ id }: { id: string }) =>
    renameSync(join(states(), `${id}.json`), join(states(), `${id}.json.123456`));

  it('is heeded and removed, with what the run has left', async () => {
    const run = makeRun();
    mkdirSync(run.workspace);
    rememberRun(run);
    unfinish(run);
    expect(await reapLeftovers()).toEqual([]);
    expect(existsSync(run.workspace)).toBe(false);
    expect(readdirSync(states())).toEqual([]);
  });

  it('counts instead of an older one, so that nothing is undone twice', async () => {
    const run = makeRun();
    rememberRun({ ...run, debts: [owe('echo new')] });
    unfinish(run);
    rememberRun({ ...run, debts: [owe('echo old'), owe('echo new')] });
    expect(await reapLeftovers()).toEqual(['echo new (head_1)']);
    expect(readdirSync(states())).toEqual([]);
  });

  it('is left to a run that goes on, and removed when it is old and not whole', async () => {
    const run = { ...makeRun(), pid: process.ppid };
    rememberRun(run);
    unfinish(run);
    writeFileSync(join(states(), 'cut.json.1'), '{"id": "c');
    writeFileSync(join(states(), 'old.json.1'), '');
    utimesSync(join(states(), 'old.json.1'), 1e9, 1e9);
    await reapLeftovers();
    expect(readdirSync(states()).sort()).toEqual([`${run.id}.json.123456`, 'cut.json.1'].sort());
  });
});

describe('a command that a run still owes', () => {
  const remembered = () => readdirSync(join(folder, `tailgate-runs-${userInfo().uid}`));

  it('is run again when it failed, once, and what then fails again is said and forgotten', async () => {
    const command = 'ls made 2>/dev/null && exit 0; echo no database >&2; exit 3';
    rememberRun({ ...makeRun(), debts: [owe('true'), owe(command)] });
    expect(await reapLeftovers()).toEqual([
      'true (head_1)',
      `${command} (head_1) ended with exit code 3: no database; it is tried once more by the next run`,
    ]);
    expect(remembered()).toHaveLength(1);
    expect(await reapLeftovers()).toEqual([
      `${command} (head_1) ended with exit code 3: no database; it is not tried again`,
    ]);
    expect(remembered()).toEqual([]);
  });

  it('waits for no other instance and no other run, and runs after what its own instance owes before it', async () => {
    const meet = (own: string, other: string) =>
      `touch ${own}; for i in $(seq 200); do test -e ${other} && exit 0; sleep 0.1; done; exit 1`;
    const after = 'test -e a && rm b';
    rememberRun({ ...makeRun(), debts: [owe(meet('a', 'b')), owe(after), owe(meet('b', 'c'), 'base_1')] });
    rememberRun({ ...makeRun(), debts: [owe(meet('c', 'a'), 'head_2')] });
    const told = await reapLeftovers();
    expect(told.sort()).toEqual(
      [
        `${meet('a', 'b')} (head_1)`,
        `${after} (head_1)`,
        `${meet('b', 'c')} (base_1)`,
        `${meet('c', 'a')} (head_2)`,
      ].sort(),
    );
    expect(existsSync(join(folder, 'b'))).toBe(false);
  });

  it('runs after the removal of the containers of its instance, and images go after all instances', async () => {
    const note = (what: string) => `echo ${what} >> trace`;
    const images = { ...owe(note('images'), `${BUILD_OF}head`), told: 'removing the images' };
    const containers = { ...owe(note('containers')), told: REMOVING };
    const other = owe(`sleep 0.5; ${note('other')}`, 'base_1');
    rememberRun({ ...makeRun(), debts: [images, owe(note('cleanup')), containers, other] });
    expect(await reapLeftovers()).toEqual([
      'removing the containers of app (head_1)',
      `${note('cleanup')} (head_1)`,
      `sleep 0.5; ${note('other')} (base_1)`,
      'removing the images of app (build of head)',
    ]);
    const trace = readFileSync(join(folder, 'trace'), 'utf8').trim().split('\n');
    expect(trace.filter((what) => what !== 'other')).toEqual(['containers', 'cleanup', 'images']);
    expect(trace.at(-1)).toBe('images');
  });

  it('keeps what else is left of its run until it has succeeded', async () => {
    const run = makeRun();
    mkdirSync(run.workspace);
    rememberRun({ ...run, debts: [owe('test -e repaired')] });
    await reapLeftovers();
    expect(existsSync(run.workspace)).toBe(true);
    writeFileSync(join(folder, 'repaired'), '');
    expect(await reapLeftovers()).toEqual(['test -e repaired (head_1)']);
    expect(existsSync(run.workspace)).toBe(false);
    expect(remembered()).toEqual([]);
  });
});

describe('a run of another machine that shares this home', () => {
  it('is left alone: its pid says nothing here', async () => {
    const state = { ...makeRun(), debts: [owe(`touch ${join(folder, 'was-run')}`)] };
    rememberRun(state);
    const file = join(folder, `tailgate-runs-${userInfo().uid}`, `${state.id}.json`);
    const written = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...written, host: 'elsewhere' }));
    expect(await reapLeftovers()).toEqual([]);
    expect(existsSync(join(folder, 'was-run'))).toBe(false);
    expect(existsSync(file)).toBe(true);
  });
});

describe('a run is taken for alive', () => {
  const file = (id: string) => join(folder, `tailgate-runs-${userInfo().uid}`, `${id}.json`);
  /** A process that has nothing to do with Tailgate, unless the note says so. */
  const live = () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    left.push(child);
    return child.pid!;
  };

  it.each([
    ['which has the start that was noted', true, () => pidAndStart(live())],
    ['of a note without a start, as an older version writes it', true, () => ({ pid: live() })],
    ['that started at another time', false, () => ({ pid: live(), startedAt: '1' })],
    ['that is a zombie', false, () => ({ pid: makeZombie() })],
    ['that is the one which asks', false, () => pidAndStart(process.pid)],
  ])('by a process %s: %s', async (_, isAlive, name) => {
    const run = { ...makeRun(), ...name(), debts: [owe('true')] };
    rememberRun(run);
    expect(await reapLeftovers()).toEqual(isAlive ? [] : ['true (head_1)']);
    expect(existsSync(file(run.id))).toBe(isAlive);
  });

  it('is noted with the start of its own process', async () => {
    const keeper = startKeeper(join(folder, 'tailgate-run-own'));
    const [name] = readdirSync(join(folder, `tailgate-runs-${userInfo().uid}`));
    const noted = JSON.parse(readFileSync(file(name!.replace('.json', '')), 'utf8'));
    expect(noted).toMatchObject(pidAndStart(process.pid));
    expect(noted.startedAt).toMatch(/\d/);
    await keeper.close();
  });
});

const pidAndStart = (pid: number) => ({ pid, startedAt: readStart(pid) });

/** A process that has ended, and whose parent does not ask. */
function makeZombie(): number {
  const parent = spawn('sh', ['-c', 'true & exec sleep 60'], { stdio: 'ignore' });
  left.push(parent);
  for (;;) {
    const zombie = listProcesses()!.find((one) => one.parent === parent.pid && one.state === 'Z');
    if (zombie) return zombie.pid;
  }
}

describe.runIf(hasProgram('redis-server'))('what has written over its environment', () => {
  it('is known by working in the folder of the run, and ended', async () => {
    const run = makeRun();
    const { pid } = await startRedis(join(run.workspace, 'head'));
    rememberRun(run);
    expect(await reapLeftovers()).toEqual([
      expect.stringMatching(new RegExp(`^redis-server .*\\(pid ${pid}\\)$`)),
    ]);
    expect(existsSync(run.workspace)).toBe(false);
  });
});

describe('what cannot be cleared up', () => {
  it('is told, and keeps no other run from being cleared up', async () => {
    const broken = { ...makeRun(), workspace: `${folder}/tailgate-run-\0` };
    for (const run of [
      broken,
      { ...makeRun(), debts: [owe('echo first')] },
      { ...makeRun(), debts: [owe('echo second')] },
    ])
      rememberRun(run);
    const told = await reapLeftovers();
    expect(told.sort()).toEqual([
      expect.stringMatching(/could not be cleared up, the next run tries again/),
      'echo first (head_1)',
      'echo second (head_1)',
    ]);
  });
});
