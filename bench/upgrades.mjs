/**
 * `npm run bench -- upgrades`: released packages are real changes that nobody here made. Each pair of releases is gated with
 * the defaults as a pull request that moves one version, in a small service that uses what changed (upgrades/*.yml). Where
 * Tailgate says slower or faster, vegeta loads both arms alone as well: three fresh processes of each in turns. Adds a line
 * to bench/recorded/upgrades.jsonl for each pair, goes on where it was stopped, and writes its section of bench/RESULTS.md.
 *
 * npm run bench -- upgrades [--cells express-5,flask-3] [--minutes 60] [--print] [--cli dist/cli.mjs]
 *
 * `--print`: nothing is measured or written. Needs k6, vegeta, npm, python3, go, a JDK and mvn.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { runInFolder } from './command.mjs';
import { describeJob } from './jobs/job.mjs';
import { environment, makeRepository } from './jobs/repository.mjs';
import { nameBuild } from './jobs/store.mjs';
import { findMedian, signed, table } from './judge/table.mjs';
import { appendLine, readLines } from './lines.mjs';
import { RECORDED } from './paths.mjs';
import { startService } from './processes.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const STORE = join(RECORDED, 'upgrades.jsonl');
const read = (name) => readFileSync(new URL(`./upgrades/${name}`, import.meta.url), 'utf8');
const PAIRS = ['npm.yml', 'python.yml', 'compiled.yml'].flatMap((name) => parse(read(name)));
/** Load of the other generator on each of three starts (s), and before it. */
const [SECONDS, WARM_SECONDS, STARTS] = [8, 3, 3];

const writePom = (packages) => {
  const dependencies = packages.map((one) => {
    const [group, artifact, version] = one.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project><modelVersion>4.0.0</modelVersion><groupId>up</groupId><artifactId>grade</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>`;
};

/** How a service is built and started, by its file's ending. */
const LANGUAGES = {
  '.mjs': {
    manifest: ['package.json', (packages) => JSON.stringify({ dependencies: nameVersions(packages) })],
    build: 'npm install --silent --no-audit --no-fund --no-package-lock',
    start: 'exec node service.mjs',
  },
  '.py': {
    manifest: ['requirements.txt', (packages) => packages.join('\n')],
    build: 'python3 -m pip install --quiet --disable-pip-version-check --target deps -r requirements.txt',
    start: 'PYTHONPATH=deps exec python3 service.py',
  },
  '.go': {
    manifest: ['go.mod', (packages) => `module upgrade\n\ngo 1.22\n\nrequire (\n${packages.join('\n')}\n)\n`],
    build: 'go build -mod=mod -o app .',
    start: 'exec ./app',
  },
  '.java': {
    manifest: ['pom.xml', writePom],
    build: "mvn -q dependency:copy-dependencies -DoutputDirectory=deps && javac -cp 'deps/*' service.java",
    start: "exec java -cp 'deps/*:.' Service",
  },
};

function nameVersions(packages) {
  return Object.fromEntries(packages.map((one) => /^(.+)@(.+)$/.exec(one).slice(1)));
}

const { print, cells, minutes, cli } = readOptions();
const signal = listenForStop('the pair under way is dropped');
const build = nameBuild(cli);
const find = ({ name }) => readLines(STORE).findLast((line) => line.pair.name === name);
const chosen = PAIRS.filter(({ name }) => !cells || cells.split(',').includes(name));
const turns = chosen.map((pair) => ({ ...pair, done: find(pair) ? 1 : 0 }));
if (!print) await repeat(turns, { times: 1, minutes, signal, measure });
report();

function listFiles({ service, request, rate, ...pair }, arm) {
  const { manifest, build, start } = LANGUAGES[extname(service)];
  const config = {
    service: { build, start, url: 'http://127.0.0.1:${PORT}' },
    scenarios: { main: { request, slo: `p99 < 250ms at ${rate} req/s` } },
  };
  return {
    [manifest[0]]: manifest[1](pair[arm]),
    [`service${extname(service)}`]: read(`services/${service}`),
    'tailgate.yml': stringify(config, { lineWidth: 0 }),
    '.gitignore': '.tailgate/\nnode_modules/\ndeps/\napp\n*.class\ngo.sum\n',
  };
}

async function measure(pair) {
  const { folder, remove } = makeRepository(listFiles(pair, 'from'), listFiles(pair, 'to'));
  try {
    const plan = execFileSync(process.execPath, [cli, 'plan', '--json'], { cwd: folder, env: environment() });
    const planned = Math.round(JSON.parse(plan).wallSeconds);
    const at = new Date().toISOString();
    const ended = await runInFolder(cli, folder, ['run', '--base-branch', 'main', '--json'], signal);
    const job = describeJob(ended);
    const isMoved = ({ outcome }) => outcome === 'regressed' || outcome === 'improved';
    const other = job.changes.some(isMoved) ? await loadArms(pair) : null;
    appendLine({ pair, at, build, planned, ...job, other }, STORE);
    return `${job.seconds} s, ${job.headline}`;
  } finally {
    remove();
  }
}

/** Both arms alone under vegeta, in turns. @returns medians over the starts (ms) */
async function loadArms(pair) {
  const arms = ['from', 'to'].map((arm) => ({ arm, starts: [], ...makeRepository(listFiles(pair, arm)) }));
  try {
    for (const { folder } of arms)
      execFileSync('sh', ['-c', LANGUAGES[extname(pair.service)].build], { cwd: folder, env: environment() });
    for (let start = 0; start < STARTS; start++)
      for (const { folder, starts } of start % 2 ? arms.toReversed() : arms)
        starts.push(await loadOnce(pair, folder));
    const middle = (starts, name) => findMedian(starts.map((one) => one[name]));
    const sum = ({ arm, starts }) => [arm, { p50: middle(starts, 'p50'), p99: middle(starts, 'p99') }];
    return Object.fromEntries(arms.map(sum));
  } finally {
    for (const { remove } of arms) remove();
  }
}

async function loadOnce({ service, request, rate }, folder) {
  const { start } = LANGUAGES[extname(service)];
  const { url, stop } = await startService(start, { cwd: folder, env: {}, ready: '/', signal });
  const vegeta = (input, ...words) => execFileSync('vegeta', words, { input, maxBuffer: 2 ** 30 });
  try {
    const line = typeof request === 'string' && /^(?<method>\S+) (?<path>\S+)$/.exec(request).groups;
    const { method, path, json, headers } = line || request;
    const all = { ...(json && { 'content-type': 'application/json' }), ...headers };
    const header = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]]));
    const body = json && Buffer.from(JSON.stringify(json)).toString('base64');
    const target = `${JSON.stringify({ method, url: url + path, header, body })}\n`;
    const attack = (seconds) =>
      vegeta(target, 'attack', '-format=json', `-rate=${rate}`, `-duration=${seconds}s`);
    attack(WARM_SECONDS);
    const { latencies, success } = JSON.parse(vegeta(attack(SECONDS), 'report', '-type=json'));
    if (success < 1) throw new Error(`vegeta: ${success} of the requests succeed`);
    return { p50: latencies['50th'] / 1e6, p99: latencies['99th'] / 1e6 };
  } finally {
    await stop();
  }
}

function report() {
  const rows = PAIRS.flatMap((pair) => {
    const line = find(pair);
    if (!line) return [];
    const { changes, verdict, seconds, planned, other } = line;
    const compare = (level) => (other ? signed(other.to[level] / other.from[level] - 1, 0) : '');
    const said = pair.says + (pair.later ? `. vegeta, ${pair.later}` : '');
    const own = [describeChange(changes, 'p50'), describeChange(changes, 'p99')];
    const time = `${Math.round(seconds)} (${planned})`;
    return [[namePackages(pair), verdict, ...own, compare('p50'), compare('p99'), time, said]];
  });
  const builds = [...new Set(PAIRS.flatMap((pair) => find(pair)?.build ?? []))].join(', ');
  const head = ['upgrade', 'verdict', 'p50', 'p99', 'vegeta: p50', 'p99', 'seconds (plan)', 'what is said'];
  const text = `## Upgrades of packages

${describeRun('npm run bench -- upgrades')}, builds ${builds}: ${rows.length} of ${PAIRS.length}. Changes are Tailgate's,
over all load, with intervals of 95 %; slower in bold, faster in italics. vegeta: medians of ${STARTS} fresh processes of each arm alone, ${SECONDS} s
each. What is said: by changelog or public issues.

${table(head, rows)}
`;
  console.log(text);
  if (!print) writeSection('Upgrades of packages', text);
}

/** `express 4.21.2 → 5.1.0`: those that move. */
function namePackages({ from, to }) {
  const split = (text) => /^(.*?)(?:\/v\d+)?(?:==|@|:| v)([^@:= ]+)$/.exec(text).slice(1);
  const name = (one, index) => {
    const [[path, version], [, next]] = [split(one), split(to[index])];
    return version === next ? [] : `${path.split(/[/:]/).at(-1)} ${version} → ${next}`;
  };
  return from.flatMap(name).join(', ');
}

function describeChange(changes, metric) {
  const own = changes.find((change) => change.metric === metric && change.where !== 'alone');
  if (!own?.change) return own?.outcome ?? '';
  const { value, low, high } = own.change;
  const mark = { regressed: '**', improved: '*' }[own.outcome] ?? '';
  return `${mark}${signed(value / 100, 0)}${mark} (${signed(low / 100, 0)} … ${signed(high / 100, 0)})`;
}
