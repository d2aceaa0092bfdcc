import type { RunRecord } from '../records/record.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** Everything that a reader of the result is told; each renderer takes exactly this. */
export type Report = {
  suite: string;
  verdict: Verdict;
  /** This run, recorded or not. */
  record: RunRecord;
  /** Compatible earlier runs, oldest first, for trends. */
  history: RunRecord[];
  /** Name of the branch that the baseline is from, for instance `main`. */
  baseBranch: string;
  /** Command that repeats this run, for instance `npx tailgate run --only checkout`. */
  reproduce: string;
  /** Where the full result is: a URL or a path; null when there is none. */
  link: string | null;
};

/** Puts together what readers are told of a run. */
export function composeReport(
  verdict: Verdict,
  record: RunRecord,
  others: Pick<Report, 'history' | 'baseBranch' | 'link'>,
): Report {
  return { suite: record.suite, verdict, record, ...others, reproduce: writeCommand(verdict, record) };
}

/** What is bad alone is measured again, if anything is. */
function writeCommand({ slos, changes, pair }: Verdict, { steps }: RunRecord): string {
  const bad = [...slos, ...changes].filter(({ code }) => code === 'missed' || code === 'regressed');
  const scenarioOf = (wanted: string) => steps.find(({ label }) => label === wanted)?.scenario ?? wanted;
  const only = [...new Set(bad.map(({ label }) => scenarioOf(label)))];
  const narrowed = only.length > 0 && only.length < steps.length ? ` --only ${only.join(',')}` : '';
  const beside = pair === null ? '' : ` --base ${pair.baseCommit.slice(0, 10)}`;
  return `npx tailgate run${beside}${narrowed}`;
}
