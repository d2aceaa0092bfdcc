import { defineConfig } from 'vitest/config';

/** As esbuild's text loader does in scripts/build.mjs. */
const k6Text = {
  name: 'k6-text',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('.k6.js') ? `export default ${JSON.stringify(code)}` : undefined,
};

/** They load a service with real k6, or need a quiet machine. */
const LOAD = 'tests/**/*.load.test.ts';

/** They need act and a big description of GitHub's API: `npm run test:e2e`. */
const APART = ['**/node_modules/**', 'tests/e2e/act.test.ts', 'tests/e2e/act-*.test.ts', 'tests/github/**'];

export default defineConfig({
  plugins: [k6Text],
  define: { __TAILGATE_VERSION__: '"test"' },
  test: {
    // Real processes and real k6 need minutes on two shared cores; a hung test still ends.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    globalSetup: ['tests/setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'parallel',
          include: ['tests/**/*.test.ts'],
          exclude: [...APART, LOAD],
          // Three for each of two processors: many of these tests wait, for processes and for pauses between requests.
          maxWorkers: 6,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'load',
          include: [LOAD],
          // They would disturb each other's measurements.
          fileParallelism: false,
          // Machines are shared, and what disturbs one is no defect. Nothing else repeats a run; vitest says `(retry x1)`.
          retry: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
