import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plan } from '../../src/commands/plan.ts';
import { makeFolder } from '../folders.ts';

const page = readFileSync('docs/recipes.md', 'utf8');
const folder = makeFolder('tailgate-minutes');
execFileSync('git', ['init', '--quiet'], { cwd: folder });

const COUNTS = [1, 3, 10];
const ROWS = [...page.matchAll(/^\| `(\d\w+)`, `(\d\w+)`[^|]*\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, budget, soak, ...cells]) => ({ budget: budget!, soak: soak!, cells }),
);

/** Writes what `tailgate plan` prints for so many scenarios of 200 req/s. */
async function planOf(count: number, budget: string, soak: string): Promise<string> {
  const scenarios = Array.from(
    { length: count },
    (_, i) => `  s${i + 1}:\n    request: GET /a${i + 1}\n    slo: p99 < 30ms at 200 req/s\n`,
  );
  const config = join(folder, 'tailgate.yml');
  const service = 'service:\n  start: node server.js\n  url: http://127.0.0.1:${PORT}\n';
  writeFileSync(config, `${service}scenarios:\n${scenarios.join('')}measure:\n  soak: ${soak}\n`);
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await plan({ config, budget }, new AbortController().signal);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('what docs/recipes.md says about runner minutes', () => {
  it('has rows for two budgets and two soaks', () => {
    expect(new Set(ROWS.map(({ budget }) => budget)).size).toBe(2);
    expect(new Set(ROWS.map(({ soak }) => soak)).size).toBe(2);
  });

  it.each(ROWS)('is what `tailgate plan` says: $budget, $soak', async ({ budget, soak, cells }) => {
    for (const [index, count] of COUNTS.entries()) {
      const said = await planOf(count, budget, soak);
      const [, first, last] = said.match(/^Wall time: about (\d+) s(?:; up to (\d+) s)?/m)!;
      const times = [first, last].filter((each) => each !== undefined);
      expect(cells[index]).toBe(times.map((each) => Number(each).toLocaleString('en-US')).join(' to '));
    }
  });
});
