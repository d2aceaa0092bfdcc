import * as z from 'zod';
import { splitNames } from '../config/selection.ts';
import { EXIT, UserError } from '../errors.ts';
import { JOB_ID, type Result } from './result.ts';
import { placeOf } from './result-name.ts';
import type { RefusedJob } from './results.ts';
import type { Job } from './suite.ts';

/** Job that measures, and how it ended (GitHub's `needs.<job_id>.result`); all jobs of a matrix share an id. */
export type NeededJob = { id: string; result: 'success' | 'failure' | 'cancelled' | 'skipped' };

/** Id of jobs without a result, and the job that tells of it. */
type FailedJob = { id: string; job: Job };

const needsSchema = z.record(
  z.string(),
  z.object({ result: z.enum(['success', 'failure', 'cancelled', 'skipped']) }),
);

/**
 * Reads the text of `${{ toJSON(needs) }}`, or the ids of jobs where it is not known how they ended. Empty text means
 * no jobs. @throws UserError on any other text
 */
export function readNeeds(text: string): NeededJob[] {
  const ids = splitNames(text);
  if (ids.every((id) => JOB_ID.test(id))) return ids.map((id) => ({ id, result: 'success' }));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const parsed = needsSchema.safeParse(value);
  if (parsed.success) return Object.entries(parsed.data).map(([id, { result }]) => ({ id, result }));
  throw new UserError({
    what: 'The input needs is not what GitHub Actions gives.',
    hint: 'Write `needs: ${{ toJSON(needs) }}` under `with:`, or the names of the jobs that measure.',
    cause: parsed.error,
  });
}

/**
 * Lists, as jobs that cannot pass, those that handed nothing over: they did not succeed, or they did but
 * no result of them arrived. A job that calls a workflow has another id there, so such jobs are only counted.
 */
export function listFailures(
  needs: readonly NeededJob[],
  arrived: readonly (Result | RefusedJob)[],
): FailedJob[] {
  const ids = arrived.map(jobIdOf);
  const silent = needs.filter(({ id, result }) => result === 'success' && !ids.includes(id));
  const called = arrived.filter((one) => !needs.some(({ id }) => id === jobIdOf(one))).map(identify);
  return [
    ...needs.filter(({ result }) => result !== 'success').map(explainEnd),
    ...(new Set(called).size < silent.length ? silent.map(explainSilence) : []),
  ];
}

/** Gives the id of the job that a result is of, taken or refused. */
export function jobIdOf(one: Result | RefusedJob): string {
  return 'job' in one ? one.job.id : one.id;
}

function identify(one: Result | RefusedJob): string {
  return `${one.suite} ${jobIdOf(one)} ${'job' in one ? placeOf(one.job) : one.place}`;
}

function explainEnd({ id, result }: NeededJob): FailedJob {
  const ended = { failure: 'failed', cancelled: 'was cancelled', skipped: 'was skipped', success: 'ended' };
  return failedJob(id, `The job ${id} ${ended[result]}, so results may be missing.`);
}

function explainSilence({ id }: NeededJob): FailedJob {
  return failedJob(
    id,
    `No result of the job ${id} arrived. Was its artifact uploaded? If it measures nothing, name under \`needs\` only the jobs that do.`,
  );
}

function failedJob(id: string, message: string): FailedJob {
  return { id, job: { name: `job ${id}`, outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message } } };
}
