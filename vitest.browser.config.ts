import { defineConfig } from 'vitest/config';

/** The comment in a real browser. Needs a Chromium, and the packages of tests/browser. */
export default defineConfig({
  test: {
    include: ['tests/browser/*.browser.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
