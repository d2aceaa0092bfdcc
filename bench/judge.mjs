/**
 * `npm run bench:judge`: what Tailgate says of changes that another instrument knows, how often it finds them, and how
 * often it is wrong, by the jobs and references in bench/recorded. Writes its section of bench/RESULTS.md and the table of
 * docs/statistics.md.
 *
 * node bench/judge.mjs [--cells pool-node,b] [--threads 2] [--quick] [--print]
 *
 * `--quick`: a fifth of the drawn jobs; `--print`: to the terminal, no file is written. Record more first: `npm run
 * bench:alone`, `npm run bench:jobs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { readAlone } from './alone/store.mjs';
import { chooseCells } from './jobs/cells.mjs';
import { readRecorded } from './jobs/recorded.mjs';
import { readJobs } from './jobs/store.mjs';
import { listRows, TITLE, writeExtract, writeReport } from './judge/report.mjs';
import { REPOSITORY } from './paths.mjs';
import { describeRun, replaceBetween, writeSection } from './section.mjs';

const { values } = parseArgs({
  options: {
    cells: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
});
const scale = values.quick ? 0.2 : 1;
const counts = {
  drawn: 50 * scale,
  sets: 20,
  jobsOfSet: 25 * scale,
  power: { jobs: 200 * scale, sets: 20, jobsOfSet: 40 * scale },
  detectable: 120 * scale,
};
const cells = chooseCells(values.cells);
const jobs = readJobs(cells);
if (jobs.length === 0) {
  console.error('Nothing is recorded: npm run bench:jobs');
  process.exit(2);
}
const studied = cells.filter((cell) => readRecorded(cell).length > 0).map(({ name }) => name);
const rows = listRows(cells, readAlone(), jobs, await studyAll(studied));
const text = writeReport(rows, { run: describeRun('npm run bench:judge'), counts });
console.log(text);
if (!values.print) {
  writeSection(TITLE, text);
  const page = join(REPOSITORY, 'docs', 'statistics.md');
  writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), 'npm run bench:judge', writeExtract(rows)));
}

/** One cell in each thread. */
async function studyAll(names) {
  const studies = [];
  const queue = [...names];
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      studies.push(await studyCell(name));
      console.error(`judged ${name}, ${queue.length} to come`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.threads) }, work));
  return studies;
}

function studyCell(name) {
  const worker = new Worker(new URL('./judge/cell.mjs', import.meta.url), { workerData: { name, counts } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`judging ${name} ended with ${code}`)));
  });
}
