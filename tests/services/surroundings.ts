import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read.ts';
import type { Keeper } from '../../src/services/keeper.ts';

/** What serves the whole run, where there is no such thing. */
export const NOTHING_SHARED = {
  portOf: new Map<string, number>(),
  sessions: [],
  crash: () => null,
  lastWords: () => null,
  preparedMs: 0,
  crashed: new Promise<void>(() => {}),
  findDaemons: () => {},
  halt: () => {},
  resume: () => {},
  stop: async () => {},
};

const SCENARIOS = 'scenarios:\n  s:\n    request: GET /\n    load: 1 req/s\n';

/** Reads the configuration of a folder that has these services, and one request that does not matter. */
export function readServices(folder: string, services: string): Config {
  writeFileSync(join(folder, 'tailgate.yml'), `${services}\n${SCENARIOS}`);
  return readConfig(join(folder, 'tailgate.yml'), folder);
}

/** What surrounds the services of a head that is tested by itself; logs go to `folder`. */
export function surroundHead(config: Config, folder: string, keeper: Keeper, signal: AbortSignal) {
  return {
    ...{ arm: 'head' as const, config, logFolder: folder, environment: process.env, keeper, signal },
    grace: () => 2000,
    shared: new Map<string, number>(),
  };
}
