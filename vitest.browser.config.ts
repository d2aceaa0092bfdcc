import { defineConfig } from 'vitest/config';

/** The comment in a real browser. Needs a Chromium, and the packages of tests/browser. */
export default defineConfig({
  test: {
    include: ['tests/browser/*.browser.ts'],
    // Beside other tests, as in .ci/run, they take several times as long.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // Vitest leaves one of two processors alone.
    maxWorkers: 2,
  },
});
