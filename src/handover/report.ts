import * as z from 'zod';
import { NAME } from '../config/schema/values.ts';
import { printValues } from '../config/variants.ts';
import { boundedList, boundedLog, boundedText } from '../json-values.ts';
import { type RunRecord, recordSchema } from '../records/record.ts';
import { isMissed } from '../verdict/decision.ts';
import { type Verdict, verdictSchema } from '../verdict/verdict.ts';

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
  /** Command that repeats this run, for instance `tailgate run --only checkout`. */
  reproduce: boundedText,
  /** URL or path of the full result; null when there is none. */
  link: boundedText.nullable(),
  /** Last lines of what services and k6 wrote, by whose they are, such as `api of base`. Absent: they are not known. */
  logs: boundedList(z.object({ name: boundedText, log: boundedLog })).optional(),
});
export type Report = z.infer<typeof reportSchema>;

/** Composes the report of a run. */
export function composeReport(
  verdict: Verdict,
  record: RunRecord,
  others: Pick<Report, 'history' | 'baseBranch' | 'link'>,
): Report {
  return { suite: record.suite, verdict, record, ...others, reproduce: writeCommand(verdict, record) };
}

/**
 * Writes the command that repeats the run, limited to the missed and slower scenarios, if any. People paste it into a
 * shell, and the author of a fork may have written the verdict and the record: only names and commits get into it.
 */
export function writeCommand(
  { slos, changes, faults, pair }: Verdict,
  { steps, capacities }: RunRecord,
): string {
  const bad = new Set(
    [
      ...[...slos, ...changes].filter(({ code }) => code === 'missed' || code === 'regressed'),
      ...faults.filter(isMissed),
    ].map(({ label }) => label),
  );
  const all: Selected[] = [...steps, ...(capacities ?? [])];
  const worse = all.filter(({ label }) => bad.has(label));
  const isPart = all.some(({ label }) => !bad.has(label));
  const narrowed = isPart ? writeOnly(worse) : '';
  const base = /^[0-9a-f]{10,64}$/.exec(pair?.baseCommit ?? '');
  const urls = pair?.because === 'deployed' ? ' --base-url URL --head-url URL' : '';
  const beside = base === null ? urls : ` --base ${base[0].slice(0, 10)}`;
  return `tailgate run${beside}${narrowed}`;
}

/** Most scenarios of variants that are named one by one. */
const NAMED = 3;
const VALUES = /^[\w.-]+=[\w.-]+(?: [\w.-]+=[\w.-]+)*$/;

/** What `--only` names. */
type Selected = { label: string; scenario: string; variant?: Record<string, string> };

function writeOnly(steps: readonly Selected[]): string {
  const known = steps.filter(({ scenario }) => NAME.test(scenario));
  const names = new Set(known.map(({ scenario }) => scenario));
  const exact = new Set(
    known.flatMap(({ scenario, variant = {} }) => {
      const values = printValues(variant);
      return VALUES.test(values) ? [`${scenario} [${values}]`] : [];
    }),
  );
  // What has no variant would be left out.
  const isExact = known.every(({ variant }) => variant !== undefined);
  if (isExact && exact.size > 0 && exact.size <= NAMED)
    return ` --only ${[...exact].map((one) => `'${one}'`).join(' ')}`;
  return names.size > 0 ? ` --only ${[...names].join(',')}` : '';
}
