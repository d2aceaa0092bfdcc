/**
 * `npm run bench -- upgrades`: released packages are real changes that nobody here made. Each pair of releases is gated with the
 * defaults as a pull request that moves one version, in a small service that uses what changed. Where Tailgate says slower
 * or faster, vegeta loads both arms alone as well: three fresh processes of each in turns. Writes a
 * line of bench/recorded/upgrades.jsonl for each pair, and once all are there its section of bench/RESULTS.md.
 *
 * npm run bench -- upgrades [--cells express-5,flask-3] [--minutes 60] [--print] [--try] [--cli dist/cli.mjs]
 *
 * `--print`: nothing is measured or written. `--try`: `tailgate try` of both revisions of each, nothing else. Needs k6, vegeta, npm, python3,
 * go, a JDK and mvn.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { runInFolder } from './command.mjs';
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
/** An upgrade is described in the head of npm.yml. */
const PAIRS = ['npm', 'python', 'compiled'].flatMap((name) =>
  parse(readFileSync(new URL(`./upgrades/${name}.yml`, import.meta.url), 'utf8')),
);
/** Load of the other generator on each of three starts (s), and before it. */
const [SECONDS, WARM_SECONDS, STARTS] = [8, 3, 3];

const split = (text, mark) => [
  text.slice(0, text.lastIndexOf(mark)),
  text.slice(text.lastIndexOf(mark) + mark.length),
];
const dependency = (text) => {
  const [groupId, artifactId, version] = text.split(':');
  return `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`;
};

/** How a service is built and started, by its file's ending. */
const LANGUAGES = {
  mjs: {
    manifest: (packages) => ({
      'package.json': JSON.stringify(
        { dependencies: Object.fromEntries(packages.map((one) => split(one, '@'))) },
        null,
        2,
      ),
    }),
    build: 'npm install --silent --no-audit --no-fund --no-package-lock',
    start: 'exec node service.mjs',
  },
  py: {
    manifest: (packages) => ({ 'requirements.txt': packages.join('\n') }),
    build: 'python3 -m pip install --quiet --disable-pip-version-check --target deps -r requirements.txt',
    start: 'PYTHONPATH=deps exec python3 service.py',
  },
  go: {
    manifest: (packages) => ({
      'go.mod': `module upgrade\n\ngo 1.22\n\nrequire (\n${packages.join('\n')}\n)\n`,
    }),
    build: 'go build -mod=mod -o app .',
    start: 'exec ./app',
  },
  java: {
    manifest: (packages) => ({
      'pom.xml': `<project><modelVersion>4.0.0</modelVersion><groupId>up</groupId><artifactId>grade</artifactId><version>1</version><dependencies>${packages.map(dependency).join('')}</dependencies></project>`,
    }),
    build: "mvn -q dependency:copy-dependencies -DoutputDirectory=deps && javac -cp 'deps/*' service.java",
    start: "exec java -cp 'deps/*:.' Service",
  },
};

const { print, try: tries, cells, minutes, cli } = readOptions({ try: { type: 'boolean', default: false } });
const signal = listenForStop('the pair under way is dropped');
const build = nameBuild(cli);
const known = () => readLines(STORE).filter((line) => line.build === build);
const chosen = PAIRS.filter(({ name }) => !cells || cells.split(',').includes(name));
const turns = chosen.map((pair) => ({
  ...pair,
  done: known().filter(({ pair: { name } }) => name === pair.name).length,
}));
if (tries)
  await repeat(
    chosen.map((pair) => ({ ...pair, done: 0 })),
    { times: 1, signal, measure: tryBoth },
  );
else if (!print) await repeat(turns, { times: 1, minutes, signal, measure: measurePair });
if (!tries) report();

function listFiles({ service, request, rate, ...pair }, arm) {
  const [, ending] = split(service, '.');
  const { manifest, build, start } = LANGUAGES[ending];
  const config = {
    service: { build, start, url: 'http://127.0.0.1:${PORT}' },
    scenarios: { main: { request, slo: `p99 < 250ms at ${rate} req/s` } },
  };
  return {
    ...manifest(pair[arm]),
    [`service.${ending}`]: readFileSync(new URL(`./upgrades/services/${service}`, import.meta.url), 'utf8'),
    'tailgate.yml': stringify(config, { lineWidth: 0 }),
    '.gitignore': '.tailgate/\nnode_modules/\ndeps/\napp\n*.class\ngo.sum\n',
  };
}

/** A command that is soon over. */
function say(cwd, ...args) {
  return spawnSync(process.execPath, [cli, ...args], { cwd, env: environment(), encoding: 'utf8' });
}

async function tryBoth(pair) {
  for (const arm of ['from', 'to']) {
    const { folder, remove } = makeRepository(listFiles(pair, arm));
    try {
      const { status, stdout, stderr } = say(folder, 'try');
      if (status !== 0) throw new Error(`${arm}: ${stdout}${stderr}`);
    } finally {
      remove();
    }
  }
  return 'both answer';
}

async function measurePair(pair) {
  const { folder, remove } = makeRepository(listFiles(pair, 'from'), listFiles(pair, 'to'));
  try {
    const planned = JSON.parse(say(folder, 'plan', '--json').stdout).wallSeconds;
    const { result, seconds, words } = await runInFolder(
      cli,
      folder,
      ['run', '--base-branch', 'main', '--json'],
      signal,
    );
    signal.throwIfAborted();
    if (!result) throw new Error(words.slice(-500));
    const changes = result.changes.map(({ metric, where, outcome, changePercent }) => ({
      metric,
      where,
      outcome,
      change: changePercent,
    }));
    const other = changes.some(isMoved) ? await loadAlone(pair) : null;
    const at = new Date().toISOString();
    const { verdict, headline } = result;
    appendLine(
      {
        pair,
        at,
        build,
        verdict,
        headline,
        seconds: Math.round(seconds),
        planned: Math.round(planned.most),
        changes,
        other,
      },
      STORE,
    );
    return `${Math.round(seconds)} s, ${headline}`;
  } finally {
    remove();
  }
}

function isMoved({ outcome }) {
  return outcome === 'regressed' || outcome === 'improved';
}

/** Both arms alone under vegeta, in turns. @returns medians over the starts (ms) */
async function loadAlone(pair) {
  const arms = ['from', 'to'].map((arm) => ({
    arm,
    folder: mkdtempSync(join(tmpdir(), 'tailgate-upgrade-')),
    starts: [],
  }));
  try {
    for (const { arm, folder } of arms) {
      for (const [name, text] of Object.entries(listFiles(pair, arm)))
        writeFileSync(join(folder, name), text);
      execFileSync('/bin/sh', ['-c', LANGUAGES[split(pair.service, '.')[1]].build], {
        cwd: folder,
        env: environment(),
      });
    }
    for (let start = 0; start < STARTS; start++)
      for (const { folder, starts } of start % 2 ? arms.toReversed() : arms)
        starts.push(await loadOnce(pair, folder));
    return Object.fromEntries(
      arms.map(({ arm, starts }) => [
        arm,
        Object.fromEntries(
          ['p50', 'p99', 'failed'].map((name) => [name, findMedian(starts.map((one) => one[name]))]),
        ),
      ]),
    );
  } finally {
    for (const { folder } of arms) rmSync(folder, { recursive: true, force: true });
  }
}

async function loadOnce({ service, request, rate }, folder) {
  const { url, stop } = await startService(LANGUAGES[split(service, '.')[1]].start, {
    cwd: folder,
    env: {},
    ready: '/',
    signal,
  });
  try {
    const [method, path] = typeof request === 'string' ? request.split(' ') : [request.method, request.path];
    const json =
      request.json === undefined
        ? {}
        : { body: Buffer.from(JSON.stringify(request.json)).toString('base64') };
    const header = { ...(request.json && { 'content-type': 'application/json' }), ...request.headers };
    const target = `${JSON.stringify({
      method,
      url: url + path,
      ...json,
      header: Object.fromEntries(Object.entries(header).map(([name, value]) => [name, [value]])),
    })}\n`;
    const attack = (seconds) => {
      const options = ['attack', '-format=json', `-rate=${rate}`, `-duration=${seconds}s`];
      return execFileSync('vegeta', options, { input: target, maxBuffer: 2 ** 30 });
    };
    attack(WARM_SECONDS);
    const { latencies, success } = JSON.parse(
      execFileSync('vegeta', ['report', '-type=json'], { input: attack(SECONDS), maxBuffer: 2 ** 30 }),
    );
    return { p50: latencies['50th'] / 1e6, p99: latencies['99th'] / 1e6, failed: 1 - success };
  } finally {
    await stop();
  }
}

function report() {
  const lines = known();
  const rows = PAIRS.flatMap(({ name, from, to, says }) => {
    const line = lines.find(({ pair }) => pair.name === name);
    return line
      ? [
          [
            describePackages(from, to),
            line.verdict,
            ...['p50', 'p99'].map((metric) => describeChange(line, metric)),
            `${line.seconds} (${line.planned})`,
            ...['p50', 'p99'].map((level) => describeOther(line, level)),
            says,
          ],
        ]
      : [];
  });
  const head = [
    'upgrade',
    'verdict',
    'p50',
    'p99',
    'seconds (plan)',
    'vegeta: p50',
    'p99',
    'what changelog or issues say',
  ];
  const text = `## Upgrades of packages

${describeRun('npm run bench -- upgrades')}, build ${build}: ${rows.length} of ${PAIRS.length}. Changes are Tailgate's, over all load, with intervals of 95 %;
vegeta: medians of ${STARTS} fresh processes of each arm alone, ${SECONDS} s each.

${table(head, rows)}
`;
  console.log(text);
  if (!print && rows.length === PAIRS.length) writeSection('Upgrades of packages', text);
}

/** `express 4.21.2 → 5.1.0`: those that move. */
function describePackages(from, to) {
  const read = (text) => /^(.*?)(?:\/v\d+)?(?:==|@|:| v)([^@:= ]+)$/.exec(text).slice(1);
  return from
    .flatMap((one, index) => {
      if (one === to[index]) return [];
      const [name, version] = read(one);
      return `${name.split(/[/:]/).at(-1)} ${version} → ${read(to[index])[1]}`;
    })
    .join(', ');
}

function describeChange({ changes }, metric) {
  const own = changes.find((change) => change.metric === metric && change.where !== 'alone');
  if (!own?.change) return own?.outcome ?? '';
  const { value, low, high } = own.change;
  const mark = { regressed: '**', improved: '*' }[own.outcome] ?? '';
  return `${mark}${signed(value / 100, 0)}${mark} (${signed(low / 100, 0)} … ${signed(high / 100, 0)})`;
}

function describeOther({ other }, level) {
  return other ? signed(other.to[level] / other.from[level] - 1, 0) : '';
}
