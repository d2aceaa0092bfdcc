/**
 * `npm run bench:jobs`: what Tailgate says of changes whose size another instrument knows (alone.mjs): whole runs of the
 * command line, each in a fresh git repository, until all are there, time is up or Ctrl-C. Writes its section of
 * bench/RESULTS.md.
 *
 * node bench/jobs.mjs [--cells pool-node,b] [--jobs 50] [--minutes 60] [--cli dist/cli.mjs] [--budget 60s] [--print]
 *   [--summarise] [--record]
 *
 * What is there of the same build and budget already counts: run it again to go on. Cells take turns, so that each has
 * its share when time is up. `--summarise`: only the tables; `--print`: to the terminal, no section is written. `--record`:
 * keeps all blocks, for `npm run bench:power`. Needs `node bench/services/install.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fingerprint, readAlone } from './alone/store.mjs';
import { CELLS, chooseCells } from './jobs/cells.mjs';
import { findMissing } from './jobs/config.mjs';
import { runJob } from './jobs/job.mjs';
import { keepBlocks } from './jobs/recorded.mjs';
import { writeReport } from './jobs/report.mjs';
import { appendJob, nameBuild, readJobs } from './jobs/store.mjs';
import { REPOSITORY } from './paths.mjs';
import { writeSection } from './section.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    cells: { type: 'string' },
    jobs: { type: 'string', default: '50' },
    minutes: { type: 'string' },
    cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
    budget: { type: 'string' },
    summarise: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
/** Consecutive jobs of one cell that may fail before it is left for another day. */
const FAILURES = 3;

const stop = listenForStop('the job under way is dropped, the others are kept');
const cells = chooseCells(values.cells);
if (!values.summarise) await runJobs();
const jobs = readJobs().filter(isCurrent);
if (jobs.length === 0) console.log('There are no jobs.');
else {
  const { title, text } = writeReport(CELLS, readAlone(), jobs);
  console.log(text);
  if (!values.print) writeSection(title, text);
}

/** Of a cell as it is now. */
function isCurrent({ cell, definition }) {
  const found = CELLS.find(({ name }) => name === cell);
  return found !== undefined && fingerprint(found) === definition;
}

async function runJobs() {
  const cli = resolve(values.cli);
  const build = nameBuild(cli);
  const version = `tailgate ${execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' }).trim()}`;
  const budget = values.budget ?? null;
  const speed = readSpeed();
  const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const own = readJobs().filter((job) => isCurrent(job) && job.build === build && job.budget === budget);
  const turns = cells.map((cell) => ({
    cell,
    missing: findMissing(cell),
    done: own.filter((job) => job.cell === cell.name).length,
    failures: 0,
  }));
  for (const { cell, missing } of turns) if (missing) console.log(`${cell.name} is left out: ${missing}`);
  const isDue = ({ missing, done, failures }) =>
    !missing && done < Number(values.jobs) && failures < FAILURES;
  while (!stop.aborted && performance.now() < until) {
    const due = turns.filter(isDue);
    if (due.length === 0) break;
    const turn = due.reduce((first, other) => (other.done < first.done ? other : first));
    const { cell } = turn;
    try {
      const at = new Date().toISOString();
      const { recorded, ...told } = await runJob(cell, {
        cli,
        budget,
        speed,
        signal: stop,
        isRecorded: values.record,
      });
      const job = { cell: cell.name, definition: fingerprint(cell), at, build, version, budget, ...told };
      appendJob(job);
      if (recorded) keepBlocks(job, recorded);
      turn.done++;
      turn.failures = 0;
      console.log(`${cell.name} ${turn.done}/${values.jobs}: ${job.seconds} s, ${job.headline}`);
    } catch (error) {
      if (stop.aborted) break;
      turn.failures++;
      console.log(`${cell.name}: left out, ${error.message}`);
    }
  }
}
