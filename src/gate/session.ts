import type { Config } from '../config/config.ts';
import { runChild } from '../processes/child.ts';
import { childEnvironment, listSecretValues, redact } from '../processes/environment.ts';
import { findLock, takeLock } from '../processes/lock.ts';
import { removeStrays } from '../services/containers/commands.ts';
import { type Keeper, startKeeper } from '../services/keeper.ts';
import {
  keepWorkspace,
  makeKeepFolder,
  makeWorkspace,
  nameWorkspace,
  type Workspace,
} from '../services/workspace.ts';
import type { GateRequest } from './request.ts';
import { hideInError } from './secrets.ts';

/** The request, with a progress that shows no secret, and what is held on this machine meanwhile. */
export type Session<Asked = GateRequest> = Asked & {
  workspace: Workspace;
  keeper: Keeper;
  /** Values that no text may show. Those of the base are added later. */
  secrets: string[];
  /** How much of the wanted time (ms) stopping something may still take; less when interrupted. */
  grace: (wanted: number) => number;
};

/** Longest wait for the keeper, which gives each clean-up command 30 s. */
const CLEARING_MS = 120_000;

/** Time left after an interrupt: the runner kills a job 10 s after SIGINT, and people wait no longer. */
const GRACE_WHEN_INTERRUPTED_MS = 3500;

/**
 * Waits until nothing else is measured on this machine, and gives `act` a session. Everything started is stopped, and
 * everything checked out is removed, whatever happens.
 *
 * @throws UserError if the folder to keep things in does not belong to this user alone; Interrupted if the signal is aborted
 */
export async function withSession<
  T,
  Asked extends Pick<GateRequest, 'progress' | 'signal' | 'environment' | 'keepPath'>,
>(config: Config, asked: Asked, act: (session: Session<Asked>) => Promise<T>): Promise<T> {
  const { signal, environment, keepPath } = asked;
  const secrets = listSecretValues(environment, config.secrets);
  const hide = (text: string) => redact(text, secrets);
  const progress = { ...asked.progress, note: (text: string) => asked.progress.note(hide(text)) };
  if (keepPath) makeKeepFolder(keepPath);
  const lock = await takeLock(progress, signal, findLock(environment.TAILGATE_LOCK));
  const workspace = nameWorkspace();
  // A command may have many sessions under one signal.
  const over = new AbortController();
  let until = Number.POSITIVE_INFINITY;
  const limit = () => {
    until = performance.now() + GRACE_WHEN_INTERRUPTED_MS;
  };
  signal.addEventListener('abort', limit, over);
  const grace = (wanted: number) => Math.max(100, Math.min(wanted, until - performance.now()));
  // It knows of the folder before the folder is created.
  const keeper = startKeeper(workspace.path);
  keeper.hold(lock);
  try {
    // With a lock of its own, another run may be at work.
    if (config.services.some(({ container }) => container) && environment.TAILGATE_LOCK === undefined)
      await runChild({
        ...{ file: 'sh', arguments: ['-c', removeStrays()], timeoutMs: CLEARING_MS, signal },
        environment: childEnvironment(environment),
      });
    makeWorkspace(workspace);
    return await act({ ...asked, progress, workspace, keeper, secrets, grace });
  } catch (error) {
    throw hideInError(error, secrets);
  } finally {
    progress.done();
    try {
      if (keepPath) keepWorkspace(workspace, keepPath, hide);
    } catch (error) {
      progress.note(`not kept: ${(error as Error).message}`);
    }
    if ((await keeper.close(grace(CLEARING_MS))) === false)
      progress.note('clean-up continues in the background');
    for (const line of keeper.listOwed()) progress.note(`not cleaned up: ${line}`);
    over.abort();
    lock.close();
  }
}
