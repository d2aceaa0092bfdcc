import type { Job, JobOutcome } from '../../handover/suite.ts';
import { VERDICT_CODES, type VerdictCode } from '../../verdict/codes.ts';
import { clean } from '../format/visible.ts';
import { bySeverity, type Row, rowsOf } from './rows.ts';

/** Jobs that are shown together: without a result, failed with the same words, or a single one. */
export type JobGroup = {
  names: string[];
  outcome: JobOutcome;
  code: VerdictCode;
  /** Worst row of a job whose numbers are its news. */
  worst: Row | undefined;
  /** True when it is shown without unfolding. */
  open: boolean;
};

/** Groups jobs, the gravest first, else in the order of the matrix. */
export function groupJobs(jobs: readonly Job[]): JobGroup[] {
  const groups = new Map<string, JobGroup>();
  jobs.forEach(({ name, outcome }, i) => {
    const key = outcome.kind === 'report' ? `${i}` : JSON.stringify(outcome);
    const known = groups.get(key);
    const shown = clean(name).trim() || `job ${i + 1}`;
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

export function blocks({ code, outcome }: Pick<JobGroup, 'code' | 'outcome'>): boolean {
  return code === 'invalid' || (outcome.kind === 'report' && outcome.report.verdict.blocks);
}

/** Finds the code of a job. A job without a report could not be measured. */
function codeOf(outcome: JobOutcome): VerdictCode {
  return outcome.kind === 'report' ? outcome.report.verdict.code : 'invalid';
}

/** Compares by gravity. Jobs with the same code are compared by their worst rows. */
function byGravity(a: JobGroup, b: JobGroup): number {
  return (
    Number(blocks(b)) - Number(blocks(a)) ||
    VERDICT_CODES.indexOf(a.code) - VERDICT_CODES.indexOf(b.code) ||
    (a.worst && b.worst ? bySeverity(a.worst, b.worst) : 0)
  );
}

/** Finds the worst row. It takes time, so it is used only where it decides the order. */
function worstRow({ outcome, code }: JobGroup): Row | undefined {
  if (outcome.kind !== 'report' || !['regressed', 'missed', 'improved'].includes(code)) return undefined;
  return rowsOf(outcome.report).sort(bySeverity)[0];
}

/** Tells whether a job must be seen; an undecided one only when nothing is worse, as with rows. */
function needsEyes(group: JobGroup, gravest: JobGroup): boolean {
  if (group.code === 'inconclusive') return blocks(group) || gravest.code === 'inconclusive';
  return VERDICT_CODES.indexOf(group.code) < VERDICT_CODES.indexOf('inconclusive');
}
