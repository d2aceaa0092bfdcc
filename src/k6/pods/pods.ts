import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pods } from '../../config/load-from.ts';
import { readToolVersion, runChild } from '../../processes/child.ts';
import { quoteWord } from '../../processes/shell-words.ts';
import type { Keeper } from '../../services/keeper.ts';
import type { Surroundings } from '../../services/surroundings.ts';
import {
  failK6,
  type K6Result,
  type K6Run,
  type K6Script,
  loadingEnvironment,
  passVariables,
  readRefusal,
  readTold,
  writeFiles,
} from '../run.ts';
import { parseSummary } from '../summary.ts';
import { beginTogether } from './control.ts';
import { describeConfigMap, describeJob, PROGRAM_LABEL } from './job.ts';
import { ClusterFault, findKubectl, type Kubectl } from './kubectl.ts';
import { mergeSummaries } from './merge.ts';
import { type PodState, readPods } from './state.ts';

type PodsOptions = K6Script & {
  pods: Pods;
  /** Removes what is left of them, however Tailgate ends. */
  keeper: Keeper;
  grace: Surroundings['grace'];
  /** Longest planned time (s) of the program and its script. */
  seconds: number;
  /** Of whose multiples (ms) one is the begin; see `barrierMs`. */
  periodMs: number;
};

/** Time for pods to be made, to be scheduled, to pull their image and to start; a cluster may have to add nodes. */
const START_SECONDS = 300;
/** Time for all of it beyond the plan: archive, Job and log as well. */
export const PODS_PATIENCE_SECONDS = START_SECONDS + 120;
/** Time for which an API server or a node may be away. What runs already does not need the API server. */
const AWAY_SECONDS = 60;
/** While load is sent this machine may be one of the cluster. */
const POLL_MS = { ready: 250, done: 2000 };
const ARCHIVE_LIMIT_MS = 60_000;
const LOGS_LIMIT_MS = 300_000;
const LOG_LINES = 40;
/** Time (s) for a Job to go with its pods. They end within seconds, and what cannot be removed ends by itself. */
const REMOVAL_SECONDS = 10;

/** Drives a program by k6 in pods: an Indexed Job in the user's cluster, whose pods each run the same script. */
export function startPods(options: PodsOptions): K6Run {
  const stop = new AbortController();
  const finished = drive(options, stop.signal).catch((error: Error): K6Result => {
    if (stop.signal.aborted) return failK6('harness', 'k6 was interrupted');
    if (error instanceof ClusterFault) return error.result;
    throw error;
  });
  return {
    group: {
      pid: null,
      signal: () => stop.abort(),
      async stop() {
        stop.abort();
        await finished;
      },
    },
    began: Promise.resolve(null),
    finished,
  };
}

async function drive(options: PodsOptions, signal: AbortSignal): Promise<K6Result> {
  const { binary, pods, folder, name, keeper, environment, grace, seconds } = options;
  const kubectl = findKubectl(pods, environment, signal);
  const run = keeper.mark.TAILGATE_RUN.slice(0, 8);
  const job = `tailgate-${run}-${name}`.slice(0, 63);
  const labels = { 'app.kubernetes.io/managed-by': 'tailgate', 'tailgate/run': run, [PROGRAM_LABEL]: job };
  const archive = await makeArchive(options, signal);
  const version = await readToolVersion(binary, ['version'], environment, signal);
  const image = pods.image ?? `grafana/k6:${version ?? 'latest'}`;
  const request = { name: job, labels, pods: { ...pods, image }, seconds: seconds + PODS_PATIENCE_SECONDS };
  // Its headers may be secret: no file has them.
  const create = (document: object) =>
    kubectl.run(['create', '-o', 'jsonpath={.metadata}', '-f', '-'], { input: JSON.stringify(document) });
  const order = ['delete', `job/${job}`, '--ignore-not-found', '--cascade=foreground'];
  const removal = keeper.owe({
    command: kubectl
      .command(...order, `--timeout=${REMOVAL_SECONDS}s`)
      .map(quoteWord)
      .join(' '),
    told: `the removal of job/${job}`,
    directory: folder,
    service: 'load-from',
    instance: job,
    env: kubectl.environment,
  });
  try {
    const { uid, namespace } = JSON.parse(await create(describeJob(request)));
    await create(describeConfigMap(request, uid, archive));
    const watched = { kubectl, job, count: pods.count, signal };
    const states = await awaitPods(watched, 'ready', START_SECONDS);
    try {
      await beginTogether(kubectl, { ...options, states, namespace, signal });
    } catch (fault) {
      // What has become of a pod says more.
      await assertThere(watched, await readStates(watched));
      throw fault;
    }
    const ended = await awaitPods(watched, 'done', seconds + AWAY_SECONDS);
    return await readResult(watched, ended, join(folder, `${name}.log`));
  } finally {
    await removal({ signal, grace });
  }
}

/** Packs the script with all that it loads. @throws ClusterFault where k6 does not take it */
async function makeArchive(options: K6Script, signal: AbortSignal): Promise<Buffer> {
  const { scriptPath, configPath } = writeFiles(options);
  const path = join(options.folder, `${options.name}.tar`);
  const flags = ['--no-color', '--config', configPath, '-O', path, ...passVariables(options)];
  const outcome = await runChild({
    file: options.binary,
    arguments: ['archive', ...flags, scriptPath],
    environment: loadingEnvironment(options.environment),
    cwd: options.cwd,
    timeoutMs: ARCHIVE_LIMIT_MS,
    signal,
  });
  if (outcome.kind === 'ended' && outcome.exitCode === 0) return readFileSync(path);
  const log = 'output' in outcome ? outcome.output : outcome.code;
  const refusal = outcome.kind === 'ended' ? readRefusal(outcome.exitCode, log) : null;
  const failure = refusal ?? failK6('harness', 'k6 could not pack the script for the pods', log);
  throw new ClusterFault(failure.message, failure);
}

type Watched = { kubectl: Kubectl; job: string; count: number; signal: AbortSignal };

/**
 * Waits until all pods are ready, or done. One that is lost ends the wait: its part of the load is missing, for both
 * arms alike, so nothing of the program counts.
 *
 * @param limit s
 * @throws ClusterFault
 */
async function awaitPods(watched: Watched, wanted: 'ready' | 'done', limit: number): Promise<PodState[]> {
  const startedAt = performance.now();
  const secondsSince = (from: number) => (performance.now() - from) / 1000;
  let answeredAt = startedAt;
  for (;;) {
    const states = await readStates(watched).catch((error: Error) => {
      const isRefused = /forbidden|unauthorized/i.test(error.message);
      if (isRefused || secondsSince(answeredAt) > AWAY_SECONDS) throw error;
      return [];
    });
    if (states.length > 0) {
      answeredAt = performance.now();
      await assertThere(watched, states, wanted === 'done');
      const late = states.find(({ kind }) => kind !== 'done' && (wanted === 'done' || kind !== 'ready'));
      if (late === undefined) return states;
      const waited = Math.round(secondsSince(startedAt));
      const since = wanted === 'ready' ? 'its Job' : 'all were ready';
      if (waited > limit) throw new ClusterFault(`${late.name} ${late.because}, ${waited} s after ${since}`);
    }
    await sleep(POLL_MS[wanted], undefined, { signal: watched.signal });
  }
}

async function readStates({ kubectl, job, count }: Watched): Promise<PodState[]> {
  return readPods(await kubectl.run(['get', 'pods', '-o', 'json', '-l', `${PROGRAM_LABEL}=${job}`]), count);
}

/** Makes sure that no pod was lost. @throws ClusterFault that says how one was, in the words of k6 where it has some */
async function assertThere({ kubectl }: Watched, states: readonly PodState[], isLate = false): Promise<void> {
  const lost = states.find(({ kind, id }) => kind === 'lost' || (isLate && id === ''));
  if (lost === undefined) return;
  const { id, name, exitCode, because } = lost;
  const log = id === '' ? '' : await kubectl.run(['logs', id, `--tail=${LOG_LINES}`]).catch(() => '');
  const refusal = exitCode === null ? null : readRefusal(exitCode, log);
  const failure = refusal
    ? { ...refusal, message: `${refusal.message} (${name})` }
    : failK6('harness', `${name} ${because}`, log);
  throw new ClusterFault(failure.message, failure);
}

/** Reads what k6 has written in all pods. @throws ClusterFault */
async function readResult(
  { kubectl, job }: Watched,
  states: readonly PodState[],
  logPath: string,
): Promise<K6Result> {
  const logs = ['logs', '-l', `${PROGRAM_LABEL}=${job}`, '--tail=-1', '--prefix'];
  await kubectl.run(logs, { timeoutMs: LOGS_LIMIT_MS, into: logPath });
  const read = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(logPath) })) {
    const [, id, text] = /^\[pod\/([^/\]]{1,253})\/[^\]]{0,63}\] (\{"schemaVersion":1,.*)$/.exec(line) ?? [];
    if (id !== undefined) read.set(id, text!);
  }
  const summaries = states.map(({ id, name }) => {
    try {
      return { name, summary: parseSummary(read.get(id) ?? '') };
    } catch {
      throw new ClusterFault(`${name} left no readable summary`);
    }
  });
  return {
    kind: 'measured',
    complete: true,
    summary: mergeSummaries(summaries),
    told: await readTold(logPath),
    nodes: [...new Set(states.flatMap(({ node }) => node ?? []))].sort(),
  };
}
