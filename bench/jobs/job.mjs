import { loadavg } from 'node:os';
import { join } from 'node:path';
import { runInFolder } from '../command.mjs';
import { loadSource } from '../source.mjs';
import { listFiles } from './config.mjs';
import { readRecordedBlocks } from './recorded.mjs';
import { makeRepository } from './repository.mjs';

const { silent, takeLock } = await loadSource(['src/processes/lock.ts', 'src/progress.ts']);

/** Where a record goes, within the repository. */
const STORE = join('.tailgate', 'record');

/**
 * One whole job: `tailgate run` of the head beside its base, as a user would have it. Services, k6 and the repository
 * are gone afterwards, also after an interruption.
 *
 * @param {import('./cells.mjs').Cell} cell
 * @param {{cli: string, speed: object, signal: AbortSignal}} options
 * @returns {Promise<object>} what is kept of it, and its `blocks`: null where nothing could be judged
 */
export async function runJob(cell, { cli, speed, signal }) {
  const { folder, remove } = makeRepository(listFiles(cell, 'base', speed), listFiles(cell, 'head', speed));
  try {
    (await takeLock(silent, signal)).close();
    const args = ['run', '--base-branch', 'main', '--record', '--store', STORE, '--json'];
    const job = describeJob(await runInFolder(cli, folder, args, signal));
    return { ...job, blocks: await readRecordedBlocks(join(folder, STORE, cell.name)) };
  } finally {
    remove();
  }
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
export function describeJob({ code: exitCode, seconds, result, words }) {
  if (!SPOKEN.includes(exitCode) || result === null)
    throw new NothingSaid(`tailgate ended with ${exitCode}: ${words.slice(-1500)}`);
  return {
    verdict: result.verdict,
    exitCode,
    seconds: Number(seconds.toFixed(1)),
    headline: result.headline,
    slos: result.slos.map(({ metric, slo, outcome, value }) => ({ metric, slo, outcome, value })),
    changes: result.changes.map(({ metric, where, outcome, reason, ...rest }) => ({
      ...{ metric, where, outcome, reason: reason?.evidence?.kind ?? reason?.kind ?? null },
      ...{ change: rest.changePercent, spread: rest.blockSpread, detectable: rest.detectableChange },
    })),
    unmeasured: result.unmeasured ?? null,
    used: result.pair?.blocks ?? null,
    effort: result.effort ?? null,
    causes: [...words.matchAll(/rounds of .* (?:again|discarded): (.*)/g)].map(([, cause]) => cause),
    load: Number(loadavg()[0].toFixed(2)),
  };
}
