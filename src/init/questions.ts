import { createInterface } from 'node:readline/promises';
import { throwIfInterrupted } from '../errors.ts';
import type { Finding } from './needs/finding.ts';

/** Asks one question. The answer has no blanks around it, and is empty for Enter. */
export type Ask = (question: string) => Promise<string>;

/** Opens a terminal for questions. `ask` throws Interrupted on Ctrl-C and when the input ends. */
export function openTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): { ask: Ask; close: () => void } {
  const lines = createInterface({ input, output });
  const ended = new AbortController();
  // A terminal that takes lines sends no signal: Ctrl-C ends a build or a try as well, while nothing is asked.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  lines.on('close', () => ended.abort('the end of input'));
  const either = AbortSignal.any([signal, ended.signal]);
  const ask: Ask = async (question) => {
    try {
      return (await lines.question(question, { signal: either })).trim();
    } catch (error) {
      throwIfInterrupted(either);
      throw error;
    }
  };
  return { ask, close: () => lines.close() };
}

/** Asks about guesses that no try settles: how it starts, and what is measured. Enter keeps the guess and its mark. */
export async function settle(finding: Finding, ask: Ask): Promise<Finding> {
  const settled = { ...finding };
  if (finding.start.why !== undefined) {
    const answer = await ask(`How does the service start? [${finding.start.text}] `);
    if (answer !== '') settled.start = { text: answer };
  }
  let reminder = '';
  while (finding.path.why !== undefined) {
    const answer = await ask(`${reminder}Which path is to be measured first? [${finding.path.text}] `);
    if (answer === '') break;
    reminder = 'A path begins with / and has no blanks, for instance /search?q=shoes\n';
    if (!/^\/[^\s\p{Cc}]*$/u.test(answer)) continue;
    settled.path = { text: answer };
    break;
  }
  return settled;
}
