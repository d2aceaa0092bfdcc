/**
 * `npm run bench -- callers [--cells neighbour,pool-85] [--minutes 6] [--print]`: whether Tailgate says what callers see, and
 * what it throws away. p99 and p99.9 of services that stall or are nearly full: by vegeta with random arrivals on one processor
 * and the service on another, and by `tailgate run`. Then whole jobs of identical code beside a neighbour. Keeps
 * all in $TAILGATE_BENCH/callers.jsonl, goes on where it was stopped, and writes its section of bench/RESULTS.md. `--print`:
 * nothing is measured or written. Needs two processors, vegeta, `taskset`, and what `jobs` needs.
 */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInFolder } from './command.mjs';
import { chooseCells } from './jobs/cells.mjs';
import { describeService, listFiles } from './jobs/config.mjs';
import { describeJob, runJob } from './jobs/job.mjs';
import { makeRepository } from './jobs/repository.mjs';
import { nameBuild } from './jobs/store.mjs';
import { percent, signed, table, tally } from './judge/table.mjs';
import { appendLine, readLines } from './lines.mjs';
import { BENCH_HOME } from './paths.mjs';
import { startProgram, startService } from './processes.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const STORE = join(BENCH_HOME, 'callers.jsonl');
const [RATE, STARTS, SECONDS, WARM_SECONDS, JOBS] = [100, 3, 36, 3, 5];
const SERVICES = Object.entries({
  'stops-computing': { kind: 'stall', everyMs: 2000, stallMs: 200, busy: true },
  'stops-sleeping': { kind: 'stall', everyMs: 2000, stallMs: 200 },
  'pool-85': { kind: 'pool', places: 20, holdMs: 170 },
}).map(([name, base]) => ({ name, service: 'node', base, load: { rate: RATE } }));
const LEVELS = [99, 99.9];
const NEIGHBOUR = `const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15000);
for (;;) { for (const until = Date.now() + 5000; Date.now() < until; ); pause(); }`;

const { print, cells, minutes, cli } = readOptions();
const signal = listenForStop('what is under way is dropped, the rest is kept');
const [build, speed] = [nameBuild(cli), readSpeed()];
const isOwn = (line) => line.build === build || line.latencies;
const find = (name) => readLines(STORE).filter((line) => line.name === name && isOwn(line));
const identical = chooseCells('same-pool-node,same-workers-python').map((cell) => {
  return { name: `neighbour: ${cell.name}`, times: JOBS, act: () => runBeside(cell) };
});
const turns = [
  ...SERVICES.map((cell) => ({ name: `vegeta: ${cell.name}`, times: STARTS, act: () => loadOnce(cell) })),
  ...SERVICES.map((cell) => ({ name: `tailgate: ${cell.name}`, times: 1, act: () => gate(cell) })),
  ...identical,
].filter(({ name }) => cells?.split(',').some((part) => name.includes(part)) ?? true);
const due = turns.map((turn) => ({ ...turn, done: find(turn.name).length }));
if (!print) await repeat(due, { minutes, signal, measure });
report();

async function measure({ name, act }) {
  const at = new Date().toISOString();
  const { blocks, ...told } = await act();
  const kept = blocks?.reduce((sum, { head, alone }) => sum + head.length + alone.head.length / 2, 0);
  appendLine({ name, at, build, kept, ...told }, STORE);
  return told.headline ?? 'done';
}

async function inFolder(cell, act) {
  const { folder, remove } = makeRepository(listFiles(cell, 'base', speed));
  return act(folder).finally(remove);
}

/** Latencies (ms) of a fresh process, from when each request is handed to vegeta, whose idle workers wait for them. */
function loadOnce(cell) {
  return inFolder(cell, async (cwd) => {
    const pin = (processors) => execFileSync('taskset', ['-acp', processors, `${process.pid}`]);
    const { start, ...parts } = describeService(cell, 'base');
    const service = await startService(start.replace('exec', 'exec taskset -c 1'), { ...parts, cwd, signal });
    pin('0');
    const words = ['attack', '-lazy', '-format=json', '-rate=0', '-workers=300', '-max-workers=300'];
    const vegeta = spawn('vegeta', words, { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      const [results, began, sent] = [buffer(vegeta.stdout), performance.now(), []];
      for (let due = 0; due < 1000 * (WARM_SECONDS + SECONDS); ) {
        await sleep(Math.max(0, due - performance.now() + began));
        const url = `${service.url}/?${sent.length}`;
        sent.push({ isWarm: due < 1000 * WARM_SECONDS, at: performance.timeOrigin + performance.now() });
        vegeta.stdin.write(`${JSON.stringify({ method: 'GET', url })}\n`);
        due -= (1000 / RATE) * Math.log(1 - Math.random());
      }
      await sleep(2000);
      vegeta.stdin.end();
      const options = { input: await results, maxBuffer: 2 ** 28, encoding: 'utf8' };
      const lines = execFileSync('vegeta', ['encode', '-to=json'], options).trim().split('\n');
      const sound = lines.map((line) => JSON.parse(line)).filter(({ code }) => code === 200);
      if (sound.length < sent.length) throw new Error(`vegeta: ${sound.length} of ${sent.length} succeed`);
      const latencies = sound.flatMap(({ url, timestamp, latency }) => {
        const { isWarm, at } = sent[url.split('?')[1]];
        return isWarm ? [] : [Date.parse(timestamp) + latency / 1e6 - at];
      });
      return { latencies };
    } finally {
      pin('0,1');
      vegeta.kill();
      await service.stop();
    }
  });
}

/** The head alone, with what callers see as its limits: no verdict ends it before its time. */
function gate(cell) {
  const slo = readTruth(cell).map((ms, at) => `p${LEVELS[at]} < ${Math.round(ms)}ms`);
  return inFolder({ ...cell, slo }, async (folder) => {
    const args = ['run', '--from', 'history', '--budget', '90s', '--json'];
    const ended = await runInFolder(cli, folder, args, signal);
    return { ...describeJob(ended), slos: ended.result.slos };
  });
}

async function runBeside(cell) {
  const neighbour = startProgram(process.execPath, ['-e', NEIGHBOUR], {});
  return runJob(cell, { cli, speed, signal }).finally(() => neighbour.stop());
}

/** Percentiles (ms) of all processes together. */
function readTruth({ name }) {
  const all = find(`vegeta: ${name}`).flatMap(({ latencies }) => latencies);
  return LEVELS.map((level) => all.sort((a, b) => a - b)[Math.floor((level / 100) * all.length)]);
}

function report() {
  const ms = (value) => `${Math.round(value)} ms`;
  const isThere = ({ name }) => find(name).length > 0;
  const callers = SERVICES.filter(({ name }) => isThere({ name: `tailgate: ${name}` })).map((cell) => {
    const [{ slos, effort }] = find(`tailgate: ${cell.name}`);
    const said = readTruth(cell).flatMap((truth, at) => {
      const { value, low, high } = slos[at];
      return [ms(truth), `${ms(value)} (${ms(low)} … ${ms(high)})`, signed(value / truth - 1, 0)];
    });
    return [cell.name, ...said, effort.discardedRounds];
  });
  const thrown = identical.filter(isThere).map(({ name }) => {
    const jobs = find(name);
    const add = (of) => jobs.reduce((sum, one) => sum + (of(one) ?? 0), 0);
    const [bad, kept] = [add(({ effort }) => effort.discardedRounds), add((one) => one.kept)];
    const listKinds = (cause) => new Set(cause.replace(/\d+ (%|ms)/g, '… $1').split('; '));
    const causes = jobs.flatMap((one) => one.causes.flatMap((cause) => [...listKinds(cause)]));
    const words = [causes, jobs.map((one) => one.verdict), jobs.map((one) => one.exitCode)].map(tally);
    return [name, jobs.length, `${bad} of ${bad + kept}`, percent(bad / (bad + kept), 1), ...words];
  });
  const head = ['cell', 'jobs', 'rounds discarded', 'share', 'causes', 'verdicts', 'exit codes'];
  const each = (level) => [`p${level}: vegeta`, 'Tailgate', 'off by'];
  const text = `## What callers see

${describeRun('npm run bench -- callers')}, build ${build}. ${RATE} req/s at random. vegeta: ${STARTS} fresh processes of ${SECONDS} s each, on one
processor, and the service on another. Tailgate: \`run --from history --budget 90s\`, on both, with intervals of 95 %.

${table(['service', ...LEVELS.flatMap(each), 'rounds discarded'], callers)}

Identical code, whole jobs; the neighbour takes a processor for 5 s of each 20. A cause counts once for a block's rounds.

${thrown.length === 0 ? 'Not run yet.' : table(head, thrown)}
`;
  console.log(text);
  if (!print) writeSection('What callers see', text);
}
