/**
 * `npm run bench:deployments`: two deployments on loopback, started here and compared by their URLs: how often the one
 * that takes 20 % longer for each request is found, and how often equal ones are blocked. Each run has processes of its
 * own. Writes a line of JSON for each run, and its section of bench/RESULTS.md.
 *
 * node bench/deployments.mjs [--runs 10] [--out FILE] [--cli dist/cli.mjs] [--summarise]
 *
 * `--runs`: of each kind. What the file has already counts: run it again to go on.
 */
import { execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { table } from './judge/table.mjs';
import { BENCH_HOME, REPOSITORY, SERVICES } from './paths.mjs';
import { describeRun, writeSection } from './section.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    out: { type: 'string', default: join(BENCH_HOME, 'deployments.jsonl') },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
    summarise: { type: 'boolean', default: false },
  },
});

/** What the head's requests take, as a multiple of the base's. */
const KINDS = { slower: 1.2, equal: 1 };
const REQUEST = { waitMs: 4, computeMs: 0.8, spread: 0.25 };
const describeConfig = ([base, head]) => `base: { url: "${base}" }
head: { url: "${head}" }
scenarios:
  main:
    request: GET /
    slo: p99 < 100ms at 200 req/s
`;
const READY_MS = 10_000;

const stop = listenForStop('the run under way is dropped, the others are kept');
if (!values.summarise) await runAll();
const runs = readRuns();
const text = report(runs);
console.log(text);
if (runs.length > 0) writeSection('Two deployments', text);

function readRuns() {
  if (!existsSync(values.out)) return [];
  const lines = readFileSync(values.out, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

async function runAll() {
  mkdirSync(dirname(resolve(values.out)), { recursive: true });
  const done = readRuns();
  for (let index = 0; index < Number(values.runs); index++) {
    for (const kind of Object.keys(KINDS)) {
      if (done.filter((run) => run.kind === kind).length > index) continue;
      const run = await compare(kind).catch((error) => {
        if (!stop.aborted) throw error;
      });
      if (stop.aborted) return;
      appendFileSync(values.out, `${JSON.stringify(run)}\n`);
      console.log(`${index + 1}, ${kind}: ${run.verdict} in ${run.seconds} s: ${run.headline}`);
    }
  }
}

async function compare(kind) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-deployments-'));
  const servers = [];
  try {
    const urls = [];
    for (const [name, factor] of [
      ['base', 1],
      ['head', KINDS[kind]],
    ]) {
      urls.push(await deploy(join(folder, name), factor, servers));
    }
    writeFileSync(join(folder, 'tailgate.yml'), describeConfig(urls));
    const began = performance.now();
    const command = [resolve(values.cli), 'run', '--json'];
    const options = { cwd: folder, signal: stop, maxBuffer: 2 ** 28 };
    const { stdout, stderr, code } = await promisify(execFile)(process.execPath, command, options).catch(
      (error) => error,
    );
    if (!stdout) throw new Error(`the command line has no result: ${stderr}`);
    const { verdict, headline } = JSON.parse(stdout);
    const seconds = Math.round((performance.now() - began) / 1000);
    return { at: new Date().toISOString(), kind, code: code ?? 0, verdict, headline, seconds };
  } finally {
    for (const server of servers) server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts one deployment in a folder of its own; @returns its URL once it answers */
async function deploy(folder, factor, servers) {
  mkdirSync(folder);
  const defect = { request: { ...REQUEST, factor }, loopsPerMs: readSpeed().node };
  writeFileSync(join(folder, 'defect.json'), JSON.stringify(defect));
  const port = await findPort();
  const env = { ...process.env, PORT: String(port) };
  const server = spawn(process.execPath, [join(SERVICES, 'defects', 'server.mjs')], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  servers.push(server);
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + READY_MS;
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) {
    if (performance.now() > until) throw new Error(`${url} does not answer`);
    await sleep(50);
  }
  return url;
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

function report(runs) {
  const rows = Object.entries(KINDS).map(([kind, factor]) => {
    const own = runs.filter((run) => run.kind === kind);
    const verdicts = [...new Set(own.map(({ verdict }) => verdict))].map(
      (verdict) => `${verdict} ${own.filter((run) => run.verdict === verdict).length}`,
    );
    const seconds = own.map((run) => run.seconds).sort((a, b) => a - b);
    return [
      factor === 1 ? 'equal' : `${Math.round(100 * (factor - 1))} % slower`,
      String(own.length),
      String(own.filter(({ code }) => code === 1).length),
      verdicts.join(', '),
      `${seconds[seconds.length >> 1] ?? '–'} s`,
    ];
  });
  return [
    '## Two deployments',
    '',
    `${describeRun('npm run bench:deployments')}. Two processes of one Node service for each run, compared`,
    `by their URLs at 200 req/s; a request waits ${REQUEST.waitMs} ms and computes for ${REQUEST.computeMs} ms.`,
    '',
    table(['the head', 'runs', 'blocked', 'verdicts', 'median time'], rows),
    '',
  ].join('\n');
}
