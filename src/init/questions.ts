import { createInterface } from 'node:readline/promises';
import { throwIfInterrupted } from '../errors.ts';
import { readPort } from './files/source.ts';
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
  lines.on('SIGINT', () => ended.abort('SIGINT'));
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

/** Asks the user about each guess. Enter keeps the guess and its mark. */
export async function settle(finding: Finding, ask: Ask): Promise<Finding> {
  const settled = { ...finding };
  if (finding.start.why !== undefined) {
    const answer = await ask(`How does the service start? [${finding.start.text}] `);
    if (answer !== '') settled.start = { text: answer };
  }
  const told = settled.start === finding.start || /\$\{?PORT\b/.test(settled.start.text);
  if (finding.port.kind === 'given' && (finding.port.why !== undefined || !told)) {
    const answer = await askUntil(
      ask,
      'Which port does it listen on? Enter if it reads $PORT: ',
      'A port is a number from 1 to 65535.\n',
      (text) => text === '' || (/^\d{1,5}$/.test(text) && readPort(text) !== null),
    );
    settled.port =
      answer === ''
        ? finding.port
        : { kind: 'fixed', port: Number(answer), where: 'the service, as you said' };
  }
  if (finding.path.why !== undefined) {
    const answer = await askUntil(
      ask,
      `Which path is to be measured first? [${finding.path.text}] `,
      'A path begins with / and has no blanks, for instance /search?q=shoes\n',
      (text) => text === '' || /^\/[^\s\p{Cc}]*$/u.test(text),
    );
    if (answer !== '') settled.path = { text: answer };
  }
  return settled;
}

async function askUntil(
  ask: Ask,
  question: string,
  reminder: string,
  fits: (answer: string) => boolean,
): Promise<string> {
  let answer = await ask(question);
  while (!fits(answer)) answer = await ask(reminder + question);
  return answer;
}
