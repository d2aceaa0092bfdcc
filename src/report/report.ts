import type { RunRecord } from '../baseline/record.ts';
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
