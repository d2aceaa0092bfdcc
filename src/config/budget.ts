import type { Path, Problems } from './diagnostics/problem.ts';
import { parseDuration } from './language/duration.ts';

/** Shortest that k6 takes, and longest that a hosted job may last. */
const BUDGET_SECONDS = { least: 1, most: 6 * 3600 };

/** Reads the time under load that one scenario may take, in seconds; undefined when the text is no duration. */
export function readBudget(path: Path, text: string, problems: Problems): number | undefined {
  const seconds = problems.attempt(path, () => parseDuration(text));
  if (seconds !== undefined && (seconds < BUDGET_SECONDS.least || seconds > BUDGET_SECONDS.most)) {
    problems.reject(path, 'The budget is out of range.', 'expected `1s` to `6h`');
  }
  return seconds;
}
