import { randomUUID } from 'node:crypto';
import { describeError } from './errors.ts';
import { flatten, withStoppedCommands } from './forge/foreign.ts';
import { explainError } from './processes/entry.ts';
import { reapLeftovers } from './services/leftovers.ts';

/**
 * The action's post step. A cancelled job gets SIGINT, 7.5 s later SIGTERM, and 2.5 s later a kill. So the main step
 * may have been killed before it had stopped everything.
 */
async function main(): Promise<void> {
  const ended = await reapLeftovers();
  if (ended.length === 0) return;
  const text = withStoppedCommands(randomUUID(), ended.join('\n'));
  process.stdout.write(`Clearing up what was left:\n${text}\n`);
}

// A failed clean-up is printed, but it says nothing about the change, so the step does not fail.
main().catch((error) => {
  const text = describeError(explainError(error));
  process.stdout.write(`Cleaning up failed: ${flatten(text, 800).replaceAll('##[', '## [')}\n`);
});
