import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendLine, readLines } from '../lines.mjs';
import { BENCH_HOME } from '../paths.mjs';

const PATH = join(BENCH_HOME, 'jobs.jsonl');

export const readJobs = (path = PATH) => readLines(path);
export const appendJob = (job, path = PATH) => appendLine(job, path);

/** A build of Tailgate by the contents of its command line: jobs of two builds are never counted together. */
export function nameBuild(cli) {
  return createHash('sha256').update(readFileSync(cli)).digest('hex').slice(0, 12);
}

/** Jobs of the same build and budget as the newest one. */
export function takeNewest(jobs) {
  const newest = jobs.at(-1);
  return jobs.filter(({ build, budget }) => build === newest.build && budget === newest.budget);
}
