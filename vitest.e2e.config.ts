import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The one that measures, with real k6; it repeats what the machine disturbed (`untilUndisturbed`). */
const NEW_USER = 'tests/e2e/act-new-user.test.ts';

/**
 * The action as a workflow runner runs it, against a local GitHub. Needs act. Tests of a file build on each other, so
 * none is repeated.
 */
const config = mergeConfig(base, defineConfig({ test: { testTimeout: 600_000, retry: 0 } }));
config.test.projects = [
  {
    extends: true,
    test: {
      name: 'replayed',
      include: ['tests/github/**/*.test.ts', 'tests/e2e/act.test.ts', 'tests/e2e/act-*.test.ts'],
      exclude: [NEW_USER],
      maxWorkers: 4,
      sequence: { groupOrder: 0 },
    },
  },
  { extends: true, test: { name: 'load', include: [NEW_USER], sequence: { groupOrder: 1 } } },
];

export default config;
