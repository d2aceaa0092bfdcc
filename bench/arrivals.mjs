/**
 * `npm run bench:arrivals [-- --before dist/cli.mjs]`: what each kind of arrivals shows of a queue that is known. A pool of 16
 * workers of 10 ms is loaded to 70 and to 85 % of its capacity by Tailgate, by chance and evenly, by an earlier build if one is
 * named, and by a generator of another make with exponential gaps; theory is simulated. Some minutes, alone on a machine.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const { pooledQuantile } = await loadSource(['src/measurement/quantiles.ts']);
const LEVELS = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999 };
const RATES = [1120, 1360];
const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));

try {
  copyFileSync(join(REPOSITORY, 'bench/arrivals/pool.cjs'), join(folder, 'pool.cjs'));
  execFileSync('go', [
    'build',
    '-o',
    join(folder, 'generator'),
    join(REPOSITORY, 'bench/arrivals/generator.go'),
  ]);
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0].model}, ${values.rounds} rounds`,
  );
  for (const rate of RATES) {
    print(`${rate} req/s, theory`, simulate(rate));
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

/** M/D/16: exponential gaps, workers that take 10 ms, the one that is free first takes the next. */
function simulate(rate) {
  const free = new Array(16).fill(0);
  const taken = [];
  let now = 0;
  for (let i = 0; i < 1_000_000; i++) {
    now += (-Math.log(1 - Math.random()) / rate) * 1000;
    let first = 0;
    for (let k = 1; k < 16; k++) if (free[k] < free[first]) first = k;
    free[first] = Math.max(now, free[first]) + 10;
    taken.push(free[first] - now);
  }
  const sorted = Float64Array.from(taken).sort();
  return Object.fromEntries(
    Object.entries(LEVELS).map(([key, level]) => [key, sorted[Math.floor(level * sorted.length)]]),
  );
}

/** Percentiles (ms) of all requests that a run without a base measured. */
function run(rate, cli, arrivals) {
  writeFileSync(
    join(folder, 'tailgate.yml'),
    JSON.stringify({
      service: { start: 'node pool.cjs', url: 'http://127.0.0.1:${PORT}', ready: { path: '/healthz' } },
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
  const service = spawn(process.execPath, [join(folder, 'pool.cjs')], {
    env: { ...process.env, PORT: port },
    stdio: 'ignore',
  });
  try {
    await sleep(500);
    const args = [`http://127.0.0.1:${port}/`, String(rate), '21', String(seed)];
    return JSON.parse(execFileSync(join(folder, 'generator'), args, { encoding: 'utf8' }));
  } finally {
    service.kill('SIGKILL');
  }
}
