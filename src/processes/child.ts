import type { ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { throwIfInterrupted } from '../errors.ts';
import { childEnvironment } from './environment.ts';

export type ChildRequest = {
  file: string;
  arguments: string[];
  /** The whole environment of the child. `file` is looked up on its PATH. */
  environment: NodeJS.ProcessEnv;
  cwd?: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** Standard input. Absent: none. */
  input?: string;
  /** File that receives standard output. Absent: it is part of the result. */
  into?: string;
};

type ChildOutcome =
  | { kind: 'ended'; exitCode: number; output: string; stdout: string }
  | { kind: 'killed'; signal: string; output: string }
  | { kind: 'timed-out'; output: string }
  /** `code` is the system's: ENOENT, EACCES, ENOEXEC … */
  | { kind: 'not-started'; code: string };

/**
 * Runs a short-lived tool (`k6 version`, `tar`, `go build`) to completion and returns its standard output and error,
 * interleaved.
 *
 * @throws Interrupted if `signal` is aborted
 */
export async function runChild(request: ChildRequest): Promise<ChildOutcome> {
  throwIfInterrupted(request.signal);
  const { into, input } = request;
  const child = execa(request.file, request.arguments, {
    cwd: request.cwd ?? '.',
    env: request.environment,
    extendEnv: false,
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    all: true,
    reject: false,
    detached: true,
    maxBuffer: 2_000_000,
    // Output to a file may exceed memory.
    ...(into !== undefined && { stdout: { file: into }, all: false, buffer: { stdout: false } }),
  });
  const { result, timedOut } = await waitForGroup(child, request.timeoutMs, request.signal);
  const { exitCode, signal, code = 'unknown error' } = result;
  const output = `${result.all ?? result.stderr ?? ''}`;
  if (timedOut) return { kind: 'timed-out', output };
  if (result.isMaxBuffer) {
    killGroup(child);
    // It may have ended by then, but its output is truncated.
    return { kind: 'killed', signal: 'Tailgate, as it printed without end', output };
  }
  if (exitCode !== undefined) return { kind: 'ended', exitCode, output, stdout: `${result.stdout ?? ''}` };
  return signal === undefined ? { kind: 'not-started', code } : { kind: 'killed', signal, output };
}

/** Time (ms) for the rest of a child's output after it has ended, and for what it left behind to leave its group. */
const DRAIN_MS = 1000;

type GroupLeader<T> = PromiseLike<T> & Pick<ChildProcess, 'once' | 'stdout' | 'stderr'> & { pid?: number };

/**
 * Waits for a child in its own process group (`detached`). The group ends at a timeout, on an abort, when Tailgate
 * itself exits, and if it holds the output of a child that has ended. Processes that left the group are not waited for.
 *
 * @throws Interrupted if `signal` is aborted
 */
export async function waitForGroup<T>(
  child: GroupLeader<T>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<{ result: T; timedOut: boolean }> {
  const kill = () => killGroup(child);
  let timedOut = false;
  const end = () => {
    timedOut = true;
    kill();
  };
  const timers = [setTimeout(end, timeoutMs)];
  const close = () => {
    kill();
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  // Pending reads come before immediates, however late a timer fires.
  child.once('exit', () => timers.push(setTimeout(() => setImmediate(close), DRAIN_MS)));
  signal.addEventListener('abort', kill, { once: true });
  process.once('exit', kill);
  try {
    const result = await child;
    throwIfInterrupted(signal);
    return { result, timedOut };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    process.off('exit', kill);
  }
}

function killGroup({ pid }: { pid?: number }): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

/** Asks a k6 for its version, without secrets; null, with its output, if it prints none. @throws Interrupted on abort */
export async function readK6Version(file: string, own: NodeJS.ProcessEnv, signal: AbortSignal) {
  const environment = childEnvironment(own);
  const outcome = await runChild({ file, arguments: ['version'], environment, timeoutMs: 10_000, signal });
  const isTold = outcome.kind === 'ended' && outcome.exitCode === 0;
  // `k6 v2.2.0 (go1.26.8, linux/amd64)`
  const version = isTold ? /^k6 v?(\d+\.\d+\.\d+[\w.-]*)/m.exec(outcome.output)?.[1] : null;
  return { version: version ?? null, said: quoteOutcome(outcome) };
}

/** Quotes the last line of a child's output, or says why there is none. */
export function quoteOutcome(outcome: ChildOutcome): string {
  return outcome.kind === 'not-started' ? outcome.code : quoteLine(outcome.output, 'last') || outcome.kind;
}

/** Quotes the first (or last) line of a tool's output that contains a word, short enough for a message. */
export function quoteLine(output: string, which: 'first' | 'last' = 'first'): string {
  // Control characters would let the output repaint the terminal.
  const clean = stripVTControlCharacters(output).replace(/[^\P{Cc}\n]/gu, ' ');
  const lines = clean.split('\n').filter((line) => line.trim() !== '');
  const line = (which === 'first' ? lines[0] : lines.at(-1))?.trim() ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
