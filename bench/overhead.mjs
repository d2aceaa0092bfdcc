/**
 * `npm run bench -- overhead [--times 5]`: what Tailgate adds to plain k6. In turns, on one machine: `tailgate run` on the
 * bookstore, and plain `k6 run` of the script that this very run kept, against the same service started by hand. Prints the
 * wall time that is neither planned load nor the service's own start, and the ratios of p50 and achieved rate.
 *
 * npm run bench -- overhead counting --before CLI [--times 10]: what counting costs. The scripts that two builds write for the
 * same load are run in turns by plain k6 against a service that answers at once: declared requests, and a script of the
 * user's. Prints the ratios of p50, p99 and k6's CPU time, this build to the other, with intervals of 95 %.
 *
 * Both need k6 in `TAILGATE_K6`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { table } from './judge/table.mjs';
import { startService } from './processes.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const options = readOptions({ times: { type: 'string' }, before: { type: 'string' } });
const k6 = process.env.TAILGATE_K6;
if (!k6) throw new Error('Name k6 with TAILGATE_K6: both take the same one.');
const signal = listenForStop('the pair under way is dropped');
const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
const [title, rows, head] = await (options.parts[0] === 'counting'
  ? compareBuilds()
  : comparePlain()
).finally(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const command = ['npm run bench -- overhead', ...options.parts].join(' ');
const text = `## ${title}\n\n${describeRun(command)}.\n\n${table(head, rows)}\n`;
console.log(text);
if (!options.print) writeSection(title, text);

async function comparePlain() {
  const cwd = resolve('examples/bookstore');
  /** The head alone: one start, and one script that plain k6 can repeat. */
  const scope = ['--only', 'search', '--budget', '6s', '--from', 'history'];
  const run = (...args) => execFileSync(process.execPath, [options.cli, ...args], { cwd, encoding: 'utf8' });
  const planned = JSON.parse(run('plan', '--json', ...scope)).seconds.atMost;
  const keep = join(folder, 'kept');
  const measured = () => {
    rmSync(keep, { recursive: true, force: true });
    const began = performance.now();
    run('run', ...scope, '--keep', keep, '--store', join(folder, 'records'));
    const wall = (performance.now() - began) / 1000;
    return { wall, ...readSummary(findKept(keep, /\.summary\.json$/)) };
  };
  const plain = async () => {
    const began = performance.now();
    const service = await startService('exec node server.mjs', { cwd, env: {}, ready: '/healthz', signal });
    const start = (performance.now() - began) / 1000;
    try {
      return { start, ...runK6(findKept(keep, /\.js$/), service.url) };
    } finally {
      await service.stop();
    }
  };
  const pairs = [];
  await repeat([{ name: 'pair', done: 0 }], {
    times: Number(options.times ?? 5),
    signal,
    async measure() {
      // In turns. Plain k6 repeats the script that the last run has kept.
      const before = pairs.length % 2 === 1 ? await plain() : null;
      const own = measured();
      const { start, ...other } = before ?? (await plain());
      pairs.push([own.wall - planned - start, own.p50 / other.p50, own.rate / other.rate]);
      return pairs
        .at(-1)
        .map((value) => value.toFixed(3))
        .join(', ');
    },
  });
  if (pairs.length === 0) throw new Error('nothing was measured');
  const middle = [0, 1, 2].map((i) => pairs.map((pair) => pair[i]).sort((a, b) => a - b)[pairs.length >> 1]);
  return [
    'Overhead beside plain k6',
    [...pairs.map((pair, i) => [i + 1, ...pair]), ['median', ...middle]].map(([name, extra, p50, rate]) => {
      return [name, `${extra.toFixed(2)} s`, p50.toFixed(3), rate.toFixed(4)];
    }),
    ['pair', 'extra wall time', 'p50, tailgate / k6', 'achieved rate, tailgate / k6'],
  ];
}

async function compareBuilds() {
  if (options.before === undefined) throw new Error('--before CLI: the cli.mjs of the build to compare with');
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
        times: Number(options.times ?? 10),
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
  return ['What counting costs', rows, ['load', 'p50', 'p99', "k6's CPU time"]];
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

/** Medians of the percentiles of measured slices, and requests in all. */
function readSummary(path) {
  const { metrics, percents } = JSON.parse(readFileSync(path, 'utf8'));
  const read = (name) => Object.keys(metrics).flatMap((key) => (name.test(key) ? [metrics[key]] : []));
  const trends = read(/^tailgate_latency\{tailgate:s\d+\.\d+\}$/).filter(({ count }) => count > 0);
  const middle = (level) =>
    trends.map(({ values }) => values[percents.indexOf(level)]).sort((a, b) => a - b)[trends.length >> 1];
  const started = read(/^tailgate_started\{tailgate:s\d+\.\d+\}$/);
  return { p50: middle(50), p99: middle(99), rate: started.reduce((all, { sum }) => all + sum, 0) };
}

function describeRatio(logs) {
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1));
  const half = (tQuantile(0.975, logs.length - 1) * deviation) / Math.sqrt(logs.length);
  const [low, middle, high] = [mean - half, mean, mean + half].map((log) => Math.exp(log).toFixed(2));
  return `${middle} (${low} … ${high})`;
}
