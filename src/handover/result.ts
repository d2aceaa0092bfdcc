import * as z from 'zod';
import { JOB_ID } from '../forge/forge.ts';
import { boundedLog, FORMAT, readDocument, runAttempt, runId, variant } from '../json-values.ts';
import { MOST_JOBS } from '../plan/shards.ts';
import { type RunRecord, renderDocument } from '../records/record.ts';
import { FAIL_ON_CODES } from '../verdict/codes.ts';
import { reportSchema, suiteName } from './report.ts';

/** Result that a measuring job hands over to the publishing one, as a file. */
const resultSchema = z.object({
  schemaVersion: z.literal(FORMAT),
  suite: suiteName,
  /** Job that made the result: all jobs of a matrix share an `id`, `index` counts from 0, `name` is empty without a matrix. */
  job: z
    .object({
      id: z.string().regex(JOB_ID),
      name: z.string().max(500),
      index: z.number().int().min(0),
      total: z.number().int().min(1).max(MOST_JOBS),
    })
    .refine(({ index, total }) => index < total, 'index is not below total'),
  /** Workflow run and its attempt, from 1. */
  run: z.object({ id: runId, attempt: runAttempt }),
  outcome: z.discriminatedUnion('kind', [
    /** `failOn`: codes that block in addition to those that always do. Earlier runs in a file may be forged. */
    variant('report', {
      report: reportSchema.extend({ history: z.unknown().transform((): RunRecord[] => []) }),
      failOn: z.array(z.enum(FAIL_ON_CODES)).max(10),
    }),
    /** No verdict: because of the user's mistake (2), or because something prevented measuring (3). */
    variant('fault', { exitCode: z.literal([2, 3]), message: boundedLog }),
  ]),
});
export type Result = z.infer<typeof resultSchema>;

/** Names the file of a result, different for every job of a suite, run and attempt. */
export function nameResult({ suite, job, run }: Pick<Result, 'suite' | 'job' | 'run'>): string {
  return `tailgate-result.${suite}.${job.id}.${job.index + 1}-of-${job.total}.${run.id}-${run.attempt}.json`;
}

/** Returns what is handed over: instead of a result that would be refused, a fault that says why, and what to do. */
export function checkResult(result: Result): Result {
  try {
    readResult(renderDocument(result));
    return result;
  } catch (error) {
    const advice = 'If it is too large, split the suite over jobs of a matrix, with `shard: true` or `only`.';
    const said = `error: The result cannot be handed over: ${(error as Error).message}.\n  ${advice}`;
    return { ...result, outcome: { kind: 'fault', exitCode: 3, message: said } };
  }
}

/**
 * Parses a result that may come from an attacker.
 *
 * @throws Error with a one-line reason if the text is not one
 */
export function readResult(text: string): Result {
  const result = readDocument(text, 'result', resultSchema);
  const { suite, outcome } = result;
  if (outcome.kind !== 'report') return result;
  if (outcome.report.suite !== suite) throw new Error(`its report is for a suite other than ${suite}`);
  const { code, acceptances, refusals } = outcome.report.verdict;
  // The server is asked for acceptances when a verdict is published, so a result must not bring its own.
  if (code === 'accepted' || acceptances.length > 0 || refusals.length > 0)
    throw new Error('it claims to be accepted, which a measuring job cannot know');
  return result;
}
