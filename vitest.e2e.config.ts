import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The action as a workflow runner runs it, against a local GitHub. Needs act. Tests of a file build on each other. */
const config = mergeConfig(base, defineConfig({ test: { testTimeout: 600_000 } }));
config.test.projects = [
  {
    extends: true,
    test: { name: 'act', include: ['tests/github/**/*.test.ts', 'tests/e2e/act.test.ts'], maxWorkers: 4 },
  },
];

export default config;
