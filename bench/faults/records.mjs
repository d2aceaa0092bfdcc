/**
 * Kills one of two that record at once into a git reference, at drawn moments: the recorder or its git. Whoever is not hit
 * must record, no record may be lost or half, and nothing may be left.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { REPOSITORY } from '../paths.mjs';
import { listProcesses, tryKill } from '../processes.mjs';
import { seededRandom } from '../random.mjs';
import { loadSource } from '../source.mjs';

/** Whom a kill hits. */
const VICTIMS = ['recorder', 'git'];
const REF = 'refs/tailgate/default';
/** Time (ms) in which what was killed must be gone. */
const GONE_MS = 20_000;

/** A program that records one run in the git store: `node recorder.cjs DIRECTORY ATTEMPT`. */
const RECORDER = `
import { openGitStore } from './src/records/git.ts';
import { findCheckout } from './src/revision/checkout.ts';
import { makeRecord } from './tests/records/fixture.ts';
const [, , directory, attempt] = process.argv;
const around = { suite: 'default', credentials: null, environment: process.env, signal: new AbortController().signal };
const open = async () => openGitStore({ ...around, checkout: await findCheckout(directory, process.env, around.signal) });
const fail = ({ message, exitCode = 99 }) => { process.stderr.write(message); process.exitCode = exitCode; };
open().then((store) => store.append(makeRecord({ attempt }))).catch(fail);`;

/**
 * @param {{ kills: number, seed: number }} options
 * @returns how many kills hit whom, how many records there are, and what was wrong, a line each
 */
export async function killRecorders({ kills, seed }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tailgate-bench-records-')));
  try {
    const ground = await prepare(folder);
    const random = seededRandom(seed);
    // Undisturbed, for how long (ms) they take. The first start of everything takes longer.
    const usual = [];
    for (const name of ['warm', 'usual'])
      usual.push(...(await Promise.all([1, 2].map((index) => ground.record(`${name}-${index}`).ended))));
    const span = Math.ceil((usual[2].ms + usual[3].ms) / 2);
    const written = new Set(usual.map(({ attempt }) => attempt));
    const figures = { kills, seed, span, hit: {}, hitWritten: 0, faults: [] };
    for (let round = 0; round < kills; round++) {
      const [victim, other] = ['victim', 'other'].map((who) => ground.record(`${round}-${who}`));
      await sleep(random.below(span));
      const hit = await kill(victim, VICTIMS[random.below(VICTIMS.length)]);
      figures.hit[hit] = (figures.hit[hit] ?? 0) + 1;
      const [struck, survivor] = await Promise.all([victim.ended, other.ended]);
      const wrong = (text) => figures.faults.push(`${round} (${hit}): ${text}`);
      if (survivor.code === 0) written.add(survivor.attempt);
      else wrong(`the other ended with ${survivor.code}: ${survivor.words}`);
      if (struck.code === 0) written.add(struck.attempt);
      else if (struck.code !== null && struck.code !== 3) wrong(`exit code ${struck.code}: ${struck.words}`);
      // What goes on may still write.
      for (const one of await ground.findLeft([victim, other])) wrong(`${one} stayed`);
      const there = ground.readRecords(wrong);
      for (const attempt of written) if (!there.has(attempt)) wrong(`${attempt} is lost`);
      if (struck.code !== 0 && there.has(struck.attempt)) {
        figures.hitWritten++;
        written.add(struck.attempt);
      }
      for (const attempt of there) if (!written.has(attempt)) wrong(`${attempt} is nobody's`);
    }
    ground.git('fsck', '--strict', '--no-dangling');
    return { ...figures, records: written.size };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Makes the server, a clone, and the program that records. */
async function prepare(folder) {
  const [server, clone, home] = ['server.git', 'clone', 'home'].map((name) => join(folder, name));
  mkdirSync(home);
  const environment = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args) =>
    execFileSync('git', ['-C', server, ...args], {
      env: environment,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  execFileSync('git', ['init', '--quiet', '--bare', server], { env: environment });
  execFileSync('git', ['clone', '--quiet', server, clone], { env: environment, stdio: 'ignore' });
  const own = '-c user.name=bench -c user.email=bench@localhost commit --allow-empty -qmfirst'.split(' ');
  execFileSync('git', ['-C', clone, ...own], { env: environment });
  const recorder = join(folder, 'recorder.cjs');
  await build({
    stdin: { contents: RECORDER, resolveDir: REPOSITORY, loader: 'ts' },
    outfile: recorder,
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'error' },
    loader: { '.child.js': 'text' },
  });
  const { readRecord } = await loadSource(['src/records/record.ts']);
  const known = new Map();
  return {
    git,
    record(attempt) {
      const scratch = join(folder, attempt);
      mkdirSync(scratch);
      const env = { ...environment, RUNNER_TEMP: scratch };
      const child = spawn(process.execPath, [recorder, clone, attempt], { env });
      const began = performance.now();
      let words = '';
      child.stderr.on('data', (data) => {
        words += data;
      });
      const ended = once(child, 'close').then(([code]) => {
        return { attempt, code, words, ms: performance.now() - began };
      });
      return { pid: child.pid, scratch, ended };
    },
    /** Reads what is new among the records. @returns the attempts of all */
    readRecords(wrong) {
      const attempts = new Set();
      for (const line of git('ls-tree', REF).split('\n').filter(Boolean)) {
        const [, id] = line.match(/^100644 blob (\w+)\t/);
        try {
          if (!known.has(id)) known.set(id, readRecord(git('cat-file', 'blob', id)).attempt);
          attempts.add(known.get(id));
        } catch (error) {
          wrong(`${line} is not whole: ${error.message}`);
        }
      }
      return attempts;
    },
    async findLeft(recorders) {
      const find = () => [
        ...recorders.flatMap(({ scratch }) => [
          ...listProcesses(`RUNNER_TEMP=${scratch}`).map(({ command }) => `process ${command}`),
          ...readdirSync(scratch).map((name) => join(scratch, name)),
        ]),
        ...readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.lock'),
        ),
      ];
      for (const until = performance.now() + GONE_MS; performance.now() < until && find().length > 0; )
        await sleep(50);
      return find();
    },
  };
}

/** Kills a recorder, or the next git that it starts. @returns whom it has hit */
async function kill({ pid, scratch }, kind) {
  const isMeant = (one) => (kind === 'git' ? one.command.startsWith('git ') : one.pid === pid);
  for (;;) {
    const running = listProcesses(`RUNNER_TEMP=${scratch}`);
    const target = running.find(isMeant);
    if (target && tryKill(target.pid)) return kind;
    if (!running.some((one) => one.pid === pid)) return 'nobody';
    await sleep(1);
  }
}
