import { defineConfig } from 'vitest/config';

/** As esbuild's text loader does in scripts/build.mjs. */
const k6Text = {
  name: 'k6-text',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('.k6.js') ? `export default ${JSON.stringify(code)}` : undefined,
};

/** They only compute, or talk to servers and repositories of their own: others at the same time do them no harm. */
const COMPUTING = [
  'baseline',
  'config',
  'forge',
  'init',
  'measurement',
  'plan',
  'publish',
  'report',
  'revision',
  'statistics',
  'verdict',
].map((folder) => `tests/${folder}/**/*.test.ts`);

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
        // By default one processor is left idle, which is half of two; and many of these tests wait.
        test: { name: 'computing', include: COMPUTING, maxWorkers: 3, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'measuring',
          include: ['tests/**/*.test.ts'],
          exclude: [...APART, ...COMPUTING],
          // Tests that load a service disturb each other's measurements on two cores.
          fileParallelism: false,
          // As `tailgate run` repeats what was disturbed: machines are shared, and late arrivals are nobody's defect.
          // Vitest says `(retry x1)`.
          retry: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
