import * as z from 'zod';
import { splitNames } from '../config/selection.ts';
import { EXIT, UserError } from '../errors.ts';
import { JOB_NAME, type Result } from './result.ts';
import { placeOf } from './result-name.ts';
import type { RefusedLeg } from './results.ts';
import type { Leg } from './suite.ts';

/** Job that measures, and how it ended (GitHub's `needs.<job>.result`). */
export type NeededJob = { name: string; result: 'success' | 'failure' | 'cancelled' | 'skipped' };

/** Job without a result, and the leg that tells of it. */
type FailedJob = { job: string; leg: Leg };

const needsSchema = z.record(
  z.string(),
  z.object({ result: z.enum(['success', 'failure', 'cancelled', 'skipped']) }),
);

/**
 * Reads the text of `${{ toJSON(needs) }}`, or the names of jobs where it is not known how they ended. Empty text means
 * no jobs. @throws UserError on any other text
 */
export function readNeeds(text: string): NeededJob[] {
  const names = splitNames(text);
  if (names.every((name) => JOB_NAME.test(name))) return names.map((name) => ({ name, result: 'success' }));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const parsed = needsSchema.safeParse(value);
  if (parsed.success) return Object.entries(parsed.data).map(([name, { result }]) => ({ name, result }));
  throw new UserError({
    what: 'The input needs is not what GitHub Actions gives.',
    hint: 'Write `needs: ${{ toJSON(needs) }}` under `with:`, or the names of the jobs that measure.',
    cause: parsed.error,
  });
}

/**
 * Lists, as legs that cannot pass, the jobs that handed nothing over: those that did not succeed, and those that did but
 * of which no result arrived. A job that calls a workflow has another name there, so such jobs are only counted.
 */
export function listFailures(
  needs: readonly NeededJob[],
  arrived: readonly (Result | RefusedLeg)[],
): FailedJob[] {
  const jobs = arrived.map(jobOf);
  const silent = needs.filter(({ name, result }) => result === 'success' && !jobs.includes(name));
  const called = arrived.filter((one) => !needs.some(({ name }) => name === jobOf(one))).map(identify);
  return [
    ...needs.filter(({ result }) => result !== 'success').map(explainEnd),
    ...(new Set(called).size < silent.length ? silent.map(explainSilence) : []),
  ];
}

/** Gives the name of the job that a result is of, taken or refused. */
export function jobOf(one: Result | RefusedLeg): string {
  return 'leg' in one ? one.leg.job : one.job;
}

function identify(one: Result | RefusedLeg): string {
  return `${one.suite} ${jobOf(one)} ${'leg' in one ? placeOf(one.leg) : one.place}`;
}

function explainEnd({ name, result }: NeededJob): FailedJob {
  const ended = { failure: 'failed', cancelled: 'was cancelled', skipped: 'was skipped', success: 'ended' };
  return failedJob(name, `The job ${name} ${ended[result]}, so results may be missing.`);
}

function explainSilence({ name }: NeededJob): FailedJob {
  return failedJob(
    name,
    `No result of the job ${name} arrived. Was its artifact uploaded? If it measures nothing, name under \`needs\` only the jobs that do.`,
  );
}

function failedJob(job: string, message: string): FailedJob {
  return { job, leg: { name: `job ${job}`, outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message } } };
}
