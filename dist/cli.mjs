#!/usr/bin/env node
import('./chunks/cli.mjs').catch((error) => {
  process.stderr.write(`error: Tailgate cannot be loaded, which says nothing about your change: ${error.message}\n`);
  process.exitCode = 3;
});
