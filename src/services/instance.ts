import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Service } from '../config/config.ts';
import { assertUrl } from '../config/deployments.ts';
import { assertAllowed, assertLocal } from '../config/hosts.ts';
import { interpolate, listPorts, lookupService } from '../config/interpolation.ts';
import { listListeners } from '../machine/listeners.ts';
import { sum } from '../measurement/sum.ts';
import { childEnvironment } from '../processes/environment.ts';
import { readTail } from '../processes/log.ts';
import { describeExit, holdTrees, startProcess } from '../processes/process.ts';
import { contain, fillService } from './build.ts';
import { runStep, type Started, stopAll } from './command.ts';
import { removeContained } from './containers/commands.ts';
import { watchContainers } from './containers/watch.ts';
import { findDaemons, findWorkers, readEndpoint } from './outside.ts';
import { isTaken, type ReadinessProbe, waitUntilReady } from './readiness.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';

/** Running services: those of one arm in one block, or those that serve the whole run. */
export type RunningServices = {
  /** Ports of the services, shared ones included, by the names of `listPorts`. */
  portOf: ReadonlyMap<string, number>;
  /** Roots of the services' process trees, for CPU accounting: their sessions, and daemons once they are found. */
  sessions: number[];
  /** Roots of the process trees of their containers. */
  contained?: number[];
  /** Roots of process trees that work for them but are not part of their cost: Docker's, and services already running. */
  helpers?: number[];
  /** Services whose work on this machine cannot be measured. Absent: none. */
  hidden?: string[];
  /** The first service that ended by itself, or null while all run. */
  crash(): { service: string; exit: string; log: string } | null;
  /** Last lines that a service wrote; null if it was not started here, or wrote nothing. */
  lastWords(service: string): { service: string; log: string } | null;
  /** Resolves when a service ends by itself; pending while all run. */
  crashed: Promise<unknown>;
  /** Time (ms) that the `prepare` steps took. */
  preparedMs: number;
  /** Finds their daemons. Call it when all arms are ready, so that it does not count towards their start. */
  findDaemons(): void;
  /** Halts and resumes the processes and containers of all services. */
  halt(): void;
  resume(): void;
  /** Resolves when both are done. Absent if that takes no time, because no service is in a container. */
  settled?(): Promise<unknown>;
  stop(): Promise<void>;
};

/** The services of one arm, and where its target receives the load. */
export type RunningInstance = RunningServices & {
  targetUrl: string;
  /** Time (ms) from the first start until all were ready, without `prepare`. Undefined if nothing was started. */
  startupMs: number | undefined;
  /** When all were ready (Unix ms). Null if nothing was started: its age is unknown. */
  readyAt: number | null;
  /** Whether any certificate of the target is accepted. */
  insecure?: true;
  /** Fills in `${…}` in a request. */
  fill: (template: string, encode?: (value: string) => string) => string;
};

/**
 * Starts the services of one arm's instance in order, each ready before the next. A failure stops all that have
 * started.
 *
 * @param name becomes `TAILGATE_INSTANCE`: letters, digits and `_`, so that it fits a database name
 * @throws ServiceFailure
 */
export async function startInstance(around: Surroundings, name: string): Promise<RunningInstance> {
  const { config, shared } = around;
  const own = config.services.filter(
    ({ name: one, start }) => !shared.has(`${one}.PORT`) && (start !== undefined || one === config.target),
  );
  const target = config.services.find((service) => service.name === config.target)!;
  const startedAt = performance.now();
  const running = await startServices(around, own, name);
  const known = lookupService(target.name, name, running.portOf, around.environment);
  const fill: RunningInstance['fill'] = (template, encode) =>
    interpolate(template, known, `request to ${target.name}`, encode);
  const isStarted = own.some(({ start }) => start !== undefined);
  return {
    ...running,
    startupMs: isStarted ? performance.now() - startedAt - running.preparedMs : undefined,
    readyAt: isStarted ? Date.now() : null,
    targetUrl: fill(target.url!).replace(/\/$/, ''),
    insecure: target.insecure,
    fill,
  };
}

/**
 * Starts the services that serve the whole run (`scope: run`), once those that were started by others respond.
 *
 * @throws ServiceFailure
 */
export async function startShared(around: Surroundings): Promise<RunningServices> {
  const { services, target } = around.config;
  const others = services.filter(({ name, start }) => start === undefined && name !== target);
  const shared = services.filter(({ scope, start }) => scope === 'run' && start !== undefined);
  const running = await startServices(around, [...others, ...shared], 'run');
  running.findDaemons();
  return running;
}

async function startServices(
  around: Surroundings,
  services: readonly Service[],
  name: string,
): Promise<RunningServices> {
  const names = services.filter(({ start }) => start !== undefined).flatMap(listPorts);
  const ports = await findFreePorts(names.length);
  const portOf = new Map([...around.shared, ...names.map((each, index) => [each, ports[index]!] as const)]);
  const started: Started[] = [];
  try {
    for (const service of services) {
      if (around.signal.aborted) break;
      const one: Started = { service, logPath: join(around.logFolder, `${service.name}.${name}.log`) };
      started.push(one);
      await startService(around, one, name, portOf);
    }
  } catch (error) {
    await stopAll(around, started, name);
    throw error;
  }
  const running = started.flatMap((one) => (one.group ? [{ ...one, group: one.group }] : []));
  const watched = running.flatMap(({ containers }) => containers ?? []);
  const inContainers = running.filter(({ service }) => service.container !== undefined);
  const own = running.filter((one) => !inContainers.includes(one));
  const groups = own.map(({ group }) => group);
  const sessions = groups.map(({ pid }) => pid);
  const trees = holdTrees(groups, sessions, around.keeper);
  let stopping = false;
  return {
    portOf,
    preparedMs: sum(started, ({ preparedMs = 0 }) => preparedMs),
    sessions,
    contained: watched.flatMap(({ roots }) => roots ?? []),
    helpers: [
      ...inContainers.map(({ group }) => group.pid),
      ...watched.flatMap(({ carrier }) => carrier ?? []),
      ...started.flatMap(({ workers }) => workers ?? []),
    ],
    hidden: started.flatMap(({ service: { name, start = '', container }, workers, containers }) => {
      const isUnseen = workers === null || containers?.roots === null;
      // A command may delegate the work to containers that are unknown here.
      return isUnseen || (container === undefined && /\bdocker\b/.test(start)) ? [name] : [];
    }),
    crashed: Promise.race([...running.map(({ group }) => group.exited), new Promise(() => {})]),
    crash() {
      const dead = stopping ? undefined : running.find(({ group }) => group.exit() !== null);
      if (dead === undefined) return null;
      const { service, group, logPath } = dead;
      return { service: service.name, exit: describeExit(group.exit()!), log: readTail(logPath) };
    },
    lastWords(service) {
      const one = running.find((each) => each.service.name === service);
      const log = one ? readTail(one.logPath) : '';
      return log === '' ? null : { service, log };
    },
    findDaemons() {
      // Processes that carry containers also have the mark.
      const ownPorts = own.flatMap(({ service }) => listPorts(service)).map((each) => portOf.get(each)!);
      sessions.push(...findDaemons(sessions, ownPorts, around.keeper.mark.TAILGATE_RUN));
    },
    halt: () => [trees, ...watched].forEach((one) => void one.halt()),
    resume: () => [trees, ...watched].forEach((one) => void one.resume()),
    ...(watched.length > 0 && { settled: () => Promise.all(watched.map((one) => one.settled())) }),
    async stop() {
      stopping = true;
      const settled = await Promise.allSettled(watched.map((one) => one.settled()));
      await stopAll(around, started, name);
      // No measurement holds if an arm ran that should have been halted, or the other way round.
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed !== undefined && !around.signal.aborted) throw failed.reason;
    },
  };
}

/** Starts a service, or waits for one that is already running. `one` lists what to undo, whatever fails. */
async function startService(
  around: Surroundings,
  one: Started,
  name: string,
  portOf: ReadonlyMap<string, number>,
): Promise<void> {
  const { config, keeper, signal, arm } = around;
  const { service, logPath } = one;
  const { start, container, ready, insecure } = service;
  const port = portOf.get(`${service.name}.PORT`)!;
  const { env, fill } = fillService(around, service, name, portOf);
  const url = service.url === undefined ? null : fill(service.url, 'url');
  if (url !== null) {
    const [where, isTarget] = [`url of ${service.name}`, service.name === config.target];
    assertUrl(url, where, isTarget);
    if (isTarget) assertAllowed(url, config, where);
    if (insecure) assertLocal(url, where);
  }
  const probe: ReadinessProbe = {
    ...{ ready, insecure, url },
    ...(url === null ? { host: '127.0.0.1', port } : readEndpoint(url)),
    isForwarded: container !== undefined || /\bdocker run\b/.test(start ?? ''),
  };
  const fail = (message: string, log = '') =>
    new ServiceFailure({ kind: 'not-ready', arm, service: service.name, message, log });
  // A stranger on the port is refused: its responses would be mistaken for the service's own.
  const isOurs = [...portOf.values()].includes(probe.port);
  if (start !== undefined && !isOurs && (await isTaken(probe.host, probe.port)))
    throw fail(`something else already listens on ${probe.host}:${probe.port}, the address of its \`url\``);
  const debt = { directory: config.directory, service: service.name, instance: name, env };
  if (service.cleanup !== undefined) one.cleanup = keeper.owe({ ...debt, command: service.cleanup });
  const step = { service: service.name, env, logPath, kind: 'not-ready' } as const;
  const preparedFrom = performance.now();
  if (service.prepare !== undefined) await runStep(around, service.prepare, { ...step, key: 'prepare' });
  one.preparedMs = performance.now() - preparedFrom;
  const contained =
    container && (await contain(around, service, container, name, { ...step, key: 'start', hostPort: port }));
  if (start !== undefined && !signal.aborted) {
    const told = 'removing the containers';
    if (contained) one.clear = keeper.owe({ ...debt, command: removeContained(contained), told });
    const options = around.preload && `--require ${JSON.stringify(around.preload)}`;
    one.group = await startProcess({
      command: contained?.start ?? start,
      cwd: config.directory,
      env: options ? { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${options}`.trim() } : env,
      logPath,
      keeper,
    });
  }
  // Perhaps only the pods reach it. If they do not, their requests fail.
  if (config.pods !== undefined) return;
  const died = () => {
    const exit = one.group?.exit() ?? null;
    if (exit === null) return null;
    const hint = exit.code === 0 && !container ? ': `start` must stay in the foreground' : '';
    return `it ended with ${describeExit(exit)} before it was ready${hint}`;
  };
  const environment = childEnvironment(around.environment);
  do {
    const problem = await waitUntilReady(probe, died, signal);
    if (signal.aborted) return;
    if (problem !== null) {
      const open = one.group ? listListeners([one.group.pid]) : [];
      const isElsewhere = open.length > 0 && !open.includes(probe.port);
      const hint = isElsewhere ? `; it listens on ${open.slice(0, 3).join(', ')}, not on ${probe.port}` : '';
      throw fail(problem + hint, readTail(logPath));
    }
    if (contained) one.containers = await watchContainers(contained, port, environment);
    if (start === undefined) one.workers = await findWorkers(probe.host, probe.port, environment);
  } while (one.containers === null);
}

/** Finds free loopback ports, all different. They are released before use, as in every tool that passes `$PORT`. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
