import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where builds and recorded blocks are: outside the repository. */
export const BENCH_HOME = resolve(process.env.TAILGATE_BENCH || join(homedir(), '.cache', 'tailgate-bench'));
export const BLOCKS = join(BENCH_HOME, 'blocks');
export const PYTHON = join(BENCH_HOME, 'venv', 'bin', 'python');
export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
export const SERVICES = fileURLToPath(new URL('./services', import.meta.url));
