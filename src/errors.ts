/** Exit codes of the command line and, through the job's status, of the action. */
export const EXIT = { pass: 0, failed: 1, configuration: 2, unmeasured: 3, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export type UserErrorParts = {
  /** The mistake, in one sentence that names the thing. */
  what: string;
  /** Place of the mistake: `file:line:column`, or the command, path or address. */
  where?: string;
  /** Advice: the next step for the user. */
  hint?: string;
  /** Evidence that is shown verbatim: a code frame, the last lines of a log. */
  detail?: string;
  cause?: unknown;
  exitCode?: ExitCode;
};

/**
 * An error that the user can act on. It is shown without a stack trace. `processes/entry.ts` turns any other error
 * that reaches an entry point into one.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly where: string | undefined;
  readonly hint: string | undefined;
  readonly detail: string | undefined;
  readonly exitCode: ExitCode;

  constructor({ what, cause, where, hint, detail, exitCode = EXIT.configuration }: UserErrorParts) {
    super(what, { cause });
    this.where = where;
    this.hint = hint;
    this.detail = detail;
    this.exitCode = exitCode;
  }
}

/** The end of a run by Ctrl-C or SIGTERM. Everything is stopped and nothing is recorded. */
export class Interrupted extends UserError {
  override readonly name = 'Interrupted';
  constructor(signal: string) {
    super({ what: `Interrupted by ${signal}.`, exitCode: EXIT.interrupted });
  }
}

/** @throws Interrupted if `signal` is aborted */
export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted(String(signal.reason));
}

/** Renders an error for a terminal or a log, without a stack trace. */
export function describeError({ message, where, detail, hint }: UserError): string {
  const lines = [`error: ${message}`];
  if (where) lines.push(`  at ${where}`);
  if (detail) lines.push('', detail.trimEnd(), '');
  if (hint) lines.push(`  ${hint}`);
  return lines.join('\n');
}
