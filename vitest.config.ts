import { defineConfig } from 'vitest/config';

/** As esbuild's text loader does in scripts/build.mjs. */
const k6Text = {
  name: 'k6-text',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('.k6.js') ? `export default ${JSON.stringify(code)}` : undefined,
};

export default defineConfig({
  plugins: [k6Text],
  define: { __TAILGATE_VERSION__: '"test"' },
  test: {
    include: ['tests/**/*.test.ts'],
    // They need act and a big description of GitHub's API: `npm run test:e2e`.
    exclude: ['**/node_modules/**', 'tests/e2e/act*.test.ts', 'tests/github/**'],
    // Real processes and real k6 need minutes on two shared cores; a hung test still ends.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // Tests that load a service disturb each other's measurements on two cores.
    fileParallelism: false,
    globalSetup: ['tests/setup.ts'],
  },
});
