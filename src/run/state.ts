import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { endMarked } from './orphans.ts';
import { WORKSPACE_PREFIX } from './workspace.ts';

/** What a run has started, kept in a file so that the action's post step or the next run can clear up after it. */
export type RunState = { id: string; pid: number; groups: number[]; workspace: string };

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
  rmSync(join(stateFolder(), `${id}.json`), { force: true });
}

/**
 * Ends what is left of runs whose Tailgate has gone, and forgets them.
 * Processes are known by the run's mark in their environment, never by a pid that may have been given away since.
 *
 * @returns a line for each process that was ended
 */
export async function reapLeftovers(): Promise<string[]> {
  const folder = stateFolder();
  const ended: string[] = [];
  for (const state of listRuns(folder)) {
    if (isRunning(state.pid)) continue;
    ended.push(...(await endMarked(state.id)));
    // The path comes from a file: nothing but a folder that Tailgate names so is ever removed.
    if (basename(state.workspace).startsWith(WORKSPACE_PREFIX))
      rmSync(state.workspace, { recursive: true, force: true });
    forgetRun(state.id);
  }
  return ended;
}

function listRuns(folder: string): RunState[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunState];
    } catch {
      rmSync(join(folder, name), { force: true });
      return [];
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
