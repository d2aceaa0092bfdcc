import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { explainRegression } from '../../src/gate/explanation.ts';
import type { Judgement } from '../../src/gate/judgement.ts';
import type { MeasuredCase } from '../../src/gate/looks.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { startKeeper } from '../../src/services/keeper.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

const CONFIG = `
service:
  start: exec node server.cjs
  url: http://127.0.0.1:\${PORT}
scenarios:
  export:
    request: GET /
    load: 60 req/s
    slo: memory < 100MB
`;

const SERVER = (rows: number) => `
function readRows() { return Array.from({ length: ${rows} }, (_, i) => ({ i, name: 'row ' + i })); }
function answer() { return JSON.stringify(Array.from({ length: 2000 }, (_, i) => ({ i }))) + readRows().length; }
require('node:http').createServer((request, response) => response.end(answer())).listen(process.env.PORT, '127.0.0.1');
`;

it('names what allocates the memory by which a scenario has grown, with its change, and keeps the stacks', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-test-'));
  const keeper = startKeeper(folder);
  onTestFinished(async () => {
    await keeper.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const tops = { base: join(folder, 'base'), head: join(folder, 'head') };
  const surround = (top: string, rows: number) => {
    mkdirSync(top);
    writeFileSync(join(top, 'server.cjs'), SERVER(rows));
    writeFileSync(join(top, 'tailgate.yml'), CONFIG);
    const config = readConfig(join(top, 'tailgate.yml'), top);
    return surroundHead(config, folder, keeper, new AbortController().signal);
  };
  const head = surround(tops.head, 20_000);
  const base = { ...surround(tops.base, 100), arm: 'base' as const };
  const changes = [{ code: 'regressed', label: 'export', metric: { kind: 'memory' } }];
  const judgement = { verdict: { changes, costs: [], invalid: [], faults: [] } } as unknown as Judgement;
  const { config } = head;
  const measured = { config, plan: planRun(config, { paired: true }), blocks: [] } as unknown as MeasuredCase;
  const { verdict } = await explainRegression(
    judgement,
    measured,
    { tops },
    {
      arms: { head, base },
      shared: NOTHING_SHARED,
      k6: inject('k6'),
      seed: 1,
      folder,
      progress: silent,
    },
  );
  expect(verdict.risen).toMatchObject([
    {
      label: 'export',
      of: 'allocations',
      function: { name: 'readRows', file: 'server.cjs', line: 2 },
      changed: 'function',
    },
  ]);
  const [graph] = verdict.flameGraphs!;
  expect(graph).toMatchObject({ label: 'export', of: 'allocations' });
  expect(graph!.bars.find(({ name }) => name === 'readRows')).toMatchObject({ line: 2, change: 'grown' });
  expect(graph!.bars[0]!.head).toBeCloseTo(1, 3);
  const stacks = readFileSync(join(folder, 'profile-allocations.head.txt'), 'utf8');
  expect(stacks).toMatch(/^answer \(server\.cjs\);readRows \(server\.cjs\) \d+$/m);
});
