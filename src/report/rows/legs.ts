import type { Leg, LegOutcome } from '../../handover/suite.ts';
import { VERDICT_CODES, type VerdictCode } from '../../verdict/codes.ts';
import { clean } from '../format/visible.ts';
import { bySeverity, type Row, rowsOf } from './rows.ts';

/** Legs that are shown together: without a result, failed with the same words, or a single one. */
export type LegGroup = {
  names: string[];
  outcome: LegOutcome;
  code: VerdictCode;
  /** Worst row of a leg whose numbers are its news. */
  worst: Row | undefined;
  /** True when it is shown without unfolding. */
  open: boolean;
};

/** Groups legs, the gravest first, else in the order of the matrix. */
export function groupLegs(legs: readonly Leg[]): LegGroup[] {
  const groups = new Map<string, LegGroup>();
  legs.forEach(({ name, outcome }, i) => {
    const key = outcome.kind === 'report' ? `${i}` : JSON.stringify(outcome);
    const known = groups.get(key);
    const shown = clean(name).trim() || `leg ${i + 1}`;
    if (known) known.names.push(shown);
    else
      groups.set(key, {
        names: [shown],
        outcome,
        code: codeOf(outcome),
        worst: undefined,
        open: false,
      });
  });
  const ranked = [...groups.values()].map((group) => ({ ...group, worst: worstRow(group) }));
  const sorted = ranked.sort(byGravity);
  return sorted.map((group) => ({ ...group, open: needsEyes(group, sorted[0]!) }));
}

export function blocks({ code, outcome }: Pick<LegGroup, 'code' | 'outcome'>): boolean {
  return code === 'invalid' || (outcome.kind === 'report' && outcome.report.verdict.blocks);
}

/** Finds the code of a leg. A leg without a report could not be measured. */
function codeOf(outcome: LegOutcome): VerdictCode {
  return outcome.kind === 'report' ? outcome.report.verdict.code : 'invalid';
}

/** Compares by gravity. Legs with the same code are compared by their worst rows. */
function byGravity(a: LegGroup, b: LegGroup): number {
  return (
    Number(blocks(b)) - Number(blocks(a)) ||
    VERDICT_CODES.indexOf(a.code) - VERDICT_CODES.indexOf(b.code) ||
    (a.worst && b.worst ? bySeverity(a.worst, b.worst) : 0)
  );
}

/** Finds the worst row. It takes time, so it is used only where it decides the order. */
function worstRow({ outcome, code }: LegGroup): Row | undefined {
  if (outcome.kind !== 'report' || !['regressed', 'missed', 'improved'].includes(code)) return undefined;
  return rowsOf(outcome.report).sort(bySeverity)[0];
}

/** Tells whether a leg must be seen; an undecided one only when nothing is worse, as with rows. */
function needsEyes(group: LegGroup, gravest: LegGroup): boolean {
  if (group.code === 'inconclusive') return blocks(group) || gravest.code === 'inconclusive';
  return VERDICT_CODES.indexOf(group.code) < VERDICT_CODES.indexOf('inconclusive');
}
