/**
 * `npm run bench:knowns`: what the other benches take as known, seen by plain k6, without Tailgate: each deployment
 * alone, each path of the service of relative limits, and the token bucket below and above its limit. Writes its section
 * of bench/RESULTS.md. It takes six minutes.
 *
 * node bench/knowns.mjs [--k6 k6]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from './judge/table.mjs';
import { REPOSITORY, SERVICES } from './paths.mjs';
import { startK6, startService } from './processes.mjs';
import { describeRun, writeSection } from './section.mjs';
import { deploy } from './services/deployed.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({ options: { k6: { type: 'string', default: 'k6' } } });
const SCRIPT = fileURLToPath(new URL('./knowns/plain.k6.js', import.meta.url));
const BUCKET = join(REPOSITORY, 'bench', 'capacity', 'bucket.mjs');

const stop = listenForStop('nothing is written');
const folder = mkdtempSync(join(tmpdir(), 'tailgate-knowns-'));
const rows = [];
try {
  // Each factor comes first once, since the machine changes.
  for (const [index, factor] of [1, 1.2, 1.2, 1].entries())
    await measure(`deployment, factor ${factor}`, deploy(join(folder, String(index)), factor, stop), [
      { path: '/', rate: 200, seconds: 20 },
    ]);
  await measure(
    'relative',
    serve(join(SERVICES, 'relative.mjs'), {}, '/raw'),
    ['/raw', '/later', '/twice'].map((path) => ({ path, rate: 100, seconds: 60 })),
  );
  for (const limit of [300, 1500]) {
    for (const share of [0.95, 1.05])
      await measure(`token bucket, ${limit} req/s`, serve(BUCKET, { RATE: String(limit) }, '/healthz'), [
        { path: '/', rate: Math.round(share * limit), seconds: 15 },
      ]);
  }
} catch (error) {
  if (!stop.aborted) throw error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (!stop.aborted) {
  const text = report();
  console.log(text);
  writeSection('What is known, by plain k6', text);
}

function serve(file, env, ready) {
  return startService(`exec node ${JSON.stringify(file)}`, { cwd: folder, env, ready, signal: stop });
}

async function measure(what, starting, loads) {
  const service = await starting;
  try {
    for (const { path, rate, seconds } of loads) {
      const summary = join(folder, 'summary.json');
      const variables = { URL: service.url + path, RATE: rate, SECONDS: seconds, SUMMARY: summary };
      const program = startK6(values.k6, SCRIPT, variables, { cwd: folder });
      const interrupt = () => program.stop();
      stop.addEventListener('abort', interrupt, { once: true });
      const code = await program.exited;
      stop.removeEventListener('abort', interrupt);
      stop.throwIfAborted();
      if (code !== 0) throw new Error(`k6 ended with ${code}: ${program.output()}`);
      const seen = JSON.parse(readFileSync(summary, 'utf8'));
      const times = ['avg', 'p(50)', 'p(95)', 'p(99)'].map((name) => seen[name].toFixed(2));
      const lost = `${(100 * seen.failed).toFixed(1)} %, ${seen.dropped}`;
      rows.push([what, path, `${rate} req/s, ${seconds} s`, ...times, lost]);
      console.log(rows.at(-1).join(' · '));
    }
  } finally {
    await service.stop();
  }
}

function report() {
  return [
    '## What is known, by plain k6',
    '',
    `${describeRun('npm run bench:knowns')}. What the benches of relative limits, of deployments and of capacities`,
    'take as known, each alone under plain k6; ms.',
    '',
    table(['what', 'path', 'load', 'mean', 'p50', 'p95', 'p99', 'failed, dropped'], rows),
    '',
  ].join('\n');
}
