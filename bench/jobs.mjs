/**
 * `npm run bench -- jobs`: what Tailgate says of changes whose size another instrument knows: whole runs of the command line,
 * each in a fresh git repository, until all are there, time is up or Ctrl-C.
 *
 * npm run bench -- jobs study --half 1|2 [--minutes 60] [--print]
 * npm run bench -- jobs [--cells pool-node,b] [--times 50] [--minutes 60] [--cli dist/cli.mjs]
 * npm run bench -- jobs alone [--cells pool-node,b] [--times 2] [--seconds 60]
 *
 * `study`: the jobs of one half of services and defects (jobs/study.mjs); goes on where it was stopped, and says what is
 * there. Once the second half is complete, its section of bench/RESULTS.md and the table of docs/statistics.md are written.
 * `--print`: nothing is measured or written. Without a word: more blocks for `npm run bench -- judge`. `alone`: that other
 * instrument, which is plain k6 on each arm by itself at the declared load, without any code of Tailgate. All are added to
 * bench/recorded; what is there already counts, unless the cell has been changed. Needs `node bench/services/install.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureAlone } from './alone/measure.mjs';
import { addRun, findRuns, fingerprint, readAlone } from './alone/store.mjs';
import { chooseCells } from './jobs/cells.mjs';
import { findMissing } from './jobs/config.mjs';
import { NothingSaid, runJob } from './jobs/job.mjs';
import { keepBlocks } from './jobs/recorded.mjs';
import { appendJob, nameBuild, readJobs } from './jobs/store.mjs';
import * as study from './jobs/study.mjs';
import { REPOSITORY } from './paths.mjs';
import { readOptions, repeat } from './repeat.mjs';
import { describeMachine, describeRun, replaceBetween, writeSection } from './section.mjs';
import { loadSource } from './source.mjs';
import { readSpeed } from './speed.mjs';
import { listenForStop } from './stop.mjs';

const { parts, ...options } = readOptions({
  times: { type: 'string' },
  half: { type: 'string' },
  seconds: { type: 'string', default: '60' },
});
const signal = listenForStop('what is under way is dropped, the rest is kept');
const machine = describeMachine();
const speed = readSpeed();
const { cli } = options;
const cells = chooseCells(options.cells).filter((cell) => {
  const missing = findMissing(cell);
  if (missing) console.log(`${cell.name} is left out: ${missing}`);
  return !missing;
});
const MODES = { alone: recordAlone, study: runStudy };
await (MODES[parts[0]] ?? recordJobs)();

async function runStudy() {
  const { half, minutes, print } = options;
  const build = nameBuild(cli);
  const list = () => study.readStudy(half, build);
  const due = study.listHalf(half);
  const missing = due.map(findMissing).find(Boolean);
  if (missing && !print) throw new Error(missing);
  await repeat(print ? [] : countDone(due, list()), {
    minutes,
    signal,
    async measure(cell) {
      const at = new Date().toISOString();
      const told = await runJob(cell, { cli, speed, signal }).catch((error) => {
        if (error instanceof NothingSaid) return study.describeFailure(error);
        throw error;
      });
      const { blocks: _, ...job } = told;
      study.addToStudy({ half, cell: cell.name, at, build, machine, ...job });
      return `${job.seconds} s, ${job.verdict}: ${job.headline}`;
    },
  });
  const jobs = list();
  const text = study.writeStudy(half, jobs, describeRun(`npm run bench -- jobs study --half ${half}`));
  console.log(text);
  if (print || half !== '2' || jobs.length < study.countPlanned(half)) return;
  writeSection(text.split('\n')[0].slice(3), text);
  const page = join(REPOSITORY, 'docs', 'statistics.md');
  const extract = study.writeExtract(half, jobs);
  writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), 'npm run bench -- jobs study', extract));
}

function countDone(cells, jobs) {
  return cells.map((cell) => ({ ...cell, done: jobs.filter((job) => job.cell === cell.name).length }));
}

function recordJobs() {
  const build = nameBuild(cli);
  const version = `tailgate ${execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' }).trim()}`;
  return repeat(countDone(cells, readJobs(cells)), {
    times: Number(options.times ?? 50),
    minutes: options.minutes,
    signal,
    async measure(cell) {
      const at = new Date().toISOString();
      const { blocks, ...told } = await runJob(cell, { cli, speed, signal });
      const job = { cell: cell.name, definition: fingerprint(cell), at, build, version, machine, ...told };
      appendJob(job);
      if (blocks) keepBlocks(job, blocks);
      return `${job.seconds} s, ${job.headline}`;
    },
  });
}

async function recordAlone() {
  // Only to wait until nobody measures: what is measured owes nothing to Tailgate.
  const { takeLock, silent } = await loadSource(['src/processes/lock.ts', 'src/progress.ts']);
  const k6 = process.env.TAILGATE_K6 || 'k6';
  const seconds = Number(options.seconds);
  const known = readAlone();
  const turns = cells.flatMap((cell) =>
    ['base', 'head'].map((arm) => ({
      name: `${cell.name} ${arm}`,
      done: findRuns(known, cell, seconds)?.[arm].length ?? 0,
      cell,
      arm,
    })),
  );
  return repeat(turns, {
    times: Number(options.times ?? 2),
    minutes: options.minutes,
    signal,
    async measure({ cell, arm }) {
      const lock = await takeLock(silent, signal);
      try {
        const measured = await measureAlone(cell, arm, { seconds, speed, k6, signal });
        addRun(cell, arm, { at: new Date().toISOString(), machine, ...measured }, seconds);
        const { p50, tail, p99, failures, dropped, misses } = measured;
        const times = [p50, tail, p99].map((ms) => ms.toFixed(2)).join(' / ');
        const lost = `${(failures * 100).toFixed(2)} % failed, ${(dropped * 100).toFixed(2)} % dropped`;
        return `${times} ms, ${lost}; ${misses ? 'misses' : 'meets'} ${cell.slo}`;
      } finally {
        lock.close();
      }
    },
  });
}
