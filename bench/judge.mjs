/**
 * `npm run bench:judge`: judges what `npm run bench:record` recorded, by Tailgate and by the rules of others, and
 * writes bench/RESULTS.md and the plots in docs/images/.
 *
 * node bench/judge.mjs [--cells churn,echo] [--size 16] [--quick] [--print]
 *
 * `--quick`: a tenth of the resampled jobs; `--print`: tables to the terminal, no file is written
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { readBlocks } from './blocks.mjs';
import { CELLS } from './cells.mjs';
import { drawPlot } from './judge/plot.mjs';
import { writeReport } from './judge/report.mjs';
import { REPOSITORY } from './paths.mjs';

const { values } = parseArgs({
  options: {
    cells: { type: 'string' },
    size: { type: 'string', default: '16' },
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
});
const size = Number(values.size);
const scale = values.quick ? 0.1 : 1;
const counts = { power: 100 * scale, curve: 50 * scale, detectable: 60 * scale };
const wanted = values.cells?.split(',') ?? CELLS.map(({ name }) => name);
const names = wanted.filter((name) => readBlocks(name).length >= size);
for (const name of wanted)
  if (!names.includes(name)) console.log(`${name}: fewer than ${size} blocks, left out`);
if (names.length === 0) {
  console.error('Nothing to judge: npm run bench:record');
  process.exit(2);
}

const results = await judgeAll(names);
const report = writeReport(results, {
  size,
  counts,
  command: 'npm run bench:judge',
  date: new Date().toISOString().slice(0, 10),
  k6: nameK6(),
});
if (values.print) console.log(report);
else {
  writeSection(join(REPOSITORY, 'bench', 'RESULTS.md'), report);
  const images = join(REPOSITORY, 'docs', 'images');
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, 'power.svg'), plotServices(results));
  writeFileSync(join(images, 'power-rules.svg'), plotRules(results));
}

/** One thread for each processor; results in the order of the names. */
async function judgeAll(list) {
  const results = [];
  const queue = list.map((name, index) => ({ name, index }));
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      results[next.index] = await judgeCell(next.name);
      console.log(`judged ${next.name}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

function judgeCell(name) {
  const worker = new Worker(new URL('./judge/cell.mjs', import.meta.url), {
    workerData: { name, size, counts },
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`judging ${name} ended with ${code}`)));
  });
}

/** The study replaces its own section and leaves the others as they are. */
function writeSection(path, section) {
  const text = readFileSync(path, 'utf8');
  const title = '## The judge\n';
  const from = text.indexOf(title);
  if (from === -1) return writeFileSync(path, `${text.trimEnd()}\n\n${section}`);
  const next = text.indexOf('\n## ', from + title.length);
  writeFileSync(path, text.slice(0, from) + section + (next === -1 ? '' : text.slice(next)));
}

function plotServices(all) {
  return drawPlot({
    title: `A change is called: ${size} blocks at most, tail index`,
    x: 'all requests of the head slower by',
    y: 'jobs called regressed',
    most: 0.5,
    dashed: 0.8,
    lines: all.map(({ name, curve }) => ({
      name,
      points: curve.map(({ change, power }) => ({ x: change, y: power.tail })),
    })),
  });
}

/** Injected slowdowns of the first cell that has them: their true change at p99 against the share of alarms. */
function plotRules(all) {
  const { name, changes } =
    all.find((result) => result.changes.some(({ arm }) => arm.startsWith('slow'))) ?? {};
  const slow = (changes ?? []).filter(({ arm }) => arm.startsWith('slow'));
  const ordered = slow.sort((a, b) => a.true.change.p50 - b.true.change.p50);
  const rules = {
    Tailgate: 'Tailgate',
    'ratio > 110 %': 'one run, ratio > 110 % p99',
    'ratio > 125 %': 'one run, ratio > 125 % p99',
    'Bencher, t limit': 'Bencher: t limit 0.99 p99',
    'tachometer ±10 %': 'tachometer: 95 % interval, horizon ±10 % p99',
    Firecracker: 'Firecracker: permutations, p < 0.01 and > 5 % p99',
    Otava: 'Otava: E-divisive p99',
  };
  return drawPlot({
    title: `Injected slowdowns of ${name ?? 'no cell'}: rules at p99, and Tailgate`,
    x: 'true change of p50',
    y: 'jobs with an alarm',
    most: 0.55,
    lines: Object.entries(rules).map(([label, rule]) => ({
      name: label,
      points: ordered.map(({ alarms, true: { change } }) => ({
        x: change.p50,
        y: alarms[rule].hits / alarms[rule].trials,
      })),
    })),
  });
}

function nameK6() {
  try {
    return execFileSync('k6', ['version'], { encoding: 'utf8' }).match(/k6 v([\d.]+)/)?.[0] ?? 'k6';
  } catch {
    return 'k6';
  }
}
