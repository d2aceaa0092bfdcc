/**
 * Kills one of two that record at once, at drawn moments: the recorder, its git, or the recorder with its keeper. After
 * each kill the next run clears up, and everything is looked at with plain git and /proc.
 *
 *   node bench/faults/records.mjs [--kills 120] [--seed 1]
 *
 * Linux only. The server is a bare repository in a folder of the bench's own.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { REPOSITORY } from '../paths.mjs';
import { seededRandom } from '../random.mjs';
import { loadSource } from '../source.mjs';

/** Whom a kill hits: the recorder as often as both others together. */
const VICTIMS = ['recorder', 'recorder', 'git', 'recorder and keeper'];
const REF = 'refs/tailgate/default';
/** Time (ms) in which what was killed must be gone. */
const GONE_MS = 20_000;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '120' }, seed: { type: 'string', default: '1' } },
  });
  const figures = await killRecorders({ kills: Number(values.kills), seed: Number(values.seed) });
  console.log(JSON.stringify(figures, null, 2));
  if (figures.faults.length > 0) process.exitCode = 1;
}

/**
 * @param {{ kills: number, seed: number }} options
 * @returns how many kills hit whom, how many records of victims were written all the same, and what was wrong, a line
 *   each: a record lost or not whole, a survivor that failed, a process or file that stayed
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
    const figures = {
      kills,
      seed,
      hit: {},
      hitWritten: 0,
      cleared: 0,
      span,
      faults: [],
    };
    for (let round = 0; round < kills; round++) {
      const kind = VICTIMS[random.below(VICTIMS.length)];
      const [victim, other] = ['victim', 'other'].map((who) => ground.record(`${round}-${who}`));
      await victim.began;
      await sleep(random.below(span));
      const hit = await kill(victim, kind);
      figures.hit[hit] = (figures.hit[hit] ?? 0) + 1;
      const [struck, survivor] = await Promise.all([victim.ended, other.ended]);
      figures.cleared += (await ground.clearUp()).length;
      const wrong = (text) => figures.faults.push(`${round} (${hit}): ${text}`);
      if (survivor.code === 0) written.add(survivor.attempt);
      else wrong(`the other ended with ${survivor.code}: ${survivor.words}`);
      if (struck.code === 0) written.add(struck.attempt);
      else if (struck.code !== null && struck.code !== 3) wrong(`exit code ${struck.code}: ${struck.words}`);
      // What goes on may still write.
      const stayed = await ground.findLeftovers();
      const there = ground.readRecords(wrong);
      for (const attempt of written) if (!there.has(attempt)) wrong(`${attempt} is lost`);
      if (struck.code !== 0 && there.has(struck.attempt)) {
        figures.hitWritten++;
        written.add(struck.attempt);
      }
      for (const attempt of there) if (!written.has(attempt)) wrong(`${attempt} is nobody's`);
      for (const one of stayed) wrong(`${one} stayed`);
    }
    ground.git('fsck', '--strict', '--no-dangling');
    // What a server's git had received when it was ended. Its own clean-up removes that, as after a broken connection.
    figures.received = ground.findReceived().length;
    ground.git('gc', '--quiet', '--prune=now');
    for (const one of ground.findReceived()) figures.faults.push(`${one} stayed`);
    for (const one of await ground.findKeepers()) figures.faults.push(`${one} stayed`);
    return { ...figures, records: written.size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the server, a clone, and the programs that record and clear up. */
async function prepare(folder) {
  const [server, clone, scratch, home] = ['server.git', 'clone', 'scratch', 'home'].map((name) =>
    join(folder, name),
  );
  for (const path of [scratch, home]) mkdirSync(path);
  const environment = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args) =>
    execFileSync('git', ['-C', server, ...args], {
      env: environment,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  execFileSync('git', ['init', '--quiet', '--bare', server], { env: environment });
  execFileSync('git', ['clone', '--quiet', server, clone], { env: environment, stdio: 'ignore' });
  const env = { ...environment, RUNNER_TEMP: scratch };
  const { recorder, reaper } = await bundlePrograms(folder);
  const { readRecord } = await loadSource(['src/records/record.ts']);
  const known = new Map();
  const runs = new Set();
  const told = new Set();
  const listServer = () => readdirSync(server, { recursive: true, encoding: 'utf8' });
  const readStates = () => {
    const states = readdirSync(scratch, { recursive: true, encoding: 'utf8' });
    return states.filter((name) => !/^tailgate-runs-\d+$/.test(name));
  };
  return {
    git,
    record(attempt) {
      const child = spawn(process.execPath, [recorder, clone, attempt], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let words = '';
      let at = 0;
      child.stderr.on('data', (data) => {
        words += data;
      });
      const began = once(child.stdout, 'data').then(() => {
        at = performance.now();
      });
      const ended = once(child, 'close').then(([code]) => ({
        attempt,
        code,
        words,
        ms: performance.now() - at,
      }));
      return { pid: child.pid, began, ended };
    },
    /** Does what the next run does first. @returns what it tells */
    async clearUp() {
      for (const name of readStates()) if (/[\w-]{36}\.json$/.test(name)) runs.add(name.slice(-41, -5));
      return JSON.parse(execFileSync(process.execPath, [reaper], { env, encoding: 'utf8' }));
    },
    /** Reads what is new among the records. @returns the attempts of all */
    readRecords(wrong) {
      const listed = git('ls-tree', REF).split('\n').filter(Boolean);
      const attempts = new Set();
      for (const line of listed) {
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
    async findLeftovers() {
      const processes = () => findCarriers([`RUNNER_TEMP=${scratch}`]);
      await waitFor(() => processes().length === 0);
      return [
        ...processes().map(({ command }) => `process ${command}`),
        ...readStates(),
        ...listServer().filter((name) => name.endsWith('.lock')),
      ].filter((one) => !told.has(one) && told.add(one));
    },
    findReceived: () => listServer().filter((name) => /tmp_objdir[^/]*$/.test(name)),
    async findKeepers() {
      const find = () => [...runs].flatMap((run) => findCarriers([`RUN_ID=${run}`]));
      await waitFor(() => find().length === 0);
      return find().map(({ command }) => `keeper ${command}`);
    },
  };
}

/** Kills, and tells whom: a recorder that ends before it has another git is hit by itself, and most likely too late. */
async function kill({ pid }, kind) {
  const isKeeper = ({ environ }) => environ.some((one) => one.startsWith('RUN_ID='));
  const isGit = ({ command }) => command.startsWith('git ');
  const find = (isMeant) => readChildren(pid).find(isMeant)?.pid;
  const searches = { recorder: [], git: [isGit], 'recorder and keeper': [isKeeper] }[kind];
  let found = searches.map(find);
  for (; found.includes(undefined) && existsSync(`/proc/${pid}/exe`); found = searches.map(find))
    await sleep(1);
  const isFound = !found.includes(undefined);
  const targets = kind === 'git' && isFound ? found : [...found, pid];
  for (const target of isFound ? targets : [pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      return 'nobody';
    }
  }
  return isFound ? kind : 'nobody';
}

/** Lists the children of a process. */
function readChildren(pid) {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    return pids.flatMap((child) => readProcess(child) ?? []);
  } catch {
    return []; // it has ended
  }
}

/** Finds processes that have all of these in their environment, each as `NAME=value`. */
function findCarriers(marks) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .flatMap((pid) => readProcess(pid) ?? [])
    .filter(({ environ, command }) => command !== '' && marks.every((mark) => environ.includes(mark)));
}

function readProcess(pid) {
  try {
    const environ = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return {
      pid: Number(pid),
      environ,
      command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' '),
    };
  } catch {
    return null; // it has ended
  }
}

async function waitFor(isTrue) {
  for (const until = performance.now() + GONE_MS; performance.now() < until && !isTrue(); ) await sleep(50);
}

async function bundlePrograms(folder) {
  const bundle = async (name, contents) => {
    const outfile = join(folder, `${name}.cjs`);
    await build({
      stdin: { contents, resolveDir: REPOSITORY },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      outfile,
      logLevel: 'error',
    });
    return outfile;
  };
  const recorder = await bundle(
    'recorder',
    `
      import { openGitStore } from './src/records/stores/git.ts';
      const [, , directory, attempt] = process.argv;
      const record = {
        schemaVersion: 1, suite: 'default', commit: 'a'.repeat(40), dirty: false, branch: 'main',
        commitTime: '2026-01-01T00:00:00Z', attempt, recordedAt: new Date().toISOString(), tailgate: 'bench',
        environment: { cpuModel: 'Bench', cores: 2, os: 'Linux', k6: '1.8.1', node: '20' }, steps: [],
      };
      const store = openGitStore({ suite: 'default', directory, url: null, credentials: null,
        environment: process.env, signal: new AbortController().signal });
      process.stdout.write('began\\n');
      store.append(record).catch((error) => {
        process.stderr.write(String(error));
        process.exitCode = error.exitCode ?? 99;
      });
    `,
  );
  const reaper = await bundle(
    'reaper',
    `
      import { reapLeftovers } from './src/services/leftovers.ts';
      reapLeftovers().then((lines) => process.stdout.write(JSON.stringify(lines)));
    `,
  );
  return { recorder, reaper };
}
