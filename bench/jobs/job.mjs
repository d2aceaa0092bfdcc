import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../processes.mjs';
import { loadSource } from '../source.mjs';
import { listFiles } from './config.mjs';
import { readRecordedBlocks } from './recorded.mjs';
import { environment, makeRepository } from './repository.mjs';

const { silent, takeLock } = await loadSource(['src/processes/lock.ts', 'src/progress.ts']);

/** Where a record and a result go, within the repository. */
const STORE = join('.tailgate', 'record');
const RESULT = join('.tailgate', 'result.json');

/**
 * One whole job: `tailgate run` of the head beside its base, as a user would have it. Services, k6 and the repository
 * are gone afterwards, also after an interruption.
 *
 * @param {import('./cells.mjs').Cell} cell
 * @param {{cli: string, speed: object, signal: AbortSignal}} options
 * @returns {Promise<object>} what is kept of it, and its `blocks`: null where nothing could be judged, and of several
 *   scenarios
 */
export async function runJob(cell, { cli, speed, signal }) {
  const { folder, remove } = makeRepository(listFiles(cell, 'base', speed), listFiles(cell, 'head', speed));
  try {
    (await takeLock(silent, signal)).close();
    const began = performance.now();
    const program = startProgram(
      process.execPath,
      [cli, 'run', '--base-branch', 'main', '--record', '--store', STORE, '--json', RESULT],
      { cwd: folder, env: environment() },
    );
    const interrupt = () => program.stop('SIGINT');
    signal.addEventListener('abort', interrupt);
    try {
      const exitCode = await program.exited;
      const seconds = (performance.now() - began) / 1000;
      signal.throwIfAborted();
      const job = describeJob(readResult(folder), { exitCode, seconds, output: program.output() });
      // The study judges one scenario.
      const blocks = cell.scenarios ? null : await readRecordedBlocks(join(folder, STORE, cell.name));
      return { ...job, blocks };
    } finally {
      signal.removeEventListener('abort', interrupt);
      await program.stop('SIGINT');
    }
  } finally {
    remove();
  }
}

function readResult(folder) {
  const path = join(folder, RESULT);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Tailgate ended and said nothing: a fault of the bench or of the command, and no verdict. */
export class NothingSaid extends Error {}

/** Exit codes with which Tailgate has said something about the service or the machine. */
const SPOKEN = [0, 1, 3];

/**
 * What is kept of a result; unknown fields are left alone.
 *
 * @throws NothingSaid
 */
export function describeJob(result, { exitCode, seconds, output }) {
  if (!SPOKEN.includes(exitCode) || result === null)
    throw new NothingSaid(`tailgate ended with ${exitCode}: ${output.slice(-1500)}`);
  return {
    verdict: result.verdict,
    exitCode,
    seconds: Number(seconds.toFixed(1)),
    headline: result.headline,
    slos: result.slos.map(({ metric, slo, outcome, value }) => ({ metric, slo, outcome, value })),
    changes: result.changes.map(
      ({ metric, where, outcome, reason, changePercent, blockSpread, detectableChange }) => ({
        metric,
        where,
        outcome,
        reason: reason?.evidence?.kind ?? reason?.kind ?? null,
        change: changePercent,
        spread: blockSpread,
        detectable: detectableChange,
      }),
    ),
    unmeasured: result.unmeasured ?? null,
    used: result.pair?.blocks ?? null,
    effort: result.effort ?? null,
    load: Number(loadavg()[0].toFixed(2)),
  };
}
