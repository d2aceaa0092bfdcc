import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * The action as a workflow runner runs it, against a local GitHub. Needs act. Tests of a file build on each other, so
 * none is repeated as a whole; what the machine disturbed is (`untilUndisturbed`).
 */
const config = mergeConfig(base, defineConfig({ test: { testTimeout: 600_000, fileParallelism: false } }));
config.test.projects = undefined;
config.test.include = ['tests/github/**/*.test.ts', 'tests/e2e/act.test.ts', 'tests/e2e/act-*.test.ts'];
config.test.exclude = ['**/node_modules/**'];

export default config;
