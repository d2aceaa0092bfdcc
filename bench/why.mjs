/**
 * `npm run bench -- why`: whether a blocked run names the function that a change has made slower. See why/README.md.
 *
 * npm run bench -- why --half 1|2 [--services go-ledger,java-orders] [--cli dist/cli.mjs]   each case is a run of the gate
 * npm run bench -- why --half 1 --quick   the same without verdicts: profiles alone, to learn from
 * npm run bench -- why --silent [--runs 40] [--services …]   profiles of identical code
 * npm run bench -- why --check   starts each service with each change, and asks it once
 *
 * Profilers have to be on the PATH: py-spy, asprof, perf. A whole half is written into bench/RESULTS.md.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runInFolder } from './command.mjs';
import { REPOSITORY } from './paths.mjs';
import { describeRun, writeSection } from './section.mjs';
import { loadSource } from './source.mjs';
import { listenForStop } from './stop.mjs';
import { SERVICES } from './why/cases.mjs';
import { profileTwins } from './why/twins.mjs';

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    services: { type: 'string' },
    silent: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    runs: { type: 'string', default: '40' },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
  },
});
const { listProcesses } = await loadSource(['src/processes/procfs.ts']);
const stop = listenForStop('the run under way is dropped');
const chosen = SERVICES.filter(
  ({ name, half }) =>
    (values.services?.split(',').includes(name) ?? true) && (!values.half || half === Number(values.half)),
);
if (values.check) await checkAll();
else if (values.silent) await trySilence(Number(values.runs));
else if (values.quick) await profileCases();
else if (values.half) await tryCases();
else throw new Error('--half, --silent or --check?');

/** A repository with a service, and its change in a second commit. */
function makeRepository(service, change) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-why-'));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: folder,
    });
  cpSync(join(REPOSITORY, 'bench', 'why', 'services', service.name), folder, { recursive: true });
  writeFileSync(join(folder, 'tailgate.yml'), configure(service));
  writeFileSync(join(folder, '.gitignore'), 'out/\ndist/\n.tailgate/\n__pycache__/\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  if (change) {
    applyChange(folder, change);
    git('commit', '-q', '-a', '-m', change.kind);
  }
  return folder;
}

function applyChange(folder, { file, from, to }) {
  const parts = readFileSync(join(folder, file), 'utf8').split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  writeFileSync(join(folder, file), parts.join(to));
}

/** Name of what holds a rise, as cases have it. */
function nameOf({ name }) {
  return name === '(garbage collector)' ? null : name;
}

/** Names of Go begin with their package, which cases leave out. */
function isRight(named, right) {
  return right.some((one) => one === named || named?.endsWith(`.${one}`));
}

function configure({ name, build, start }) {
  const service = { ...(build && { build }), start, url: 'http://127.0.0.1:${PORT}' };
  const scenarios = { page: { request: 'GET /', load: '60 req/s' } };
  const explain = { java: 'async-profiler', python: 'py-spy', go: 'perf' }[name.split('-')[0]];
  return JSON.stringify({ service, scenarios, measure: { budget: '90s' }, ...(explain && { explain }) });
}

/** One run of the gate for each case. */
async function tryCases() {
  const results = [];
  for (const service of chosen) {
    for (const change of service.changes) {
      if (stop.aborted) return;
      const folder = makeRepository(service, change);
      try {
        const args = ['run', '--base', 'HEAD~1', '--json'];
        const { result, seconds, words } = await runInFolder(resolve(values.cli), folder, args, stop);
        results.push(judge(service, change, result, seconds));
        console.log(Object.values(results.at(-1)).join(' | '), result ? '' : words);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  }
  const text = describeCases(results);
  console.log(text);
  if (!values.services)
    writeSection(
      `Functions, half ${values.half}`,
      `## Functions, half ${values.half}\n\n${describeRun(`npm run bench -- why --half ${values.half}`)}.\n\n${text}\n`,
    );
}

function judge({ name }, { kind, right }, result, seconds) {
  const risen = result?.risen?.[0];
  const named = risen && (risen.kind === 'collection' ? null : risen.name);
  const said = named === undefined ? 'nothing' : (named ?? 'garbage collection');
  const outcome = named === undefined ? 'silent' : isRight(named, right) ? 'right' : 'WRONG';
  const share = risen ? `${Math.round(100 * risen.share)} %` : '';
  return {
    name,
    kind,
    verdict: result?.verdict ?? 'none',
    said,
    share,
    outcome,
    due: right.length > 0,
    seconds: Math.round(seconds),
  };
}

function describeCases(results) {
  const due = results.filter((one) => one.due);
  const count = (outcome, of = results) => of.filter((one) => one.outcome === outcome).length;
  return [
    `Right: ${count('right', due)} of ${due.length} in which a function takes the time. Wrong: ${count('WRONG')} of ${results.length}. Nothing named: ${count('silent')}.`,
    '',
    '| service | change | verdict | named | of the rise | outcome | time |',
    '| - | - | - | - | -: | - | -: |',
    ...results.map(
      ({ name, kind, verdict, said, share, outcome, seconds }) =>
        `| ${name} | ${kind} | ${verdict} | \`${said}\` | ${share} | ${outcome} | ${seconds} s |`,
    ),
  ].join('\n');
}

/** Profiles of a service beside its change: all functions that hold the rise, the deepest first. */
async function profileCases() {
  for (const service of chosen) {
    for (const change of service.changes) {
      if (stop.aborted) return;
      const folders = [makeRepository(service), makeRepository(service, change)];
      try {
        const { holders, rounds, cost } = await profileBuilt(service, folders);
        const told = holders.map((one) => `${one.name} ${one.share.toFixed(2)}`).join(' < ');
        const isNamed = holders.some((one) => isRight(nameOf(one), change.right));
        const outcome = holders.length === 0 ? 'silent' : isNamed ? 'right' : 'WRONG';
        const samples = `${cost.base} → ${cost.head} samples in ${rounds} rounds`;
        console.log(
          `${outcome}: ${service.name}, ${change.kind} (${change.right.join()}): ${told}; ${samples}`,
        );
      } finally {
        for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      }
    }
  }
}

function profileBuilt({ build }, folders, rise) {
  for (const cwd of build ? folders : []) execFileSync('sh', ['-c', build], { cwd, stdio: 'ignore' });
  return profileTwins(folders, rise, stop);
}

/** Profiles of a service beside itself. */
async function trySilence(runs) {
  const named = [];
  for (let run = 0; run < runs && !stop.aborted; run++) {
    const service = chosen[run % chosen.length];
    const rise = run % 2 === 0 ? 1.04 : 1.2;
    const folders = [makeRepository(service), makeRepository(service)];
    try {
      const { holders, rounds } = await profileBuilt(service, folders, rise);
      named.push(...holders.slice(0, 1));
      const told = holders.map(({ name }) => name).join(', ') || 'nothing';
      console.log(
        `${service.name}, as if it took ${Math.round(100 * (rise - 1))} % more: ${told}, of ${rounds} rounds`,
      );
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    }
  }
  const text = `Of ${runs} profiles of identical code, as if the head took 4 % more or 20 %, ${named.length} named a function.`;
  console.log(text);
  if (!values.services && !stop.aborted)
    writeSection(
      'Functions, identical code',
      `## Functions, identical code\n\n${describeRun('npm run bench -- why --silent')}.\n\n${text}\n`,
    );
}

/** CPU time (s) of a session so far. */
function readProcessorTime(session) {
  const own = listProcesses().filter((one) => one.session === session);
  return own.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Starts each service with each change, and asks it once. */
async function checkAll() {
  for (const [i, service] of chosen.entries()) {
    for (const change of [null, ...service.changes]) {
      const cwd = makeRepository(service, change);
      const PORT = String(18_200 + i);
      if (service.build) execFileSync('sh', ['-c', service.build], { cwd, stdio: 'inherit' });
      const child = spawn('sh', ['-c', service.start], {
        cwd,
        env: { ...process.env, PORT },
        detached: true,
      });
      try {
        let answer;
        for (let waited = 0; answer === undefined && waited < 100; waited++) {
          answer = await fetch(`http://127.0.0.1:${PORT}/`)
            .then((response) => response.text())
            .catch(() => sleep(100));
        }
        const before = readProcessorTime(child.pid);
        for (let n = 0; n < 200; n++) await fetch(`http://127.0.0.1:${PORT}/`).then((each) => each.text());
        const each = ((1000 * (readProcessorTime(child.pid) - before)) / 200).toFixed(1);
        console.log(
          `${service.name}, ${change?.kind ?? 'as it is'}: ${answer?.length} characters, ${each} ms of the processor`,
        );
      } finally {
        process.kill(-child.pid, 'SIGKILL');
        rmSync(cwd, { recursive: true, force: true });
      }
    }
  }
}
