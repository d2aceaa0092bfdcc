import { createHash, randomUUID } from 'node:crypto';
import { MOST_JOBS } from '../plan/shards.ts';
import type { Result } from './result.ts';

/** Content of a result's file name: all that is known of a result that is refused. */
export type ResultName = {
  suite: string;
  /** `index` counts from 0 and is below `total`. */
  job: { id: string; place: string; index: number; total: number };
  run: { id: string; attempt: number };
};

/** Names that `nameResult` gives; all other files are ignored. */
export const RESULT_NAME =
  /^tailgate-result\.([a-z][a-z0-9_-]{0,99})\.([A-Za-z_][A-Za-z0-9_-]{0,99})\.(\d{1,3})-of-(\d{1,3})(?:-([0-9a-f]{8}))?\.(\d{1,20})-(\d{1,6})\.json$/;

/** Names the file of a result, different for every job, run and attempt, by facts that the file has too. */
export function nameResult({ suite, job, run }: Pick<Result, 'suite' | 'job' | 'run'>): string {
  const hash = hashName(job.name);
  const place = `${job.index + 1}-of-${job.total}${hash === '' ? '' : `-${hash}`}`;
  return `tailgate-result.${suite}.${job.id}.${place}.${run.id}-${run.attempt}.json`;
}

/**
 * Names the artifact that a result travels in. No two jobs share one, whatever they have in common: neither two jobs
 * of a workflow, nor those that call one and the same workflow, nor two attempts of a job.
 */
export function nameArtifact({ job: { id, index, total }, run }: Pick<Result, 'job' | 'run'>): string {
  return `tailgate-${id}-${index + 1}-of-${total}-${run.attempt}-${randomUUID().slice(0, 8)}`;
}

/** Reads the name of a result file, maybe a hostile one; null for others. Numbers are kept in range. */
export function readResultName(file: string): ResultName | null {
  const match = RESULT_NAME.exec(file);
  if (!match) return null;
  const [, suite, id, number, of, hash = '', run, attempt] = match;
  const total = Math.min(Math.max(Number(of), 1), MOST_JOBS);
  const index = Math.min(Math.max(Number(number), 1), total) - 1;
  return {
    suite: suite!,
    job: { id: id!, place: total > 1 ? String(index) : hash, index, total },
    run: { id: run!, attempt: Number(attempt) },
  };
}

/**
 * Gives the place that tells the jobs of a matrix apart. Runners other than GitHub's do not count the jobs of
 * a matrix; there its values alone tell them apart.
 */
export function placeOf({ name, index, total }: Result['job']): string {
  return total > 1 ? String(index) : hashName(name);
}

/** Hashes a name to eight hexadecimal digits; '' for no name. */
export function hashName(name: string): string {
  return name === '' ? '' : createHash('sha256').update(name).digest('hex').slice(0, 8);
}
