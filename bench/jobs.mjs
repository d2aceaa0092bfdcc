/**
 * `npm run bench:jobs`: what Tailgate says of changes whose size another instrument knows (alone.mjs): whole runs of the
 * command line, each in a fresh git repository, until all are there, time is up or Ctrl-C. `npm run bench:judge` makes
 * tables of them.
 *
 * node bench/jobs.mjs [--cells pool-node,b] [--jobs 50] [--minutes 60] [--cli dist/cli.mjs]
 *
 * Jobs and their blocks are added to bench/recorded; what is there already counts. Cells take turns, so that each has its
 * share when time is up. Needs `node bench/services/install.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fingerprint } from './alone/store.mjs';
import { chooseCells } from './jobs/cells.mjs';
import { findMissing } from './jobs/config.mjs';
import { runJob } from './jobs/job.mjs';
import { keepBlocks } from './jobs/recorded.mjs';
import { appendJob, nameBuild, readJobs } from './jobs/store.mjs';
import { REPOSITORY } from './paths.mjs';
import { describeMachine } from './section.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    cells: { type: 'string' },
    jobs: { type: 'string', default: '50' },
    minutes: { type: 'string' },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
  },
});
/** Consecutive jobs of one cell that may fail before it is left for another day. */
const FAILURES = 3;

const stop = listenForStop('the job under way is dropped, the others are kept');
const cells = chooseCells(values.cells);
const cli = resolve(values.cli);
const build = nameBuild(cli);
const version = `tailgate ${execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' }).trim()}`;
const machine = describeMachine();
const speed = readSpeed();
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const known = readJobs(cells);
const turns = cells.map((cell) => ({
  cell,
  missing: findMissing(cell),
  done: known.filter((job) => job.cell === cell.name).length,
  failures: 0,
}));
for (const { cell, missing } of turns) if (missing) console.log(`${cell.name} is left out: ${missing}`);
const isDue = ({ missing, done, failures }) => !missing && done < Number(values.jobs) && failures < FAILURES;
while (!stop.aborted && performance.now() < until) {
  const due = turns.filter(isDue);
  if (due.length === 0) break;
  const turn = due.reduce((first, other) => (other.done < first.done ? other : first));
  const { cell } = turn;
  try {
    const at = new Date().toISOString();
    const { blocks, ...told } = await runJob(cell, { cli, speed, signal: stop });
    const job = { cell: cell.name, definition: fingerprint(cell), at, build, version, machine, ...told };
    appendJob(job);
    if (blocks) keepBlocks(job, blocks);
    turn.done++;
    turn.failures = 0;
    console.log(`${cell.name} ${turn.done}/${values.jobs}: ${job.seconds} s, ${job.headline}`);
  } catch (error) {
    if (stop.aborted) break;
    turn.failures++;
    console.log(`${cell.name}: left out, ${error.message}`);
  }
}
