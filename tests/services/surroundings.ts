import type { Config } from '../../src/config/config.ts';
import type { Keeper } from '../../src/services/keeper.ts';

/** What serves the whole run, where there is no such thing. */
export const NOTHING_SHARED = {
  portOf: new Map<string, number>(),
  sessions: [],
  crash: () => null,
  crashed: new Promise<void>(() => {}),
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

/**
 * A script in front of k6 that halts it time and again: its arrivals are late, which is nobody's latency. Only where
 * it repeats nothing, or always; k6 scripts find which it is in `__ENV.PASS`.
 */
export function haltK6(k6: string, when: 'at first' | 'always'): string {
  return `#!/bin/sh
case "$*" in *-again*) export PASS=repeat; ${when === 'at first' ? `exec ${k6} "$@"` : ''} ;; esac
${k6} "$@" & k6=$!
( while sleep 0.3; do kill -STOP $k6; sleep 0.1; kill -CONT $k6; done ) & halting=$!
wait $k6; code=$?
kill $halting
exit $code
`;
}
