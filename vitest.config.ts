import { defineConfig } from 'vitest/config';

/** k6 scripts and templates are texts, as with esbuild's text loader in scripts/build.mjs. */
const k6Text = {
  name: 'text',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\.k6\.js$|\.yml$/.test(id) ? `export default ${JSON.stringify(code)}` : undefined,
};

/** They put load on a service, or need the machine to themselves: one after the other. */
const MEASURING = [
  'cli',
  'blocks',
  'services',
  'machine',
  'e2e',
  'security',
  'examples',
  'commands',
  'bench',
  'gate',
]
  .map((folder) => `tests/${folder}/**/*.test.ts`)
  .concat('tests/k6/script.test.ts');

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
        test: {
          name: 'computing',
          include: ['tests/**/*.test.ts'],
          exclude: [...APART, ...MEASURING],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measuring',
          include: MEASURING,
          exclude: APART,
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
