import { HIDDEN } from '../../verdict/gate-diff.ts';
import type { GateChange } from '../../verdict/verdict.ts';
import type { Passage } from '../format/passages.ts';
import { code, fromMessage, type Phrase, say } from '../format/phrase.ts';
import { cut, cutMiddle } from '../format/visible.ts';
import type { Telling } from './rows.ts';
import { counted } from './terms.ts';

/** Writes one change of the gate: `scenarios.checkout.slo: p99 < 60ms → p99 < 80ms`. */
function gateWords(gate: GateChange): Phrase {
  switch (gate.kind) {
    case 'setting':
      return say`${cut(gate.setting, 80)}: ${valuesWords(gate.from, gate.to)}`;
    case 'added':
      return say`${code(gate.name)} is new; later changes of it are listed here`;
    case 'unread':
      return say`The gate of base cannot be read, so its changes are not known: ${reasonOf(gate)}`;
    case 'borrowed':
      return say`Base starts with the commands of head: ${reasonOf(gate)}`;
  }
}

function reasonOf({ reason }: { reason: string }): Phrase {
  return fromMessage(cut(reason.replace(/\.$/, ''), 200));
}

/** Writes `p99 < 60ms → p99 < 80ms`; of hidden ones, and of long ones that look alike, that they differ. */
function valuesWords(from: string | null, to: string | null): string {
  if (from === HIDDEN || to === HIDDEN) return from === null ? 'added' : to === null ? 'removed' : 'changed';
  const [before, after] = [from, to].map((value) => cutMiddle(value ?? 'not set', 40));
  return before === after ? 'changed' : `${before} → ${after}`;
}

/** Tells of each change of the gate, and of what may follow. */
export function tellGates(changes: readonly GateChange[]): Telling[] {
  return changes.map((gate) => ({
    title: gate.kind === 'setting' ? say`Gate changed: ${gateWords(gate)}` : gateWords(gate),
    text: gate.kind === 'added' ? say`Base has no gate.` : say`Another gate may let slower code pass.`,
  }));
}

/** Writes `; 2 gate settings changed` for the end of a headline; empty without any. */
export function countGateChanges(changes: readonly GateChange[]): string {
  const { length } = changes.filter(({ kind }) => kind === 'setting');
  const words = {
    setting: `${counted(length, 'gate setting')} changed`,
    added: 'new gate',
    unread: 'gate of base unreadable',
    borrowed: 'base started as head',
  };
  return [...new Set(changes.map(({ kind }) => `; ${words[kind]}`))].join('');
}

/** Lists what the change does to its gate, in the open: it could let a slowdown through. */
export function gateBlocks(changes: readonly GateChange[]): Passage[] {
  if (changes.length === 0) return [];
  const tone = changes.every(({ kind }) => kind === 'added') ? 'new' : 'warn';
  return [
    { kind: 'list', weight: 'open', tone, title: say`Changes of the gate`, items: changes.map(gateWords) },
  ];
}
