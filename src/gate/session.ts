import type { Config } from '../config/config.ts';
import { forgetMirror } from '../k6/mirror.ts';
import { hideFromDetails } from '../processes/details.ts';
import { listSecretValues, redact } from '../processes/environment.ts';
import { removeFolder } from '../processes/folder.ts';
import { findLock, takeLock } from '../processes/lock.ts';
import { makeStateFolder } from '../processes/user-folders.ts';
import type { Progress } from '../progress.ts';
import { type Keeper, startKeeper } from '../services/keeper.ts';
import { reapLeftovers } from '../services/leftovers.ts';
import {
  keepWorkspace,
  makeKeepFolder,
  makeWorkspace,
  nameWorkspace,
  type Workspace,
} from '../services/workspace.ts';
import type { GateRequest } from './request.ts';

/** Things that a run holds on this machine while it measures. */
export type Session = {
  workspace: Workspace;
  keeper: Keeper;
  /** Values that no text may show. */
  secrets: string[];
  /** Time (ms) that a stopped thing may still take, from the time (ms) wanted; less when interrupted. */
  grace: (wanted: number) => number;
};

/** Longest wait in CI for another run on the machine. A suite of many variants may take half an hour. */
const LOCK_LIMIT_MINUTES = 40;

/** Time left after an interrupt: the runner kills a job 10 s after SIGINT, and people wait no longer. */
const GRACE_WHEN_INTERRUPTED_MS = 3500;

/**
 * Waits until this machine measures nothing else, clears up after runs that were killed, and gives `act` a session.
 * Everything started is stopped, and everything laid out is removed, on every path. Trees that could not be cleared up
 * stay for the next run, which tries once more.
 *
 * @throws UserError when the folder of states, or the one to keep things in, is not this user's alone; Interrupted when the signal is aborted
 */
export async function withSession<T>(
  config: Config,
  {
    progress,
    signal,
    environment,
    keepPath,
  }: Pick<GateRequest, 'progress' | 'signal' | 'environment' | 'keepPath'>,
  act: (session: Session) => Promise<T>,
): Promise<T> {
  const secrets = listSecretValues(environment, config.secrets);
  hideFromDetails(secrets);
  makeStateFolder(environment);
  if (keepPath) makeKeepFolder(keepPath);
  const limit = environment.CI === 'true' ? LOCK_LIMIT_MINUTES : undefined;
  const releaseLock = await takeLock(progress, signal, findLock(environment.TAILGATE_LOCK), limit);
  const workspace = nameWorkspace();
  let keeper: Keeper | null = null;
  const over = new AbortController();
  try {
    for (const line of await reapLeftovers()) progress.note(`clearing up after an earlier run: ${line}`);
    // The run is noted before it makes a folder: so the next run finds it, whenever this one is killed.
    keeper = startKeeper(workspace.path, config.secrets);
    makeWorkspace(workspace);
    return await act({ workspace, keeper, secrets, grace: limitGrace(signal, over.signal) });
  } finally {
    progress.done();
    await tellFailure(progress, 'not cleared up', () => keeper?.close());
    over.abort();
    releaseLock();
    const clean = (text: string) => redact(text, secrets);
    // Paths of the mirror lead nowhere once it is gone.
    const keep = (text: string) => forgetMirror(clean(text), workspace.k6);
    await tellFailure(progress, 'not kept', () => keepPath && keepWorkspace(workspace, keepPath, keep));
    const owed = keeper?.listOwed() ?? [];
    for (const line of owed)
      progress.note(clean(`not cleared up, and tried once more by the next run: ${line}`));
    // The clearing command may be a script of an arm's own tree, so the tree stays for the next try.
    if (owed.length === 0) await tellFailure(progress, 'not removed', () => removeFolder(workspace.path));
  }
}

/** Reports a failure of later work: the measurement stands, whether that work succeeds or not. */
async function tellFailure(progress: Progress, what: string, act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    progress.note(`${what}: ${(error as Error).message}`);
  }
}

/** @param over aborted at the end of the session: a command may have many under one signal */
function limitGrace(signal: AbortSignal, over: AbortSignal): (wanted: number) => number {
  let until = Number.POSITIVE_INFINITY;
  const limit = () => {
    until = performance.now() + GRACE_WHEN_INTERRUPTED_MS;
  };
  signal.addEventListener('abort', limit, { signal: over });
  return (wanted) => Math.max(100, Math.min(wanted, until - performance.now()));
}
