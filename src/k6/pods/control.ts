import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTail } from '../../processes/log.ts';
import { type ProcessWatch, startProcess } from '../../processes/process.ts';
import { CONTROL_PORT } from './job.ts';
import { ClusterFault, type Kubectl } from './kubectl.ts';
import type { PodState } from './state.ts';

/** k6 waits to be told to begin: all its virtual users are there. See `ExecutionStatus` in k6's lib/execution.go. */
const ALL_USERS_READY = 3;
const READY_LIMIT_MS = 120_000;
const ANSWER_LIMIT_MS = 10_000;
const POLL_MS = 100;
/** Part of the period in which pods are told: all of them hear it well before the next multiple. */
const WINDOW = { from: 0.05, to: 0.4 };

/** Pods that are told to begin, all at once. */
type Held = {
  states: readonly PodState[];
  namespace: string;
  /** Of whose multiples one is the begin (ms); see `setup` of `driver.k6.js`. */
  periodMs: number;
  /** Private folder, for the socket. */
  folder: string;
  keeper: ProcessWatch;
  signal: AbortSignal;
};

/**
 * Tells pods to begin as soon as all are ready, through the API server. Its proxy listens on a socket in the run's own
 * folder, as a port would be open to all users of this machine, and lets nothing pass but this.
 *
 * @throws ClusterFault
 */
export async function beginTogether(kubectl: Kubectl, held: Held): Promise<void> {
  const { states, folder, periodMs, signal, keeper } = held;
  const socketPath = join(folder, 'kube.sock');
  const logPath = join(folder, 'kubectl-proxy.log');
  rmSync(socketPath, { force: true });
  const only = '--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$';
  const command = kubectl.command('proxy', `--unix-socket=${socketPath}`, only);
  const proxy = await startProcess({ command, cwd: folder, env: kubectl.environment, logPath, keeper });
  const tellAll = (attributes: object) =>
    Promise.all(states.map((pod) => patchStatus(socketPath, held, pod, attributes)));
  // Nothing is changed, and the answer says how far k6 is.
  const isReady = async () =>
    existsSync(socketPath) && (await tellAll({})).every((status) => status >= ALL_USERS_READY);
  try {
    const limit = performance.now() + READY_LIMIT_MS;
    while (!(await isReady())) {
      if (proxy.exit() !== null)
        throw new ClusterFault(`\`kubectl proxy\` does not run: ${readTail(logPath, 1)}`);
      if (performance.now() > limit) throw new ClusterFault('k6 was not ready in all pods in time');
      await sleep(POLL_MS, undefined, { signal });
    }
    const phase = (Date.now() % periodMs) / periodMs;
    if (phase < WINDOW.from || phase > WINDOW.to)
      await sleep(((WINDOW.from - phase + 1) % 1) * periodMs, undefined, { signal });
    await tellAll({ paused: false });
  } finally {
    await proxy.stop('SIGTERM', 500);
  }
}

/** Patches the status of one k6. @returns the number of its present status @throws ClusterFault */
async function patchStatus(
  socketPath: string,
  { namespace, signal }: Held,
  { id, name }: PodState,
  attributes: object,
): Promise<number> {
  const path = `/api/v1/namespaces/${namespace}/pods/${id}:${CONTROL_PORT}/proxy/v1/status`;
  const headers = { 'content-type': 'application/json' };
  const options = { socketPath, path, method: 'PATCH', headers, signal, timeout: ANSWER_LIMIT_MS };
  try {
    const sent = request(options);
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.end(JSON.stringify({ data: { type: 'status', id: 'default', attributes } }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const told = (await json(answer)) as { data?: { attributes: { status: number } }; message?: string };
    if (answer.statusCode === 200 && told.data) return Number(told.data.attributes.status);
    throw new Error(`${told.message ?? answer.statusCode}`.slice(0, 200));
  } catch (error) {
    throw new ClusterFault(`${name} cannot be told to begin: ${(error as Error).message}`);
  }
}
