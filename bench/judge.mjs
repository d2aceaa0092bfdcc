/**
 * `npm run bench -- judge`: what the source of today says of recorded blocks (bench/recorded), whatever build measured them: jobs
 * drawn from the blocks of each defect, and of identical code with all requests of one arm slower. Writes its section of
 * bench/RESULTS.md. Record more blocks first: `npm run bench -- jobs`.
 *
 * npm run bench -- judge [--cells pool-node,b] [--threads 2] [--quick] [--print]
 *
 * `--quick`: a fifth of the drawn jobs; `--print`: to the terminal, no file is written. All is drawn with fixed seeds, so two
 * trees of the source are compared by the `diff` of what they print.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { chooseCells } from './jobs/cells.mjs';
import { readRecorded } from './jobs/recorded.mjs';
import { percent, table } from './judge/table.mjs';
import { STUDIED } from './judge/tailgate.mjs';
import { readOptions } from './repeat.mjs';
import { describeRun, writeSection } from './section.mjs';

const options = readOptions({
  threads: { type: 'string', default: String(availableParallelism()) },
  quick: { type: 'boolean', default: false },
});
const scale = options.quick ? 0.2 : 1;
const counts = { drawn: 50 * scale, power: 200 * scale, detectable: 120 * scale };
const cells = chooseCells(options.cells).filter((cell) => readRecorded(cell).length > 0);
const studies = await studyAll(cells.map(({ name }) => name));
const title = 'Recorded blocks, judged anew';
const text = `## ${title}

${describeRun('npm run bench -- judge')}. Jobs drawn from recorded blocks of
earlier builds, judged by the source of that day, without a soak. Found: \`regressed\` or \`missed\`; CPU time is gated for (c).

${table(
  ['defect', 'blocks', 'found', '`unchanged`'],
  cells.flatMap(({ class: of, name }) => {
    const { blocks, drawn } = studies.get(name);
    return drawn
      ? [[`(${of}) ${name}`, blocks, percent(drawn.found), `${drawn.unchanged} of ${drawn.count}`]]
      : [];
  }),
)}

Identical code: either arm the head, all of its latencies multiplied, no block twice in a job. Called \`regressed\`, by metric.

${table(
  [
    ...['service', '+0 %: any', '+10 %: p50; tail; p99', '+20 %: p50; tail; p99'],
    'at the stated detectable change',
  ],
  cells.flatMap(({ name }) => {
    const { power } = studies.get(name);
    if (!power) return [];
    const [none, ten, twenty] = power.changes;
    const list = (found) => STUDIED.map((metric) => percent(found[metric])).join('; ');
    const stated = power.detectable.map((share) => percent(share)).join('; ');
    return [[name, percent(none.any), list(ten), list(twenty), stated]];
  }),
)}
`;
console.log(text);
if (!options.print) writeSection(title, text);

/** One cell in each thread. */
async function studyAll(names) {
  const studies = new Map();
  const queue = [...names];
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      studies.set(name, await studyCell(name));
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
