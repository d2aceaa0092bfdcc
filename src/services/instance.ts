import { join } from 'node:path';
import type { Service } from '../config/config.ts';
import { assertUrl } from '../config/deployments.ts';
import { assertAllowed, assertLocal } from '../config/hosts.ts';
import { interpolate, listPorts, lookupService, pickOwnPorts } from '../config/interpolation.ts';
import type { ControlGroup } from '../machine/cgroups.ts';
import { listListeners } from '../machine/listeners.ts';
import { childEnvironment } from '../processes/environment.ts';
import { holdTrees } from '../processes/halt.ts';
import { readTail } from '../processes/log.ts';
import { findFreePorts } from '../processes/port.ts';
import { describeExit, startProcess } from '../processes/process.ts';
import { contain } from './build.ts';
import { runStep, type Started, stopAll } from './command.ts';
import { watchContainers } from './containers/watch.ts';
import { listDaemons } from './daemons.ts';
import { findWorkers } from './outside.ts';
import { isTaken, type ReadinessProbe, waitUntilReady } from './readiness.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';

/** Running services: those of one arm in one block, or those that serve the whole run. */
export type RunningServices = {
  /** Ports of the services, shared ones included, as `listPorts` calls them. */
  portOf: ReadonlyMap<string, number>;
  /** Session ids of the services' process trees, for CPU accounting. */
  sessions: number[];
  /** Roots of process trees that work for them, but are no costs of theirs: Docker's, and services that ran before. */
  helpers?: number[];
  /** Control groups of their containers. */
  groups?: ControlGroup[];
  /** Services of which work is done on this machine, and nothing tells how much. Absent: none. */
  hidden?: string[];
  /** True where Docker's proxy makes a second connection for each one to the target. */
  isForwarded?: boolean;
  /** The first service that ended by itself, or null while all run. */
  crash(): { service: string; exit: string; log: string } | null;
  /** Last lines that a service has written; null where it was not started here, or has written nothing. */
  lastWords(service: string): { service: string; log: string } | null;
  /** Resolves when a service ends by itself; pending while all run. */
  crashed: Promise<void>;
  /** Time (ms) that the `prepare` steps took. */
  preparedMs: number;
  /** Looks for daemons that they have started. Call it once, when all arms are ready: it takes some time. */
  findDaemons(): void;
  /** Halts the processes and containers of all services, and lets them go on. */
  halt(): void;
  resume(): void;
  /** Resolves when both are done. Absent where that takes no time: no service is in a container. */
  settled?(): Promise<unknown>;
  stop(): Promise<void>;
};

/** The services of one arm, and where its target takes the load. */
export type RunningInstance = Omit<RunningServices, 'lastWords' | 'preparedMs'> & {
  /** Last lines that the target has written. */
  lastWords(): ReturnType<RunningServices['lastWords']>;
  targetUrl: string;
  /** Time (ms) from the first start until all were ready, without `prepare`. Undefined where nothing was started. */
  startupMs: number | undefined;
  /** When all were ready (Unix ms). Null where nothing was started: it is older than anybody knows. */
  readyAt: number | null;
  /** Any certificate of the target is accepted. */
  insecure?: true;
  /** Fills `${…}` in a request. */
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
  const { portOf, lastWords, preparedMs, ...running } = await startServices(around, own, name);
  const known = lookupService(target.name, name, portOf, around.environment);
  const fill: RunningInstance['fill'] = (template, encode) =>
    interpolate(template, known, `request to ${target.name}`, encode);
  const isStarted = own.some(({ start }) => start !== undefined);
  const startupMs = isStarted ? performance.now() - startedAt - preparedMs : undefined;
  return {
    ...running,
    portOf,
    lastWords: () => lastWords(target.name),
    startupMs,
    readyAt: isStarted ? Date.now() : null,
    targetUrl: fill(target.url!).replace(/\/$/, ''),
    insecure: target.insecure,
    fill,
  };
}

/**
 * Starts the services that serve the whole run (`scope: run`), once those answer that somebody else has started.
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
      await startService(around, service, name, portOf, started);
    }
  } catch (error) {
    await stopAll(around, started, name);
    throw error;
  }
  const running = started.flatMap((one) => (one.group ? [{ ...one, group: one.group }] : []));
  const watched = running.flatMap(({ containers }) => containers ?? []);
  const listSessions = (from: typeof running) => from.map(({ group }) => group.pid);
  const own = running.filter(({ service }) => service.container === undefined);
  const contained = running.filter((one) => !own.includes(one));
  const sessions = listSessions(own);
  const daemons: number[] = [];
  const trees = holdTrees(
    own.map(({ group }) => group),
    daemons,
    (groups) => around.keeper.standStill(name, groups),
  );
  let stopping = false;
  return {
    portOf,
    preparedMs: started.reduce((sum, one) => sum + one.preparedMs, 0),
    sessions,
    helpers: [
      ...listSessions(contained),
      ...watched.flatMap(({ roots }) => roots),
      ...started.flatMap(({ workers }) => workers ?? []),
    ],
    groups: watched.flatMap(({ groups }) => groups ?? []),
    isForwarded: contained.some(
      ({ service, containers }) => containers?.isForwarded && service.name === around.config.target,
    ),
    hidden: started.flatMap(({ service: { name, start = '', container }, workers, containers }) => {
      const isUnseen = workers === null || containers?.groups === null;
      return isUnseen || (container === undefined && CONTAINER_TOOL.test(start)) ? [name] : [];
    }),
    crashed: Promise.race([...running.map(({ group }) => group.exited), new Promise(() => {})]).then(
      () => {},
    ),
    crash() {
      if (stopping) return null;
      const dead = running.find(({ group }) => group.exit() !== null);
      return dead
        ? { service: dead.service.name, exit: describeExit(dead.group.exit()!), log: readTail(dead.logPath) }
        : null;
    },
    lastWords(service) {
      const one = running.find((each) => each.service.name === service);
      const log = one ? readTail(one.logPath) : '';
      return log === '' ? null : { service, log };
    },
    findDaemons() {
      // What carries containers has the mark as well.
      if (contained.length > 0) return;
      const found = listDaemons(around.keeper.mark.TAILGATE_RUN, name, listSessions(running), ports);
      sessions.push(...found);
      daemons.push(...found);
    },
    halt() {
      trees.halt();
      for (const containers of watched) containers.halt();
    },
    resume() {
      trees.resume();
      for (const containers of watched) containers.resume();
    },
    ...(watched.length > 0 && {
      settled: () => Promise.all(watched.map((containers) => containers.settled())),
    }),
    async stop() {
      stopping = true;
      const settled = await Promise.allSettled(watched.map((containers) => containers.settled()));
      await stopAll(around, started, name);
      // Nothing that was measured holds where an arm went on that was to stand still, or the other way round.
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed !== undefined && !around.signal.aborted) throw failed.reason;
    },
  };
}

/** A command that leaves the work to containers of which nothing is known here. */
const CONTAINER_TOOL = /\bdocker\b/;

async function startService(
  around: Surroundings,
  service: Service,
  name: string,
  portOf: ReadonlyMap<string, number>,
  started: Started[],
): Promise<void> {
  const known = lookupService(service.name, name, portOf, around.environment);
  const fill = (template: string, key: string) => interpolate(template, known, `${key} of ${service.name}`);
  const own = Object.entries(service.env).map(([key, value]) => [key, fill(value, `env.${key}`)]);
  const port = portOf.get(`${service.name}.PORT`)!;
  const env = childEnvironment(around.environment, {
    ...pickOwnPorts(service.name, portOf),
    TAILGATE_INSTANCE: name,
    ...Object.fromEntries(own),
  });
  const logPath = join(around.logFolder, `${service.name}.${name}.log`);
  const url = service.url === undefined ? null : fill(service.url, 'url');
  const isTarget = service.name === around.config.target;
  if (url !== null) assertUrl(url, `url of ${service.name}`, isTarget);
  if (url !== null && isTarget) assertAllowed(url, around.config, `url of ${service.name}`);
  if (url !== null && service.insecure) assertLocal(url, `url of ${service.name}`);
  const address = url === null ? null : new URL(url);
  const probe: ReadinessProbe = {
    ready: service.ready,
    url,
    host: address?.hostname.replace(/^\[|\]$/g, '') ?? '127.0.0.1',
    port: address ? Number(address.port || (address.protocol === 'https:' ? 443 : 80)) : port,
    isForwarded: service.container !== undefined || /\bdocker run\b/.test(service.start ?? ''),
    insecure: service.insecure,
  };
  // A stranger on the port is refused: its answers would be taken for the service's own.
  const isOurs = [...portOf.values()].includes(probe.port);
  if (service.start !== undefined && !isOurs && (await isTaken(probe.host, probe.port))) {
    const message = `something else already listens on ${probe.host}:${probe.port}, the address of its \`url\``;
    throw new ServiceFailure('not-ready', around.arm, service.name, message, '');
  }
  // Commands from here on may leave something to clear up, whatever fails.
  const owed = { clear: null, cleanup: null };
  const one: Started = { service, group: null, logPath, preparedMs: 0, ...owed };
  started.push(one);
  const debt = { directory: around.config.directory, service: service.name, instance: name, env };
  if (service.cleanup !== undefined)
    one.cleanup = around.keeper.owe({ ...debt, command: service.cleanup, rank: 1 });
  const step = { service: service.name, env, logPath, kind: 'not-ready' } as const;
  const preparedFrom = performance.now();
  if (service.prepare !== undefined) await runStep(around, service.prepare, { ...step, key: 'prepare' });
  one.preparedMs = performance.now() - preparedFrom;
  const { container } = service;
  const contained =
    container && (await contain(around, service, container, name, { ...step, key: 'start', hostPort: port }));
  if (service.start !== undefined && !around.signal.aborted) {
    const { keeper, config, preload } = around;
    if (contained)
      one.clear = keeper.owe({
        ...debt,
        command: contained.clear,
        told: 'removing the containers',
        rank: 0,
      });
    const profiled = preload && {
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`.trim(),
    };
    one.group = await startProcess({
      command: contained?.start ?? service.start,
      cwd: config.directory,
      env: { ...env, ...profiled },
      logPath,
      keeper,
    });
  }
  // It may be that only the pods reach it. Where they do not, their requests fail.
  if (around.config.pods !== undefined) return;
  const { group } = one;
  const died = () => {
    const exit = group?.exit() ?? null;
    if (exit === null) return null;
    const hint = exit.code === 0 && !service.container ? ': `start` must stay in the foreground' : '';
    return `it ended with ${describeExit(exit)} before it was ready${hint}`;
  };
  const environment = childEnvironment(around.environment);
  do {
    const problem = await waitUntilReady(probe, died, around.signal);
    if (around.signal.aborted) return;
    if (problem !== null) {
      const open = (group && listListeners([group.pid])) ?? [];
      const ports = open.some((each) => each.port === probe.port) ? [] : open.map((each) => each.port);
      const hint =
        ports.length > 0 ? `; it listens on ${ports.slice(0, 3).join(', ')}, not on ${probe.port}` : '';
      throw new ServiceFailure('not-ready', around.arm, service.name, problem + hint, readTail(logPath));
    }
    if (contained) one.containers = await watchContainers(contained, port, environment);
    if (service.start === undefined) one.workers = await findWorkers(probe.host, probe.port, environment);
  } while (one.containers === null);
}
