/** Builds the services in Go into $TAILGATE_BENCH. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_HOME, SERVICES } from '../paths.mjs';

mkdirSync(BENCH_HOME, { recursive: true });
const names = ['churn', 'defects', 'echo', 'steady'].map((name) => `./${name}`);
execFileSync('go', ['build', '-o', BENCH_HOME, ...names], { cwd: join(SERVICES, 'go'), stdio: 'inherit' });
