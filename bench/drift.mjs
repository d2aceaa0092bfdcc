/**
 * `npm run bench:drift`: a repository of 60 commits, each of which makes a request 0.5 % longer. The gate lets each of them
 * through, and `tailgate drift` says what they add up to. The service computes, so that the truth is known.
 *
 * node bench/drift.mjs [--gates 5] [--repeats 3] [--minutes 600] [--cli dist/cli.mjs]
 *
 * `--gates` commits, drawn from a fixed seed, are judged by the gate beside their parents. Prints a line for each run, and
 * writes the section of bench/RESULTS.md once all are done.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeHistory, runInFolder, writeService } from './history.mjs';
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
/** Requests of the reference: rounds, and those of each service in a round. */
const REFERENCE = { rounds: 40, requests: 50 };

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
  console.log(`reference: +${(100 * truth).toFixed(1)} %`);
  for (let i = 0; i < Number(values.repeats) && !isOver(); i++) {
    const { code, result, seconds, words } = await runInFolder(
      cli,
      folder,
      ['drift', '--against', shas[0], '--json'],
      stop,
    );
    const change = result?.changes.find(({ metric }) => metric === FOLLOWED)?.change ?? null;
    drifts.push({ code, result: result?.result ?? 'none', change, seconds });
    console.log(
      `drift: ${result?.result ?? `exit ${code}: ${words}`}, ${print(change)}, ${Math.round(seconds)} s`,
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

/** The gate of one commit beside its parent, by the same search that has nothing to halve. */
async function judge(folder, shas, at) {
  const { code, result, seconds } = await runInFolder(
    cli,
    folder,
    ['bisect', shas[at - 1], shas[at], '--json'],
    stop,
  );
  return {
    at,
    verdict: result ? (result.result === 'none' ? 'passes' : 'blocked') : `exit ${code}`,
    seconds,
  };
}

/**
 * How much slower the last commit is than the first, without Tailgate: both run, and requests go to one of them after the
 * other, in turns. The median of each.
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
          // The first ones of a round wake the process up.
          if (request >= 5) times[i].push(ms);
        }
      }
    }
    const [first, last] = times.map((all) => all.sort((a, b) => a - b)[all.length >> 1]);
    return last / first - 1;
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

function print(change) {
  if (change === null) return 'no change';
  const percent = (fraction) => `${(100 * fraction).toFixed(1)} %`;
  return `${FOLLOWED} +${percent(change.value)} (${percent(change.low)} to ${percent(change.high)})`;
}

function describe() {
  const passed = gates.filter(({ verdict }) => verdict === 'passes').length;
  const computing = SLOWER ** COMMITS - 1;
  const holds = ({ change }) => change !== null && change.low <= truth && truth <= change.high;
  return [
    `${COMMITS} commits, each of which computes 0.5 % more for a request: ${(100 * computing).toFixed(1)} % in all, of the computing. What a request takes beside that (HTTP, kernel) stays: plain requests in turns are ${(100 * truth).toFixed(1)} % longer, and that is the truth here.`,
    '',
    `- The gate lets ${passed} of ${gates.length} commits through, drawn by lot, each beside its parent.`,
    ...drifts.map(
      (each) =>
        `- \`tailgate drift\`: ${each.result}, ${print(each.change)}, ${holds(each) ? 'with the truth in it' : 'WITHOUT the truth in it'}; ${Math.round(each.seconds)} s.`,
    ),
  ].join('\n');
}
