/**
 * `node bench/cluster/bed.mjs npm run bench -- cluster`: two deployments in a Kubernetes of one node, loaded from this
 * machine and from pods: whether pods together measure what one does, how often a deployment that takes 20 % longer is
 * found, and what pods cost in time. Writes a line of JSON for each run, and its section of bench/RESULTS.md.
 *
 * npm run bench -- cluster [--times 10] [--cells KIND,KIND] [--minutes 60] [--out FILE]
 *
 * `--times`: of each kind. What the file has already counts: run it again to go on.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInFolder } from './command.mjs';
import { findMedian, table, tally } from './judge/table.mjs';
import { appendLine, readLines } from './lines.mjs';
import { BENCH_HOME, REPOSITORY } from './paths.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const values = readOptions({
  times: { type: 'string', default: '10' },
  out: { type: 'string', default: join(BENCH_HOME, 'cluster.jsonl') },
});

const RATE = 200;
/** Ports of bench/cluster/deployments.yml. */
const [BASE, EQUAL, SLOWER] = [8081, 8082, 8083];
/** Head of each kind, and the pods that load it; null: this machine does. */
const KINDS = {
  local: { head: EQUAL, pods: null },
  'pods-1': { head: EQUAL, pods: 1 },
  'pods-3': { head: EQUAL, pods: 3 },
  'pods-8': { head: EQUAL, pods: 8 },
  slower: { head: SLOWER, pods: 3 },
};

const stop = listenForStop('the run under way is dropped, the others are kept');
await runAll();
const runs = readLines(values.out);
const text = report(runs);
console.log(text);
if (runs.length > 0) writeSection('Load from pods', text);

async function runAll() {
  const kubectl = (...args) => execFileSync('kubectl', args, { encoding: 'utf8' });
  kubectl('apply', '-f', join(REPOSITORY, 'bench', 'cluster', 'deployments.yml'));
  kubectl('wait', '-n', 'shop', '--for=condition=Available', '--timeout=2m', 'deployment', '--all');
  const found = '{.items[0].status.addresses[?(@.type=="InternalIP")].address}';
  const address = kubectl('get', 'nodes', '-o', `jsonpath=${found}`);
  const done = readLines(values.out);
  const kinds = values.cells?.split(',') ?? Object.keys(KINDS);
  const turns = kinds.map((name) => ({ name, done: done.filter(({ kind }) => kind === name).length }));
  await repeat(turns, {
    times: Number(values.times),
    minutes: values.minutes,
    signal: stop,
    async measure({ name }) {
      const run = await compare(name, address);
      appendLine(run, values.out);
      return `${run.verdict} in ${run.seconds} s: ${run.headline}`;
    },
  });
}

function describeConfig({ head, pods }, address) {
  return `service: {url: "http://${address}:${head}"}
allow: ["${address}"]
${pods === null ? '' : `load-from: {kubernetes: {pods: ${pods}, namespace: shop}}\n`}scenarios:
  main:
    request: GET /
    load: ${RATE} req/s
    slo: [p50 < 100ms, p99 < 100ms]
measure: {soak: 0s}
`;
}

async function compare(kind, address) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-cluster-'));
  try {
    const { head } = KINDS[kind];
    writeFileSync(join(folder, 'tailgate.yml'), describeConfig(KINDS[kind], address));
    const urls = ['--base-url', `http://${address}:${BASE}`, '--head-url', `http://${address}:${head}`];
    const args = ['run', ...urls, '--json'];
    const { code, result, seconds, words } = await runInFolder(values.cli, folder, args, stop);
    if (!result) throw new Error(`tailgate ended with ${code}: ${words}`);
    const { verdict, headline, slos } = result;
    const levels = slos.map(({ metric, value, low, high }) => ({ metric, value, low, high }));
    return { kind, code, verdict, headline, seconds: Math.round(seconds), levels };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(runs) {
  const rows = Object.entries(KINDS).flatMap(([kind, { head, pods }]) => {
    const own = runs.filter((run) => run.kind === kind);
    if (own.length === 0) return [];
    const level = (metric) => {
      const found = own.flatMap(({ levels }) => levels.filter((one) => one.metric === metric));
      const [value, low, high] = ['value', 'low', 'high'].map(
        (key) => `${Number(findMedian(found.map((one) => one[key]))).toFixed(2)} ms`,
      );
      return `${value} (${low} … ${high})`;
    };
    const from = pods === null ? 'this machine' : `${pods} pod${pods === 1 ? '' : 's'}`;
    const blocked = `${own.filter(({ code }) => code === 1).length} of ${own.length}`;
    const verdicts = tally(own.map(({ verdict }) => verdict));
    const time = `${findMedian(own.map(({ seconds }) => seconds))} s`;
    const to = head === SLOWER ? '20 % slower' : 'equal';
    return [[from, to, blocked, verdicts, level('p50'), level('p99'), time]];
  });
  return `## Load from pods

${describeRun('npm run bench -- cluster')}. A Kubernetes of one node on this machine (bench/cluster), ${RATE} req/s together.
p50 and p99 are those of the head, with their intervals: medians of the runs.

${table(['load from', 'the head', 'blocked', 'verdicts', 'p50', 'p99', 'median time'], rows)}
`;
}
