/**
 * `npm run bench:calls [-- --pairs 14]`: what it costs to read the counters of the sockets. Runs of identical code in
 * turns, with `ss` on the PATH and without, three to four minutes for each pair. Prints the ratio of p50 and p99 of the
 * measured blocks, with to without, with an interval of 95 % over the pairs: of load alone, around which the counters
 * are read, and of turns.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeHistory, runInFolder } from './history.mjs';
import { REPOSITORY } from './paths.mjs';
import { describeRun } from './section.mjs';
import { loadSource } from './source.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '14' },
    budget: { type: 'string', default: '1m' },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
  },
});
const { estimateRatio } = await loadSource(['src/statistics/mean-interval.ts']);
const stop = listenForStop('the pair under way is dropped');
const history = makeHistory([1, 1], { costMs: 1, rate: 200 });
const tools = mkdtempSync(join(tmpdir(), 'tailgate-calls-'));
const PATHS = { with: process.env.PATH, without: `${tools}:${process.env.PATH}` };
/** Exit code of a run on a machine that was disturbed. */
const UNMEASURED = 3;
const KINDS = ['alone p50', 'alone p99', 'turns p50', 'turns p99'];
try {
  // Tailgate reads `ss` by way of this program.
  writeFileSync(join(tools, 'stdbuf'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  console.log(`${describeRun('node bench/calls.mjs')}, ${values.pairs} pairs of ${values.budget}`);
  const logs = [];
  for (let pair = 0; pair < Number(values.pairs) && !stop.aborted; pair++) {
    const order = pair % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
    const seen = {};
    for (const how of order) {
      seen[how] = await measure(how);
      if (stop.aborted) break;
    }
    if (stop.aborted) break;
    if (seen.with === null || seen.without === null) {
      console.log(`pair ${pair + 1}: dropped, since one run was invalid`);
      continue;
    }
    logs.push(KINDS.map((_, i) => Math.log(seen.with[i] / seen.without[i])));
    console.log(`pair ${pair + 1}: ${logs.at(-1).map(print).join('  ')}`);
  }
  for (const [i, kind] of KINDS.entries()) {
    const { value, low, high } = estimateRatio(
      logs.map((own) => ({ total: own[i], weight: 1 })),
      0.95,
    );
    console.log(`${kind}: ${print(value)} (${print(low)} … ${print(high)})`);
  }
} finally {
  history.remove();
  rmSync(tools, { recursive: true, force: true });
}

function print(log) {
  return Math.exp(log).toFixed(3);
}

/** @returns the geometric mean (ms) over slices of both arms, in the order of `KINDS`; null where nothing can be said */
async function measure(how) {
  process.env.PATH = PATHS[how];
  const args = ['run', '--base', 'HEAD~1', '--budget', values.budget, '--json'];
  const { code, result, words } = await runInFolder(values.cli, history.folder, args, stop);
  process.env.PATH = PATHS.with;
  if (stop.aborted || code === UNMEASURED) return null;
  if (result === null) throw new Error(`tailgate ended with ${code}:\n${words}`);
  const slices = result.record.steps.flatMap(({ instances }) => instances.flatMap((one) => one.slices));
  return [false, true].flatMap((inTurns) => {
    const own = slices.filter(({ alternating, latency }) => latency && (alternating ?? false) === inTurns);
    return [0.5, 0.99].map((level) => {
      const each = own.map(({ latency }) => Math.log(latency.values[latency.levels.indexOf(level)]));
      return Math.exp(each.reduce((sum, one) => sum + one, 0) / each.length);
    });
  });
}
