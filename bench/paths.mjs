import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where builds are: outside the repository. */
export const BENCH_HOME = resolve(process.env.TAILGATE_BENCH || join(homedir(), '.cache', 'tailgate-bench'));
/** What the judge is studied by, committed: each session adds its jobs, so that they become many. */
export const RECORDED = fileURLToPath(new URL('./recorded', import.meta.url));
/** Whole jobs of the two halves, a line each. */
export const STUDY = join(RECORDED, 'study.jsonl');
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
export const SERVICES = fileURLToPath(new URL('./services', import.meta.url));
