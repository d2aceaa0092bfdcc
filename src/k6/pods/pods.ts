import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pods } from '../../config/load-from.ts';
import { Interrupted } from '../../errors.ts';
import { readToolVersion, runChild } from '../../processes/child.ts';
import { ownUser } from '../../processes/ownership.ts';
import type { ProcessWatch } from '../../processes/process.ts';
import { readKernelText } from '../../processes/procfs.ts';
import {
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
import { describeConfigMap, describeJob, LARGEST_ARCHIVE, PROGRAM_LABEL } from './job.ts';
import { ClusterFault, findKubectl, type Kubectl } from './kubectl.ts';
import { mergeSummaries, type PodSummary } from './merge.ts';
import { type PodState, readPods } from './state.ts';

type PodsOptions = K6Script & {
  pods: Pods;
  keeper: ProcessWatch;
  /** Planned length (s) of the program. */
  seconds: number;
  /** Time (s) that its script may take beside. */
  spareSeconds: number;
  /** Of whose multiples (ms) one is the begin; see `barrierMs`. */
  periodMs: number;
};

/** Time for pods to be made, to be scheduled, to pull their image and to start; a cluster may have to add nodes. */
const START_SECONDS = 300;
/** Time for all that comes before and after: archive, Job, log. */
const AROUND_SECONDS = 120;
/** Time for all of it beyond the plan. */
export const PODS_PATIENCE_SECONDS = START_SECONDS + AROUND_SECONDS;
/** Time for which an API server or a node may be away. What runs already does not need the API server. */
const AWAY_SECONDS = 60;
const POLL_MS = 250;
/** While load is sent: this machine may be one of the cluster. */
const CALM_POLL_MS = 2000;
const ARCHIVE_LIMIT_MS = 60_000;
const LOGS_LIMIT_MS = 300_000;
const LOG_LINES = 40;
/** Time in which all of a Job goes: pods end within seconds, and an interrupted run has no more than three. */
const REMOVAL_SECONDS = { usual: 10, interrupted: 3 };

/**
 * Drives a program by k6 in pods: an Indexed Job in the user's cluster, whose pods each run the same script. It is
 * removed on every path; Kubernetes itself ends it where nobody can any more.
 */
export function startPods(options: PodsOptions): K6Run {
  const stop = new AbortController();
  const kubectl = findKubectl(options.pods, options.environment, stop.signal);
  const finished = drive(options, kubectl, stop.signal).catch((error: Error): K6Result => {
    const isKnown = error instanceof ClusterFault || error instanceof Interrupted || stop.signal.aborted;
    if (!isKnown) throw error;
    const message = stop.signal.aborted ? 'k6 was interrupted' : error.message;
    return { kind: 'failed', fault: 'harness', message, log: '' };
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

async function drive(options: PodsOptions, kubectl: Kubectl, signal: AbortSignal): Promise<K6Result> {
  const { pods, folder, name, keeper } = options;
  const run = keeper.mark.TAILGATE_RUN.slice(0, 8);
  const job = `tailgate-${run}-${name}`.slice(0, 63);
  const labels = {
    'app.kubernetes.io/managed-by': 'tailgate',
    'tailgate/run': run,
    'tailgate/machine': nameMachine(options.environment),
    [PROGRAM_LABEL]: job,
  };
  const [archive, version] = await Promise.all([
    makeArchive(options, signal),
    pods.image === undefined
      ? readToolVersion(options.binary, ['version'], options.environment, signal)
      : null,
    // Runs on one machine follow each other: what another one has made was left by it.
    kubectl.run([
      ...['delete', 'jobs', '--wait=false', '-l'],
      `tailgate/machine=${labels['tailgate/machine']},tailgate/run!=${run}`,
    ]),
  ]);
  if (!Buffer.isBuffer(archive)) return archive;
  const seconds = options.seconds + options.spareSeconds + PODS_PATIENCE_SECONDS;
  // Its headers may be secret: no file has them.
  const create = (document: object) =>
    kubectl.run(['create', '-o', 'jsonpath={.metadata}', '-f', '-'], { input: JSON.stringify(document) });
  try {
    const request = { name: job, labels, pods, image: `grafana/k6:${version ?? 'latest'}`, seconds };
    const { uid, namespace } = JSON.parse(await create(describeJob(request)));
    await create(describeConfigMap(request, uid, archive));
    const watched = { ...options, kubectl, job, signal };
    const ready = await awaitPods(watched, 'ready');
    if (!Array.isArray(ready)) return ready;
    if (pods.count > 1) {
      const held = { states: ready, namespace, periodMs: options.periodMs, folder, keeper, signal };
      const fault = await beginTogether(kubectl, held).catch((error: Error) => error);
      // What has become of a pod says more.
      const lost = fault && (await readStates(watched)).find(({ kind }) => kind === 'lost');
      if (lost) return await explainLost(watched, lost);
      if (fault) throw fault;
    }
    const done = await awaitPods(watched, 'done');
    if (!Array.isArray(done)) return done;
    return await readResult(watched, done, join(folder, `${name}.log`));
  } finally {
    await remove(kubectl, job, signal.aborted ? REMOVAL_SECONDS.interrupted : REMOVAL_SECONDS.usual);
  }
}

/** Packs the script with all that it loads. @returns the reason where k6 or a ConfigMap does not take it */
export async function makeArchive(options: K6Script, signal: AbortSignal): Promise<Buffer | K6Result> {
  const { scriptPath, configPath } = writeFiles(options);
  const path = join(options.folder, `${options.name}.tar`);
  const outcome = await runChild({
    file: options.binary,
    arguments: [
      ...['archive', '--no-color', '--config', configPath, '-O', path],
      ...passVariables(options),
      scriptPath,
    ],
    environment: loadingEnvironment(options),
    cwd: options.cwd,
    timeoutMs: ARCHIVE_LIMIT_MS,
    signal,
  });
  const fail = (fault: 'script' | 'harness', message: string, log = ''): K6Result => ({
    kind: 'failed',
    fault,
    message,
    log,
  });
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0) {
    const log = 'output' in outcome ? outcome.output : outcome.code;
    const code = outcome.kind === 'ended' ? outcome.exitCode : -1;
    return readRefusal(code, log) ?? fail('harness', 'k6 could not pack the script for the pods', log);
  }
  const archive = readFileSync(path);
  if (archive.length <= LARGEST_ARCHIVE) return archive;
  const [has, holds] = [archive.length, LARGEST_ARCHIVE].map((bytes) => `${Math.ceil(bytes / 1024)} KiB`);
  return fail(
    'script',
    `the script with all that it loads has ${has}, and the ConfigMap by which pods get it holds ${holds}: load less data, or measure fewer scenarios at once (\`--only\`)`,
  );
}

/** Tells machines apart, also those of one name, and those runs on one that do not wait for each other. */
function nameMachine({ TAILGATE_LOCK = '' }: NodeJS.ProcessEnv): string {
  // Linux draws it at each start of a machine (random(4)). Other systems have none.
  const boot = readKernelText('/proc/sys/kernel/random/boot_id') ?? '';
  const text = [hostname(), boot, ownUser(), TAILGATE_LOCK].join(' ');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

type Watched = PodsOptions & { kubectl: Kubectl; job: string; signal: AbortSignal };

/**
 * Waits until all pods are ready, or done. One that is lost ends the wait: its part of the load is missing, for both
 * arms alike, so nothing of the program counts.
 *
 * @throws ClusterFault
 */
async function awaitPods(watched: Watched, wanted: 'ready' | 'done'): Promise<PodState[] | K6Result> {
  const { seconds, spareSeconds, signal } = watched;
  const startedAt = performance.now();
  let answeredAt = startedAt;
  for (;;) {
    const states = await readStates(watched).catch((error: Error) => {
      const isAway = error instanceof ClusterFault && !/forbidden|unauthorized/i.test(error.message);
      if (!isAway || performance.now() - answeredAt > AWAY_SECONDS * 1000) throw error;
      return null;
    });
    if (states !== null) {
      answeredAt = performance.now();
      const lost = states.find(({ kind, id }) => kind === 'lost' || (wanted === 'done' && id === ''));
      if (lost) return explainLost(watched, lost);
      const late = states.find(({ kind }) => kind !== 'done' && (wanted === 'done' || kind !== 'ready'));
      if (late === undefined) return states;
      const waited = (answeredAt - startedAt) / 1000;
      if (waited > (wanted === 'ready' ? START_SECONDS : seconds + spareSeconds + AWAY_SECONDS)) {
        const after = `${Math.round(waited)} s after ${wanted === 'ready' ? 'its Job' : 'all were ready'}`;
        throw new ClusterFault(`${late.name} ${late.because}, ${after}`);
      }
    }
    const ahead = wanted === 'ready' ? 0 : startedAt + 1000 * seconds - performance.now();
    await sleep(Math.max(POLL_MS, Math.min(ahead, CALM_POLL_MS)), undefined, { signal });
  }
}

async function readStates({ kubectl, job, pods }: Watched): Promise<PodState[]> {
  const list = ['get', 'pods', '-o', 'json', '-l', `${PROGRAM_LABEL}=${job}`];
  return readPods(await kubectl.run(list), pods.count);
}

/** Says how a pod was lost, in the words of k6 where it has some. */
async function explainLost({ kubectl, pods }: Watched, lost: PodState): Promise<K6Result> {
  const log =
    lost.id === '' ? '' : await kubectl.run(['logs', lost.id, `--tail=${LOG_LINES}`]).catch(() => '');
  const refusal = lost.exitCode === null ? null : readRefusal(lost.exitCode, log);
  if (refusal !== null) return { ...refusal, message: `${refusal.message} (${lost.name})` };
  const limit = lost.because.includes('OOMKilled') && pods.memory ? `: its limit is ${pods.memory}` : '';
  return { kind: 'failed', fault: 'harness', message: `${lost.name} ${lost.because}${limit}`, log };
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
  const summaries = states.map(({ id, name }): PodSummary => {
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

/**
 * Removes a Job with its pods and its ConfigMap, also after an interruption, and waits some seconds until they are gone.
 * What cannot be removed ends by itself.
 */
async function remove(kubectl: Kubectl, job: string, seconds: number): Promise<void> {
  const { signal } = new AbortController();
  const args = [
    'delete',
    `job/${job}`,
    '--ignore-not-found',
    '--cascade=foreground',
    `--timeout=${seconds}s`,
  ];
  await kubectl.run(args, { signal, timeoutMs: 2000 * seconds }).catch((error: Error) => {
    if (!(error instanceof ClusterFault)) throw error;
  });
}
