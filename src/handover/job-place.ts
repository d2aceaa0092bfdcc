import { JOB_ID } from './result.ts';
import { hashName } from './result-name.ts';

/** Reads the id of this job, the same for all jobs of a matrix. */
export function readJobId({ GITHUB_JOB = '' }: NodeJS.ProcessEnv): string {
  return JOB_ID.test(GITHUB_JOB) ? GITHUB_JOB : 'job';
}

/** Place of this job in its matrix. */
export type JobPlace = {
  /** Name such as `node 22, os ubuntu-latest`; empty when there is no matrix. */
  name: string;
  /** Index from 0. */
  index: number;
  total: number;
};

const LONGEST_NAME = 200;

/**
 * Reads the place from `toJSON(matrix)`, `strategy.job-index` and `strategy.job-total`; runners other than
 * GitHub's may leave them empty. Mistakes are added to `mistakes`.
 */
export function readJob(matrix: string, index: string, total: string, mistakes: string[]): JobPlace {
  const place = {
    name: nameJob(matrix, mistakes),
    index: readCount('job-index', index || '0', mistakes),
    total: Math.max(1, readCount('job-total', total || '1', mistakes)),
  };
  if (place.index >= place.total) {
    mistakes.push(`job-index: expected less than job-total (${place.total}), found ${place.index}.`);
  }
  // Jobs with equal values in the matrix still must not overwrite each other.
  return place.name === '' && place.total > 1 ? { ...place, name: `job ${place.index + 1}` } : place;
}

function nameJob(matrix: string, mistakes: string[]): string {
  if (matrix.trim() === '') return '';
  let values: unknown;
  try {
    values = JSON.parse(matrix);
  } catch {
    mistakes.push('matrix: expected JSON, as `toJSON(matrix)` gives it.');
    return '';
  }
  if (values === null || typeof values !== 'object') return '';
  const parts = Object.entries(values).map(([key, value]) => `${key} ${print(value)}`);
  const name = parts.join(', ');
  if (name.length <= LONGEST_NAME) return name;
  // Two jobs must not get the same name where only the name tells them apart.
  const ending = ` ${hashName(name)}`;
  return name.slice(0, LONGEST_NAME - ending.length) + ending;
}

function print(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readCount(input: string, text: string, mistakes: string[]): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  mistakes.push(`${input}: expected a number, found ${JSON.stringify(text.slice(0, 60))}.`);
  return 0;
}
