import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import writeFileAtomic from 'write-file-atomic';
import { interpolate, lookupEnvironment } from '../config/interpolation.ts';
import { findCacheFolder } from '../revision/builds.ts';
import { removeFolder } from '../revision/folder.ts';
import { reapTreeCache } from '../revision/tree-cache.ts';
import { childEnvironment, listSecretValues, redact } from './environment.ts';
import { endMarked } from './orphans.ts';
import { readStat } from './procfs.ts';
import { WORKSPACE_PREFIX } from './workspace.ts';

/** What a run has started, kept in a file so that the action's post step or the next run can clear up after it. */
export type RunState = {
  id: string;
  pid: number;
  groups: number[];
  workspace: string;
  debts: Debt[];
  /** Names of environment variables whose values are not to be shown; the values are not kept. */
  secrets: string[];
};

/**
 * Commands that undo what an instance did outside its processes: a database, a compose project. Templates are kept
 * unfilled, since their values may be secret; whoever clears up fills them from its own environment.
 */
export type Debt = {
  /** `stop` command and `cleanup`, in this order. */
  commands: string[];
  directory: string;
  ports: Record<string, number>;
  service: string;
  instance: string;
  env: Record<string, string>;
};

/** One folder per user: another user's files could not be trusted and its processes not be ended. */
function stateFolder(): string {
  return join(process.env.RUNNER_TEMP ?? tmpdir(), `tailgate-runs-${userInfo().uid}`);
}

export function rememberRun(state: RunState): void {
  const folder = stateFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileAtomic.sync(join(folder, `${state.id}.json`), JSON.stringify(state), { mode: 0o600 });
}

export function forgetRun(id: string): void {
  const folder = stateFolder();
  rmSync(join(folder, `${id}.json`), { force: true });
  // A kill in the middle of a write leaves its temporary file.
  for (const name of listNames(folder).filter((each) => each.startsWith(`${id}.json.`))) {
    rmSync(join(folder, name), { force: true });
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Ends what is left of runs whose Tailgate has gone, runs the cleanups that they still owe, and forgets them.
 * Processes are known by the run's mark in their environment, never by a pid that may have been given away since.
 *
 * @returns a line for each process that was ended and each command that was run, without the run's secrets
 */
export async function reapLeftovers(): Promise<string[]> {
  const folder = stateFolder();
  const ended: string[] = [];
  for (const state of listRuns(folder)) {
    if (isRunning(state.pid)) continue;
    const secrets = listSecretValues(process.env, state.secrets ?? []);
    for (const { pid, command } of await endMarked(state.id)) {
      // Cut afterwards: of a secret that is cut in two neither part would be found.
      ended.push(`${redact(command, secrets).slice(0, 120)} (pid ${pid})`);
    }
    for (const debt of state.debts ?? []) {
      for (const line of await payDebt(debt)) ended.push(redact(line, secrets));
    }
    // The path comes from a file: nothing but a folder that Tailgate names so is ever removed.
    if (basename(state.workspace).startsWith(WORKSPACE_PREFIX)) removeFolder(state.workspace);
    forgetRun(state.id);
  }
  // Last, as what a run owes may be a script of its own tree.
  await reapTreeCache(findCacheFolder(process.env));
  return ended;
}

const DEBT_TIMEOUT_MS = 30_000;

/** @returns a line for each command that was run */
async function payDebt({ commands, directory, ports, service, instance, env }: Debt): Promise<string[]> {
  const known = {
    ...lookupEnvironment(process.env),
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [`${name}.PORT`, String(port)])),
    PORT: String(ports[service]),
    TAILGATE_INSTANCE: instance,
  };
  const filled = Object.entries(env).flatMap(([name, template]) => {
    try {
      return [[name, interpolate(template, known, name)] as const];
    } catch {
      return []; // the variable that it names is not set here
    }
  });
  const own = { PORT: known.PORT, TAILGATE_INSTANCE: instance, ...Object.fromEntries(filled) };
  const done: string[] = [];
  for (const command of commands) {
    const { exitCode } = await execa('sh', ['-c', command], {
      cwd: existsSync(directory) ? directory : '/',
      env: childEnvironment(process.env, own),
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: DEBT_TIMEOUT_MS,
    });
    done.push(`${command} (${instance}${exitCode === 0 ? '' : `, exit code ${exitCode ?? 'none'}`})`);
  }
  return done;
}

function listRuns(folder: string): RunState[] {
  const names = listNames(folder).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunState];
    } catch {
      rmSync(join(folder, name), { force: true });
      return [];
    }
  });
}

/** A zombie has ended: a parent that is busy or careless has not asked for its exit code yet. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readStat(String(pid))?.state !== 'Z';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
