import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BENCH_HOME } from '../paths.mjs';

const PATH = join(BENCH_HOME, 'jobs.jsonl');

/** All jobs so far, oldest first. Half a line, left by a kill, is no job. */
export function readJobs(path = PATH) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

/** The newline comes first as well, so that half a line before it takes nothing with it. */
export function appendJob(job, path = PATH) {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `\n${JSON.stringify(job)}\n`);
}

/** A build of Tailgate by the contents of its command line: jobs of two builds are never counted together. */
export function nameBuild(cli) {
  return createHash('sha256').update(readFileSync(cli)).digest('hex').slice(0, 12);
}

/** Jobs of the same build and budget as the newest one. */
export function takeNewest(jobs) {
  const newest = jobs.at(-1);
  return jobs.filter(({ build, budget }) => build === newest.build && budget === newest.budget);
}
