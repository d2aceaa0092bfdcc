import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { measureBlock } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { REPLAYED_K6, withServer } from '../fixtures.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

/** Crosses one threshold at first, and another one in repeats. */
const SCRIPT = `
import http from 'k6/http';
export const options = { thresholds: { http_req_duration: [__ENV.PASS === 'repeat' ? 'max<0.002' : 'max<0.001'] } };
export default () => http.get(__ENV.TARGET_URL);
`;

useKeeper();

/**
 * Writes a script in front of k6 that halts it time and again: its arrivals are late, which is nobody's latency. In repeats
 * it does not; scripts find which it is in `__ENV.PASS`.
 *
 * @param times how often, as a loop of the shell begins
 */
function haltAtFirst(times: string): string {
  const [path, halting] = [inject('k6'), join(folder, 'k6')];
  const script = `#!/bin/sh
case "$*" in *-again*) export PASS=repeat; exec ${path} "$@" ;; esac
${path} "$@" & k6=$!
( ${times}; do kill -STOP $k6; sleep 0.1; kill -CONT $k6; done ) & halting=$!
wait $k6; code=$?
kill $halting 2>/dev/null
exit $code
`;
  writeFileSync(halting, script, { mode: 0o755 });
  return halting;
}

/** Measures one block. */
async function measure(binary: string, replay = {}, budgetSeconds = 1.2) {
  return withServer(
    (_, response) => response.end('ok'),
    async (url) => {
      const yaml = `
services:
  app:
    url: ${url}
scenarios:
  browse:
    script: browse.js
    load: 50 req/s
`;
      writeFileSync(join(folder, 'browse.js'), SCRIPT);
      writeFileSync(join(folder, 'tailgate.yml'), yaml);
      const config = readConfig(join(folder, 'tailgate.yml'), folder);
      const plan = planRun(config, { budgetSeconds, paired: false });
      const order = {
        index: 0,
        first: 'head',
        headOnly: new Set<string>(),
        warmUpSeconds: new Map(),
      } as const;
      const head = {
        ...surroundHead(config, folder, keeper, new AbortController().signal),
        environment: { ...process.env, REPLAY: JSON.stringify(replay) },
      };
      return measureBlock(layOutBlock(plan, order), 0, {
        arms: { head },
        shared: NOTHING_SHARED,
        k6: binary,
        seed: 1,
        folder,
        progress: silent,
        planned: 1,
      });
    },
  );
}

describe('thresholds of a script', () => {
  it('count when nothing of what they are on was thrown away', async () => {
    const block = await measure(haltAtFirst('while sleep 0.3'));
    expect(block.kept).toHaveLength(1);
    expect(block.discarded.length).toBeGreaterThan(0);
    expect(block.thresholds).toEqual([{ label: 'browse', threshold: 'http_req_duration: max<0.002' }]);
  });

  it('count once all that they are on was measured again, where a part of it was thrown away', async () => {
    const block = await measure(haltAtFirst('sleep 5; for i in 1 2 3 4 5'), {}, 12);
    expect(block.kept.length).toBeGreaterThan(1);
    expect(block.discarded.length).toBeGreaterThanOrEqual(block.kept.length);
    expect(block.thresholds).toEqual([{ label: 'browse', threshold: 'http_req_duration: max<0.002' }]);
  });

  it('say nothing when the last repeat was disturbed as well', async () => {
    const block = await measure(REPLAYED_K6, { lag: 60, thresholds: ['http_req_duration: max<0.001'] });
    expect(block.kept).toEqual([]);
    // One repeat where others keep the machine busy meanwhile, else two.
    expect([2, 3]).toContain(block.discarded.length);
    expect(block.thresholds).toEqual([]);
  });
});
