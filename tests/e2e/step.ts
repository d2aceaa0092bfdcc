import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { REPLAYED_K6 } from '../fixtures.ts';
import { run } from './workflow.ts';

export type StepOptions = {
  /** Folder below which the step gets one of its own. */
  parent: string;
  workspace: string;
  /** Name of the event, by default a pull request, and what GitHub sends with it. */
  event?: string;
  payload: object;
  /** By name, as in action.yml. */
  inputs?: Record<string, string>;
  /** Takes things away with `undefined`. */
  environment?: NodeJS.ProcessEnv;
  onStart?: (pid: number, root: string) => void;
};

/**
 * Runs the bundled action as a runner runs a step of run 77. It loads nothing, so it waits for no other run. However Vitest
 * ends, its keeper finds what was started.
 */
export async function runStep(options: StepOptions) {
  const { parent, workspace, event = 'pull_request', payload, inputs = {}, environment = {} } = options;
  const root = mkdtempSync(join(parent, 'runner-'));
  const place = (name: string) => join(root, name);
  for (const name of ['temp', 'home']) mkdirSync(place(name));
  const commands = ['OUTPUT', 'STEP_SUMMARY', 'STATE', 'ENV', 'PATH'];
  for (const name of commands) writeFileSync(place(name), '');
  writeFileSync(place('event.json'), JSON.stringify(payload));
  const env: NodeJS.ProcessEnv = {
    HOME: place('home'),
    TMPDIR: place('temp'),
    RUNNER_TEMP: place('temp'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: place('event.json'),
    GITHUB_REPOSITORY: 'octo/shop',
    GITHUB_RUN_ID: '77',
    GITHUB_WORKSPACE: workspace,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: 'http://127.0.0.1:1',
    ...Object.fromEntries(commands.map((name) => [`GITHUB_${name}`, place(name)])),
    TAILGATE_K6: REPLAYED_K6,
    TAILGATE_LOCK: basename(root),
    TAILGATE_RUN: process.env.TAILGATE_RUN,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...environment,
  };
  const outcome = await run(process.execPath, [resolve('dist/action.mjs')], {
    cwd: workspace,
    env,
    onStart: (pid) => options.onStart?.(pid, root),
  });
  const read = (name: 'OUTPUT' | 'STEP_SUMMARY') => readFileSync(place(name), 'utf8');
  /** What a reader of the run, or a later step, gets to see. */
  const told = [outcome.log, ...commands.map((name) => readFileSync(place(name), 'utf8'))].join('\n');
  return { ...outcome, root, read, told };
}

export type StepOutcome = Awaited<ReturnType<typeof runStep>>;
