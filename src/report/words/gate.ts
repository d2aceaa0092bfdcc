import { type Report, writeCommand } from '../../handover/report.ts';
import type { SuiteReport } from '../../handover/suite.ts';
import { ACCEPT_LABEL, isWithoutBase } from '../../verdict/acceptance.ts';
import { alwaysBlocks } from '../../verdict/codes.ts';
import { HIDDEN } from '../../verdict/gate-diff.ts';
import type { GateChange, Refusal } from '../../verdict/verdict.ts';
import { code, command, fromMessage, type Phrase, say, strong } from '../format/phrase.ts';
import { cut, cutMiddle } from '../format/visible.ts';
import { isUnbounded, type Telling } from './rows.ts';
import { counted, listSome, MORE_LOAD, title } from './terms.ts';

/** Writes one change of the gate: `scenarios.checkout.slo: p99 < 60ms → p99 < 80ms`. */
function gateWords(gate: GateChange): Phrase {
  const reason = 'reason' in gate ? fromMessage(cut(gate.reason.replace(/\.$/, ''), 200)) : '';
  switch (gate.kind) {
    case 'setting':
      return say`${code(cut(gate.setting, 80))}: ${valuesWords(gate.from, gate.to)}`;
    case 'added':
      return say`${code(gate.name)} is new; future changes to it will be listed here`;
    case 'unread':
      return say`The gate on base cannot be read, so its changes are unknown: ${reason}`;
    case 'borrowed':
      return say`Base is started with the commands of head: ${reason}`;
  }
}

/** Writes `p99 < 60ms → p99 < 80ms`; `changed` for hidden values and for long ones that look alike. */
function valuesWords(from: string | null, to: string | null): string {
  if (from === HIDDEN || to === HIDDEN) return from === null ? 'added' : to === null ? 'removed' : 'changed';
  const [before, after] = [from, to].map((value) => cutMiddle(value ?? 'not set', 40));
  return before === after ? 'changed' : `${before} → ${after}`;
}

/** Describes each change of the gate, and its risk. */
export function tellGates(changes: readonly GateChange[]): Telling[] {
  return changes.map((gate) => ({
    title: gate.kind === 'setting' ? say`Review this gate change: ${gateWords(gate)}` : gateWords(gate),
    text: gate.kind === 'added' ? say`Base has no gate.` : say`A changed gate can let slower code pass.`,
  }));
}

export const isNewGate = (changes: readonly GateChange[]) => changes.every(({ kind }) => kind === 'added');

/** Writes `; 2 gate changes` for the end of a headline; empty if there are none. */
export function countGateChanges(changes: readonly GateChange[]): string {
  if (changes.length === 0) return '';
  if (changes.some(({ kind }) => kind === 'unread')) return '; gate on base unreadable';
  return isNewGate(changes) ? '; new gate' : `; ${counted(changes.length, 'gate change')}`;
}

const LABEL = code(ACCEPT_LABEL);

/** Explains who accepted which findings, in one sentence each. */
export function explainAcceptances({ verdict }: Report): Phrase[] {
  return verdict.acceptances.map(({ by, at, covers }) => {
    const names = covers.map(({ label, metric }) => title(label, metric));
    const what = listSome(names) || 'that there is no base to compare with';
    return say`${loginOf(by)} accepted ${what} on ${at.slice(0, 10)} with the label ${LABEL}.`;
  });
}

/** Explains why labels do not count, and what would make them count. */
export function tellRefusals({ verdict: { refusals } }: Report): Telling[] {
  return refusals.map((refusal) => ({
    title: say`An acceptance does not count`,
    text: say`The label ${LABEL} does not count: ${refusalWords(refusal)}.`,
  }));
}

function refusalWords({ by, reason }: Refusal): Phrase {
  switch (reason) {
    case 'may-not':
      return say`${loginOf(by)} may not accept this change (${code('accept-by')})`;
    case 'too-early':
      return say`it may predate this revision. Remove and add it again`;
    case 'unreadable':
      return say`the server did not say who set it, or whether they were allowed to`;
  }
}

/** Verdicts that somebody may want to look into. */
const OPEN = ['regressed', 'missed', 'at-limit', 'inconclusive', 'invalid', 'accepted'];

export const BLOCKS = strong('Blocks the merge.');

/** Says whether a verdict blocks, and why. */
export function explainBlocking({ verdict: { code: verdict, blocks } }: Report): Phrase {
  if (!blocks) return [strong('Does not block.')];
  return alwaysBlocks(verdict) ? [BLOCKS] : say`${BLOCKS} ${code('fail-on')} requires it.`;
}

/** Says how to accept what blocks, if a job reads the label, and how to look closer; null if all is well. */
export function nextSteps(
  { verdict, record }: Report,
  labelReader: SuiteReport['labelReader'],
): Phrase | null {
  if (!OPEN.includes(verdict.code)) return null;
  const isShort = verdict.slos.some((slo) => slo.code === 'at-limit' && !slo.growth && isUnbounded(slo));
  const few = isShort ? say`Too few requests: use a ${MORE_LOAD}, or a lower percentile. ` : '';
  const look = say`${few}Look closer: ${command(writeCommand({ verdict, record }))}`;
  const { invalid, faults } = verdict;
  const isAcceptable = (invalid.length === 0 && faults.length === 0) || isWithoutBase(verdict);
  if (labelReader === undefined || !verdict.blocks || !isAcceptable) return look;
  const job = labelReader === 'publish' ? say`the ${code('publish')} job` : 'this job';
  return say`Intended? Add the label ${LABEL} and re-run ${job}. ${look}`;
}

/** Writes `@rosa`. Each renderer escapes logins, so nobody is notified. */
export const loginOf = (login: string): string => `@${cut(login, 40)}`;
