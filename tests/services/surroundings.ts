import type { Config } from '../../src/config/config.ts';
import type { Keeper } from '../../src/services/keeper.ts';

/** What serves the whole run, where there is no such thing. */
export const NOTHING_SHARED = {
  portOf: new Map<string, number>(),
  sessions: [],
  crash: () => null,
  lastWords: () => null,
  preparedMs: 0,
  findDaemons: () => {},
  crashed: new Promise<void>(() => {}),
  halt: () => {},
  resume: () => {},
  stop: async () => {},
};

/** What surrounds the services of a head that is tested by itself; logs go to `folder`. */
export function surroundHead(config: Config, folder: string, keeper: Keeper, signal: AbortSignal) {
  return {
    arm: 'head' as const,
    config,
    logFolder: folder,
    environment: process.env,
    keeper,
    signal,
    grace: () => 2000,
    shared: new Map<string, number>(),
  };
}
