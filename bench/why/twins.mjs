import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSource } from '../source.mjs';

const SECONDS = 40;
const shared = {
  portOf: new Map(),
  sessions: [],
  crash: () => null,
  lastWords: () => null,
  crashed: new Promise(() => {}),
};

/**
 * Profiles a service beside itself, as a blocked run would.
 *
 * @param {string[]} folders  of base and head, built
 * @param {number} [rise]  what is claimed: the head's processor time, with the base's as 1. Absent: as sampled
 * @returns what would be named, deepest first, and the number of rounds that it stands on
 */
export async function profileTwins([base, head], rise, signal) {
  const source = await loadSource([
    'src/blocks/profiling.ts',
    'src/config/read.ts',
    'src/k6/install/k6.ts',
    'src/plan/layout.ts',
    'src/plan/plan.ts',
    'src/plan/planning.ts',
    'src/profiles/rise.ts',
    'src/progress.ts',
    'src/services/keeper.ts',
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-why-'));
  const keeper = source.startKeeper(folder);
  try {
    const { silent: progress } = source;
    const { k6 } = await source.searchK6(
      { environment: process.env, ci: false, progress, signal },
      { install: true },
    );
    const [own, other] = [head, base].map((top, i) => ({
      arm: ['head', 'base'][i],
      config: source.readConfig(join(top, 'tailgate.yml'), top),
      logFolder: folder,
      environment: process.env,
      keeper,
      signal,
      grace: (wanted) => Math.min(wanted, 2000),
      shared: new Map(),
    }));
    const plan = source.planRun(own.config, { paired: true });
    const rounds = await source.profileArms({
      arms: { head: own, base: other },
      tops: { head, base },
      shared,
      k6: k6.path,
      seed: 1,
      choose: () => 'time',
      folder,
      progress,
      block: 0,
      seconds: SECONDS,
      layOut: (seconds) => source.layOutTurns(plan, plan.steps[0], seconds),
    });
    const count = (arm) => rounds.reduce((sum, round) => sum + round[arm].total, 0);
    const cost = rise === undefined ? { base: count('base'), head: count('head') } : { base: 1, head: rise };
    return { holders: source.findHolders(rounds, cost), rounds: rounds.length, cost };
  } finally {
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
