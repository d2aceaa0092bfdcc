import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { EXIT, UserError } from '../errors.ts';
import { JOB_ID } from '../forge/forge.ts';
import { boundedLog, readDocument, runAttempt, runId, variant } from '../json-values.ts';
import { pickAlone } from '../measurement/measurement.ts';
import { MOST_JOBS } from '../plan/shards.ts';
import { thin } from '../records/creation.ts';
import type { RunRecord } from '../records/record.ts';
import { FAIL_ON_CODES } from '../verdict/codes.ts';
import { type Report, reportSchema, suiteName } from './report.ts';

/** Most bytes of a result file; larger ones are not even read. With it goes the number of values, two million. */
export const LARGEST_RESULT = 4 * 1024 * 1024;

/** Most characters that are kept of the message of a fault. */
const LONGEST_MESSAGE = 20_000;

/** Result that a measuring job hands over to the publishing one, as a file. */
const resultSchema = z.object({
  schemaVersion: z.literal(1),
  /** Version of Tailgate. */
  tailgate: z.string().max(100),
  suite: suiteName,
  /** Job that made the result: all of a matrix share an `id`, `index` counts from 0, `name` is empty without one. */
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
    /** `failOn`: codes that block besides those that always do. Earlier runs in a file may be made up. */
    variant('report', {
      report: reportSchema.extend({ history: z.unknown().transform((): RunRecord[] => []) }),
      failOn: z.array(z.enum(FAIL_ON_CODES)).max(10),
    }),
    /** No verdict: by a mistake of the user (2), or since something kept it from measuring (3). */
    variant('fault', {
      exitCode: z.literal([2, 3]),
      message: boundedLog.transform((text) => text.slice(0, LONGEST_MESSAGE)),
    }),
  ]),
});
export type Result = z.infer<typeof resultSchema>;

/** Names the file of a result, different for every job of a suite, run and attempt. */
export function nameResult({ suite, job, run }: Pick<Result, 'suite' | 'job' | 'run'>): string {
  return `tailgate-result.${suite}.${job.id}.${job.index + 1}-of-${job.total}.${run.id}-${run.attempt}.json`;
}

/** Names the artifact of a result. No two jobs share one, not even those that call the same workflow. */
export function nameArtifact({ job: { id, index, total }, run }: Pick<Result, 'job' | 'run'>): string {
  return `tailgate-${id}-${index + 1}-of-${total}-${run.attempt}-${randomUUID().slice(0, 8)}`;
}

/**
 * Renders a result as JSON; numbers that JSON does not have are written as their names (`"Infinity"`).
 *
 * @throws UserError when `readResult` would not take it: then the job that publishes could not judge it
 */
export function renderResult(result: Result): string {
  const { outcome, suite } = result;
  const slim = outcome.kind === 'report' ? { ...outcome, report: slimReport(outcome.report) } : outcome;
  const text = JSON.stringify({ ...result, outcome: slim }, (_key, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
  try {
    readResult(text);
  } catch (error) {
    throw new UserError({
      what: `The result of suite ${suite} cannot be handed over: ${(error as Error).message}.`,
      hint: 'Share the suite among the jobs of a matrix (`shard: true`), or split it.',
      exitCode: EXIT.unmeasured,
    });
  }
  return text;
}

/**
 * Reads a result that may come from an attacker.
 *
 * @throws Error with a one-line reason when the text is no such result
 */
export function readResult(text: string): Result {
  if (Buffer.byteLength(text) > LARGEST_RESULT) throw new Error(`larger than ${LARGEST_RESULT} bytes`);
  const result = readDocument(text, 'result', resultSchema);
  const { suite, outcome } = result;
  if (outcome.kind !== 'report') return result;
  if (outcome.report.suite !== suite) throw new Error(`its report is of another suite than ${suite}`);
  const { code, acceptances, refusals } = outcome.report.verdict;
  // The server is asked for acceptances when a verdict is published, so a result must not bring its own.
  if (code === 'accepted' || acceptances.length > 0 || refusals.length > 0)
    throw new Error('it says itself that it was accepted, which a measuring job cannot know');
  return result;
}

/** Levels (percent) that are kept of a distribution that is not drawn. */
const FEW = [0, 50, 90, 99, 100];

/**
 * Leaves out earlier runs, which the job that publishes reads itself, and most levels of the distributions that nothing
 * is drawn from: those of the base and of turns. Percentiles that were judged stay.
 */
function slimReport(report: Report): Report {
  const { slos, changes } = report.verdict;
  const judged = [...slos.map(({ slo }) => slo.metric), ...changes.map(({ metric }) => metric)];
  const kept = [...FEW, ...judged.flatMap((one) => ('percent' in one && one.percent ? [one.percent] : []))];
  const steps = report.record.steps.map((step) => ({
    ...step,
    instances: step.instances.map((instance) => {
      const drawn = step.arm === 'head' ? pickAlone(instance.slices) : [];
      const slices = instance.slices.map((one) => (drawn.includes(one) ? one : thin(one, kept)));
      return { ...instance, slices };
    }),
  }));
  return { ...report, record: { ...report.record, steps }, history: [] };
}
