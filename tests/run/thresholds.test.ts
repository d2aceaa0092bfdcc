import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/plan.ts';
import { silent } from '../../src/progress.ts';
import { measureBlock } from '../../src/run/block.ts';
import { type Keeper, startKeeper } from '../../src/run/keeper.ts';
import { withServer } from '../fixtures.ts';
import { NOTHING_SHARED, surroundHead } from './surroundings.ts';

let folder: string;
let keeper: Keeper;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  mkdirSync(join(folder, 'passes'));
  keeper = startKeeper(folder);
});
afterEach(async () => {
  await keeper.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What k6 says of a slot: arrivals that began late mean that k6 was held up. */
function summarize(key: string, { late, crossed }: { late: boolean; crossed: string[] }) {
  const trend = { count: 20, avg: 1, values: [1, 1, 1, 1, 1] };
  const lagMs = late ? 500 : 0;
  const slice = {
    ...{ started: 20, finished: 20, exceptions: 0, begun: 20, ended: 20, redirected: 0 },
    ...{ requests: 20, failed: 0, latency: trend, service: trend },
    lag: { p50: lagMs, p99: lagMs, max: lagMs },
  };
  // Long before anything was sampled, so whatever else this machine does is not in it.
  const slot = { startedAt: 1, endedAt: 2, dropped: 0, slices: Array(6).fill(slice) };
  return { schemaVersion: 1, percents: [0, 50, 95, 99, 100], slots: { [key]: slot }, thresholds: crossed };
}

/** Measures a block with a program in place of k6 that gives one summary after the other. */
async function measure(passes: { late: boolean; crossed: string[] }[]) {
  return withServer(
    (_, response) => response.end('ok'),
    async (url) => {
      const yaml = [
        'services:\n  app:',
        `    url: ${url}`,
        'scenarios:\n  browse:',
        '    script: browse.js\n    load: 100 req/s\n',
      ];
      writeFileSync(join(folder, 'browse.js'), '');
      writeFileSync(join(folder, 'tailgate.yml'), yaml.join('\n'));
      const config = readConfig(join(folder, 'tailgate.yml'), folder);
      const plan = planRun(config, { budgetSeconds: 1.2, paired: false });
      const stages = layOutBlock(plan, {
        index: 0,
        first: 'head',
        headOnly: new Set(),
        warmUpSeconds: new Map(),
      });
      const { key } = stages[0]!.programs[0]!.slots.find(({ round }) => round !== null)!;
      for (const [pass, what] of passes.entries()) {
        writeFileSync(join(folder, 'passes', String(pass)), JSON.stringify(summarize(key, what)));
      }
      const k6 = join(folder, 'k6');
      writeFileSync(
        k6,
        `#!/bin/sh
         for each; do case $each in TAILGATE_SUMMARY=*) summary=\${each#*=};; esac; done
         cd '${join(folder, 'passes')}' && mv "$(ls | head -n 1)" "$summary" && exit 99`,
        { mode: 0o755 },
      );
      const head = surroundHead(config, folder, keeper, new AbortController().signal);
      return measureBlock(stages, 0, {
        arms: { head },
        shared: NOTHING_SHARED,
        k6,
        folder,
        progress: silent,
        planned: 1,
      });
    },
  );
}

describe('thresholds of a script', () => {
  it('count when nothing of what they are on was thrown away', async () => {
    const block = await measure([
      { late: true, crossed: ['http_reqs: count<1'] },
      { late: false, crossed: ['checks: rate>0.9'] },
    ]);
    expect([block.kept.length, block.discarded.length]).toEqual([1, 1]);
    expect(block.thresholds).toEqual([{ label: 'browse', threshold: 'checks: rate>0.9' }]);
  });

  it('say nothing when the last repeat was disturbed as well', async () => {
    const block = await measure(Array(3).fill({ late: true, crossed: ['http_reqs: count<1'] }));
    expect([block.kept.length, block.discarded.length]).toEqual([0, 3]);
    expect(block.thresholds).toEqual([]);
  });
});
