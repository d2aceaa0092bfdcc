import * as z from 'zod';
import { NAME } from '../config/schema/values.ts';
import { boundedList, boundedText } from '../json-values.ts';
import { type RunRecord, recordSchema } from '../records/record.ts';
import { type Verdict, verdictSchema } from '../verdict/verdict.ts';

/** Name of a suite. */
export const suiteName = z.string().max(100).regex(NAME);

/** Everything that a reader of the result is told; each renderer takes exactly this. */
export const reportSchema = z.object({
  suite: suiteName,
  verdict: verdictSchema,
  /** This run, recorded or not. */
  record: recordSchema,
  /** Compatible earlier runs, oldest first, for trends. */
  history: boundedList(recordSchema),
  /** Name of the branch that the baseline is from, for instance `main`. */
  baseBranch: boundedText,
  /** Command that repeats this run, for instance `npx tailgate run --only checkout`. */
  reproduce: boundedText,
  /** Where the full result is: a URL or a path; null when there is none. */
  link: boundedText.nullable(),
});
export type Report = z.infer<typeof reportSchema>;

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
