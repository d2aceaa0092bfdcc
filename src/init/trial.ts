import fetch from 'node-fetch';
import type { Config } from '../config/config.ts';
import { throwIfInterrupted } from '../errors.ts';
import { moveConfig } from '../gate/arms.ts';
import { type Session, withSession } from '../gate/session.ts';
import { redact } from '../processes/environment.ts';
import { removeFolder } from '../processes/folder.ts';
import type { Progress } from '../progress.ts';
import { findCheckout } from '../revision/checkout.ts';
import { takeSnapshot } from '../revision/head.ts';
import { openScratch } from '../revision/scratch.ts';
import { layOutTree } from '../revision/trees.ts';
import { buildServices } from '../services/build.ts';
import { type Started, stopAll } from '../services/command.ts';
import { type RunningInstance, startInstance, startShared } from '../services/instance.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';

/** What came back when a service was built, started and asked once. */
export type ServiceTrial =
  | {
      kind: 'answered';
      request: string;
      status: number;
      bytes: number;
      /** Time to the last byte (ms); the first request of a process is slower than the next. */
      milliseconds: number;
      /** Time from the start of the services until all were ready (ms). */
      startupMilliseconds: number;
      /** Where a redirect leads. */
      location: string | null;
    }
  /** `log`: the last lines of the failing command. */
  | { kind: 'failed'; failure: ServiceFailure['kind'] | 'no-answer'; what: string; log: string };

export type TrialOptions = { progress: Progress; signal: AbortSignal; environment: NodeJS.ProcessEnv };

const LARGEST_BYTES = 16 * 1024 * 1024;

/**
 * Builds and starts the services once, as a run would do it: in a fresh tree laid out from git, with new files that
 * git does not ignore. Outside of a repository they run where they are. All of it is stopped and removed.
 *
 * @throws UserError when nothing can be laid out; Interrupted when the signal is aborted
 */
export async function tryOnce(config: Config, options: TrialOptions): Promise<ServiceTrial> {
  return withSession(config, options, async (session) => {
    const clean = (text: string) => redact(text, session.secrets);
    try {
      return await build(await layOut(config, session, options), session, options);
    } catch (error) {
      throwIfInterrupted(options.signal);
      if (!(error instanceof ServiceFailure)) throw error;
      const what = `${error.service}: ${error.message}`;
      return { kind: 'failed', failure: error.kind, what: clean(what), log: clean(error.log) };
    }
  });
}

async function layOut(
  config: Config,
  session: Session,
  { environment, signal }: TrialOptions,
): Promise<Config> {
  const checkout = await findCheckout(config.directory, environment, signal);
  if ('kind' in checkout || checkout.head === null) return config;
  const { path } = session.workspace;
  const store = await openScratch(checkout, path, { environment, signal, credentials: null });
  const { commit } = await takeSnapshot(store, checkout.head);
  session.removeAtEnd(() => removeFolder(`${path}/head`));
  return moveConfig(config, await layOutTree(store, path, 'head', commit));
}

async function build(config: Config, session: Session, options: TrialOptions): Promise<ServiceTrial> {
  const { progress, signal, environment } = options;
  const { workspace, keeper, grace } = session;
  const around: Surroundings = {
    arm: null,
    config,
    logFolder: workspace.logs,
    environment,
    keeper,
    signal,
    grace,
    shared: new Map(),
  };
  const built: Started[] = [];
  try {
    await buildServices(around, built, progress);
    throwIfInterrupted(signal);
    progress.phase('starting');
    const shared = await startShared(around);
    try {
      const instance = await startInstance({ ...around, shared: shared.portOf }, 'trial');
      try {
        throwIfInterrupted(signal);
        return await ask(config, instance, signal);
      } finally {
        progress.phase('stopping');
        await instance.stop();
      }
    } finally {
      await shared.stop();
    }
  } finally {
    await stopAll(around, built, 'build');
  }
}

async function ask(
  config: Config,
  { targetUrl, fill, startupMs }: RunningInstance,
  signal: AbortSignal,
): Promise<ServiceTrial> {
  const { work } = config.scenarios[0]!;
  const { method, url, headers, body, timeoutSeconds } =
    work.kind === 'request'
      ? work.request
      : { method: 'GET', url: '/', headers: {}, body: undefined, timeoutSeconds: 10 };
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  const address = new URL(fill(url), `${targetUrl}/`);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]);
  const startedAt = performance.now();
  try {
    const response = await fetch(address.href, {
      method,
      headers: Object.fromEntries(filled),
      body: body === undefined ? undefined : fill(body),
      redirect: 'manual',
      size: LARGEST_BYTES,
      signal: limit as never,
    });
    const { byteLength } = await response.arrayBuffer();
    return {
      kind: 'answered',
      request: `${method} ${address.pathname}${address.search}`,
      status: response.status,
      bytes: byteLength,
      milliseconds: performance.now() - startedAt,
      startupMilliseconds: startupMs ?? 0,
      location: response.headers.get('location'),
    };
  } catch (error) {
    throwIfInterrupted(signal);
    const { name, message } = error as Error;
    const what = name === 'AbortError' ? `no answer within ${timeoutSeconds} s` : message;
    return { kind: 'failed', failure: 'no-answer', what: `${method} ${address.pathname}: ${what}`, log: '' };
  }
}
