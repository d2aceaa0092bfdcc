/**
 * `npm run bench:arrivals [-- --before dist/cli.mjs]`: what each kind of arrivals shows of a queue that is known. A pool of 16
 * workers of 10 ms is loaded to 70 and to 85 % of its capacity by Tailgate, by chance and evenly, by an earlier build if one is
 * named, and by a generator of another make with exponential gaps. Theory is simulated, also for the arrivals that Tailgate draws
 * for its slots. Some minutes, alone on a machine.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { REPOSITORY } from './paths.mjs';
import { findPort } from './processes.mjs';
import { loadSource } from './source.mjs';

const { values } = parseArgs({
  options: { before: { type: 'string' }, rounds: { type: 'string', default: '2' } },
});
const { pooledQuantile, drawArrivals, countDue, seedRandom } = await loadSource([
  'src/measurement/quantiles.ts',
  'src/plan/draws.ts',
  'src/plan/arrivals.ts',
  'src/statistics/random.ts',
]);
const LEVELS = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999 };
const RATES = [1120, 1360];
const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));

try {
  for (const name of ['pool', 'generator'])
    execFileSync('go', ['build', '-o', join(folder, name), join(REPOSITORY, `bench/arrivals/${name}.go`)]);
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0].model}, ${values.rounds} rounds`,
  );
  for (const rate of RATES) {
    print(`${rate} req/s, theory`, simulate(drawGaps(rate), 1_000_000));
    print(`${rate} req/s, theory, slots`, simulate(drawSlots(rate), 1_000_000));
    const seen = {};
    for (let round = 1; round <= Number(values.rounds); round++) {
      for (const [name, measure] of Object.entries({
        'other generator': () => generate(rate, round),
        'Tailgate, by chance': () => run(rate, join(REPOSITORY, 'dist/cli.mjs'), 'poisson'),
        'Tailgate, evenly': () => run(rate, join(REPOSITORY, 'dist/cli.mjs'), 'even'),
        ...(values.before && { 'Tailgate, before': () => run(rate, resolve(values.before), null) }),
      })) {
        seen[name] ??= [];
        seen[name].push(await measure());
      }
    }
    for (const [name, rounds] of Object.entries(seen)) {
      const middle = Object.fromEntries(
        Object.keys(LEVELS).map((key) => [
          key,
          rounds.map((one) => one[key]).sort((a, b) => a - b)[rounds.length >> 1],
        ]),
      );
      print(`${rate} req/s, ${name}`, middle);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function print(name, percentiles) {
  console.log(
    `${name.padEnd(34)} ${Object.entries(percentiles)
      .map(([key, ms]) => `${key} ${ms.toFixed(1)}`)
      .join('  ')}`,
  );
}

/** M/D/16: workers that take 10 ms, the one that is free first takes the next. @param arrivals (ms), and whether each counts */
function simulate(arrivals, count) {
  const free = new Array(16).fill(0);
  const taken = [];
  for (const { at, counts } of arrivals) {
    let first = 0;
    for (let k = 1; k < 16; k++) if (free[k] < free[first]) first = k;
    free[first] = Math.max(at, free[first]) + 10;
    if (counts) taken.push(free[first] - at);
    if (taken.length === count) break;
  }
  const sorted = Float64Array.from(taken).sort();
  return Object.fromEntries(
    Object.entries(LEVELS).map(([key, level]) => [key, sorted[Math.floor(level * sorted.length)]]),
  );
}

/** A Poisson process without an end. */
function* drawGaps(rate) {
  for (let at = 0; ; ) {
    at += (-Math.log(1 - Math.random()) / rate) * 1000;
    yield { at, counts: true };
  }
}

/** What a run sends: slots of 2.9 s one after the other, each to an empty pool, of which the start does not count. */
function* drawSlots(rate) {
  const [seconds, settleSeconds] = [2.9, 0.29];
  const settling = countDue(rate, settleSeconds);
  const plan = { rate, settling, measured: countDue(rate, seconds) - settling, arms: 1, turn: 1 };
  for (let slot = 0; ; slot++) {
    const { dueMs, skipped } = drawArrivals(plan, seedRandom(slot));
    for (const [i, due] of dueMs.entries())
      yield { at: 10_000 * slot + due, counts: i + skipped >= settling };
  }
}

/** Percentiles (ms) of all requests that a run without a base measured. */
function run(rate, cli, arrivals) {
  writeFileSync(
    join(folder, 'tailgate.yml'),
    JSON.stringify({
      service: { start: './pool', url: 'http://127.0.0.1:${PORT}', ready: { path: '/healthz' } },
      scenarios: { pool: { request: 'GET /', load: `${rate} req/s for 20s`, ...(arrivals && { arrivals }) } },
      baseline: { from: 'history' },
    }),
  );
  const { status, stderr } = spawnSync(process.execPath, [cli, 'run', '--json', 'result.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`exit ${status}: ${stderr}`);
  const { record } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
  const slices = record.steps[0].instances.flatMap((instance) => instance.slices);
  return Object.fromEntries(
    Object.entries(LEVELS).map(([key, level]) => [key, pooledQuantile(slices, level)]),
  );
}

async function generate(rate, seed) {
  const port = String(await findPort());
  const service = spawn(join(folder, 'pool'), { env: { ...process.env, PORT: port }, stdio: 'ignore' });
  try {
    await sleep(500);
    const args = [`http://127.0.0.1:${port}/`, String(rate), '21', String(seed)];
    return JSON.parse(execFileSync(join(folder, 'generator'), args, { encoding: 'utf8' }));
  } finally {
    service.kill('SIGKILL');
  }
}
