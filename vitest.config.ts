import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Real processes and real k6 need minutes on two shared cores; a hung test still ends.
    testTimeout: 60_000,
    hookTimeout: 600_000,
    // Tests that load a service disturb each other's measurements on two cores.
    fileParallelism: false,
    globalSetup: ['tests/setup.ts'],
  },
});
