/**
 * Writes the site of many records from a bare repository over file://, and again with one record more, as
 * `tailgate site --store git` does in processes of their own; compares the change points with those that were planted;
 * and writes the figures into bench/RESULTS.md.
 *
 *   node bench/site.mjs [--records 1000] [--keep FOLDER] [--dry]
 *
 * `--keep` leaves the project and its site there, to look at.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { texts } from '../scripts/texts.mjs';
import { REPOSITORY } from './paths.mjs';
import { seededRandom } from './random.mjs';
import { describeRun, writeSection } from './section.mjs';
import { loadSource } from './source.mjs';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000' },
    keep: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
});
const count = Number(values.records);
const BLOCKS = 6;
const SECONDS = 3;
/** Standard deviation (log) of a run's level, and of a start's within a run. */
const NOISE = { run: 0.025, start: 0.02 };

/** Typical p50 and p99 (ms), and the planted steps: share of the history, and factor from there on. */
const SCENARIOS = [
  { name: 'search', p50: 2.1, p99: 7.3, limit: 'p99 < 30ms', steps: [] },
  { name: 'lookup', p50: 0.41, p99: 0.93, limit: 'p99 < 5ms', steps: [[0.3, 1.15]] },
  {
    name: 'checkout',
    p50: 24,
    p99: 61.2,
    limit: 'p99 < 100ms',
    steps: [
      [0.2, 1.25],
      [0.52, 0.85],
      [0.9, 1.3],
    ],
  },
  {
    name: 'cart',
    p50: 8,
    p99: 22,
    limit: 'p95 < 40ms',
    steps: [
      [0.4, 1.4],
      [0.44, 1 / 1.4],
    ],
  },
  { name: 'report', p50: 140, p99: 420, limit: 'p99 < 800ms', steps: [[0.75, 1.2]] },
];
const MACHINES = ['AMD EPYC 7763 64-Core Processor', 'AMD EPYC 9V74 80-Core Processor'];
/** Share of the history from which on another kind of machine measures. */
const MOVED = 0.62;

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'tailgate-bench-site-'));
mkdirSync(folder, { recursive: true });
try {
  const cli = await bundle(join(folder, 'cli'));
  const project = join(folder, 'project');
  const { bytes, last } = await fill(project);
  const out = join(folder, 'site');
  const first = run(cli, project, out);
  execFileSync('git', ['update-ref', 'refs/tailgate/default', last], { cwd: join(folder, 'server.git') });
  const second = run(cli, project, out);
  const text = describe({ bytes, first, second, ...weigh(out), ...(await compare(out)) });
  console.log(text);
  if (!values.dry) writeSection('The site', text);
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

async function bundle(outdir) {
  await build({
    entryPoints: { cli: join(REPOSITORY, 'src/cli.ts') },
    outdir,
    splitting: true,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    plugins: [texts],
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    loader: { '.k6.js': 'text', '.child.js': 'text', '.yml': 'text' },
    define: { __TAILGATE_VERSION__: '"bench"' },
    banner: {
      js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url),__filename=import.meta.url;",
    },
    logLevel: 'error',
  });
  return join(outdir, 'cli.mjs');
}

/** A project of so many commits, each with a record of itself beside the commit before, and one record more that comes later. */
async function fill(project) {
  const { nameEntry, RECORDED_PERCENTS, readRecord } = await loadSource([
    'src/records/stores/entries.ts',
    'src/measurement/levels.ts',
    'src/records/record.ts',
  ]);
  const server = join(folder, 'server.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', server]);
  const stream = join(folder, 'stream');
  const out = openSync(stream, 'w');
  const file = writeProject();
  for (let index = 0; index <= count; index++) {
    const subject =
      index % 3 === 0
        ? `Merge pull request #${index + 10} from acme/topic`
        : `Change of the day (#${index + 10})`;
    writeSync(
      out,
      `commit refs/heads/main\nmark :${index + 1}\ncommitter Bench <bench@localhost> ${secondsOf(index)} +0000\n`,
    );
    writeSync(out, `data ${subject.length}\n${subject}\n`);
    if (index === 0) writeSync(out, `M 100644 inline tailgate.yml\ndata ${file.length}\n${file}\n`);
  }
  closeSync(out);
  fastImport(server, stream);
  const commits = execFileSync('git', ['-C', server, 'rev-list', '--reverse', 'main'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
    .trim()
    .split('\n');
  const random = seededRandom(20261126);
  const again = openSync(stream, 'w');
  const files = [];
  let bytes = 0;
  for (let index = 0; index <= count; index++) {
    const record = makeRecord(index, commits, RECORDED_PERCENTS, random);
    const text = `${JSON.stringify(readRecord(JSON.stringify(record)))}\n`;
    bytes += text.length;
    writeSync(again, `blob\nmark :${index + 1}\ndata ${text.length}\n${text}\n`);
    files.push(`M 100644 :${index + 1} ${nameEntry(record)}\n`);
  }
  // The reference has all but the last, which comes between the two calls.
  for (const [ref, named] of [
    ['refs/tailgate/default', files.slice(0, -1)],
    ['refs/later', files],
  ])
    writeSync(
      again,
      `commit ${ref}\ncommitter Bench <bench@localhost> 1767225600 +0000\ndata 0\n${named.join('')}\n`,
    );
  closeSync(again);
  fastImport(server, stream);
  execFileSync('git', ['clone', '--quiet', server, project]);
  execFileSync('git', ['-C', project, 'remote', 'set-url', 'origin', `file://${server}`]);
  const last = execFileSync('git', ['-C', server, 'rev-parse', 'refs/later'], { encoding: 'utf8' }).trim();
  return { bytes: bytes / (count + 1), last };
}

function fastImport(server, stream) {
  const input = openSync(stream, 'r');
  execFileSync('git', ['-C', server, 'fast-import', '--quiet'], { stdio: [input, 'ignore', 'inherit'] });
  closeSync(input);
  rmSync(stream);
}

function writeProject() {
  const scenarios = SCENARIOS.map(
    ({ name, limit }) => `  ${name}:\n    request: GET /${name}\n    slo: ${limit} at 100 req/s\n`,
  );
  return `service:\n  start: node server.mjs\n  url: http://127.0.0.1:\${PORT}\nscenarios:\n${scenarios.join('')}`;
}

/** Three commits a day. */
function secondsOf(index) {
  return Date.UTC(2025, 0, 1) / 1000 + index * 8 * 3600;
}

function makeRecord(index, commits, percents, random) {
  const uniform = () => (random.below(2 ** 30) + 0.5) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const machine = index < MOVED * count ? 0 : 1;
  // The machine's mood of a run is that of both arms.
  const levels = new Map();
  const step = ({ name, p50, p99, steps }, arm) => {
    const place = arm === 'base' ? index - 1 : index;
    const level = steps.reduce(
      (factor, [at, by]) => (place >= Math.round(at * count) ? factor * by : factor),
      machine ? 0.8 : 1,
    );
    const ofRun = levels.get(name) ?? Math.exp(NOISE.run * normal());
    levels.set(name, ofRun);
    const sigma = Math.log(p99 / p50) / 2.326;
    const slice = (block) => {
      const ofStart = ofRun * Math.exp(NOISE.start * normal());
      const values = percents.map((percent) =>
        Number((level * ofStart * p50 * Math.exp(sigma * probit(percent / 100))).toPrecision(4)),
      );
      return {
        startedAt: secondsOf(index) * 1000 + block * 20_000,
        ...{ seconds: SECONDS, planned: 300, ok: 300, failed: 0, dropped: 0 },
        latency: { levels: percents.map((percent) => percent / 100), values },
        avg: Number((level * ofStart * p50 * 1.2).toPrecision(4)),
        lag: { p50: 0, p99: 1, max: 2 },
      };
    };
    return {
      scenario: name,
      label: name,
      digest: 'd'.repeat(64),
      load: { kind: 'arrival-rate', rate: 100 },
      arm,
      instances: Array.from({ length: BLOCKS }, (_, block) => ({ block, slices: [slice(block)] })),
    };
  };
  return {
    schemaVersion: 1,
    suite: 'default',
    commit: commits[index],
    dirty: false,
    branch: 'main',
    commitTime: new Date(secondsOf(index) * 1000).toISOString(),
    attempt: `${index}-1`,
    recordedAt: new Date((secondsOf(index) + 600) * 1000).toISOString(),
    tailgate: 'bench',
    environment: { cpuModel: MACHINES[machine], cores: 4, os: 'Linux 6.8 x64', k6: '1.8.1', node: '22.0.0' },
    pair: {
      baseCommit: commits[Math.max(0, index - 1)],
      ...{ baseTree: 'b'.repeat(40), headTree: 'c'.repeat(40), seed: index },
    },
    steps: SCENARIOS.flatMap((scenario) => ['head', 'base'].map((arm) => step(scenario, arm))),
  };
}

/** Quantile of the normal distribution (Tukey's lambda, close enough to draw latencies). */
function probit(level) {
  const p = Math.min(0.9999, Math.max(0.0001, level));
  return (p ** 0.135 - (1 - p) ** 0.135) / 0.1975;
}

function run(cli, cwd, out) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'site', '--out', out, '--store', 'git'],
    { cwd, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`tailgate site failed: ${stderr}`);
  return { seconds: (performance.now() - began) / 1000, said: stdout.trim() };
}

function weigh(out) {
  const files = readdirSync(out, { recursive: true })
    .map((name) => statSync(join(out, name)))
    .filter((stats) => stats.isFile());
  return { files: files.length, megabytes: files.reduce((sum, { size }) => sum + size, 0) / 1e6 };
}

/** Counts planted steps that were found within two commits, and change points where none was planted. */
async function compare(out) {
  const { composeTracks } = await loadSource(['src/report/site/tracks.ts']);
  const state = JSON.parse(readFileSync(join(out, 'tailgate-site.json'), 'utf8'));
  let [planted, near, elsewhere] = [0, 0, 0];
  for (const { name, limit, steps } of SCENARIOS) {
    const slo = {
      metric: { kind: 'percentile', percent: Number(/\d+/.exec(limit)) },
      operator: '<',
      limit: { kind: 'absolute', value: 1, unit: 'ms' },
    };
    const declared = {
      suite: 'default',
      scenario: name,
      label: name,
      load: { kind: 'arrival-rate', rate: 100 },
      slos: [slo],
    };
    const places = steps.map(([at]) => Math.round(at * count));
    for (const panel of composeTracks([declared], state.runs, 'main')[0].panels) {
      const found = panel.steps.map(({ x }) => x);
      planted += places.length;
      near += places.filter((place) => found.some((x) => Math.abs(x - place) <= 2)).length;
      elsewhere += found.filter((x) => places.every((place) => Math.abs(x - place) > 10)).length;
    }
  }
  return { planted, near, elsewhere };
}

function describe({ bytes, first, second, files, megabytes, planted, near, elsewhere }) {
  return `## The site

${describeRun(`node bench/site.mjs --records ${count}`)}. ${count} commits of ${SCENARIOS.length} scenarios, each with a record of ${Math.round(bytes / 1000)} kB, in a bare repository over file://.

| | seconds | |
| - | -: | - |
| the whole site | ${first.seconds.toFixed(1)} | ${first.said.replace(/^\S+ /, '')} |
| again, with one record more | ${second.seconds.toFixed(1)} | ${second.said.replace(/^\S+ /, '')} |

It has ${files} files of ${megabytes.toFixed(1)} MB together. Of ${planted} planted steps (p50 and the SLO's percentile, −29 to +40 %, runs that scatter by ${NOISE.run * 100} %) ${near} were found within two commits; ${elsewhere} change points are elsewhere.
`;
}
