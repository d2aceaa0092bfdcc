/**
 * `npm run bench -- overhead counting --before CLI [--times 10]`: what counting costs. The scripts that two builds write for
 * the same load are run in turns by plain k6 against a service that answers at once: declared requests, and a script of the
 * user's. Prints the ratios of p50, p99 and k6's CPU time, this build to the other, with intervals of 95 %. Needs k6 in
 * `TAILGATE_K6`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { findMedian, table } from './judge/table.mjs';
import { startService } from './processes.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const options = readOptions({ times: { type: 'string', default: '10' }, before: { type: 'string' } });
const k6 = process.env.TAILGATE_K6;
if (!k6) throw new Error('Name k6 with TAILGATE_K6: both builds take the same one.');
if (options.parts[0] !== 'counting' || options.before === undefined)
  throw new Error('counting --before CLI: the cli.mjs of the build to compare with');
const signal = listenForStop('the pair under way is dropped');
const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
const rows = await compareBuilds().finally(() =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
);
const title = 'What counting costs';
const text = `## ${title}

${describeRun('npm run bench -- overhead counting')}.

${table(['load', 'p50', 'p99', "k6's CPU time"], rows)}
`;
console.log(text);
if (!options.print) writeSection(title, text);

async function compareBuilds() {
  const builds = { before: resolve(options.before), now: options.cli };
  const server = `require('node:http').createServer((_, answer) => answer.end('{"ok":true}')).listen(process.env.PORT, '127.0.0.1');`;
  const place = join(folder, 'service');
  mkdirSync(place);
  writeFileSync(join(place, 'server.cjs'), server);
  writeFileSync(
    join(place, 'load.js'),
    "import http from 'k6/http'; export default () => { http.get(__ENV.BASE_URL); };",
  );
  const loads = { 'declared requests': 'request: GET /', 'a script': 'script: load.js' };
  const service = await startService('exec node server.cjs', { cwd: place, env: {}, ready: '/', signal });
  const rows = [];
  try {
    for (const [name, work] of Object.entries(loads)) {
      const scripts = Object.entries(builds).map(([build, cli]) => {
        writeFileSync(
          join(place, 'tailgate.yml'),
          `service: {start: node server.cjs, url: 'http://127.0.0.1:\${PORT}'}
scenarios: {fast: {${work}, slo: p99 < 50ms at 1000 req/s for 8s}}
measure: {soak: 0s}
baseline: {from: history}
`,
        );
        const keep = join(folder, `${name}-${build}`);
        spawnSync(process.execPath, [cli, 'run', '--keep', keep], { cwd: place, stdio: 'ignore' });
        return findKept(keep, /^block-1.*\d\.js$/);
      });
      const pairs = [];
      await repeat([{ name, done: 0 }], {
        times: Number(options.times),
        signal,
        async measure() {
          const seen = [];
          for (const at of pairs.length % 2 === 0 ? [0, 1] : [1, 0])
            seen[at] = runK6(scripts[at], service.url);
          pairs.push(['p50', 'p99', 'cpu'].map((key) => Math.log(seen[1][key] / seen[0][key])));
          return pairs
            .at(-1)
            .map((log) => Math.exp(log).toFixed(2))
            .join(', ');
        },
      });
      rows.push([name, ...[0, 1, 2].map((i) => describeRatio(pairs.map((pair) => pair[i])))]);
    }
  } finally {
    await service.stop();
  }
  return rows;
}

/** Runs plain k6 on a script that Tailgate has written. `cpu`: seconds of its CPU time. */
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

function findKept(keep, name) {
  const place = join(keep, 'k6');
  return join(
    place,
    readdirSync(place).find((file) => name.test(file)),
  );
}

/** Medians of the percentiles of measured slices. */
function readSummary(path) {
  const { metrics, percents } = JSON.parse(readFileSync(path, 'utf8'));
  const slices = Object.keys(metrics).filter((key) => /^tailgate_latency\{tailgate:s\d+\.\d+\}$/.test(key));
  const trends = slices.map((key) => metrics[key]).filter(({ count }) => count > 0);
  const middle = (level) => findMedian(trends.map(({ values }) => values[percents.indexOf(level)]));
  return { p50: middle(50), p99: middle(99) };
}

function describeRatio(logs) {
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1));
  const half = (tQuantile(0.975, logs.length - 1) * deviation) / Math.sqrt(logs.length);
  const [low, middle, high] = [mean - half, mean, mean + half].map((log) => Math.exp(log).toFixed(2));
  return `${middle} (${low} … ${high})`;
}
