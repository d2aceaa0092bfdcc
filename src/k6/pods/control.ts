import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTail } from '../../processes/log.ts';
import { type ProcessWatch, startProcess } from '../../processes/process.ts';
import { CONTROL_PORT } from './job.ts';
import { ClusterFault, type Kubectl } from './kubectl.ts';
import type { PodState } from './state.ts';

/** k6 waits to be told to begin: all its virtual users are there. See `ExecutionStatus` in k6's lib/execution.go. */
const ALL_USERS_READY = 3;
const READY_LIMIT_MS = 120_000;
const POLL_MS = 100;
const SOCKET_LIMIT_MS = 10_000;
/** Part of the period in which pods are told: all of them hear it well before the next multiple. */
const WINDOW = { from: 0.05, to: 0.4 };

/** Pods that are told to begin, all at once. */
type Held = {
  states: readonly PodState[];
  namespace: string;
  /** Of whose multiples one is the begin (ms); see `barrier.k6.js`. */
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
  const socketPath = join(held.folder, 'kube.sock');
  const logPath = join(held.folder, 'kubectl-proxy.log');
  rmSync(socketPath, { force: true });
  const proxy = await startProcess({
    command: kubectl.command(
      'proxy',
      `--unix-socket=${socketPath}`,
      '--accept-paths=^/api/v1/namespaces/[^/]+/pods/[^/]+/proxy/v1/status$',
      '--reject-methods=^(GET|POST|PUT|DELETE)$',
    ),
    cwd: held.folder,
    env: kubectl.environment,
    logPath,
    keeper: held.keeper,
  });
  try {
    const limit = performance.now() + SOCKET_LIMIT_MS;
    while (!existsSync(socketPath)) {
      if (proxy.exit() !== null || performance.now() > limit)
        throw new ClusterFault(`\`kubectl proxy\` does not run: ${readTail(logPath, 1)}`);
      await sleep(POLL_MS / 5, undefined, { signal: held.signal });
    }
    const tellAll = (attributes: object) =>
      Promise.all(held.states.map((pod) => patchStatus(socketPath, held, pod, attributes)));
    const readyLimit = performance.now() + READY_LIMIT_MS;
    // Nothing is changed, and the answer says how far k6 is.
    while (!(await tellAll({})).every((status) => status >= ALL_USERS_READY)) {
      if (performance.now() > readyLimit)
        throw new ClusterFault(`k6 was not ready in all pods after ${READY_LIMIT_MS / 1000} s`);
      await sleep(POLL_MS, undefined, { signal: held.signal });
    }
    const phase = (Date.now() % held.periodMs) / held.periodMs;
    const early = (WINDOW.from - phase + 1) % 1;
    if (phase < WINDOW.from || phase > WINDOW.to)
      await sleep(early * held.periodMs, undefined, { signal: held.signal });
    await tellAll({ paused: false });
  } finally {
    await proxy.stop('SIGTERM', 500);
  }
}

/** Patches the status of one k6. @returns the number of its present status */
async function patchStatus(
  socketPath: string,
  { namespace, signal }: Held,
  { id, name }: PodState,
  attributes: object,
): Promise<number> {
  const path = `/api/v1/namespaces/${namespace}/pods/${id}:${CONTROL_PORT}/proxy/v1/status`;
  const headers = { 'content-type': 'application/json' };
  try {
    const sent = request({ socketPath, path, method: 'PATCH', headers, signal, timeout: SOCKET_LIMIT_MS });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.end(JSON.stringify({ data: { type: 'status', id: 'default', attributes } }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const told = await text(answer);
    const document = answer.headers['content-type']?.includes('json') ? JSON.parse(told) : { message: told };
    if (answer.statusCode === 200) return Number(document.data.attributes.status);
    throw new Error(`${document.message ?? document.errors?.[0]?.detail}`.slice(0, 200));
  } catch (error) {
    throw new ClusterFault(`${name} cannot be told to begin: ${(error as Error).message}`);
  }
}
