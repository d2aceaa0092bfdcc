import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pods } from '../../config/load-from.ts';
import { readK6Version, runChild } from '../../processes/child.ts';
import type { Keeper } from '../../services/keeper.ts';
import type { Surroundings } from '../../services/surroundings.ts';
import {
  type FailedK6,
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
import { describeConfigMap, describeJob, PROGRAM_LABEL } from './job.ts';
import { ClusterFault, findKubectl, type Kubectl } from './kubectl.ts';
import { beganTogether, mergeSummaries } from './merge.ts';
import { POD_FORMAT, type PodState, readPods } from './state.ts';

type PodsOptions = K6Script & {
  pods: Pods;
  /** Removes what is left of them, however Tailgate ends. */
  keeper: Keeper;
  grace: Surroundings['grace'];
  /** Longest planned time (s) of the program and its script. */
  seconds: number;
};

/** Time for pods to be created and scheduled, to pull their image and to start; a cluster may have to add nodes. */
const START_SECONDS = 300;
/** Time (s) beyond the plan for one attempt: archive, Job and log included. */
export const PODS_PATIENCE_SECONDS = 2 * START_SECONDS + 120;
/** Time (s) from the Job to the start of the load in all its pods, and more per pod; longer ones if that was too short. */
const LEAD = { seconds: [10, 60, START_SECONDS], each: 0.05 };
/** Maximum number of attempts at driving a program until all pods start it together. */
export const PODS_TRIES = LEAD.seconds.length;
/** Leads of a run that are not known to be too short. */
const leadsOf = new WeakMap<Keeper, number[]>();
/** Time (s) in which k6 gets ready in a running pod, a script's setup included. */
const READY_SECONDS = 5;
/** Time for which an API server or a node may be unavailable. Running pods do not need the API server. */
const AWAY_SECONDS = 60;
/** While load is sent, this machine may be part of the cluster. */
const POLL_MS = { running: 250, done: 2000 };
const ARCHIVE_LIMIT_MS = 60_000;
const LOGS_LIMIT_MS = 300_000;
/** Time (s) to remove a Job with its pods. They end within seconds; whatever cannot be removed ends by itself. */
const REMOVAL_SECONDS = 10;

/** Drives a program by k6 in pods: an Indexed Job in the user's cluster, whose pods all run the same script. */
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

/** Starts the program at a common time, repeatedly until all pods are ready by then. */
async function drive(options: PodsOptions, signal: AbortSignal): Promise<K6Result> {
  const { binary, environment, keeper, pods } = options;
  const { version } = await readK6Version(binary, environment, signal);
  const image = pods.image ?? `grafana/k6:${version ?? 'latest'}`;
  const leads = leadsOf.get(keeper) ?? LEAD.seconds;
  for (const [index, lead] of leads.entries()) {
    const result = await tryJob({ ...options, pods: { ...pods, image } }, lead, signal);
    if (result !== null) return result;
    leadsOf.set(keeper, leads.slice(Math.min(index + 1, leads.length - 1)));
  }
  throw new ClusterFault('the pods did not start together: nodes come and go, or their clocks differ');
}

/** Drives the program once. @param lead s @returns null if not all pods started together by then */
async function tryJob(options: PodsOptions, lead: number, signal: AbortSignal): Promise<K6Result | null> {
  const { pods, folder, name, keeper, environment, grace, seconds } = options;
  const beginAt = Date.now() + 1000 * (lead + LEAD.each * pods.count);
  const kubectl = findKubectl(pods, environment, signal);
  const run = keeper.mark.TAILGATE_RUN.slice(0, 8);
  const job = `tailgate-${run}-${lead}-${name}`.slice(0, 63);
  const labels = { 'app.kubernetes.io/managed-by': 'tailgate', 'tailgate/run': run, [PROGRAM_LABEL]: job };
  const archive = await makeArchive(options, beginAt, signal);
  const request = { name: job, labels, pods, seconds: seconds + PODS_PATIENCE_SECONDS };
  // Its headers may be secret, so they are in no file.
  const create = (document: object) =>
    kubectl.run(['create', '-o', 'jsonpath={.metadata.uid}', '-f', '-'], { input: JSON.stringify(document) });
  const timeout = `--timeout=${REMOVAL_SECONDS}s`;
  const order = ['delete', `job/${job}`, '--ignore-not-found', '--cascade=foreground', timeout];
  const removal = keeper.owe({
    command: kubectl.command(...order),
    told: `the removal of job/${job}`,
    directory: folder,
    service: 'load-from',
    instance: job,
    env: kubectl.environment,
  });
  try {
    await create(describeConfigMap(request, await create(describeJob(request)), archive));
    const watched = { kubectl, job, count: pods.count, signal };
    await awaitPods(watched, 'running', START_SECONDS);
    if (Date.now() > beginAt - 1000 * READY_SECONDS) return null;
    const ended = await awaitPods(watched, 'done', (beginAt - Date.now()) / 1000 + seconds + AWAY_SECONDS);
    return await readResult(watched, ended, join(folder, `${name}.log`));
  } finally {
    await removal({ signal, grace });
  }
}

/** Packs the script with everything it loads. @throws ClusterFault if k6 does not accept it */
async function makeArchive(options: K6Script, beginAt: number, signal: AbortSignal): Promise<Buffer> {
  const { scriptPath, configPath } = writeFiles(options);
  const path = join(options.folder, `${options.name}.tar`);
  const variables = [...passVariables(options), '--env', `TAILGATE_BEGIN=${beginAt}`];
  const outcome = await runChild({
    file: options.binary,
    arguments: ['archive', '--no-color', '--config', configPath, '-O', path, ...variables, scriptPath],
    environment: loadingEnvironment(options.environment),
    cwd: options.cwd,
    timeoutMs: ARCHIVE_LIMIT_MS,
    signal,
  });
  if (outcome.kind === 'ended' && outcome.exitCode === 0) return readFileSync(path);
  const log = 'output' in outcome ? outcome.output : outcome.code;
  const refusal = outcome.kind === 'ended' ? readRefusal(outcome.exitCode, log, options.userScript) : null;
  throw new ClusterFault(refusal ?? failK6('harness', 'k6 could not pack the script for the pods', log));
}

type Watched = { kubectl: Kubectl; job: string; count: number; signal: AbortSignal };

/**
 * Waits until all pods run, or are done. Losing one ends the wait: its part of the load is missing on both
 * arms alike, so nothing in the program counts.
 *
 * @param limit s
 * @throws ClusterFault
 */
async function awaitPods(
  { kubectl, job, count, signal }: Watched,
  wanted: 'running' | 'done',
  limit: number,
): Promise<PodState[]> {
  const until = performance.now() + 1000 * limit;
  let answeredAt = performance.now();
  for (;;) {
    const list = ['get', 'pods', '-o', POD_FORMAT, '-l', `${PROGRAM_LABEL}=${job}`];
    const states = await kubectl.run(list).then(
      (text) => readPods(text, count),
      (error: Error) => {
        const isAway = performance.now() - answeredAt < 1000 * AWAY_SECONDS;
        if (isAway && !/forbidden|unauthorized/i.test(error.message)) return null;
        throw error;
      },
    );
    if (states !== null) {
      answeredAt = performance.now();
      const lost = states.find(({ kind }) => kind === 'lost' || (kind === 'waiting' && wanted === 'done'));
      if (lost) throw new ClusterFault(await explainLost(kubectl, lost));
      const late = states.find(({ kind }) => kind !== 'done' && kind !== wanted);
      if (late === undefined) return states;
      if (answeredAt > until)
        throw new ClusterFault(`${late.name} ${late.because}, after ${Math.round(limit)} s`);
    }
    await sleep(POLL_MS[wanted], undefined, { signal });
  }
}

/** Says how a pod was lost, in k6's words if there are any. */
async function explainLost(kubectl: Kubectl, { id, name, exitCode, because }: PodState): Promise<FailedK6> {
  const log = id === '' ? '' : await kubectl.run(['logs', id, '--tail=40']).catch(() => '');
  return readRefusal(exitCode ?? 0, log) ?? failK6('harness', `${name} ${because}`, log);
}

/** Reads what k6 wrote in all pods. @returns null if they did not start together @throws ClusterFault */
async function readResult(of: Watched, states: PodState[], logPath: string): Promise<K6Result | null> {
  const logs = ['logs', '-l', `${PROGRAM_LABEL}=${of.job}`, '--tail=-1', '--prefix'];
  await of.kubectl.run(logs, { timeoutMs: LOGS_LIMIT_MS, into: logPath });
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
  if (!beganTogether(summaries)) return null;
  const summary = mergeSummaries(summaries);
  return { kind: 'measured', complete: true, summary, told: await readTold(logPath) };
}
