import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSource } from '../source.mjs';

const nothing = () => null;
const crashed = new Promise(() => {});
const shared = { portOf: new Map(), sessions: [], crash: nothing, lastWords: nothing, crashed };

/**
 * Profiles a service beside itself, as a blocked run would.
 *
 * @param {string[]} folders  of base and head, built
 * @param {number} rise  what is claimed: the head's CPU time, with the base's as 1
 * @returns what would be named, deepest first, and the number of rounds that it stands on
 */
export async function profileTwins([base, head], rise, signal) {
  const source = await loadSource([
    ...['src/config/read.ts', 'src/k6/find.ts', 'src/plan/layout.ts', 'src/plan/planning.ts'],
    ...['src/progress.ts', 'src/revision/git.ts', 'src/services/keeper.ts', 'src/why/explain.ts'],
    ...['src/why/functions/rise.ts', 'src/why/profile.ts'],
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-why-'));
  const keeper = source.startKeeper(folder);
  try {
    const { silent: progress } = source;
    const k6 = await source.findK6({ environment: process.env, progress, signal });
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
    const { explain } = own.config;
    const locate = (top) =>
      source.locateSources(top, source.bindGit(top, source.gitEnvironment(process.env), signal));
    const rounds = await source.profileArms(
      { arms: { head: own, base: other }, shared, k6: k6.path, seed: 1, folder, progress },
      explain === 'auto' ? null : source.PRESETS[explain],
      { head: await locate(head), base: await locate(base) },
      (seconds) => source.layOutTurns(plan, plan.steps[0], seconds),
    );
    const cost = { base: 1, head: rise };
    return { holders: source.findRisen(rounds, cost, []), rounds: rounds.length };
  } finally {
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
