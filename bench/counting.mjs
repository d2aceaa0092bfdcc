/**
 * `npm run bench:counting -- --before dist/cli.mjs`: what counting costs. The scripts for k6 that two builds write for the
 * same load are run in turns by plain k6 against one fast service: declared requests, and a script of the user's. Prints
 * the ratio of p50, p99 and k6's processor time, this build to the one before, with an interval of 95 % over the pairs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { findPort } from './processes.mjs';

const { values } = parseArgs({
  options: { before: { type: 'string' }, pairs: { type: 'string', default: '10' } },
});
if (values.before === undefined) throw new Error('--before PATH: the cli.mjs of the build to compare with');
const CLIS = { before: resolve(values.before), now: resolve('dist/cli.mjs') };
const SECONDS = 8;

const SERVER = `require('node:http').createServer((_, answer) => answer.end('{"ok":true}')).listen(process.env.PORT, '127.0.0.1');`;
const LOADS = {
  declared: 'request: GET /',
  script: 'script: load.js',
};

const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
const port = String(await findPort());
const service = spawn(process.execPath, ['-e', SERVER], {
  env: { ...process.env, PORT: port },
  stdio: 'ignore',
});
try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0].model}, ${values.pairs} pairs`,
  );
  await sleep(500);
  for (const name of Object.keys(LOADS)) {
    const scripts = Object.fromEntries(Object.keys(CLIS).map((build) => [build, keepScript(name, build)]));
    const rows = [];
    for (let pair = 0; pair < Number(values.pairs); pair++) {
      const order = pair % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
      const seen = Object.fromEntries(order.map((build) => [build, measure(scripts[build])]));
      rows.push(
        Object.fromEntries(
          ['p50', 'p99', 'cpu'].map((key) => [key, Math.log(seen.now[key] / seen.before[key])]),
        ),
      );
    }
    for (const key of ['p50', 'p99', 'cpu'])
      console.log(
        describe(
          name,
          key,
          rows.map((row) => row[key]),
        ),
      );
  }
} finally {
  service.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** Lets a build write its script, by a short run of its own. */
function keepScript(name, build) {
  const place = join(folder, `${name}-${build}`);
  mkdirSync(place);
  writeFileSync(join(place, 'server.cjs'), SERVER);
  writeFileSync(
    join(place, 'load.js'),
    "import http from 'k6/http'; export default () => { http.get(__ENV.BASE_URL); };",
  );
  writeFileSync(
    join(place, 'tailgate.yml'),
    `service: {start: node server.cjs, url: 'http://127.0.0.1:\${PORT}'}
scenarios: {fast: {${LOADS[name]}, slo: p99 < 50ms at 1000 req/s for ${SECONDS}s}}
measure: {soak: 0s}
baseline: {from: history}
`,
  );
  const keep = join(place, 'kept');
  spawnSync(process.execPath, [CLIS[build], 'run', '--keep', keep], { cwd: place, stdio: 'ignore' });
  const script = readdirSync(join(keep, 'k6')).find((file) => /^block-1.*\d\.js$/.test(file));
  const path = join(keep, 'k6', script);
  // The script names the service of the run that it was written for.
  const text = readFileSync(path, 'utf8').replace(/http:\/\/127\.0\.0\.1:\d+/g, `http://127.0.0.1:${port}`);
  writeFileSync(path, text);
  return path;
}

/** Runs plain k6 on a script. `cpu`: seconds of its processor time. */
function measure(script) {
  const summary = join(folder, 'summary.json');
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, TARGET_URL: url, BASE_URL: url, TAILGATE_SUMMARY: summary, GOGC: '800' };
  const k6 = process.env.TAILGATE_K6 ?? 'k6';
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'time "$0" run --quiet --no-usage-report --log-output none "$1"', k6, script],
    {
      env: { ...env, TIMEFORMAT: '%U %S' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`k6 ended with ${status}: ${stderr.slice(-500)}`);
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  const { slots, percents } = JSON.parse(readFileSync(summary, 'utf8'));
  const slices = Object.values(slots).flatMap((slot) => slot.slices);
  const mean = (percent) => {
    const at = percents.indexOf(percent);
    return slices.reduce((sum, { latency }) => sum + latency.values[at], 0) / slices.length;
  };
  return { p50: mean(50), p99: mean(99), cpu: times ? Number(times[1]) + Number(times[2]) : Number.NaN };
}

function describe(name, key, logs) {
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1));
  const half = (tQuantile(0.975, logs.length - 1) * deviation) / Math.sqrt(logs.length);
  const [low, middle, high] = [mean - half, mean, mean + half].map((log) => Math.exp(log).toFixed(3));
  return `${name.padEnd(9)} ${key}  ${middle} (${low} … ${high})`;
}
