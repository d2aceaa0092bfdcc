import type { Report } from '../../handover/report.ts';
import { isMissed } from '../../verdict/decision.ts';
import type { ServiceFault } from '../../verdict/faults.ts';
import type { Acceptance, Refusal, Verdict } from '../../verdict/verdict.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { counted, listed, listSome, shortLabel, title } from './terms.ts';

/** Metrics, and refusals, that are named one by one. */
const NAMED = 6;

/** Names the people: `@rosa and @kim`. Each renderer escapes a login, so that it notifies no person. */
export function acceptorNames(acceptances: readonly Acceptance[]): string {
  return listed([...new Set(acceptances.map(({ by }) => loginOf(by)))]);
}

/** Explains who accepted which findings, why and by what means; one sentence or two each. */
export function explainAcceptances({ verdict }: Report): Phrase[] {
  return verdict.acceptances.map(({ by, at, why, via, covers }) => {
    const names = covers.map(({ label, metric }) =>
      metric === null ? `${faultNames(verdict, label)} of ${shortLabel(label)}` : title(label, metric),
    );
    const what = listSome(names, NAMED);
    const reason = why === '' ? ', no reason given' : `: “${cut(why, 300)}”`;
    const means = {
      label: say`by the label ${code('tailgate:accept')}`,
      trailer: say`by a trailer${reason}`,
    };
    return say`${loginOf(by)} accepted ${what} on ${at.slice(0, 10)} ${means[via]}.`;
  });
}

/** Tells whether somebody has accepted a fault that blocks. A crash cannot be accepted. */
export function isAcceptedFault(fault: ServiceFault, { acceptances }: Pick<Verdict, 'acceptances'>): boolean {
  const covers = acceptances.flatMap((one) => one.covers);
  return (
    isMissed(fault) &&
    fault.kind !== 'crashed' &&
    covers.some(({ label, metric }) => metric === null && label === fault.label)
  );
}

/** Names what a scenario was blocked for beside its metrics. */
function faultNames({ faults }: Verdict, label: string): string {
  const kinds = new Set(faults.filter((fault) => fault.label === label).map(({ kind }) => kind));
  return listed([
    ...(kinds.has('threshold') ? ['k6 thresholds'] : []),
    ...(kinds.has('other-size') ? ['the other size of the answers'] : []),
    ...(kinds.has('fills-machine') ? ['the full processors'] : []),
  ]);
}

/** Title of each acceptance that does not count. */
export const REFUSED = say`An acceptance does not count`;

/** Explains acceptances that do not count, why, and what would make them count. */
export function explainRefusals({ verdict }: Report): Phrase[] {
  const { refusals } = verdict;
  const shown = refusals.slice(0, NAMED).map((refusal) => explainRefusal(refusal, verdict));
  const rest = refusals.length - NAMED;
  return rest > 0 ? [...shown, say`${counted(rest, 'more acceptance')} not counted.`] : shown;
}

function explainRefusal({ by, via, text, reason }: Refusal, verdict: Verdict): Phrase {
  const who = by === '' ? 'somebody' : loginOf(by);
  const means = {
    label: say`The label ${code(cut(text, 40))}`,
    trailer: say`The trailer ${code(cut(text, 200))}`,
  };
  const what = means[via];
  switch (reason) {
    case 'no-rights':
      return say`${what} does not count: ${who} may not triage this repository.`;
    case 'not-allowed':
      return say`${what} does not count: ${who} is not among those who may accept here (${code('accept-by')}).`;
    case 'own-label':
      return say`${what} does not count: ${who} is the author of this change, and somebody else has to accept it here (${code('accept-by')}).`;
    case 'own-trailer':
      return say`${what} does not count yet: somebody else with the right to write has to approve this revision.`;
    case 'too-early':
      return say`${what} was set by ${who} before this revision was pushed: remove it and set it again.`;
    case 'unknown-time':
      return say`${what} does not count: nobody can say that it was set after this revision was pushed. Remove it and set it again.`;
    case 'unknown-rights':
      return say`${what} does not count: the server did not say whether ${who} may accept this; the log of the publishing job says why.`;
    case 'matches-nothing':
      return say`${what} ${nothingWords(verdict)}.`;
  }
}

function nothingWords(verdict: Verdict): Phrase {
  const limit = unacceptable(verdict);
  return limit === null ? say`matches nothing that blocks` : say`lets nothing through: ${limit}`;
}

/** Verdicts that somebody may want to look into. */
const OPEN = ['regressed', 'missed', 'at-limit', 'inconclusive', 'invalid', 'accepted'];

/** Says what to do about what blocks, how to accept it, and how to look closer; null where all is well. */
export function nextSteps({ verdict, record, baseBranch, reproduce }: Report): Phrase | null {
  if (!OPEN.includes(verdict.code)) return null;
  const look = say`Look closer: ${code(cut(reproduce, 300))}`;
  if (!verdict.blocks || unacceptable(verdict) !== null || record.branch === baseBranch) return look;
  return say`Meant? Label ${code('tailgate:accept')}, then re-run the publishing job. ${look}`;
}

function unacceptable({ invalid, faults }: Verdict): string | null {
  if (invalid.length > 0) return 'what could not be measured cannot be accepted';
  return faults.some(({ kind }) => kind === 'crashed') ? 'a crash cannot be accepted' : null;
}

function loginOf(login: string): string {
  return `@${cut(login, 40)}`;
}
