/**
 * `npm run bench:alone`: what the changes are on which whole jobs are run (jobs.mjs), by another instrument: each arm by
 * itself at the declared load under plain k6, without any code of Tailgate. Writes its section of bench/RESULTS.md.
 *
 * node bench/alone.mjs [--cells pool-node,b] [--seconds 60] [--runs 2] [--again] [--summarise] [--print]
 *   [--jitter 5]
 *
 * What is there already counts, unless `--again`; a cell that has been changed begins anew. `--summarise`: only the
 * tables; `--print`: to the terminal, no section is written; `--jitter`: arrivals are late by up to so many milliseconds,
 * each by chance, as under Tailgate's own load, kept apart and printed. Needs `node bench/services/install.mjs`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAlone } from './alone/measure.mjs';
import { writeReport } from './alone/report.mjs';
import { addRun, findRuns, readAlone } from './alone/store.mjs';
import { CELLS, chooseCells } from './jobs/cells.mjs';
import { findMissing } from './jobs/config.mjs';
import { BENCH_HOME } from './paths.mjs';
import { seededRandom, shuffle } from './random.mjs';
import { describeMachine, writeSection } from './section.mjs';
import { loadSource } from './source.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const { values } = parseArgs({
  options: {
    cells: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '2' },
    again: { type: 'boolean', default: false },
    summarise: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    jitter: { type: 'string', default: '0' },
  },
});
// Only to wait until nobody measures: what is measured owes nothing to Tailgate.
const { takeLock, silent } = await loadSource(['src/processes/lock.ts', 'src/progress.ts']);
const seconds = Number(values.seconds);
const jitter = Number(values.jitter);
const path = jitter > 0 ? join(BENCH_HOME, `alone-jitter-${jitter}.json`) : undefined;
const k6 = process.env.TAILGATE_K6 || 'k6';
const stop = listenForStop('the arm under way is dropped, the others are kept');

const cells = chooseCells(values.cells).filter((cell) => {
  const missing = findMissing(cell);
  if (missing && !values.summarise) console.log(`${cell.name} is left out: ${missing}`);
  return !missing;
});
if (!values.summarise) await measureAll();
const { title, text } = writeReport(CELLS, readAlone(path));
if (values.print || path) console.log(text);
else writeSection(title, text);

/** Run by run, so that those of one cell see different hours of the machine. */
async function measureAll() {
  const speed = readSpeed();
  const random = seededRandom(Date.now() >>> 0);
  const before = values.again ? {} : readAlone(path);
  const done = (cell, arm) => findRuns(before, cell, seconds)?.[arm].length ?? 0;
  for (let run = 1; run <= Number(values.runs); run++) {
    for (const cell of cells) {
      for (const arm of shuffle(['base', 'head'], random)) {
        if (stop.aborted) return;
        if (done(cell, arm) >= run) continue;
        await measureOne(cell, arm, speed, run);
      }
    }
  }
}

async function measureOne(cell, arm, speed, run) {
  const name = `${cell.name} ${arm} ${run}/${values.runs}`;
  let release;
  try {
    release = await takeLock(silent, stop);
    const measured = await measureAlone(cell, arm, { seconds, jitter, speed, k6, signal: stop });
    addRun(
      cell,
      arm,
      { at: new Date().toISOString(), machine: describeMachine(), ...measured },
      seconds,
      path,
    );
    const { p50, tail, p99, failures, dropped, cpuMs, misses } = measured;
    const times = [p50, tail, p99].map((ms) => ms.toFixed(2)).join(' / ');
    const lost = `${(failures * 100).toFixed(2)} % failed, ${(dropped * 100).toFixed(2)} % dropped`;
    console.log(
      `${name}: ${times} ms, ${lost}, ${cpuMs?.toFixed(2)} ms of processor; ${misses ? 'misses' : 'meets'} ${cell.slo}`,
    );
  } catch (error) {
    if (!stop.aborted) console.log(`${name}: left out, ${error.message}`);
  } finally {
    release?.();
  }
}
