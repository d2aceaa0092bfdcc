/**
 * `npm run bench -- prove`: does what `tailgate prove` says agree with real jobs? Two services are proved once each, and have
 * jobs of identical code and of code that makes every answer 20 % longer, as `bench/jobs.mjs` has them.
 *
 * npm run bench -- prove [--services computes,pool] [--jobs 5] [--minutes 90] [--cli dist/cli.mjs]
 *
 * All takes more than an hour. What is done is kept in `$TAILGATE_BENCH/prove.jsonl`, of this build and this machine, and
 * counts the next time. Prints a line for each, and writes the section of bench/RESULTS.md once all are done. Needs
 * `node bench/services/install.mjs`.
 */
import { join } from 'node:path';
import { runInFolder } from './command.mjs';
import { CELLS } from './jobs/cells.mjs';
import { findMissing, listFiles } from './jobs/config.mjs';
import { runJob } from './jobs/job.mjs';
import { makeRepository } from './jobs/repository.mjs';
import { nameBuild } from './jobs/store.mjs';
import { table } from './judge/table.mjs';
import { appendLine, readLines } from './lines.mjs';
import { BENCH_HOME } from './paths.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeMachine, describeRun, writeSection } from './section.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const { services, jobs, minutes, cli } = readOptions({
  services: { type: 'string' },
  jobs: { type: 'string', default: '5' },
});
const PATH = join(BENCH_HOME, 'prove.jsonl');

const find = (name) => CELLS.find((cell) => cell.name === name);
const pool = { ...find('same-pool-node'), load: { rate: 100 } };
/** Services, each with a cell of identical code and one whose head is slower. */
const SERVICES = {
  computes: { same: find('same-node'), slower: find('slow20-node') },
  pool: { same: pool, slower: { ...pool, head: { ...pool.base, holdMs: 1.2 * pool.base.holdMs } } },
};
/** How each kind is measured, and how often. @returns what is kept of it */
const KINDS = {
  prove: { measure: ({ same }) => prove(same), times: 1 },
  same: { measure: ({ same }) => measure(same), times: Number(jobs) },
  slower: { measure: ({ slower }) => measure(slower), times: Number(jobs) },
};

const signal = listenForStop('the run under way is dropped, the others are kept');
const build = nameBuild(cli);
const machine = describeMachine();
const speed = readSpeed();
const isOwn = (line) => line.build === build && line.machine === machine;
const listDone = (name) => readLines(PATH).filter((line) => line.name === name && isOwn(line));

const turns = (services?.split(',') ?? Object.keys(SERVICES)).flatMap((service) => {
  const missing = findMissing(SERVICES[service].same);
  if (missing) console.log(`${service} is left out: ${missing}`);
  return Object.entries(missing ? {} : KINDS).map(([kind, { measure, times }]) => {
    const name = `${service} ${kind}`;
    return { name, times, done: listDone(name).length, measure: () => measure(SERVICES[service]) };
  });
});
await repeat(turns, {
  minutes,
  signal,
  async measure({ name, measure }) {
    const line = await measure();
    appendLine({ build, machine, name, ...line }, PATH);
    return line.said;
  },
});
const isDone = (service) =>
  Object.entries(KINDS).every(([kind, { times }]) => listDone(`${service} ${kind}`).length >= times);
if (Object.keys(SERVICES).every(isDone)) writeSection('Proving the gate', describe());

async function prove(cell) {
  const { folder, remove } = makeRepository(listFiles(cell, 'base', speed));
  try {
    const { code, result, words } = await runInFolder(cli, folder, ['prove', '--json'], signal);
    if (!result) throw new Error(`tailgate prove ended with ${code}: ${words.slice(-1500)}`);
    return { said: result.outcome, kinds: result.kinds };
  } finally {
    remove();
  }
}

async function measure(cell) {
  const { exitCode, headline, effort, causes } = await runJob(cell, { cli, speed, signal });
  return { blocked: exitCode === 3 ? null : exitCode === 1, said: headline, effort, causes };
}

function describe() {
  const percent = (share) => Math.round(100 * share);
  const rows = Object.keys(SERVICES).map((service) => {
    const [{ said, kinds }] = listDone(`${service} prove`);
    const compared = Object.entries({ unchanged: 'same', slower: 'slower' }).flatMap(([kind, own]) => {
      const { blocked, measured, bounds } = kinds.find((one) => one.kind === kind);
      const jobs = listDone(`${service} ${own}`).filter((job) => job.blocked !== null);
      const found = jobs.filter((job) => job.blocked).length;
      const isWithin = found >= bounds.low * jobs.length && found <= bounds.high * jobs.length;
      return [
        `${blocked} of ${measured} (${percent(bounds.low)}–${percent(bounds.high)} %)`,
        `${found} of ${jobs.length}${isWithin ? '' : ' (outside)'}`,
      ];
    });
    return [service, said, ...compared];
  });
  return `## Proving the gate

${describeRun('npm run bench -- prove')}. What \`tailgate prove\` said of two services, beside ${jobs} real jobs each of identical code and of code whose
answers take 20 % longer. Shares are of runs that blocked, with its bounds (95 % each); \`outside\`: the jobs' share is not within them.

${table(['service', 'outcome', 'unchanged, proved', 'unchanged, jobs', '+20 %, proved', '+20 %, jobs'], rows)}
`;
}
