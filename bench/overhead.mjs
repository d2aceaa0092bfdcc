/**
 * `npm run bench -- overhead [--times 10] [--print]`: what counting costs. k6 runs in turns the scripts that Tailgate writes for a
 * declared request and for a user's script, and a plain script that does the same and records nothing but latencies, at
 * the same arrivals, against a service that answers at once. Prints the ratios of p50, p99 and k6's CPU time to the plain
 * script's, with intervals of 95 %, and writes its section of bench/RESULTS.md. Needs k6 in `TAILGATE_K6`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { findMedian, table } from './judge/table.mjs';
import { startService } from './processes.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const SERVER = `require('node:http').createServer((_, answer) => answer.end('{"ok":true}')).listen(process.env.PORT, '127.0.0.1');`;
const SCRIPT = "import http from 'k6/http'; export default () => { http.get(__ENV.BASE_URL); };";
const LOADS = { 'declared requests': 'request: GET /', 'a script': 'script: load.js' };

/** The same k6 scenarios with the same arrivals; `SCENARIOS` and `DUE` (ms from each one's launch) are put before it. */
const PLAIN = `
import http from 'k6/http';
import { sleep } from 'k6';
import exec from 'k6/execution';
import { Trend } from 'k6/metrics';

const names = Object.keys(SCENARIOS).filter((name) => !name.endsWith('-W'));
const latency = Object.fromEntries(names.map((name) => [name, new Trend(name.replace('-', '_'), true)]));
export const options = { scenarios: SCENARIOS, summaryTrendStats: ['p(50)', 'p(99)'] };
export function runIteration() {
  const { name, startTime, iterationInTest } = exec.scenario;
  const due = DUE[name][iterationInTest];
  if (due === undefined) return;
  const wait = startTime + due - Date.now();
  if (wait > 0) sleep(wait / 1000);
  const { blocked, duration } = http.get(__ENV.BASE_URL).timings;
  if (name in latency) latency[name].add(blocked + duration);
}
export function handleSummary({ metrics }) {
  const middle = (level) => names.map((name) => metrics[name.replace('-', '_')].values[level]).sort((a, b) => a - b)[1];
  return { [__ENV.TAILGATE_SUMMARY]: JSON.stringify({ p50: middle('p(50)'), p99: middle('p(99)') }) };
}
`;

const { times, cli, print } = readOptions({ times: { type: 'string', default: '10' } });
const k6 = process.env.TAILGATE_K6;
if (!k6) throw new Error('Name k6 with TAILGATE_K6: all take the same one.');
const signal = listenForStop('the round under way is dropped');
const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
const rows = await compare().finally(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const title = 'What counting costs';
const text = `## ${title}

${describeRun('npm run bench -- overhead')}. 1,000 req/s for 8 s, ${times} rounds; ratios to a plain k6 script with the same
arrivals, with intervals of 95 %. A Node server answers at once, so that all of the time is k6's, the kernel's and HTTP's.

${table(['load', 'p50', 'p99', "k6's CPU time"], rows)}
`;
console.log(text);
if (!print) writeSection(title, text);

async function compare() {
  const place = join(folder, 'service');
  mkdirSync(place);
  writeFileSync(join(place, 'server.cjs'), SERVER);
  writeFileSync(join(place, 'load.js'), SCRIPT);
  const scripts = Object.values(LOADS).map((work, index) => writeScript(place, work, index));
  scripts.push(join(folder, 'plain.js'));
  writeFileSync(scripts.at(-1), writePlain(readFileSync(scripts[0], 'utf8')));
  const service = await startService('exec node server.cjs', { cwd: place, env: {}, ready: '/', signal });
  const rounds = [];
  try {
    await repeat([{ name: 'round', done: 0 }], {
      times: Number(times),
      signal,
      async measure() {
        const seen = [];
        // Each is first, second and third as often.
        for (const index of [0, 1, 2].map((place) => (place + rounds.length) % 3))
          seen[index] = runK6(scripts[index], service.url);
        const compare = (own) => ['p50', 'p99', 'cpu'].map((key) => Math.log(own[key] / seen[2][key]));
        rounds.push(seen.slice(0, 2).map(compare));
        return JSON.stringify(seen);
      },
    });
  } finally {
    await service.stop();
  }
  return Object.keys(LOADS).map((name, load) => [
    name,
    ...[0, 1, 2].map((which) => describeRatio(rounds.map((round) => round[load][which]))),
  ]);
}

/** @returns what Tailgate has written for a load */
function writeScript(place, work, index) {
  writeFileSync(
    join(place, 'tailgate.yml'),
    `service: {start: node server.cjs, url: 'http://127.0.0.1:\${PORT}'}
scenarios: {fast: {${work}, slo: p99 < 50ms at 1000 req/s for 8s}}
measure: {soak: 0s}
baseline: {from: history}
`,
  );
  const keep = join(folder, `kept-${index}`);
  execFileSync(process.execPath, [cli, 'run', '--keep', keep], { cwd: place, stdio: 'ignore' });
  const [name] = readdirSync(join(keep, 'k6')).filter((file) => /^block-1(-\d+)+\.js$/.test(file));
  return join(keep, 'k6', name);
}

/** The plain script with the scenarios of one of Tailgate's; sorted uniform draws are a Poisson process. */
function writePlain(own) {
  const { scenarios, arrivals } = JSON.parse(/^const PROGRAM = (.*);$/m.exec(own)[1]);
  const due = Object.fromEntries(
    Object.entries(arrivals).map(([name, { plan }]) => {
      const { rate, settling, measured } = plan;
      const length = settling + measured;
      const drawn = Array.from({ length }, () => (Math.random() * length * 1000) / rate);
      // k6 begins an iteration each millisecond; one that is due before its own beginning would be late.
      return [name, drawn.sort((a, b) => a - b).map((ms) => 100 + ms)];
    }),
  );
  return `const SCENARIOS = ${JSON.stringify(scenarios)};\nconst DUE = ${JSON.stringify(due)};\n${PLAIN}`;
}

/** Runs plain k6. @returns p50 and p99 (ms), and `cpu`: seconds of its CPU time */
function runK6(script, url) {
  const summary = join(folder, 'summary.json');
  // It names the service of the run that it was written for.
  writeFileSync(script, readFileSync(script, 'utf8').replace(/http:\/\/127\.0\.0\.1:\d+/g, url));
  const variables = { TARGET_URL: url, BASE_URL: url, TAILGATE_SUMMARY: summary };
  const named = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const words = ['run', '--quiet', '--no-usage-report', '--log-output', 'none', ...named, script];
  const { status, stderr } = spawnSync('bash', ['-c', 'time "$0" "$@"', k6, ...words], {
    env: { ...process.env, GOGC: '800', TIMEFORMAT: '%U %S' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`k6 ended with ${status}: ${stderr.slice(-500)}`);
  const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  return { cpu: Number(user) + Number(system), ...readSummary(summary) };
}

/** Medians of the percentiles of measured slices. */
function readSummary(path) {
  const { metrics, percents, ...plain } = JSON.parse(readFileSync(path, 'utf8'));
  if (!metrics) return plain;
  const trends = Object.keys(metrics)
    .filter((key) => /^tailgate_latency\{tailgate:s\d+\.\d+\}$/.test(key) && metrics[key].count > 0)
    .map((key) => metrics[key].values);
  const middle = (level) => findMedian(trends.map((values) => values[percents.indexOf(level)]));
  return { p50: middle(50), p99: middle(99) };
}

function describeRatio(logs) {
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1));
  const half = (tQuantile(0.975, logs.length - 1) * deviation) / Math.sqrt(logs.length);
  const [low, middle, high] = [mean - half, mean, mean + half].map((log) => Math.exp(log).toFixed(2));
  return `${middle} (${low} … ${high})`;
}
