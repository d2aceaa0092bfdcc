/**
 * `npm run bench -- judge`: what Tailgate says of changes that another instrument knows, how often it finds them, and how
 * often it is wrong, by the jobs and references in bench/recorded. Writes its section of bench/RESULTS.md and the table of
 * docs/statistics.md. Record more first: `npm run bench -- jobs`.
 *
 * npm run bench -- judge [--cells pool-node,b] [--threads 2] [--quick] [--print] [--replay]
 *
 * `--quick`: a fifth of the drawn jobs; `--print`: to the terminal, no file is written; `--replay`: only the recorded jobs,
 * as they were and with the labels exchanged, a line of JSON each. Two trees of the source are compared by the `diff` of
 * these lines.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readAlone } from './alone/store.mjs';
import { chooseCells } from './jobs/cells.mjs';
import { readRecorded } from './jobs/recorded.mjs';
import { readJobs } from './jobs/store.mjs';
import { arrangeBlocks, makeCase } from './judge/case.mjs';
import { restoreJob } from './judge/draws.mjs';
import { swapArms } from './judge/jobs.mjs';
import { SEED } from './judge/power.mjs';
import { listRows, TITLE, writeExtract, writeReport } from './judge/report.mjs';
import { judgeWhole } from './judge/whole.mjs';
import { REPOSITORY } from './paths.mjs';
import { readOptions } from './repeat.mjs';
import { describeRun, replaceBetween, writeSection } from './section.mjs';

const options = readOptions({
  threads: { type: 'string', default: String(availableParallelism()) },
  quick: { type: 'boolean', default: false },
  replay: { type: 'boolean', default: false },
});
const scale = options.quick ? 0.2 : 1;
const counts = {
  drawn: 50 * scale,
  sets: 20,
  jobsOfSet: 25 * scale,
  power: { jobs: 200 * scale, sets: 20, jobsOfSet: 40 * scale },
  detectable: 120 * scale,
};
const cells = chooseCells(options.cells);
const jobs = readJobs(cells);
if (options.replay) for (const cell of cells) replay(cell);
else await report();

async function report() {
  const studied = cells.filter((cell) => readRecorded(cell).length > 0).map(({ name }) => name);
  const rows = listRows(cells, readAlone(), jobs, await studyAll(studied));
  const text = writeReport(rows, { run: describeRun('npm run bench -- judge'), counts });
  console.log(text);
  if (options.print) return;
  writeSection(TITLE, text);
  const page = join(REPOSITORY, 'docs', 'statistics.md');
  writeFileSync(
    page,
    replaceBetween(readFileSync(page, 'utf8'), 'npm run bench -- judge', writeExtract(rows)),
  );
}

function replay(cell) {
  const given = makeCase(cell);
  for (const { at, blocks } of readRecorded(cell)) {
    const recorded = jobs.find((job) => job.cell === cell.name && job.at === at)?.verdict;
    const own = arrangeBlocks(blocks, given);
    for (const [way, job] of Object.entries({ 'as it was': own, exchanged: swapArms(own) })) {
      const { code, isMet, used, regressed, isCut } = judgeWhole(restoreJob(job, given), given, SEED);
      console.log(
        JSON.stringify({ cell: cell.name, at, way, recorded, code, isMet, used, regressed, isCut }),
      );
    }
  }
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
  await Promise.all(Array.from({ length: Number(options.threads) }, work));
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
