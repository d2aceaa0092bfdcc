import type { Stop } from './config.ts';
import type { Path, Problems } from './diagnostics/problem.ts';
import { joinNames, quote } from './diagnostics/quotation.ts';
import { nearest } from './diagnostics/suggestion.ts';
import { checkCommand } from './references.ts';

/** What Tailgate can stop a process with and the process can know of. */
const SIGNALS = 'TERM INT QUIT HUP KILL USR1 USR2 ABRT'
  .split(' ')
  .map((name) => `SIG${name}` as NodeJS.Signals);

/** Reads a signal or a command. */
export function readStop(path: Path, text: string, owner: string, problems: Problems): Stop {
  const signal = SIGNALS.find((candidate) => candidate === text.trim());
  if (signal) return { kind: 'signal', signal };
  const near = /^(?:SIG)?[A-Z]+[0-9]?$/i.test(text)
    ? nearest(`SIG${text.toUpperCase().replace(/^SIG/, '')}`, SIGNALS)
    : undefined;
  if (near || /^SIG[A-Z0-9]+$/.test(text)) {
    problems.reject(
      path,
      `${quote(text)} is not a signal that can stop a service.`,
      near
        ? `did you mean \`${near}\`?`
        : `expected ${joinNames(SIGNALS.map((name) => `\`${name}\``))}, or a command`,
    );
  }
  checkCommand(problems, path, text, owner);
  return { kind: 'command', command: text };
}
