import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../cli/project.ts';
import { runStep } from './step.ts';
import { createProject, listProcesses, type Project, pullRequestEvent } from './workflow.ts';

let project: Project;
let head: string;

beforeAll(async () => {
  project = await createProject();
  head = await project.git('rev-parse', 'HEAD');
});
afterAll(() => project?.remove());

function runAction(environment: NodeJS.ProcessEnv = {}, onStart?: (pid: number, root: string) => void) {
  const payload = pullRequestEvent(head);
  const inputs = { store: '.tailgate' };
  const own = { EVIDENCE: project.evidence, ...environment };
  const { root: parent, repository: workspace } = project;
  return runStep({ parent, workspace, payload, inputs, environment: own, ...(onStart && { onStart }) });
}

/** Of this test's services and tools: all of them inherit EVIDENCE. */
const listCommands = () => listProcesses(`EVIDENCE=${project.evidence}\0`);

/** What the runner would obey: commands at the start of a line, and `##[` anywhere, unless stopped. */
function obeyedCommands(log: string): string[] {
  let stopped: string | null = null;
  return log.split(/\r?\n/).filter((line) => {
    if (stopped !== null) {
      if (line.trim() === `::${stopped}::`) stopped = null;
      return false;
    }
    const command = line.trimStart().match(/^::([a-z-]+)/)?.[1];
    if (command !== 'stop-commands') return command !== undefined || line.includes('##[');
    stopped = line.trim().slice('::stop-commands::'.length);
    return false;
  });
}

it('what a service prints is no command to the runner, and a verdict needs neither summary nor API', async () => {
  const lacking = { GITHUB_STEP_SUMMARY: undefined, 'INPUT_GITHUB-TOKEN': 'ghs_none_such' };
  const { status, log, read } = await runAction({ CRASH: 'yes', ...lacking });
  expect([1, 3]).toContain(status);
  expect(log).toContain('the service said so');
  const obeyed = obeyedCommands(log);
  expect(obeyed.filter((line) => line.trimStart().startsWith('::error title=forged'))).toEqual([]);
  expect(obeyed.filter((line) => !line.startsWith('::'))).toEqual([]);
  expect(obeyed.some((line) => line.startsWith('::error'))).toBe(true);
  expect(log).toMatch(/::notice title=Tailgate::The comment could not be written/);
  expect(log).toMatch(/::notice title=Tailgate::The job summary could not be written/);
  expect(read('OUTPUT')).toMatch(/^verdict<<(\S+)\n[a-z-]+\n\1$/m);
});

it('a relative store is below the working directory', async () => {
  const [top, inputs] = [project.repository, { store: 'kept', 'working-directory': 'api' }];
  for (const name of ['tailgate.yml', 'server.mjs']) cpSync(join(top, name), join(top, 'api', name));
  mkdirSync(join(top, 'api/kept/default'), { recursive: true });
  writeFileSync(join(top, 'api/kept/default/one.json'), 'no record');
  const environment = { EVIDENCE: project.evidence };
  const own = { parent: project.root, workspace: top, payload: pullRequestEvent(head), inputs, environment };
  expect((await runStep(own)).log).toContain('records left out: 1, such as one.json');
});

it.each(['SIGTERM', 'SIGKILL'] as const)('a job that gets %s leaves nothing', async (signal) => {
  let watch: NodeJS.Timeout | undefined;
  const outcome = await runAction({ REPLAY: '{"seconds":60}' }, (pid) => {
    watch = setInterval(() => {
      if (!listCommands().some((command) => /k6\S* run |replay\S* run /.test(command))) return;
      clearInterval(watch);
      process.kill(pid, signal);
    }, 50);
  });
  clearInterval(watch);
  expect([outcome.status, outcome.signal]).toContain(signal === 'SIGKILL' ? signal : 130);
  const runs = () =>
    readdirSync(join(outcome.root, 'temp')).filter((name) => name.startsWith('tailgate-run-'));
  await eventually(() => listCommands().length === 0 && runs().length === 0);
  expect([listCommands(), runs()]).toEqual([[], []]);
});

// biome-ignore format: one mistake a line
describe('a step that cannot run', () => {
  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    ['wrong inputs', { INPUT_COMMENT: 'maybe', 'INPUT_FAIL-ON': 'all' }, /fail-on: expected .*%0Acomment: expected always, on-news, never/],
    ['no checkout', { 'INPUT_WORKING-DIRECTORY': 'nowhere' }, /not a folder in the workspace.*actions\/checkout/],
    ['a file for a folder', { 'INPUT_WORKING-DIRECTORY': 'tailgate.yml' }, /tailgate\.yml, is not a folder in the workspace/],
    ['no configuration', { INPUT_CONFIG: 'absent.yml' }, /absent\.yml/],
    ['a mistake in it', { INPUT_CONFIG: 'mistaken.yml' }, /::error title=Tailgate,file=mistaken\.yml,line=8,col=10::[\s\S]*::error.*mistaken\.yml:8:10/],
    ['no event', { GITHUB_EVENT_PATH: undefined }, /not a workflow step/],
    ['pull_request_target', { GITHUB_EVENT_NAME: 'pull_request_target' }, /does not run on pull_request_target/],
  ])('because of %s says so with exit code 2 and no stack trace', async (_name, environment, message) => {
    const { status, log, read } = await runAction(environment);
    expect(status).toBe(2);
    expect(log).toMatch(message);
    expect(log).not.toMatch(/(%0A|\n) +at .*action\.mjs/);
    expect(read('OUTPUT')).toMatch(/^$|^verdict<<(\S+)\n\n\1\n/);
  });
});
