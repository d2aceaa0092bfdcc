import { join } from 'node:path';
import type { Service } from '../config/config.ts';
import { assertUrl } from '../config/deployments.ts';
import { assertAllowed, assertLocal } from '../config/hosts.ts';
import { interpolate, listPorts, lookupService, pickOwnPorts } from '../config/interpolation.ts';
import type { ControlGroup } from '../machine/cgroups.ts';
import { listListeners } from '../machine/listeners.ts';
import { childEnvironment } from '../processes/environment.ts';
import { holdTrees } from '../processes/halt.ts';
import { measureLog, readTail } from '../processes/log.ts';
import { findFreePorts } from '../processes/port.ts';
import { describeExit, startProcess } from '../processes/process.ts';
import { addPreload } from '../profilers/node.ts';
import { runStep, type Started, stopAll } from './command.ts';
import { watchContainers } from './containers/watch.ts';
import { contain } from './containment.ts';
import { listDaemons } from './daemons.ts';
import { REMOVING } from './leftovers.ts';
import { isTaken, type ReadinessProbe, waitUntilReady } from './readiness.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';
import { readTrust, type Trust } from './trust.ts';

/** Running services: those of one arm in one block, or those that serve the whole run. */
export type RunningServices = {
  /** Ports of the services, shared ones included, as `listPorts` calls them. */
  portOf: ReadonlyMap<string, number>;
  /** Session ids of the services' process trees, for CPU accounting. */
  sessions: number[];
  /** Session ids of what serves them and is no service of the user: relays, and what carries the load of containers. */
  relays?: number[];
  /** Control groups of their containers. */
  groups?: ControlGroup[];
  /** True where a container does work that this system does not tell of. */
  isHidden?: boolean;
  /** Connections that the kernel counts for each one to the target: a relay makes another one, Docker's proxy too. */
  hops?: number;
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
  /** Halts the processes and containers of all services, but of those with `halt: never`, and lets them go on. */
  halt(): void;
  resume(): void;
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
  /** What the certificate of the target is held against. Absent: what this machine trusts. */
  trust?: Trust;
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
  const own = config.services.filter((service) => !shared.has(`${service.name}.PORT`));
  const target = config.services.find((service) => service.name === config.target)!;
  const startedAt = performance.now();
  const { portOf, lastWords, preparedMs, ...running } = await startServices(around, own, name);
  let trust: Trust | undefined;
  try {
    // Where the start was interrupted, nothing may have made the certificate yet.
    if (target.tls && !around.signal.aborted) trust = readTrust(target.tls, config.directory);
  } catch (error) {
    await running.stop();
    throw error;
  }
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
    trust,
    fill,
  };
}

/**
 * Starts the services that serve the whole run (`scope: run`), after the externals that all wait for.
 *
 * @throws ServiceFailure
 */
export async function startShared(around: Surroundings): Promise<RunningServices> {
  await waitForExternals(around);
  const shared = around.config.services.filter(({ scope, start }) => scope === 'run' && start !== undefined);
  const running = await startServices(around, shared, 'run');
  running.findDaemons();
  return running;
}

async function startServices(
  around: Surroundings,
  services: readonly Service[],
  name: string,
): Promise<RunningServices> {
  const names = services.flatMap(listPorts);
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
  const running = started.flatMap(({ service, group, logPath, containers }) =>
    group ? [{ service, group, logPath, containers }] : [],
  );
  const watched = running.flatMap(({ containers }) => containers ?? []);
  const halted = running.filter(({ service }) => service.halt !== 'never');
  const haltedContainers = halted.flatMap(({ containers }) => containers ?? []);
  const isServing = ({ service }: { service: Service }) => !service.isRelay && !service.container;
  const listSessions = (from: typeof running) => from.map(({ group }) => group.pid);
  const relays = running.filter(({ service }) => service.isRelay);
  const asked = [around.config.target, ...relays.flatMap(({ service }) => service.needs)];
  const proxies = running.filter(
    ({ service, containers }) => containers?.isForwarded && asked.includes(service.name),
  );
  const isContained = running.some(({ service }) => service.container !== undefined);
  const sessions = listSessions(running.filter(isServing));
  const daemons: number[] = [];
  const trees = holdTrees(
    halted.flatMap(({ service, group }) => (service.container === undefined ? [group] : [])),
    daemons,
    (groups) => around.keeper.standStill(name, groups),
  );
  let stopping = false;
  return {
    portOf,
    preparedMs: started.reduce((sum, one) => sum + one.preparedMs, 0),
    sessions,
    relays: [
      ...listSessions(running.filter((one) => !isServing(one))),
      ...watched.flatMap(({ sessions }) => sessions),
    ],
    groups: watched.flatMap(({ groups }) => groups ?? []),
    hops: 1 + relays.length + proxies.length,
    isHidden: watched.some(({ groups }) => groups === null),
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
    lastWords(name) {
      const one = running.find(({ service }) => service.name === name);
      const log = one ? readTail(one.logPath) : '';
      return log === '' ? null : { service: name, log };
    },
    findDaemons() {
      // What carries containers has the mark as well.
      if (isContained) return;
      const found = listDaemons(around.keeper.mark.TAILGATE_RUN, name, listSessions(running), ports);
      sessions.push(...found);
      // Of which service a daemon is, nobody knows.
      if (halted.length === running.length) daemons.push(...found);
    },
    halt() {
      trees.halt();
      for (const containers of haltedContainers) containers.halt();
    },
    resume() {
      trees.resume();
      for (const containers of haltedContainers) containers.resume();
    },
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

/** Time-out of a service that somebody else starts, such as a GitHub `services:` container. Ours have as long. */
const EXTERNAL_TIMEOUT_SECONDS = 60;

async function waitForExternals(around: Surroundings): Promise<void> {
  for (const { name, host, port } of around.config.external) {
    const ready = { kind: 'tcp', timeoutSeconds: EXTERNAL_TIMEOUT_SECONDS } as const;
    const problem = await waitUntilReady(
      { ready, url: null, host, port, logPath: '', logFrom: 0 },
      () => null,
      around.signal,
    );
    if (problem !== null && !around.signal.aborted)
      throw new ServiceFailure('not-ready', around.arm, name, problem, '');
  }
}

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
  if (url !== null) assertUrl(url, `url of ${service.name}`, { ...(!isTarget && { wanted: /./ }) });
  if (url !== null && isTarget) assertAllowed(url, around.config, `url of ${service.name}`);
  if (url !== null && service.tls) assertLocal(url, `url of ${service.name}`);
  const address = url === null ? null : new URL(url);
  const probe: ReadinessProbe = {
    ready: service.ready,
    url,
    host: address?.hostname.replace(/^\[|\]$/g, '') ?? '127.0.0.1',
    port: address ? Number(address.port || (address.protocol === 'https:' ? 443 : 80)) : port,
    logPath,
    logFrom: 0,
    isForwarded: service.container !== undefined,
    ...(service.tls && { readTrust: () => readTrust(service.tls!, around.config.directory) }),
  };
  // A stranger on the port is refused: its answers would be taken for the service's own.
  const isOurs = [...portOf.values()].includes(probe.port);
  if (service.start !== undefined && !isOurs && (await isTaken(probe.host, probe.port))) {
    const message = `something else already listens on ${probe.host}:${probe.port}, the address of its \`url\``;
    throw new ServiceFailure('not-ready', around.arm, service.name, message, '');
  }
  // Commands from here on may leave something to clear up, whatever fails.
  const owed = { stop: null, clear: null, cleanup: null };
  const one: Started = { service, group: null, env, logPath, preparedMs: 0, ...owed };
  started.push(one);
  const owe = (command: string, told?: string) =>
    around.keeper.owe({
      command,
      told,
      directory: around.config.directory,
      ports: Object.fromEntries(portOf),
      service: service.name,
      instance: name,
      env: service.env,
    });
  if (service.stop.kind === 'command') one.stop = owe(service.stop.command);
  if (service.cleanup !== undefined) one.cleanup = owe(service.cleanup);
  const step = { service: service.name, env, logPath, kind: 'not-ready' } as const;
  const preparedFrom = performance.now();
  if (service.prepare !== undefined) await runStep(around, service.prepare, { ...step, key: 'prepare' });
  one.preparedMs = performance.now() - preparedFrom;
  const { container } = service;
  const contained =
    container && (await contain(around, service, container, name, { ...step, key: 'start', hostPort: port }));
  if (service.start !== undefined && !around.signal.aborted) {
    const { keeper, config, preload } = around;
    if (contained) one.clear = owe(contained.clear, REMOVING);
    probe.logFrom = measureLog(logPath);
    const profiled = preload && { NODE_OPTIONS: addPreload(env.NODE_OPTIONS, preload) };
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
  } while (one.containers === null);
}
