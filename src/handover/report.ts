import * as z from 'zod';
import { NAME } from '../config/schema/values.ts';
import { boundedList, boundedLog, boundedText } from '../json-values.ts';
import { recordSchema } from '../records/record.ts';
import { isCrash } from '../verdict/faults.ts';
import { verdictSchema } from '../verdict/verdict.ts';

/** Name of a suite. */
export const suiteName = z.string().max(100).regex(NAME);

/** Data for the readers of a result; each renderer takes exactly this. */
export const reportSchema = z.object({
  suite: suiteName,
  verdict: verdictSchema,
  /** This run, recorded or not. */
  record: recordSchema,
  /** Compatible earlier runs, oldest first, for trends. */
  history: boundedList(recordSchema),
  /** Name of the branch of the baseline, for instance `main`. */
  baseBranch: boundedText,
  /** URL or path of the full result; null if there is none. */
  link: boundedText.nullable(),
  /** Last lines of the output of services and k6, by owner, such as `api of base`. Absent: unknown. */
  logs: boundedList(z.object({ name: boundedText, log: boundedLog })).optional(),
});
export type Report = z.infer<typeof reportSchema>;

/**
 * Writes the command that repeats the run, limited to missed and slower scenarios if they are few. People paste it into
 * a shell, and the author of a fork may have written the report: only names and commits go into it.
 */
export function writeCommand({ verdict, record }: Pick<Report, 'verdict' | 'record'>): string {
  const { slos, changes, faults, pair } = verdict;
  const { steps, capacities = [] } = record;
  const worse = [...slos, ...changes].filter(({ code }) => code === 'missed' || code === 'regressed');
  const bad = new Set([...worse, ...faults.filter(isCrash)].map(({ label }) => label));
  const all = [...steps, ...capacities].filter(({ scenario }) => NAME.test(scenario));
  const named = all.every(({ label }) => bad.has(label)) ? [] : all.filter(({ label }) => bad.has(label));
  const names = [...new Set(named.map(({ scenario }) => scenario))];
  const only = names.length > 5 ? '' : names.join(',');
  const commit = /^[0-9a-f]{10,64}$/.exec(pair?.baseCommit ?? '')?.[0].slice(0, 10);
  const urls = pair?.because === 'deployed' ? ' --base-url URL --head-url URL' : '';
  return `tailgate run${commit ? ` --base ${commit}` : urls}${only && ` --only ${only}`}`;
}
