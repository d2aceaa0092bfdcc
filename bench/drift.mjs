/**
 * `npm run bench:drift`: a repository of 60 commits, each of which makes a request 0.5 % longer. The gate lets each of them
 * through, and `tailgate drift` says what they add up to. The service computes, so that the truth is known.
 *
 * node bench/drift.mjs [--gates 5] [--repeats 3] [--minutes 600] [--cli dist/cli.mjs]
 *
 * `--gates` commits, drawn from a fixed seed, are judged by the gate beside their parents. Prints a line for each run, and
 * writes the section of bench/RESULTS.md once all are done. A run takes some 90 s, all of them some 13 minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkOut, makeHistory, runInFolder, writeService } from './history.mjs';
import { REPOSITORY } from './paths.mjs';
import { startService } from './processes.mjs';
import { seededRandom } from './random.mjs';
import { describeRun, writeSection } from './section.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    gates: { type: 'string', default: '5' },
    repeats: { type: 'string', default: '3' },
    minutes: { type: 'string' },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
  },
});
const COMMITS = 60;
const SLOWER = 1.005;
const SEED = 4;
const FOLLOWED = 'p50';
/** So little that requests hardly wait for each other: then latency grows as computing does. */
const LOAD = { costMs: 4, rate: 25 };
/** Requests of the reference: rounds, and those of each service in a round, of which the first ones do not count. */
const REFERENCE = { rounds: 60, requests: 8, waking: 2 };

const stop = listenForStop('the run under way is dropped');
const cli = resolve(values.cli);
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const isOver = () => stop.aborted || performance.now() > until;
const { below } = seededRandom(SEED);
const history = makeHistory(
  Array.from({ length: COMMITS + 1 }, (_, i) => SLOWER ** i),
  LOAD,
);
let truth = Number.NaN;
const gates = [];
const drifts = [];
try {
  const { folder, shas } = history;
  truth = await measureTruth();
  console.log(`reference: +${truth.toFixed(3)} ms`);
  for (let i = 0; i < Number(values.repeats) && !isOver(); i++) {
    const { code, result, seconds, words } = await runInFolder(
      cli,
      folder,
      ['drift', '--against', shas[0], '--json'],
      stop,
    );
    const row = result?.changes.find(({ metric }) => metric === FOLLOWED) ?? null;
    drifts.push({ result: result?.result ?? 'none', row, seconds });
    console.log(
      `drift: ${result?.result ?? `exit ${code}: ${words}`}, ${print(row)}, ${Math.round(seconds)} s`,
    );
  }
  for (let i = 0; i < Number(values.gates) && !isOver(); i++) {
    const at = 1 + below(COMMITS);
    const gate = await judge(folder, shas, at);
    gates.push(gate);
    console.log(`gate of commit ${at}: ${gate.verdict}, ${Math.round(gate.seconds)} s`);
  }
} finally {
  history.remove();
}
const isWhole = drifts.length === Number(values.repeats) && gates.length === Number(values.gates);
console.log(describe());
if (isWhole && gates.length >= 5)
  writeSection('Drift', `## Drift\n\n${describeRun('npm run bench:drift')}.\n\n${describe()}\n`);

/** The gate of one commit beside its parent. */
async function judge(folder, shas, at) {
  checkOut(folder, shas[at]);
  const { code, result, seconds } = await runInFolder(
    cli,
    folder,
    ['run', '--base', shas[at - 1], '--json'],
    stop,
  );
  const verdict = result ? `${result.blocks ? 'blocked' : 'passes'} (${result.verdict})` : `exit ${code}`;
  return { at, passes: result?.blocks === false, verdict, seconds };
}

/**
 * How much slower (ms) the last commit is than the first, without Tailgate: both run, and requests go to one of them after
 * the other, in turns and at the same rate. The difference of the medians: a client of its own adds to both alike.
 */
async function measureTruth() {
  const folders = [0, COMMITS].map((at) => {
    const folder = mkdtempSync(join(tmpdir(), 'tailgate-reference-'));
    writeService(folder, LOAD.costMs * SLOWER ** at);
    return folder;
  });
  const services = [];
  const agent = new Agent({ keepAlive: true });
  try {
    for (const cwd of folders)
      services.push(
        await startService('exec node server.mjs', { cwd, env: {}, ready: '/healthz', signal: stop }),
      );
    const times = services.map(() => []);
    for (let round = 0; round < REFERENCE.rounds; round++) {
      stop.throwIfAborted();
      for (const [i, { url }] of services.entries()) {
        for (let request = 0; request < REFERENCE.requests; request++) {
          const ms = await ask(`${url}/work`, agent);
          if (request >= REFERENCE.waking) times[i].push(ms);
          await sleep(Math.max(0, 1000 / LOAD.rate - ms));
        }
      }
    }
    const [first, last] = times.map((all) => all.sort((a, b) => a - b)[all.length >> 1]);
    return last - first;
  } finally {
    agent.destroy();
    for (const service of services) await service.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** Time (ms) of one request. */
function ask(url, agent) {
  return new Promise((done, fail) => {
    const startedAt = performance.now();
    get(url, { agent }, (response) => {
      response.resume().once('end', () => done(performance.now() - startedAt));
    }).once('error', fail);
  });
}

function print(row) {
  if (row === null) return 'no change';
  const { base, change } = row;
  const percent = (fraction) => `${(100 * fraction).toFixed(1)} %`;
  return `${FOLLOWED} +${percent(change.value)} (${percent(change.low)} to ${percent(change.high)}) of ${base.toFixed(2)} ms, where the reference is +${percent(truth / base)}`;
}

function describe() {
  const passed = gates.filter(({ passes }) => passes).length;
  const computing = SLOWER ** COMMITS - 1;
  const holds = ({ row }) =>
    row !== null && row.change.low <= truth / row.base && truth / row.base <= row.change.high;
  return [
    `${COMMITS} commits, each of which computes 0.5 % more for a request: ${(100 * computing).toFixed(1)} % in all, of the computing. What a request takes beside that (HTTP, kernel) stays: plain requests in turns take ${truth.toFixed(3)} ms longer, and that is the truth here.`,
    '',
    `- The gate lets ${passed} of ${gates.length} commits through, drawn by lot, each beside its parent.`,
    ...drifts.map(
      (each) =>
        `- \`tailgate drift\`: ${each.result}, ${print(each.row)}, ${holds(each) ? 'with the truth in it' : 'WITHOUT the truth in it'}; ${Math.round(each.seconds)} s.`,
    ),
  ].join('\n');
}
