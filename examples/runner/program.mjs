import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Tailgate stops everything within 6 s; after that nobody waits any longer. */
const STOP_MS = 10_000;

/** The reader has had enough: Ctrl-C, or a signal. */
export class Interrupted extends Error {}

let running = null;
let interruptedBy = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (interruptedBy) return;
    interruptedBy = signal;
    stopRunning();
  });
}

/**
 * Runs a program; what it prints goes straight to the reader.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{cwd: string, env?: Record<string, string>}} place with more variables for its environment
 * @returns {Promise<number>} its exit code
 */
export async function run(program, args, { cwd, env }) {
  if (interruptedBy) throw new Interrupted(`stopped by ${interruptedBy}`);
  // In a process group of its own, so that Ctrl-C reaches it once: through stopRunning.
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  running = child;
  const code = await new Promise((resolved, rejected) => {
    child.once('error', rejected);
    child.once('close', resolved);
  });
  running = null;
  if (interruptedBy) throw new Interrupted(`stopped by ${interruptedBy}`);
  return code;
}

/** Asks the program to stop, with all that it has started; kills it only when it does not. */
async function stopRunning() {
  const child = running;
  if (!child) return;
  child.kill('SIGINT');
  await sleep(STOP_MS, null, { ref: false });
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}
