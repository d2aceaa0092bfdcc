import type { Config } from '../config/config.ts';
import { EXIT, UserError } from '../errors.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Keeper } from './keeper.ts';

/** Everything needed to start an instance. One `Surroundings` serves an arm for a whole run. */
export type Surroundings = {
  /** The arm. Null for services that serve both arms. */
  arm: Arm | null;
  /** Lifecycle of the arm's own revision; commands run in its `directory`. */
  config: Config;
  /** Existing folder for logs. */
  logFolder: string;
  environment: NodeJS.ProcessEnv;
  keeper: Keeper;
  signal: AbortSignal;
  /** Returns how much of the wanted time (ms) a stop may still take. It is less after an interruption. */
  grace: (wanted: number) => number;
  /** Ports of services that serve the whole run, by the names of `listPorts`. They are already running. */
  shared: ReadonlyMap<string, number>;
  /** File that the services' Node processes load first. Absent: none, as in every measurement. */
  preload?: string;
};

/** A mistake in the base's configuration becomes a failure of the base, which the head's author cannot fix. */
export function blameBase(
  error: unknown,
  { arm, config }: Surroundings,
  kind: ServiceFailure['kind'],
  service = config.target,
): unknown {
  const isMistake = error instanceof UserError && error.exitCode === EXIT.configuration;
  // The caller names both deployments, including the base.
  if (arm !== 'base' || !isMistake || config.deployments !== undefined) return error;
  const message = error.where ? `${error.where}: ${error.message}` : error.message;
  return new ServiceFailure({ kind, arm, service, message, log: '' });
}

/** A service could not be built or started: nothing was measured. */
export class ServiceFailure extends Error {
  declare readonly kind: 'build-failed' | 'not-ready';
  declare readonly arm: Arm | null;
  declare readonly service: string;
  declare readonly log: string;
  /** What happened to the other arm: ready, or how it failed as well. Null if it was not started. */
  other: 'ready' | ServiceFailure | null = null;
  constructor({ message, ...parts }: Pick<ServiceFailure, 'kind' | 'arm' | 'service' | 'message' | 'log'>) {
    super(message);
    Object.assign(this, parts);
  }
}
