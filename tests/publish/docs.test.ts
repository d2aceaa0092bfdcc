import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('each row of attacks in the threat model names tests that are there', () => {
  const [, attacks] = readFileSync('docs/security.md', 'utf8').split(/^## Attacks/m);
  const rows = attacks!.split('\n').filter((line) => /^\| (?!-|Attack)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const paths = row.match(/tests\/[\w./-]*\w/g) ?? [];
    expect([row, paths.length > 0, paths.filter((path) => !existsSync(path))]).toEqual([row, true, []]);
  }
});
