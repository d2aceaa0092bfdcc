import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 30_000;
const STOP_MS = 10_000;

/**
 * Starts a program in a process group of its own, so that Ctrl-C does not reach it at once with us, and so that all of
 * it can be ended.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns `exited`: its exit code, null after a signal; `output`: its last words, where stdio is a pipe
 */
export function startProgram(command, args, options) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true });
  let words = '';
  let stopped = null;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      words = (words + text).slice(-20_000);
    });
  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Whoever waits for it hears of it; nobody may.
  exited.catch(() => {});
  return {
    pid: child.pid,
    exited,
    output: () => words.trim(),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Asks it to end, kills its group when it does not, and whatever of the group is left; once. */
    stop: (signal = 'SIGTERM') => {
      stopped ??= stopGroup(child, signal);
      return stopped;
    },
  };
}

/**
 * Starts plain k6, without Tailgate.
 *
 * @param {Record<string, string | number>} variables  what the script reads from `__ENV`
 * @returns as of `startProgram`
 */
export function startK6(k6, script, variables, { cwd, env }) {
  // They would override options of the script.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('K6_'));
  const options = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return startProgram(k6, ['run', '--quiet', '--no-usage-report', '--address', '', ...options, script], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
  });
}

async function stopGroup(child, signal) {
  if (child.pid === undefined) return;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit').catch(() => {});
    child.kill(signal);
    await Promise.race([ended, sleep(STOP_MS, null, { ref: false })]);
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
  }
}

/** A shell command that serves on a port of 127.0.0.1; returns when it answers. */
export async function startService(command, { cwd, env, ready, signal }) {
  const port = await findPort();
  const program = startProgram('/bin/sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...env, PORT: String(port) },
  });
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + READY_MS;
  while (!(await answers(`${url}${ready}`))) {
    if (program.hasEnded() || signal.aborted || Date.now() > until) {
      await program.stop();
      signal.throwIfAborted();
      throw new Error(`the service does not answer: ${program.output()}`);
    }
    await sleep(20);
  }
  return { ...program, url };
}

/** A port of 127.0.0.1 that is free now. */
function findPort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url) {
  try {
    return (await fetch(url, { headers: { connection: 'close' } })).ok;
  } catch {
    return false;
  }
}

/** Lists the processes that have this variable, `NAME=value`, in their environment, each with its command line. */
export function listProcesses(variable) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable);
        const command = readCommand(pid);
        return isOurs && command !== '' ? [{ pid: Number(pid), command }] : [];
      } catch {
        return [];
      }
    });
}

const readCommand = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();

/** @returns whether there was one to kill */
export function tryKill(pid, signal = 'SIGKILL') {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Lists the children of a process, whatever their environment. */
export function listChildren(parent) {
  try {
    const pids = readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1').trim().split(' ');
    return pids.filter(Boolean).map((pid) => ({ pid: Number(pid), command: readCommand(pid) }));
  } catch {
    return [];
  }
}
