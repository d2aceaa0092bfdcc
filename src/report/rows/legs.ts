import type { Leg, LegOutcome } from '../../handover/suite.ts';
import { clean } from '../format/visible.ts';
import { bySeverity, type Row, rowsOf } from './rows.ts';

/** Legs that are told together: those without a result, those that failed in the same words, or a single one. */
export type LegGroup = {
  names: string[];
  outcome: LegOutcome;
  standing: Standing;
  /** Of a leg whose numbers are its news. */
  worst: Row | undefined;
  /** Whether it is shown without unfolding anything. */
  open: boolean;
};

/** What became of a leg, the gravest first. What is slower is told before what says nothing about the change. */
export const STANDINGS = [
  'regressed',
  'missed',
  'unmeasured',
  'accepted',
  'at-limit',
  'inconclusive',
  'improved',
  'first-run',
  'unchanged',
  'met',
  'skipped',
] as const;
export type Standing = (typeof STANDINGS)[number];

/** Legs in groups, the gravest first, else in the order of the matrix. */
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
        standing: standingOf(outcome),
        worst: undefined,
        open: false,
      });
  });
  const ranked = [...groups.values()].map((group) => ({ ...group, worst: worstRow(group) }));
  const sorted = ranked.sort(byGravity);
  return sorted.map((group) => ({ ...group, open: needsEyes(group, sorted[0]!) }));
}

export function blocks({ outcome }: Pick<LegGroup, 'outcome'>): boolean {
  return outcome.kind !== 'report' || outcome.report.verdict.blocks || standingOf(outcome) === 'unmeasured';
}

function standingOf(outcome: LegOutcome): Standing {
  if (outcome.kind !== 'report' || outcome.report.verdict.code === 'invalid') return 'unmeasured';
  return outcome.report.verdict.code;
}

/** Numbers of one kind are compared by the worst row of either leg. */
function byGravity(a: LegGroup, b: LegGroup): number {
  return (
    Number(blocks(b)) - Number(blocks(a)) ||
    STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) ||
    (a.worst && b.worst ? bySeverity(a.worst, b.worst) : 0)
  );
}

/** Looked for only where it decides the order, since it takes time. */
function worstRow({ outcome, standing }: LegGroup): Row | undefined {
  if (outcome.kind !== 'report' || !['regressed', 'missed', 'improved'].includes(standing)) return undefined;
  return rowsOf(outcome.report).sort(bySeverity)[0];
}

/** Undecided legs only when nothing is worse, as with rows. */
function needsEyes(group: LegGroup, gravest: LegGroup): boolean {
  if (group.standing === 'inconclusive') return blocks(group) || gravest.standing === 'inconclusive';
  return STANDINGS.indexOf(group.standing) < STANDINGS.indexOf('inconclusive');
}
