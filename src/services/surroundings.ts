import type { Config } from '../config/config.ts';
import type { Arm } from '../measurement/measurement.ts';
import type { Keeper } from './keeper.ts';

/** What an instance needs to be started; one `Surroundings` serves an arm for a whole run. */
export type Surroundings = {
  /** Null for services that serve both arms. */
  arm: Arm | null;
  /** Lifecycle of the arm's own revision; commands run in its `directory`. */
  config: Config;
  /** Folder for logs; exists. */
  logFolder: string;
  environment: NodeJS.ProcessEnv;
  keeper: Keeper;
  signal: AbortSignal;
  /** How long (ms) what is to be stopped may still take of the time (ms) it would have; less when interrupted. */
  grace: (wanted: number) => number;
  /** Ports of services that serve the whole run, by name: they run already. */
  shared: ReadonlyMap<string, number>;
};

/** A service could not be built or started: nothing was measured. */
export class ServiceFailure extends Error {
  readonly kind: 'build-failed' | 'not-ready';
  readonly arm: Arm | null;
  readonly service: string;
  readonly log: string;
  constructor(
    kind: 'build-failed' | 'not-ready',
    arm: Arm | null,
    service: string,
    message: string,
    log: string,
  ) {
    super(message);
    this.kind = kind;
    this.arm = arm;
    this.service = service;
    this.log = log;
  }
}
