import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { VERSION } from '../version.ts';

/** Time for a run to clean up after a fault. After that the keeper does. */
const PATIENCE_MS = 20_000;
/** Signals this close together are one Ctrl-C. */
const ONE_KEY_MS = 500;

const FAULT = 'a fault';

/**
 * Runs an entry point. This is the only place where errors and signals become exit codes.
 *
 * The first signal aborts `main`, which then cleans up. A second one ends the process at once, and its keeper ends its
 * services. An uncaught error also aborts `main`, and is never mistaken for a verdict: Node's own exit code
 * for it, 1, means a regression.
 */
export function runEntry(
  main: (signal: AbortSignal) => Promise<ExitCode>,
  tell: (error: UserError) => void,
): void {
  const controller = new AbortController();
  const { signal } = controller;
  /** Null until `main` has ended. */
  let code: ExitCode | null = null;
  let hasFailed = false;
  const fail = (error: unknown) => {
    if (!hasFailed) tell(explainError(error));
    hasFailed = true;
    if (!signal.aborted) controller.abort(FAULT);
    setTimeout(() => process.exit(), PATIENCE_MS).unref();
  };
  process.on('uncaughtException', fail);
  process.on('beforeExit', () => code ?? fail(new Error('Nothing was left to do, but there is no result.')));
  process.on('exit', () => {
    process.exitCode = code === null || (hasFailed && code !== EXIT.interrupted) ? EXIT.unmeasured : code;
  });
  let askedAt = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const asked = performance.now();
      if (signal.aborted) {
        // npm passes on what the terminal has already sent: one Ctrl-C is two signals at once.
        if (asked - askedAt < ONE_KEY_MS) return;
        code = EXIT.interrupted;
        process.exit();
      }
      askedAt = asked;
      controller.abort(name);
    });
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may have seen enough. The command still ends as it would, with its exit code.
    if (error.code !== 'EPIPE') fail(Object.assign(error, { path: 'standard output' }));
  });
  // The verdict goes to standard output, so nothing that counts is lost.
  process.stderr.on('error', () => {});
  // process.exit would lose lines that are still on their way into a pipe.
  void main(signal)
    .catch((error) => {
      const told = explainError(error);
      if (!hasFailed) tell(told);
      return told.exitCode;
    })
    .then((ended) => {
      // A fault ends `main` by interrupting it.
      code = signal.reason === FAULT ? EXIT.unmeasured : ended;
    });
}

/**
 * Turns whatever was thrown into an error that can be shown. System errors are shown with their path; the rest are bugs,
 * shown with their stack. Neither is a verdict.
 */
export function explainError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  const { code, path, message, stack } = Object(error) as NodeJS.ErrnoException;
  const parts = { cause: error, exitCode: EXIT.unmeasured };
  // System codes (man 3 errno); Node's own contain an underscore.
  if (/^E[A-Z\d]+$/.test(`${code}`) || /out of memory|allocation failed/i.test(message))
    return new UserError({
      what: `The system refuses what Tailgate needs: ${message}`,
      where: path,
      hint: 'Check permissions, free space and limits (`ulimit -a`). Temporary files go to TMPDIR (on a runner RUNNER_TEMP).',
      ...parts,
    });
  const what = `This is a bug in Tailgate ${VERSION}. It says nothing about your change. Please report it:`;
  return new UserError({ what, detail: stack ?? String(message ?? error), ...parts });
}
