/** What the examples and the demo share: they run Tailgate for a reader who watches. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Exit codes of Tailgate. */
export const PASSED = 0;
export const BLOCKED = 1;
const UNMEASURED = 3;

/** Times that one run is tried on a machine too busy to measure. */
const TRIES = 3;
/** Tailgate stops everything within 6 s; after that nobody waits any longer. */
const STOP_MS = 10_000;

const cli = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url));

/** Something that the reader can act on, or that an example was meant to show and did not. */
export class ExampleError extends Error {
  exitCode = 1;
}

let running = null;
let interruptedBy = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!interruptedBy) stopRunning();
    interruptedBy ??= signal;
  });
}

/** Gives `work` a temporary folder. An ExampleError is said in one line, and ends the process with its exit code. */
export async function inScratch(work) {
  const scratch = mkdtempSync(join(tmpdir(), 'tailgate-example-'));
  try {
    await work(scratch);
  } catch (error) {
    if (!(error instanceof ExampleError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = error.exitCode;
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Runs Tailgate, again when it says that the machine was too busy for it to say anything.
 *
 * @param {{what: string, wanted: number, isQuiet?: boolean}} expected what is gated, the exit code that it must end with,
 *   and whether to leave out what it prints: the caller shows the comment
 * @param {string[]} args of `tailgate run`
 * @param {string[]} outputs more of them, which the reader need not see
 * @param {{cwd: string, env?: Record<string, string | undefined>}} place
 * @returns {Promise<string>} verdict, exit code and headline
 */
export async function gate({ what, wanted, isQuiet }, args, outputs, place) {
  const result = join(place.cwd, '.tailgate', 'result.json');
  for (let attempt = 1; ; attempt += 1) {
    rmSync(result, { force: true });
    const shown = args.map((arg) => (/[^\w.,=-]/.test(arg) ? `'${arg}'` : arg));
    console.log(`$ tailgate run ${shown.join(' ')}\n`);
    const all = [cli, 'run', ...args, ...outputs, '--json', result];
    const code = await run(process.execPath, all, { ...place, isQuiet });
    if (code === UNMEASURED && attempt < TRIES) {
      console.log(
        `\nTailgate could not measure that; once more (${attempt + 1} of at most ${TRIES} tries).\n`,
      );
      continue;
    }
    const { verdict, headline } = readResult(result);
    const seen = `${verdict}, exit ${code}: ${headline}`;
    if (code === wanted) return seen;
    const error = new ExampleError(`${what} should end with exit ${wanted}, but was ${seen}`);
    throw Object.assign(error, { exitCode: code === UNMEASURED ? UNMEASURED : 1 });
  }
}

function readResult(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { verdict: 'none', headline: 'Tailgate came to no verdict; its own words are above' };
  }
}

/**
 * Runs a program; what it prints goes straight to the reader, or if quiet, only its standard error.
 *
 * @param {{cwd: string, env?: Record<string, string | undefined>, isQuiet?: boolean}} place with more variables for its
 *   environment
 * @returns {Promise<number>} its exit code
 */
export async function run(program, args, { cwd, env, isQuiet }) {
  failIfInterrupted();
  // In a process group of its own, so that Ctrl-C reaches it once: through stopRunning.
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit'],
    detached: true,
  });
  running = child;
  const code = await new Promise((resolved, rejected) => {
    child.once('error', (error) => rejected(new ExampleError(`${program} cannot be run: ${error.message}`)));
    child.once('close', resolved);
  });
  running = null;
  failIfInterrupted();
  return code;
}

function failIfInterrupted() {
  if (!interruptedBy) return;
  throw Object.assign(new ExampleError(`Stopped by ${interruptedBy}.`), { exitCode: 130 });
}

/** Asks the program to stop, with all that it has started; kills it only when it does not. */
async function stopRunning() {
  const child = running;
  if (!child) return;
  child.kill('SIGINT');
  await sleep(STOP_MS, null, { ref: false });
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

/** Makes one edit. A text that is not there exactly once would leave the folder unchanged, or change too much. */
export function replaceIn(folder, { file, old, new: replacement }) {
  const path = join(folder, file);
  const parts = readFileSync(path, 'utf8').split(old);
  if (parts.length !== 2) throw new ExampleError(`${file} holds ${parts.length - 1} times: ${old}`);
  writeFileSync(path, parts.join(replacement));
}

export function heading(text) {
  console.log(`\n${'━'.repeat(text.length)}\n${text}\n${'━'.repeat(text.length)}`);
}
