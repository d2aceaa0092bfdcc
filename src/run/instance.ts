import { join } from 'node:path';
import type { Config, Service } from '../config/config.ts';
import { interpolate, type Lookup, lookupEnvironment } from '../config/interpolation.ts';
import { childEnvironment } from './environment.ts';
import type { Keeper } from './keeper.ts';
import { readTail } from './log.ts';
import { findFreePorts } from './port.ts';
import { describeExit, type Exit, type ProcessGroup, startProcess } from './process.ts';
import { type Probe, waitUntilReady } from './readiness.ts';

/** What an instance needs to be started; one `Surroundings` serves a whole run. */
export type Surroundings = {
  config: Config;
  /** Folder for logs; exists. */
  logFolder: string;
  environment: NodeJS.ProcessEnv;
  keeper: Keeper;
  signal: AbortSignal;
  /** How long (ms) what is to be stopped may still take before it is killed. */
  grace: () => number;
};

/** A set of services at work, started for one block. */
export type RunningInstance = {
  targetUrl: string;
  /** Fills `${…}` in a request. */
  fill: (template: string) => string;
  /** Session ids of the services' process trees, for CPU accounting. */
  sessions: number[];
  /** The first service that ended by itself, or null while all run. */
  crash(): { service: string; exit: string; log: string } | null;
  /** Resolves when a service ends by itself; pending while all run. */
  crashed: Promise<void>;
  stop(): Promise<void>;
};

/** A service could not be built or started: nothing was measured. */
export class ServiceFailure extends Error {
  readonly kind: 'build-failed' | 'not-ready';
  readonly service: string;
  readonly log: string;
  constructor(kind: 'build-failed' | 'not-ready', service: string, message: string, log: string) {
    super(message);
    this.kind = kind;
    this.service = service;
    this.log = log;
  }
}

type Started = { service: Service; group: ProcessGroup | null; env: NodeJS.ProcessEnv; logPath: string };

/** Runs every service's `build` once. @throws ServiceFailure */
export async function buildServices(around: Surroundings, tell: (service: string) => void): Promise<void> {
  for (const service of around.config.services) {
    if (service.build === undefined) continue;
    tell(service.name);
    const logPath = join(around.logFolder, `${service.name}.build.log`);
    const env = childEnvironment(around.environment);
    const exit = await runCommand(around, service.build, env, logPath);
    if (exit.code !== 0 && !around.signal.aborted) {
      const message = `\`build\` ended with ${describeExit(exit)}: ${service.build}`;
      throw new ServiceFailure('build-failed', service.name, message, readTail(logPath));
    }
  }
}

/**
 * Starts all services in order, each ready before the next. On failure everything already started is stopped.
 *
 * @param name becomes `TAILGATE_INSTANCE`: letters, digits and `_`, so that it fits a database name
 * @throws ServiceFailure
 */
export async function startInstance(around: Surroundings, name: string): Promise<RunningInstance> {
  const { config } = around;
  const ports = await findFreePorts(config.services.length);
  const portOf = new Map(config.services.map((service, index) => [service.name, ports[index]!]));
  const started: Started[] = [];
  await waitForExternals(around);
  try {
    for (const service of config.services) {
      if (around.signal.aborted) break;
      await startService(around, service, name, portOf, started);
    }
  } catch (error) {
    await stopAll(around, started);
    throw error;
  }
  const target = config.services.find((service) => service.name === config.target)!;
  const known = listNames(target, name, portOf, around.environment);
  const fill = (template: string) => interpolate(template, known, `request to ${target.name}`);
  const running = started.flatMap(({ service, group, logPath }) =>
    group ? [{ service, group, logPath }] : [],
  );
  let stopping = false;
  return {
    targetUrl: fill(target.url!).replace(/\/$/, ''),
    fill,
    sessions: running.map(({ group }) => group.pid),
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
    async stop() {
      stopping = true;
      await stopAll(around, started);
    },
  };
}

/** What somebody else starts, a GitHub `services:` container for instance, has as long as our own services. */
const EXTERNAL_TIMEOUT_SECONDS = 60;

async function waitForExternals(around: Surroundings): Promise<void> {
  for (const { name, host, port } of around.config.external) {
    const ready = { kind: 'tcp', timeoutSeconds: EXTERNAL_TIMEOUT_SECONDS } as const;
    const problem = await waitUntilReady(
      { ready, url: null, host, port, logPath: '' },
      () => null,
      around.signal,
    );
    if (problem !== null && !around.signal.aborted) throw new ServiceFailure('not-ready', name, problem, '');
  }
}

async function startService(
  around: Surroundings,
  service: Service,
  name: string,
  portOf: ReadonlyMap<string, number>,
  started: Started[],
): Promise<void> {
  const known = listNames(service, name, portOf, around.environment);
  const fill = (template: string, key: string) => interpolate(template, known, `${key} of ${service.name}`);
  const own = Object.entries(service.env).map(([key, value]) => [key, fill(value, `env.${key}`)]);
  const port = portOf.get(service.name)!;
  const env = childEnvironment(around.environment, {
    PORT: String(port),
    TAILGATE_INSTANCE: name,
    ...Object.fromEntries(own),
  });
  const logPath = join(around.logFolder, `${service.name}.${name}.log`);
  if (service.prepare !== undefined) {
    const exit = await runCommand(around, service.prepare, env, logPath);
    if (exit.code !== 0 && !around.signal.aborted) {
      const message = `\`prepare\` ended with ${describeExit(exit)}: ${service.prepare}`;
      throw new ServiceFailure('not-ready', service.name, message, readTail(logPath));
    }
  }
  const group =
    service.start === undefined
      ? null
      : await startProcess({
          command: service.start,
          cwd: around.config.directory,
          env,
          logPath,
          keeper: around.keeper,
        });
  started.push({ service, group, env, logPath });
  const url = service.url === undefined ? null : fill(service.url, 'url');
  const address = url === null ? null : new URL(url);
  const probe: Probe = {
    ready: service.ready,
    url,
    host: address?.hostname.replace(/^\[|\]$/g, '') ?? '127.0.0.1',
    port: address ? Number(address.port || (address.protocol === 'https:' ? 443 : 80)) : port,
    logPath,
  };
  const died = () => {
    const exit = group?.exit() ?? null;
    return exit === null ? null : `it ended with ${describeExit(exit)} before it was ready`;
  };
  const problem = await waitUntilReady(probe, died, around.signal);
  if (problem !== null && !around.signal.aborted) {
    throw new ServiceFailure('not-ready', service.name, problem, readTail(logPath));
  }
}

/** Stops in reverse order; `stop` commands and `cleanup` run even when a service has died. */
async function stopAll(around: Surroundings, started: Started[]): Promise<void> {
  for (const { service, group, env, logPath } of [...started].reverse()) {
    if (service.stop.kind === 'command') await runCommand(around, service.stop.command, env, logPath, true);
    await group?.stop(service.stop.kind === 'signal' ? service.stop.signal : 'SIGTERM', around.grace());
    if (service.cleanup !== undefined) await runCommand(around, service.cleanup, env, logPath, true);
  }
  started.length = 0;
}

/** Runs a command to its end; an interruption ends it too unless it is there to clear up. */
async function runCommand(
  around: Surroundings,
  command: string,
  env: NodeJS.ProcessEnv,
  logPath: string,
  clearingUp = false,
): Promise<Exit> {
  const { config, keeper, signal } = around;
  const group = await startProcess({ command, cwd: config.directory, env, logPath, keeper });
  const interrupted = clearingUp
    ? new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), around.grace()).unref())
    : new Promise<'aborted'>((resolve) => {
        if (signal.aborted) resolve('aborted');
        signal.addEventListener('abort', () => resolve('aborted'), { once: true });
      });
  await Promise.race([group.exited, interrupted]);
  await group.stop('SIGTERM', around.grace());
  return group.exit() ?? { code: null, signal: 'SIGTERM' };
}

/** What the `${…}` of a service may name. */
function listNames(
  service: Service,
  name: string,
  portOf: ReadonlyMap<string, number>,
  environment: NodeJS.ProcessEnv,
): Lookup {
  const ports = [...portOf].map(([other, port]) => [`${other}.PORT`, String(port)]);
  return {
    ...lookupEnvironment(environment),
    ...Object.fromEntries(ports),
    PORT: String(portOf.get(service.name)),
    TAILGATE_INSTANCE: name,
  };
}
