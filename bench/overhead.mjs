/**
 * `npm run bench:overhead`: what Tailgate adds to plain k6.
 *
 * Interleaved, on one machine: `tailgate run` on the bookstore, then plain `k6 run` of the script that this very run
 * kept, against the same service started by hand. Prints the wall time that is neither planned load nor the
 * service's own start, and the ratios of p50 and achieved rate. Needs `npm run build` and nothing else.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort } from './processes.mjs';

const PAIRS = Number(process.argv[2] ?? 5);
const BUDGET = '6s';
const shop = resolve('examples/bookstore');
const cli = resolve('dist/cli.mjs');

const { k6 } = JSON.parse(runCli(['doctor', '--json']));
/** The head alone: one start, and one script that plain k6 can repeat. */
const SCOPE = ['--only', 'search', '--budget', BUDGET, '--from', 'history'];
const plan = JSON.parse(runCli(['plan', '--json', ...SCOPE]));
console.log(
  `${PAIRS} pairs, ${plan.seconds.atMost.toFixed(1)} s of planned load each; k6 ${k6.version}, node ${process.version}`,
);
console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0].model}\n`);
console.log('pair   extra wall time   p50 tailgate / k6   rate tailgate / k6');

const rows = [];
for (let pair = 1; pair <= PAIRS; pair++) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
  try {
    const row = await measurePair(folder, pair % 2 === 0);
    rows.push(row);
    console.log(format(String(pair), row));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const middle = (key) => rows.map((row) => row[key]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
console.log(format('median', { extra: middle('extra'), p50: middle('p50'), rate: middle('rate') }));

/** The kept script of one run is needed for plain k6, so a first short run makes it when k6 goes first. */
async function measurePair(folder, k6First) {
  if (k6First) await runTailgate(folder);
  const plainFirst = k6First ? await runPlain(folder) : null;
  const wall = await runTailgate(folder);
  const { summary, startSeconds } = plainFirst ?? (await runPlain(folder));
  const kept = readSummary(
    join(
      folder,
      'k6',
      readdirSync(join(folder, 'k6')).find((name) => name.endsWith('.summary.json')),
    ),
  );
  return {
    extra: wall - plan.seconds.atMost - startSeconds,
    p50: kept.p50 / summary.p50,
    rate: kept.rate / summary.rate,
  };
}

async function runTailgate(folder) {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [cli, 'run', ...SCOPE, '--keep', folder, '--store', join(folder, 'records')],
    { cwd: shop, stdio: 'ignore' },
  );
  const code = await new Promise((done) => child.once('exit', done));
  if (code === null || code > 1) throw new Error(`tailgate ended with ${code}`);
  return (performance.now() - began) / 1000;
}

async function runPlain(folder) {
  const port = await findPort();
  const began = performance.now();
  const service = spawn(process.execPath, ['server.mjs'], {
    cwd: shop,
    env: { ...process.env, PORT: port },
    stdio: 'ignore',
  });
  try {
    while (!(await answers(`http://127.0.0.1:${port}/healthz`))) await sleep(10);
    const startSeconds = (performance.now() - began) / 1000;
    const script = readdirSync(join(folder, 'k6')).find((name) => name.endsWith('.js'));
    const summary = join(folder, 'plain.json');
    const env = { ...process.env, TARGET_URL: `http://127.0.0.1:${port}`, TAILGATE_SUMMARY: summary };
    const plain = spawn(k6.path, ['run', '--quiet', '--no-usage-report', join(folder, 'k6', script)], {
      env,
      stdio: 'ignore',
    });
    const code = await new Promise((done) => plain.once('exit', done));
    if (code !== 0) throw new Error(`k6 ended with ${code}`);
    return { summary: readSummary(summary), startSeconds };
  } finally {
    service.kill();
  }
}

/** Request-weighted median of the slices' p50, and requests per measured slice. */
function readSummary(path) {
  const { slots, percents } = JSON.parse(readFileSync(path, 'utf8'));
  const slices = Object.values(slots).flatMap((slot) => slot.slices);
  const at = percents.indexOf(50);
  const medians = slices.map((slice) => slice.latency.values[at]).sort((a, b) => a - b);
  return {
    p50: medians[Math.floor(medians.length / 2)],
    rate: slices.reduce((sum, slice) => sum + slice.started, 0),
  };
}

function runCli(args) {
  return execFileSync(process.execPath, [cli, ...args], {
    cwd: shop,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function format(name, { extra, p50, rate }) {
  return `${name.padEnd(6)} ${`${extra.toFixed(2)} s`.padStart(15)} ${p50.toFixed(3).padStart(19)} ${rate.toFixed(4).padStart(20)}`;
}
