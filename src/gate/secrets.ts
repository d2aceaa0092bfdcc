import { Interrupted, UserError } from '../errors.ts';
import { redactDeep } from '../processes/environment.ts';
import type { Verdict } from '../verdict/verdict.ts';

/**
 * Fields of a verdict with text from other programs: services and builds, scripts and k6, git, and responses.
 * Everything else is names, codes, times and numbers. A secret that happens to match part of these reveals nothing there,
 * and masking it would make them impossible to find again.
 */
const FREE_TEXT = ['message', 'log', 'examples', 'reason'];

/** Hides secrets in text from other programs. */
export function hideInVerdict(verdict: Verdict, secrets: readonly string[]): Verdict {
  const hide = <T extends object>(all: readonly T[]): T[] =>
    all.map((one) => {
      const texts = Object.entries(one).filter(([key]) => FREE_TEXT.includes(key));
      return { ...one, ...redactDeep(Object.fromEntries(texts), secrets) };
    });
  const { invalid, faults, gateChanges } = verdict;
  return { ...verdict, invalid: hide(invalid), faults: hide(faults), gateChanges: hide(gateChanges) };
}

/** Hides secrets in an error that the user will read. */
export function hideInError(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof UserError) || error instanceof Interrupted) return error;
  const { message, where, hint, detail, cause, exitCode } = error;
  return new UserError({ ...redactDeep({ what: message, where, hint, detail }, secrets), cause, exitCode });
}
