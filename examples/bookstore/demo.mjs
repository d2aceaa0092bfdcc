/**
 * `npm run demo`: Tailgate at work on the bookstore, in a temporary git repository of two commits.
 * It takes about two minutes.
 *
 * The second commit removes the index. Tailgate runs it beside the first one, in turns, and blocks it. With `--both`
 * a change that only rewords a comment is judged as well, and passes. With `--pool` a smaller connection pool is, which
 * shows only under the whole load. Leaves comments and reports in .tailgate-demo/.
 * Needs node and git; Tailgate itself finds or builds k6.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rewordedComment, smallerPool, withoutIndex } from './revisions.mjs';

/** One scenario of three and hardly more budget than can tell anything: a demo, where real suites take minutes. */
const RUN = ['run', '--base-branch', 'main', '--budget', '32s'];
const both = process.argv.includes('--both');
const pool = process.argv.includes('--pool');
/** Times that one run is tried on a machine too busy to measure. */
const TRIES = 3;
const UNMEASURED = 3; // exit code
/** Tailgate stops everything within 6 s; after that the demo no longer waits. */
const STOP_MS = 10_000;

const SHOP = [
  'catalogue.mjs',
  'index.mjs',
  'order-log.mjs',
  'payments.mjs',
  'search.mjs',
  'server.mjs',
  'shop.mjs',
  'words.mjs',
];
const FILES = [...SHOP, 'tailgate.yml', 'README.md'];

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = resolve(here, '../../dist/cli.mjs');
const outputs = resolve('.tailgate-demo');
const startedAt = Date.now();

/** Something that the reader can act on, or that the demo was meant to show and did not. */
class DemoError extends Error {
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

let running = null; // the Tailgate process under way
let interruptedBy = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (interruptedBy) return;
    interruptedBy = signal;
    stopRunning();
  });
}

let repository;
try {
  if (!existsSync(cli))
    throw new DemoError(`${relative('.', cli)} is missing: \`npm ci && npm run build\` makes it`);
  repository = mkdtempSync(join(tmpdir(), 'tailgate-demo-'));
  await demonstrate();
} catch (error) {
  if (interruptedBy) {
    say(`\nStopped by ${interruptedBy}.`);
  } else {
    console.error(`\ndemo: ${error instanceof DemoError ? error.message : error.stack}`);
  }
  process.exitCode = interruptedBy ? 130 : (error.exitCode ?? 1);
} finally {
  if (repository) rmSync(repository, { recursive: true, force: true, maxRetries: 3 });
}

async function demonstrate() {
  mkdirSync(outputs, { recursive: true });

  heading('1. A bookstore, committed to main');
  git('init', '--quiet', '--initial-branch=main');
  for (const file of FILES) copyFileSync(join(here, file), join(repository, file));
  writeFileSync(join(repository, '.gitignore'), '.tailgate/\n');
  commit('The bookstore');
  say(readFileSync(join(here, 'tailgate.yml'), 'utf8').trim());

  const regression = pool
    ? await showRegression('2. A change keeps fewer connections', smallerPool, 'checkout')
    : await showRegression('2. A change removes the index', withoutIndex, 'search');
  const pass = both ? await showPass() : null;

  heading('What you have seen');
  say(
    `${pool ? 'fewer connections: ' : 'the index removed: '}   ${regression.verdict}, exit 1: the merge is blocked    ${relative('.', regression.comment)}`,
  );
  if (pass) {
    say(`a comment reworded:   ${pass.verdict}, exit 0: free to merge    ${relative('.', pass.comment)}`);
  }
  say(`in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  if (!both) say('\nAnd a change that is as fast as before: `npm run demo -- --both`');
  if (!pool) say('One that only the whole load shows: `npm run demo -- --pool`');
  say(`\nThe report, with pictures, for a browser: ${regression.report}`);
}

async function showRegression(title, change, scenario) {
  heading(title);
  const regression = await gate(change, scenario, 'regressed');
  if (regression.exitCode !== 1) {
    throw new DemoError(
      `this change should be blocked, but was \`${regression.verdict}\`: ${explain(regression.exitCode)}`,
      regression.exitCode === UNMEASURED ? UNMEASURED : 1,
    );
  }
  return regression;
}

async function showPass() {
  heading('3. A change rewords a comment');
  const pass = await gate(rewordedComment, 'search', 'passed');
  if (pass.exitCode !== 0) {
    throw new DemoError(
      `rewording a comment should pass, but was \`${pass.verdict}\`: ${explain(pass.exitCode)}`,
    );
  }
  return pass;
}

/** Commits a change on a branch of its own off main, and judges it as a pull request's run would. */
async function gate({ branch, message, file, edit }, scenario, name) {
  git('switch', '--quiet', '--create', branch, 'main');
  const path = join(repository, file);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  commit(message);
  say(git('show', '--format=%h %s', '--unified=0', '--no-color', 'HEAD'));

  const comment = join(outputs, `comment-${name}.md`);
  const report = join(outputs, `report-${name}.html`);
  const result = join('.tailgate', 'result.json');
  const resultPath = join(repository, result);
  rmSync(comment, { force: true });
  rmSync(report, { force: true });
  rmSync(resultPath, { force: true });
  const exitCode = await measure(
    '--only',
    scenario,
    '--comment',
    comment,
    '--html',
    report,
    '--json',
    result,
  );
  if (!existsSync(comment) || !existsSync(resultPath)) throw new DemoError(`no result: ${explain(exitCode)}`);

  say('\nThe comment that the pull request would get:\n');
  say(readFileSync(comment, 'utf8').trim().replace(/^/gm, '  │ '));
  return { exitCode, comment, report, verdict: JSON.parse(readFileSync(resultPath, 'utf8')).verdict };
}

/** A run of Tailgate, again when it says that the machine was too busy for it to say anything. */
async function measure(...options) {
  for (let attempt = 1; ; attempt += 1) {
    const exitCode = await tailgate(...RUN, ...options);
    if (exitCode !== UNMEASURED || attempt === TRIES) return exitCode;
    say(`\nTailgate could not measure that; once more (${attempt + 1} of at most ${TRIES} tries).\n`);
  }
}

/** Runs Tailgate in the repository; what it prints goes straight to the reader. */
async function tailgate(...args) {
  say(`$ tailgate ${args.map((arg) => (arg.startsWith(outputs) ? relative('.', arg) : arg)).join(' ')}\n`);
  // In a process group of its own, so that Ctrl-C reaches it once: through stopRunning.
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: repository,
    env: environment(),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  running = child;
  if (interruptedBy) stopRunning();
  const exitCode = await new Promise((resolved, rejected) => {
    child.once('error', rejected);
    child.once('close', (code) => resolved(code));
  });
  running = null;
  if (interruptedBy) throw new DemoError('interrupted');
  return exitCode;
}

/** Asks Tailgate to stop, which stops its services and k6; kills it only when it does not. */
async function stopRunning() {
  const child = running;
  if (!child) return;
  child.kill('SIGINT');
  await sleep(STOP_MS, null, { ref: false });
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

function git(...args) {
  if (interruptedBy) throw new DemoError('interrupted');
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: repository,
    env: environment(),
    encoding: 'utf8',
  });
  if (error) throw new DemoError(`git cannot be run: ${error.message}`);
  if (status !== 0) throw new DemoError(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}

function commit(message) {
  git('add', '--all');
  git('commit', '--quiet', `--message=${message}`);
}

/** The reader's environment without what would make git or Tailgate look at another repository. */
function environment() {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(GIT|GITHUB)_/.test(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Tailgate demo',
    GIT_AUTHOR_EMAIL: 'demo@localhost',
    GIT_COMMITTER_NAME: 'Tailgate demo',
    GIT_COMMITTER_EMAIL: 'demo@localhost',
  };
}

function explain(exitCode) {
  const meanings = {
    0: 'passed',
    1: 'regressed, or an SLO was missed',
    2: 'something in the configuration is wrong',
    3: 'the machine was too busy, or something broke, so nothing can be said; try again when it is idle',
    130: 'interrupted',
  };
  return `Tailgate ended with exit ${exitCode} (${meanings[exitCode] ?? 'unexpected'}); its own words are above`;
}

function heading(text) {
  say(`\n${'━'.repeat(text.length)}\n${text}\n${'━'.repeat(text.length)}`);
}

function say(text) {
  console.log(text);
}
