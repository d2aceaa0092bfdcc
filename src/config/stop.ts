import type { Stop } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords, propose, quote } from './diagnostics/quotation.ts';
import { nearest } from './diagnostics/suggestion.ts';
import { checkCommand } from './references.ts';

/** Signals with which Tailgate can stop a process, and which a process can know. */
const SIGNALS = 'TERM INT QUIT HUP KILL USR1 USR2 ABRT'
  .split(' ')
  .map((name) => `SIG${name}` as NodeJS.Signals);

/** Reads a signal or a command. */
export function readStop(place: Place, text: string, owner: string): Stop {
  const signal = SIGNALS.find((candidate) => candidate === text.trim());
  if (signal) return { kind: 'signal', signal };
  const near = /^(?:SIG)?[A-Z]+[0-9]?$/i.test(text)
    ? nearest(`SIG${text.toUpperCase().replace(/^SIG/, '')}`, SIGNALS)
    : undefined;
  if (near || /^SIG[A-Z0-9]+$/.test(text)) {
    const expected = propose(near, `expected ${joinWords(SIGNALS)}, or a command`);
    place.reject(`${quote(text)} is not a signal that can stop a service.`, expected);
  }
  checkCommand(place, text, owner);
  return { kind: 'command', command: text };
}
