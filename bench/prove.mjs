/**
 * `npm run bench -- prove`: does what `tailgate prove` says agree with real jobs? Five services, of which one differs so much
 * from start to start that no tolerance of a few percent holds. Each is proved once, and has jobs of identical code and of
 * code that makes every answer 20 % longer, as `bench/jobs.mjs` has them.
 *
 * npm run bench -- prove [--services pool,noisy] [--jobs 10] [--minutes 300] [--cli dist/cli.mjs]
 *
 * All takes some five hours. What is done is kept in `$TAILGATE_BENCH/prove.jsonl`, of this build and this machine, and
 * counts the next time. Prints a line for each, and writes the section of bench/RESULTS.md once all are done. Needs
 * `node bench/services/install.mjs`.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runInFolder } from './command.mjs';
import { CELLS } from './jobs/cells.mjs';
import { findMissing, listFiles } from './jobs/config.mjs';
import { runJob } from './jobs/job.mjs';
import { makeRepository } from './jobs/repository.mjs';
import { nameBuild } from './jobs/store.mjs';
import { appendLine, readLines } from './lines.mjs';
import { BENCH_HOME, REPOSITORY } from './paths.mjs';
import { describeMachine, describeRun, writeSection } from './section.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    services: { type: 'string' },
    jobs: { type: 'string', default: '10' },
    minutes: { type: 'string' },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
  },
});
const SLOWER = '1.20';
const PATH = join(BENCH_HOME, 'prove.jsonl');

const find = (name) => CELLS.find((cell) => cell.name === name);
/** A cell whose head waits or computes longer by a fifth in all, which the environment says. */
const slowed = (cell) => ({ ...cell, head: { ...cell.base, SLOW_FACTOR: SLOWER } });
const steady = find('same-steady');
const churn = find('same-churn');
const pool = { ...find('same-pool-node'), load: { rate: 100 } };
const noisy = { ...steady, name: 'noisy', scattered: true };
/** Services, each with a cell of identical code and one whose head is slower. */
const SERVICES = {
  computes: { same: find('same-node'), slower: find('slow20-node') },
  waits: { same: find('same-go'), slower: find('slow20-go') },
  pool: { same: pool, slower: { ...pool, head: { ...pool.base, holdMs: 1.2 * pool.base.holdMs } } },
  churn: { same: churn, slower: slowed(churn) },
  noisy: { same: noisy, slower: slowed(noisy) },
};

const stop = listenForStop('the run under way is dropped, the others are kept');
const cli = resolve(values.cli);
const build = nameBuild(cli);
const machine = describeMachine();
const speed = readSpeed();
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const names = values.services?.split(',') ?? Object.keys(SERVICES);
const done = readLines(PATH).filter((line) => line.build === build && line.machine === machine);
const keep = (line) => {
  done.push({ build, machine, ...line });
  appendLine(done.at(-1), PATH);
  console.log(`${line.service} ${line.kind}: ${line.said}`);
};
const listDone = (service, kind) => done.filter((line) => line.service === service && line.kind === kind);
const isOver = () => stop.aborted || performance.now() > until;

for (const service of names) {
  const { same } = SERVICES[service];
  const missing = findMissing(same);
  if (missing) console.log(`${service} is left out: ${missing}`);
  if (missing || isOver()) continue;
  if (listDone(service, 'prove').length === 0) await prove(service, same);
  for (const kind of ['same', 'slower'])
    while (listDone(service, kind).length < Number(values.jobs) && !isOver()) await measure(service, kind);
}
const isDone = (service) =>
  listDone(service, 'prove').length > 0 &&
  ['same', 'slower'].every((kind) => listDone(service, kind).length >= Number(values.jobs));
if (Object.keys(SERVICES).every(isDone)) writeSection('Proving the gate', describe());

async function prove(service, cell) {
  const { folder, remove } = makeRepository(listFiles(cell, 'base', speed));
  try {
    const { code, result, words } = await runInFolder(cli, folder, ['prove', '--json'], stop);
    if (stop.aborted) return;
    if (!result) throw new Error(`tailgate prove ended with ${code}: ${words.slice(-1500)}`);
    const { outcome, kinds } = result;
    keep({ service, kind: 'prove', said: outcome, kinds });
  } finally {
    remove();
  }
}

async function measure(service, kind) {
  try {
    const { exitCode, headline } = await runJob(SERVICES[service][kind], { cli, speed, signal: stop });
    keep({ service, kind, blocked: exitCode === 3 ? null : exitCode === 1, said: headline });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

/** Real jobs that blocked, of those that measured, and whether that share is within what prove said. */
function compareJobs(service, kind, proved) {
  const jobs = listDone(service, kind).filter(({ blocked }) => blocked !== null);
  const blocked = jobs.filter((job) => job.blocked).length;
  const share = blocked / jobs.length;
  const { low, high } = proved.bounds;
  const agrees = share >= low && share <= high;
  return `${blocked} of ${jobs.length}${agrees ? '' : ' (outside)'}`;
}

function describe() {
  const rows = Object.keys(SERVICES).map((service) => {
    const [{ said, kinds }] = listDone(service, 'prove');
    const [unchanged, slower] = ['unchanged', 'slower'].map((kind) => kinds.find((one) => one.kind === kind));
    const percent = (share) => Math.round(100 * share);
    const words = (one) =>
      `${one.blocked} of ${one.measured} (${percent(one.bounds.low)}–${percent(one.bounds.high)} %)`;
    return `| ${[
      service,
      said,
      words(unchanged),
      compareJobs(service, 'same', unchanged),
      words(slower),
      compareJobs(service, 'slower', slower),
    ].join(' | ')} |`;
  });
  return `## Proving the gate

${describeRun('npm run bench -- prove')}

What \`tailgate prove\` said of five services, beside ${values.jobs} real jobs each of identical code and of code whose answers take
20 % longer. Shares are of runs that blocked, with prove's bounds (95 % each); \`outside\`: the jobs' share is not within them.

| service | outcome | unchanged, proved | unchanged, jobs | +20 %, proved | +20 %, jobs |
| - | - | - | - | - | - |
${rows.join('\n')}
`;
}
