import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, makeRepository } from '../jobs/repository.mjs';
import { startProgram } from '../processes.mjs';

/** A pair takes a minute, and all else eight seconds, but rounds that were disturbed are measured again. */
const LIMIT_SECONDS = { pair: 400, alone: 150 };
/** How often a case runs at most, when others disturb it. */
const ATTEMPTS = 3;
const DISTURBED = /other processes took/;
/** The last words of one that waits for somebody else's measurement. */
const WAITS = /▸ waiting: another Tailgate .*\n$/;
/** How much of a comment is read at a glance: its first lines, but for small print. */
const TOP_LINES = 6;

/**
 * @param {import('./cases.mjs').Case} each
 * @returns {Promise<{faults: string[], exit: number | null, output: string, comment: string, seconds: number}>}
 *   `faults`: what is not as expected; `exit`: null when it did not end in time
 */
export async function tryCase(each, options) {
  for (let left = ATTEMPTS; ; left--) {
    const ran = await runCase(each, options);
    const faults = listFaults(each.expect, ran);
    if (faults.length === 0 || !DISTURBED.test(ran.output) || left === 1) return { faults, ...ran };
  }
}

/** Runs the command line on one case, in a repository of its own. Nothing of it is left afterwards. */
async function runCase({ files, head, env, args }, { cli, signal }) {
  const { folder, remove } = makeRepository(files, head);
  try {
    // Tailgate takes no notice of this folder.
    const kept = join(folder, '.tailgate');
    mkdirSync(kept);
    const [log, comment] = [join(kept, 'output.txt'), join(kept, 'comment.md')];
    const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const own = ['run', ...(head ? ['--base', 'main'] : []), '--comment', comment];
    const file = openSync(log, 'w');
    const began = performance.now();
    const program = startProgram(process.execPath, [cli, ...(args ?? own)], {
      cwd: folder,
      env: { ...environment(), ...env },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    const interrupt = () => program.stop('SIGINT');
    signal.addEventListener('abort', interrupt);
    try {
      const limit = head ? LIMIT_SECONDS.pair : LIMIT_SECONDS.alone;
      const exit = await waitFor(program, limit, () => WAITS.test(read(log)));
      signal.throwIfAborted();
      const seconds = Math.round((performance.now() - began) / 1000);
      return { exit, output: read(log), comment: read(comment), seconds };
    } finally {
      signal.removeEventListener('abort', interrupt);
      await program.stop('SIGINT');
    }
  } finally {
    remove();
  }
}

/** @returns its exit code, or null when it has not ended after `limit` seconds, those in which it waits apart */
async function waitFor(program, limit, waits) {
  for (let left = limit; left > 0; left -= waits() ? 0 : 1) {
    const exit = await Promise.race([program.exited, sleep(1000, 'running')]);
    if (exit !== 'running') return exit;
  }
  return null;
}

/**
 * Holds what a case did against what is expected of it.
 *
 * @param {import('./cases.mjs').Expectation} expect
 * @returns {string[]} nothing when all is as expected
 */
export function listFaults({ exit, says = [], saysNot = [], top = [] }, ran) {
  const wanted = [exit].flat();
  const output = flatten(ran.output);
  const lines = ran.comment.split('\n').filter((line) => line.trim() !== '' && !/^<(!--|sub>)/.test(line));
  const glance = flatten(lines.slice(0, TOP_LINES).join('\n'));
  const holds = (text) => (words) => (typeof words === 'string' ? text.includes(words) : words.test(text));
  const lacks = (text) => (words) => !holds(text)(words);
  const ended = ran.exit === null ? 'does not end' : `exit ${ran.exit}`;
  return [
    ...(wanted.includes(ran.exit) ? [] : [`${ended} instead of ${wanted.join(' or ')}`]),
    ...says.filter(lacks(output)).map((words) => `does not say ${words}`),
    ...saysNot.filter(holds(output)).map((words) => `says ${words}`),
    ...top.filter(lacks(glance)).map((words) => `does not say ${words} at the top`),
  ];
}

/** Lines are broken where the terminal ends. */
function flatten(text) {
  return text.replace(/\s+/g, ' ');
}
