import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { interpolate, lookupService, pickOwnPorts } from '../config/interpolation.ts';
import { waitForGroup } from '../processes/child.ts';
import { childEnvironment, listSecretValues, redact } from '../processes/environment.ts';
import { writeWhole } from '../processes/file.ts';
import { removeFolder } from '../processes/folder.ts';
import { TOLD_LINES } from '../processes/log.ts';
import { endMarked } from '../processes/orphans.ts';
import { readOwnFile } from '../processes/ownership.ts';
import { describeExit } from '../processes/process.ts';
import { readStart, readStat } from '../processes/procfs.ts';
import { makeStateFolder, openStateFolder } from '../processes/user-folders.ts';
import { WORKSPACE_PREFIX } from './workspace.ts';

/** State of a run: what it has started. A file keeps it for the action's post step or the next run to clear up. */
type RunState = {
  id: string;
  pid: number;
  /** When that process started, as the system says it. Absent where it does not, and in notes of older versions. */
  startedAt?: string;
  workspace: string;
  debts: Debt[];
  /** Names of environment variables whose values must not be shown. The values are not kept. */
  secrets: string[];
};

/**
 * Command that undoes what an instance did outside its processes: a database, a compose project. Templates are kept
 * unfilled, since their values may be secret. The process that clears up fills them from its own environment.
 */
export type Debt = {
  /** The service's `stop`, the removal of its containers, or its `cleanup`. */
  command: string;
  /** What is told of it in place of the command. */
  told?: string | undefined;
  directory: string;
  ports: Record<string, number>;
  service: string;
  instance: string;
  env: Record<string, string>;
  /** True: it was run and failed. */
  tried?: true;
};

/** What is told of the command that removes the containers of an instance. */
export const REMOVING = 'removing the containers';
/** Begins the name of an instance that stands for what was built for a revision. */
export const BUILD_OF = 'build of ';

/** Notes a run. @throws UserError where the folder of states is not this user's alone */
export function rememberRun(state: RunState): void {
  const file = join(makeStateFolder(process.env), `${state.id}.json`);
  // A home may be shared by machines, and a pid says something on its own only.
  writeWhole(file, JSON.stringify({ ...state, host: hostname() }), 0o600);
}

export function forgetRun(id: string): void {
  const folder = makeStateFolder(process.env);
  rmSync(join(folder, `${id}.json`), { force: true });
  // Temporary files are left by a kill in the middle of a write.
  for (const name of readdirSync(folder).filter((each) => each.startsWith(`${id}.json.`))) {
    rmSync(join(folder, name), { force: true });
  }
}

/**
 * Ends what is left of runs whose Tailgate has gone. It runs the commands that they still owe, and forgets the runs.
 * Commands of several instances run at the same time. One that fails is kept for one more time. Processes are known by
 * the run's mark in their environment, never by a pid, which may belong to another process by now. Nothing is run of a
 * folder or file that another user may have written.
 *
 * @returns a line for each process that was ended and each command that was run, without the run's secrets
 * @throws UserError where the folder of states is not this user's alone
 */
export async function reapLeftovers(): Promise<string[]> {
  const folder = openStateFolder(process.env);
  const gone = (folder === null ? [] : listRuns(folder)).filter(
    ({ host, ...state }) => host === hostname() && !isRunning(state),
  );
  const told = await Promise.all(
    gone.map(async ({ host: _, ...state }) => {
      const ended: string[] = [];
      // What cannot be cleared up keeps nobody from clearing up the rest, or from measuring.
      await reap(state, ended).catch((error: Error) =>
        ended.push(`${state.workspace} could not be cleared up, the next run tries again: ${error.message}`),
      );
      return ended;
    }),
  );
  return told.flat();
}

/** @param ended takes the lines */
async function reap(state: RunState, ended: string[]): Promise<void> {
  const secrets = listSecretValues(process.env, state.secrets ?? []);
  // The path comes from a file. So it counts only if Tailgate names its folders so.
  const isOurs = basename(state.workspace).startsWith(WORKSPACE_PREFIX);
  for (const { pid, command } of await endMarked(state.id, isOurs ? { folder: state.workspace } : {})) {
    // The line is cut after redaction: a secret cut in two would not be found.
    ended.push(`${redact(command, secrets).slice(0, 120)} (pid ${pid})`);
  }
  const debts = state.debts ?? [];
  const instances = [...new Set(debts.map(({ instance }) => instance))];
  const pay = (names: readonly string[]) =>
    Promise.all(
      names.map((name) => {
        const own = debts.filter(({ instance }) => instance === name);
        // Containers hold what a `cleanup` removes, as they hold images.
        const isFirst = ({ told }: Debt) => told === REMOVING;
        return payInTurn([...own.filter(isFirst), ...own.filter((debt) => !isFirst(debt))]);
      }),
    );
  const isBuild = (name: string) => name.startsWith(BUILD_OF);
  const paid = [
    ...(await pay(instances.filter((name) => !isBuild(name)))),
    ...(await pay(instances.filter(isBuild))),
  ];
  const unpaid: Debt[] = [];
  for (const [debt, failure] of paid.flat()) {
    if (failure !== null && !debt.tried) unpaid.push({ ...debt, tried: true });
    const outlook = debt.tried ? 'it is not tried again' : 'it is tried once more by the next run';
    const outcome = failure === null ? '' : ` ${failure}; ${outlook}`;
    const told = debt.told === undefined ? debt.command : `${debt.told} of ${debt.service}`;
    ended.push(redact(`${told} (${debt.instance})${outcome}`, secrets));
  }
  if (unpaid.length > 0) return rememberRun({ ...state, debts: unpaid });
  if (isOurs) removeFolder(state.workspace);
  forgetRun(state.id);
}

/** Time for all commands of an instance together, and for each of them in any case. */
const DEBT_TIMEOUT_MS = 30_000;
const SHORTEST_TIMEOUT_MS = 1000;

/** Runs the commands that an instance owes in their order: what `stop` ends, `cleanup` removes. */
async function payInTurn(debts: readonly Debt[]): Promise<[Debt, string | null][]> {
  const until = performance.now() + DEBT_TIMEOUT_MS;
  const paid: [Debt, string | null][] = [];
  for (const debt of debts)
    paid.push([debt, await payDebt(debt, Math.max(SHORTEST_TIMEOUT_MS, until - performance.now()))]);
  return paid;
}

/** Runs an owed command. @returns null when it ended with exit code 0, else how it ended, and its last words */
async function payDebt(
  { command, directory, ports, service, instance, env }: Debt,
  timeout: number,
): Promise<string | null> {
  const known = new Map(Object.entries(ports));
  const values = lookupService(service, instance, known, process.env);
  const filled = Object.entries(env).flatMap(([name, template]) => {
    try {
      return [[name, interpolate(template, values, name)] as const];
    } catch {
      return []; // the variable that it names is not set here
    }
  });
  const own = {
    ...pickOwnPorts(service, known),
    TAILGATE_INSTANCE: instance,
    ...Object.fromEntries(filled),
  };
  const child = execa('sh', ['-c', command], {
    cwd: existsSync(directory) ? directory : '/',
    env: childEnvironment(process.env, own),
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    all: true,
    detached: true,
  });
  // What it has started may hold its output, and would be waited for.
  const { result, timedOut } = await waitForGroup(child, timeout, new AbortController().signal);
  const { exitCode, signal, all } = result;
  if (exitCode === 0) return null;
  const exit = { code: exitCode ?? null, signal: signal ?? null };
  const how = timedOut
    ? `was ended after ${Math.round(timeout / 1000)} s`
    : `ended with ${describeExit(exit)}`;
  const output = all.trimEnd().split('\n').slice(-TOLD_LINES).join('\n');
  return output === '' ? how : `${how}: ${output}`;
}

/** Lists the runs that are noted. A kill in the middle of a note leaves the newest one under its temporary name. */
function listRuns(folder: string): (RunState & { host: string })[] {
  const names = readdirSync(folder).filter((name) => /\.json(\.\d+)?$/.test(name));
  const runs = names.sort().flatMap((name): (RunState & { host: string })[] => {
    const path = join(folder, name);
    try {
      return [JSON.parse(readOwnFile(path))];
    } catch {
      // It was cut short, or somebody else's: the folder has not always been private. Or it is being written.
      const isOld = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > WRITTEN_MS;
      if (name.endsWith('.json') || isOld) rmSync(path, { recursive: true, force: true });
      return [];
    }
  });
  return [...new Map(runs.map((run) => [run.id, run])).values()];
}

/** No note takes as long to be written. */
const WRITTEN_MS = 60_000;

/**
 * Tells whether a run's Tailgate runs still. Another process may have its pid by now, in a container at once: so it is
 * known by the time of its start as well, where the run was noted with it. A zombie has ended: its parent has only not
 * asked for the exit code yet.
 */
function isRunning({ pid, startedAt }: RunState): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (readStat(String(pid))?.state === 'Z') return false;
  return startedAt === undefined || startedAt === (readStart(pid) ?? startedAt);
}
