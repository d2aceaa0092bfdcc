import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { planRun } from '../../src/plan/planning.ts';
import { addSeconds } from '../../src/plan/wall.ts';

/** Rows of the table: the budget, the soak, and the wall times (s) of so many scenarios of 200 req/s. */
const ROW = /^\| `(\d\w+)`, `(\d\w+)`[^|]*\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm;
const COUNTS = [1, 3, 10];

it('docs/recipes.md says of runner minutes what a plan says', () => {
  const rows = [...readFileSync('docs/recipes.md', 'utf8').matchAll(ROW)];
  expect(rows).toHaveLength(3);
  for (const [row, budget, soak, ...cells] of rows) {
    const planned = COUNTS.map((count) => {
      const names = Array.from({ length: count }, (_, i) => `s${i + 1}`);
      const scenarios = names.map(
        (name) => `  ${name}: { request: GET /${name}, slo: p99 < 30ms at 200 req/s }\n`,
      );
      const text = `service: { start: node server.js, url: "http://127.0.0.1:\${PORT}" }
scenarios:\n${scenarios.join('')}measure: { budget: ${budget}, soak: ${soak} }\n`;
      const config = parseConfig(text, { path: '/x/tailgate.yml', directory: '/x', shownAs: 'tailgate.yml' });
      return addSeconds([planRun(config, { paired: true })]).wall.toLocaleString('en-US');
    });
    expect(cells, row).toEqual(planned);
  }
});
