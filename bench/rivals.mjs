/**
 * `npm run bench:rivals`: judges what `npm run bench:record` recorded, by Tailgate and by the rules of others, and
 * writes bench/RESULTS.md and the plots in docs/images/.
 *
 * node bench/rivals.mjs [--cells churn,echo] [--size 16] [--threads 2] [--quick] [--print] [--render]
 *
 * `--quick`: a tenth of the resampled jobs; `--print`: tables to the terminal, no file is written;
 * `--render`: tables and plots anew from what was judged last (kept in `--judged`, by default beside the blocks)
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { readBlocks } from './blocks.mjs';
import { BLOCKS_OF_JOB, CELLS } from './cells.mjs';
import { BENCH_HOME, REPOSITORY } from './paths.mjs';
import { renderExtract } from './rivals/extract.mjs';
import { plotRules, plotServices } from './rivals/plots.mjs';
import { writeReport } from './rivals/report.mjs';
import { replaceBetween, writeSection } from './section.mjs';

const { values } = parseArgs({
  options: {
    cells: { type: 'string' },
    size: { type: 'string', default: String(BLOCKS_OF_JOB) },
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    judged: { type: 'string', default: join(BENCH_HOME, 'judged.json') },
    render: { type: 'boolean', default: false },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const size = Number(values.size);
const scale = values.quick ? 0.1 : 1;
const counts = { target: 400 * scale, power: 100 * scale, curve: 50 * scale, detectable: 200 * scale };
const wanted = values.cells?.split(',') ?? CELLS.map(({ name }) => name);
const names = wanted.filter((name) => readBlocks(name).length >= size);
for (const name of wanted)
  if (!names.includes(name)) console.log(`${name}: fewer than ${size} blocks, left out`);
if (names.length === 0) {
  console.error('Nothing to judge: npm run bench:record');
  process.exit(2);
}

const results = values.render ? JSON.parse(readFileSync(values.judged, 'utf8')) : await judgeAll(names);
if (!values.render) writeFileSync(values.judged, JSON.stringify(results));
const report = writeReport(results, {
  size,
  counts,
  command: 'npm run bench:rivals',
  date: new Date().toISOString().slice(0, 10),
  k6: nameK6(),
});
if (values.print) console.log(report);
else {
  writeSection('Rules of others', report);
  const images = join(REPOSITORY, 'docs', 'images');
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, 'power.svg'), plotServices(results, size));
  writeFileSync(join(images, 'power-rules.svg'), plotRules(results));
  const page = join(REPOSITORY, 'docs', 'study.md');
  const extract = renderExtract(results, size, counts);
  writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), 'npm run bench:rivals', extract));
}

/** One cell in each thread; results in the order of the names. */
async function judgeAll(list) {
  const results = [];
  const queue = list.map((name, index) => ({ name, index }));
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      results[next.index] = await judgeCell(next.name);
      console.log(`judged ${next.name}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.threads) }, work));
  return results;
}

function judgeCell(name) {
  const worker = new Worker(new URL('./rivals/cell.mjs', import.meta.url), {
    workerData: { name, size, counts },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`judging ${name} ended with ${code}`)));
  });
}

function nameK6() {
  try {
    return execFileSync('k6', ['version'], { encoding: 'utf8' }).match(/k6 v([\d.]+)/)?.[0] ?? 'k6';
  } catch {
    return 'k6';
  }
}
