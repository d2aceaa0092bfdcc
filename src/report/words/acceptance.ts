import type { Report } from '../../handover/report.ts';
import type { SuiteReport } from '../../handover/suite.ts';
import { ACCEPT_LABEL, isWithoutBase } from '../../verdict/acceptance.ts';
import type { Acceptance, Refusal } from '../../verdict/verdict.ts';
import { code, command, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { Telling } from './rows.ts';
import { listed, listSome, title } from './terms.ts';

const LABEL = code(ACCEPT_LABEL);

/** Names the people: `@rosa and @kim`. Each renderer escapes a login, so that it notifies no person. */
export function acceptorNames(acceptances: readonly Acceptance[]): string {
  return listed([...new Set(acceptances.map(({ by }) => loginOf(by)))]);
}

/** Explains who accepted which findings; one sentence each. */
export function explainAcceptances({ verdict }: Report): Phrase[] {
  return verdict.acceptances.map(({ by, at, covers }) => {
    const names = covers.map(({ label, metric }) => title(label, metric));
    const what = covers.length === 0 ? 'that there is no base to compare with' : listSome(names);
    return say`${loginOf(by)} accepted ${what} on ${at.slice(0, 10)} with the label ${LABEL}.`;
  });
}

/** Tells of labels that do not count, why, and what would make them count. */
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
      return say`the server did not say who set it, or whether they may`;
  }
}

/** Verdicts that somebody may want to look into. */
const OPEN = ['regressed', 'missed', 'at-limit', 'inconclusive', 'invalid', 'accepted'];

/** Says how to accept what blocks, where a job reads the label, and how to look closer; null where all is well. */
export function nextSteps(
  { verdict, reproduce }: Report,
  labelReader: SuiteReport['labelReader'],
): Phrase | null {
  if (!OPEN.includes(verdict.code)) return null;
  const look = say`Look closer: ${command(reproduce)}`;
  const { invalid, faults } = verdict;
  const isAcceptable =
    (invalid.length === 0 && !faults.some(({ kind }) => kind === 'crashed')) || isWithoutBase(verdict);
  if (labelReader === undefined || !verdict.blocks || !isAcceptable) return look;
  const job = labelReader === 'publish' ? say`the ${code('publish')} job` : 'this job';
  return say`Intended? Add the label ${LABEL} and re-run ${job}. ${look}`;
}

function loginOf(login: string): string {
  return `@${cut(login, 40)}`;
}
