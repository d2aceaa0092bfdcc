import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { throwIfInterrupted } from '../errors.ts';
import { lendHistory, moveConfig } from '../gate/arms.ts';
import { type Session, withSession } from '../gate/session.ts';
import { listListeners } from '../machine/listeners.ts';
import { redact } from '../processes/environment.ts';
import { readTail } from '../processes/log.ts';
import { readKernelText } from '../processes/procfs.ts';
import type { Progress } from '../progress.ts';
import { findCheckout } from '../revision/checkout.ts';
import { takeSnapshot } from '../revision/head.ts';
import { openScratch } from '../revision/scratch.ts';
import { layOutTree } from '../revision/trees.ts';
import { buildServices } from '../services/build.ts';
import { type Started, stopAll } from '../services/command.ts';
import { type RunningInstance, startInstance, startShared } from '../services/instance.ts';
import { ServiceFailure, type Surroundings } from '../services/surroundings.ts';
import type { Listening, Observation } from './corrections/observation.ts';
import { hasWaitedEnough } from './corrections/patience.ts';
import { askPaths, askRequest, type Questions, speaksHttp } from './probe.ts';

export type TryOptions = { progress: Progress; signal: AbortSignal; environment: NodeJS.ProcessEnv };

/**
 * One try: builds what was not built yet, starts the services, watches them, asks, and stops them.
 *
 * @param asked paths that may answer, and headers to ask with; null for the request of the first scenario
 */
export type Try = (config: Config, asked: Questions | null) => Promise<Observation>;

const NAME = 'try';
const LOG_LINES = 300;
const WATCH_MS = 250;
const MOST_LISTENERS = 6;

/**
 * Gives `act` tries in a fresh tree laid out from git, with new files that git does not ignore, as a run would have
 * it. Outside of a repository services run where they are. All of it is stopped and removed.
 *
 * @throws UserError when nothing can be laid out; Interrupted when the signal is aborted
 */
export async function withTries<T>(
  config: Config,
  options: TryOptions,
  act: (attempt: Try) => Promise<T>,
): Promise<T> {
  return withSession(config, options, async (session) => {
    const tree = await layOut(config, session, options);
    const built: Built = { names: new Set(), images: [] };
    try {
      return await act(async (proposed, asked) => {
        const moved = tree === null ? proposed : moveConfig(proposed, tree);
        const observed = await look(surround(moved, session, options), asked, built, options.progress);
        throwIfInterrupted(options.signal);
        const clean = (text: string) => redact(text, session.secrets);
        const failure = observed.failure && { ...observed.failure, message: clean(observed.failure.message) };
        return { ...observed, failure, log: clean(observed.log) };
      });
    } finally {
      await stopAll(surround(config, session, options), built.images, 'build');
    }
  });
}

/** What the tries have built: services with their command or image, and the images to remove. */
type Built = { names: Set<string>; images: Started[] };

function surround(
  config: Config,
  { workspace, keeper, grace }: Session,
  { environment, signal }: TryOptions,
): Surroundings {
  const logFolder = workspace.logs;
  return { arm: null, config, logFolder, environment, keeper, signal, grace, shared: new Map() };
}

async function layOut(config: Config, session: Session, options: TryOptions) {
  const { environment, signal } = options;
  const checkout = await findCheckout(config.directory, environment, signal);
  if ('kind' in checkout || checkout.head === null) return null;
  const { path } = session.workspace;
  const store = await openScratch(checkout, path, { environment, signal, credentials: null });
  const { commit } = await takeSnapshot(store, checkout.head, [path]);
  const tree = await layOutTree(store, path, 'head', commit);
  await lendHistory(config, tree, options);
  return tree;
}

async function look(
  around: Surroundings,
  questions: Questions | null,
  built: Built,
  progress: Progress,
): Promise<Observation> {
  // What an earlier try said explains nothing.
  for (const { name } of around.config.services)
    rmSync(join(around.logFolder, `${name}.${NAME}.log`), { force: true });
  try {
    await build(around, built, progress);
    throwIfInterrupted(around.signal);
    progress.phase('starting');
    const shared = await startShared(around);
    try {
      return await startAndAsk({ ...around, shared: shared.portOf }, questions, progress);
    } finally {
      await shared.stop();
    }
  } catch (error) {
    throwIfInterrupted(around.signal);
    if (!(error instanceof ServiceFailure)) throw error;
    return describeFailure(error, around.logFolder);
  }
}

function describeFailure(
  { kind, service, message, log }: ServiceFailure,
  logs: string,
  asked: number | null = null,
): Observation {
  const path = join(logs, `${service}.${kind === 'build-failed' ? 'null.build' : NAME}.log`);
  return {
    failure: { kind, service, message },
    log: readTail(path, LOG_LINES) || log,
    listening: null,
    asked,
    startupMilliseconds: 0,
    answers: [],
  };
}

/** Builds what no try has built yet with the same command, or of the same image. */
async function build(around: Surroundings, { names, images }: Built, progress: Progress): Promise<void> {
  const nameBuild = ({ name, build: command, container }: Config['services'][number]) =>
    JSON.stringify([name, command, container]);
  const services = around.config.services.filter((service) => !names.has(nameBuild(service)));
  await buildServices({ ...around, config: { ...around.config, services } }, images, progress);
  for (const service of services) names.add(nameBuild(service));
}

async function startAndAsk(
  around: Surroundings,
  questions: Questions | null,
  progress: Progress,
): Promise<Observation> {
  const { config, signal, logFolder } = around;
  const watch = watchStart(around);
  let instance: RunningInstance;
  try {
    instance = await startInstance({ ...around, ...watch.around }, NAME);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return describeFailure(error, logFolder, watch.seen().asked);
  } finally {
    watch.stop();
  }
  try {
    throwIfInterrupted(signal);
    const url = new URL(instance.targetUrl);
    const asked = Number(url.port || 80);
    const listening = await orderListeners(watch.seen().listening, asked, signal);
    const isThere =
      // What got ready is at its URL, though a container's process may listen for it elsewhere.
      !watch.isCut() ||
      listening === null ||
      listening.some(({ port, host }) => port === asked && (host === '127.0.0.1' || host === url.hostname));
    progress.phase('asking');
    const { work } = config.scenarios[0]!;
    const seen = !isThere
      ? { answers: [] }
      : questions === null && work.kind === 'request'
        ? await askRequest(instance, { ...config, work }, signal)
        : await askPaths(instance.targetUrl, questions ?? { paths: ['/'] }, signal);
    const log = readTail(join(logFolder, `${config.target}.${NAME}.log`), LOG_LINES);
    return { failure: null, log, listening, asked, startupMilliseconds: watch.elapsed(), ...seen };
  } finally {
    progress.phase('stopping');
    await instance.stop();
  }
}

/** Those that speak HTTP, or all. */
async function orderListeners(
  listening: Listening[] | null,
  asked: number,
  signal: AbortSignal,
): Promise<Listening[] | null> {
  if (listening === null || listening.some(({ port }) => port === asked)) return listening;
  const speaks = await Promise.all(
    listening.slice(0, MOST_LISTENERS).map((each) => speaksHttp(each, signal)),
  );
  const spoken = listening.slice(0, MOST_LISTENERS).filter((_each, index) => speaks[index]);
  return spoken.length > 0 ? spoken : listening;
}

/** Looks at the target while it starts, and ends the wait once more of it would show nothing new. */
function watchStart({ config, keeper, logFolder, signal }: Surroundings) {
  const enough = new AbortController();
  const target = config.services.find(({ name }) => name === config.target)!;
  const logPath = join(logFolder, `${target.name}.${NAME}.log`);
  const groups: number[] = [];
  const startedAt = performance.now();
  const fixed = /:(\d+)\/?$/.exec(target.url ?? '')?.[1];
  let listening: Listening[] | null = null;
  let asked: number | null = fixed === undefined ? null : Number(fixed);
  let changedAt = startedAt;
  let before = '';
  let endedAt: number | null = null;
  const timer = setInterval(() => {
    // Services start one after the other: before the target has a log, the last group is another's.
    if (!existsSync(logPath) || groups.length === 0) return;
    listening = listListeners([groups.at(-1)!]);
    if (fixed === undefined) asked = readGivenPort(groups.at(-1)!);
    const log = readTail(logPath, LOG_LINES);
    const state = JSON.stringify([listening, log.length]);
    if (state !== before) changedAt = performance.now();
    before = state;
    if (hasWaitedEnough({ listening, asked, log, stillSeconds: (performance.now() - changedAt) / 1000 }))
      enough.abort('seen enough');
  }, WATCH_MS);
  const add = (group: number) => {
    groups.push(group);
    keeper.add(group);
  };
  return {
    around: { keeper: { ...keeper, add }, signal: AbortSignal.any([signal, enough.signal]) },
    stop() {
      clearInterval(timer);
      endedAt = performance.now();
      if (groups.length > 0 && existsSync(logPath)) listening = listListeners([groups.at(-1)!]) ?? listening;
    },
    isCut: () => enough.signal.aborted,
    elapsed: () => (endedAt ?? performance.now()) - startedAt,
    seen: () => ({ listening, asked }),
  };
}

/** The port that Tailgate gave a process, from its environment. */
function readGivenPort(pid: number): number | null {
  const port = /(?:^|\0)PORT=(\d+)/.exec(readKernelText(`/proc/${pid}/environ`) ?? '')?.[1];
  return port === undefined ? null : Number(port);
}
