import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPLAYED_K6 } from '../fixtures.ts';
import { createProject, type Outcome, type Project, pullRequestEvent, run } from './workflow.ts';

let project: Project;

beforeAll(async () => {
  project = await createProject();
});

afterAll(() => project?.remove());

/** What a runner gives to a step; `environment` may take things away with `undefined`. */
function runnerEnvironment(environment: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const temp = mkdtempSync(join(project.root, 'runner-'));
  const file = (name: string, text = '') => {
    writeFileSync(join(temp, name), text);
    return join(temp, name);
  };
  mkdirSync(join(temp, 'temp'));
  return {
    HOME: project.root,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(pullRequestEvent('a'.repeat(40)))),
    GITHUB_REPOSITORY: 'octo/shop',
    GITHUB_WORKSPACE: project.repository,
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_API_URL: 'http://127.0.0.1:1',
    RUNNER_TEMP: join(temp, 'temp'),
    // They load nothing, so they need not wait for others. However Vitest ends, its keeper finds them.
    TAILGATE_K6: REPLAYED_K6,
    TAILGATE_LOCK: basename(project.root),
    TAILGATE_RUN: process.env.TAILGATE_RUN,
    INPUT_STORE: '.tailgate',
    EVIDENCE: project.evidence,
    ...environment,
  };
}

function runBundle(name: 'action' | 'post', env: NodeJS.ProcessEnv, onStart?: (pid: number) => void) {
  const bundle = resolve('dist', `${name}.mjs`);
  return run(process.execPath, [bundle], { cwd: project.repository, env, onStart });
}

/** Processes of this test's services and tools: all of them inherit EVIDENCE. */
function listProcesses(mark = `EVIDENCE=${project.evidence}`): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return command === '' ? [] : [{ pid: Number(pid), command }];
    } catch {
      return [];
    }
  });
}

/** What the runner would obey: commands at the start of a line, and `##[` anywhere, unless stopped. */
function obeyedCommands(log: string): string[] {
  let stopped: string | null = null;
  const obeyed: string[] = [];
  for (const line of log.split(/\r?\n/)) {
    if (stopped !== null) {
      if (line.trim() === `::${stopped}::`) stopped = null;
      continue;
    }
    const command = line.trimStart().match(/^::([a-z-]+)/)?.[1];
    if (command === 'stop-commands') stopped = line.trim().slice('::stop-commands::'.length);
    else if (command) obeyed.push(line);
    else if (line.includes('##[')) obeyed.push(line);
  }
  return obeyed;
}

/** Runs the action and does something to it as soon as k6 loads the service. */
async function whenMeasuring(env: NodeJS.ProcessEnv, act: (pid: number) => void): Promise<Outcome> {
  let watch: NodeJS.Timeout | undefined;
  const outcome = await runBundle('action', env, (pid) => {
    watch = setInterval(() => {
      if (!listProcesses().some(({ command }) => /k6\S* run /.test(command))) return;
      clearInterval(watch);
      act(pid);
    }, 50);
  });
  clearInterval(watch);
  return outcome;
}

describe('what the service prints', () => {
  it('is shown when it crashes, but is no command to the runner', async () => {
    const outcome = await runBundle('action', runnerEnvironment({ CRASH: 'yes' }));
    expect([1, 3]).toContain(outcome.status);
    expect(outcome.log).toContain('the service said so');
    const obeyed = obeyedCommands(outcome.log);
    expect(obeyed.filter((line) => line.trimStart().startsWith('::error title=forged'))).toEqual([]);
    expect(obeyed.filter((line) => !line.startsWith('::'))).toEqual([]);
    expect(obeyed.some((line) => line.startsWith('::error'))).toBe(true);
  });
});

/** What is to be interrupted lasts. */
const SLOWLY = { REPLAY: '{"seconds":60}' };

describe('a cancelled job', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('that gets %s ends with 130 and leaves nothing', async (signal) => {
    const outcome = await whenMeasuring(runnerEnvironment(SLOWLY), (pid) => process.kill(pid, signal));
    expect(outcome.status).toBe(130);
    expect(outcome.log).toContain(`Interrupted by ${signal}`);
    expect(listProcesses()).toEqual([]);
  });

  it('that is killed, its keeper too, is cleared up by the post step', async () => {
    const env = runnerEnvironment(SLOWLY);
    const killed = await whenMeasuring(env, (pid) => {
      for (const keeper of listKeepers(env)) process.kill(keeper, 'SIGKILL');
      process.kill(pid, 'SIGKILL');
    });
    expect(killed.signal).toBe('SIGKILL');
    expect(listProcesses().map(({ command }) => command)).toContain('node server.mjs');
    const post = await runBundle('post', env);
    expect(post.status).toBe(0);
    expect(post.log).toContain('node server.mjs');
    expect(await waitForNone()).toEqual([]);
  });

  it('has nothing for the post step to do when all went well', async () => {
    const post = await runBundle('post', runnerEnvironment());
    expect(post).toMatchObject({ status: 0, log: '' });
  });
});

describe('a runner that lacks something', () => {
  it('without a job summary and without a reachable API still gets the verdict', async () => {
    const env = runnerEnvironment({ GITHUB_STEP_SUMMARY: undefined, 'INPUT_GITHUB-TOKEN': 'ghs_none_such' });
    const outcome = await runBundle('action', env);
    expect(outcome.status).toBe(0);
    expect(outcome.log).toMatch(/::notice title=Tailgate::The pull request could not be commented/);
    expect(outcome.log).toMatch(/::notice title=Tailgate::The job summary could not be written/);
    expect(readFileSync(env.GITHUB_OUTPUT!, 'utf8')).toContain('first-run');
  });

  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    [
      'wrong inputs',
      { INPUT_COMMENT: 'maybe', 'INPUT_FAIL-ON': 'all' },
      /fail-on: expected .*%0Acomment: expected always, on-news, never/,
    ],
    [
      'no checkout',
      { 'INPUT_WORKING-DIRECTORY': 'nowhere' },
      /not a folder of the workspace.*actions\/checkout/,
    ],
    ['no configuration', { INPUT_CONFIG: 'absent.yml' }, /absent\.yml/],
    ['no event', { GITHUB_EVENT_PATH: undefined }, /not a step of a workflow/],
    [
      'pull_request_target',
      { GITHUB_EVENT_NAME: 'pull_request_target' },
      /does not run on pull_request_target/,
    ],
  ])('because of %s says so with exit code 2 and no stack trace', async (_name, env, message) => {
    const environment = runnerEnvironment(env);
    const outcome = await runBundle('action', environment);
    expect(outcome.status).toBe(2);
    expect(outcome.log).toMatch(message);
    expect(outcome.log).not.toMatch(/(%0A|\n) +at .*action\.cjs/);
    expect(readFileSync(environment.GITHUB_OUTPUT!, 'utf8')).toMatch(
      /^$|^verdict<<(\S+)\n\n\1\nsummary<<\S+\n⛔/,
    );
  });
});

function listKeepers(env: NodeJS.ProcessEnv): number[] {
  const folders = readdirSync(env.RUNNER_TEMP!, { recursive: true, encoding: 'utf8' });
  const states = folders.filter((name) => /tailgate-runs-.*\.json$/.test(name));
  return states.flatMap((name) => {
    const { id } = JSON.parse(readFileSync(join(env.RUNNER_TEMP!, name), 'utf8'));
    return listProcesses(`RUN_ID=${id}`).map(({ pid }) => pid);
  });
}

async function waitForNone(): Promise<{ pid: number; command: string }[]> {
  for (let i = 0; i < 100 && listProcesses().length > 0; i++) await sleep(50);
  return listProcesses();
}
