import type { Place } from './diagnostics/place.ts';
import { parseDuration } from './language/duration.ts';

/** Range of budgets: the shortest load that k6 takes, and the longest that a hosted job may last. */
const BUDGET_SECONDS = { least: 1, most: 6 * 3600 };

/** Reads the time under load that one scenario may take, in seconds; undefined if the text is no duration. */
export function readBudget(place: Place, text: string | undefined): number | undefined {
  const seconds = place.parse(text, parseDuration);
  if (seconds !== undefined && (seconds < BUDGET_SECONDS.least || seconds > BUDGET_SECONDS.most))
    place.reject('The budget is out of range.', 'expected `1s` to `6h`');
  return seconds;
}

/** Longest soak: a gate that takes longer is switched off. */
const LONGEST_SOAK_SECONDS = 600;

/** Reads for how long the last pair of a run that would pass is kept under load, in seconds. */
export function readSoak(place: Place, text: string): number | undefined {
  const seconds = place.parse(text, parseDuration);
  if (seconds !== undefined && seconds > LONGEST_SOAK_SECONDS)
    place.reject('The soak is too long.', 'expected at most `10m`');
  return seconds;
}

/** Reads a time limit in seconds: more than 0, and at most `longest`. */
export function readTimeout(place: Place, text: string, longest: number): number {
  const seconds = place.parse(text, parseDuration) ?? longest;
  if (seconds <= 0) place.reject('Nothing can be done in no time.', 'expected more than 0');
  if (seconds > longest) place.reject('The timeout is too long.', `expected at most \`${longest}s\``);
  return seconds;
}
