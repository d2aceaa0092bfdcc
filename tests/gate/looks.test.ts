import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { readConfig } from '../../src/config/read.ts';
import { measureBlocks, measureWork } from '../../src/gate/looks.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { listBlockSlots } from '../../src/plan/layout.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { makeConfig, makeRound, makeScenario, REPLAYED_K6, withServer } from '../fixtures.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';
import { makeBlock, makeCase } from './blocks.ts';

useKeeper();

const CONFIG = (url: string) => `
services:
  app:
    url: ${url}
scenarios:
  search:
    request: GET /
    load: 50 req/s
`;

/** Measures the head alone in the last blocks of a run, on k6 that loads nothing. */
async function measureHead(
  text: string,
  before?: (plan: Plan) => Block[],
  options: Partial<Parameters<typeof measureBlocks>[1]> = {},
) {
  writeFileSync(join(folder, 'tailgate.yml'), text);
  const config = readConfig(join(folder, 'tailgate.yml'), folder);
  const plan = planRun(config, { budgetSeconds: 16, paired: false });
  const comparison = { kind: 'history' } as const;
  const measured = makeCase(config, plan, { comparison, blocks: before?.(plan) ?? [] });
  const [judgement] = await measureBlocks(measured, {
    arms: { head: surroundHead(config, folder, keeper, new AbortController().signal) },
    ...{ shared: NOTHING_SHARED, k6: REPLAYED_K6, seed: 1, folder, progress: silent },
    ...options,
  });
  return { blocks: measured.blocks, judgement };
}

it('a head that nothing is beside has its soak as well', async () => {
  await withServer(
    (_, response) => response.end('ok'),
    async (url) => {
      const { blocks, judgement } = await measureHead(`${CONFIG(url)}    slo: p50 < 1s\n`);
      expect(judgement.verdict.slos).toMatchObject([{ code: 'met' }]);
      expect(blocks.map(({ soak }) => soak.length > 0)).toEqual([...blocks.slice(1).map(() => false), true]);
      expect(blocks.at(-1)!.soak.every(({ slot }) => slot.arm === 'head')).toBe(true);
    },
  );
});

it('measures nothing again once repeats have taken a tenth of the promised time', async () => {
  vi.stubEnv('REPLAY', '{ "lag": 60 }');
  onTestFinished(() => void vi.unstubAllEnvs());
  const note = vi.fn();
  const before = (plan: Plan) =>
    [0, 1, 2].map((i) => ({ ...makeBlock(plan, i, () => [makeRound([1, 1])]), repeatSeconds: 9 }));
  await withServer(
    (_, response) => response.end('ok'),
    async (url) => void (await measureHead(CONFIG(url), before, { progress: { ...silent, note } })),
  );
  expect(note.mock.calls).toEqual([[expect.stringMatching(/^rounds of search discarded/)]]);
});

it('fixed work is as long as its stretch on each arm, disturbed or not, once both that answer have done it', () => {
  const load = { kind: 'fixed-work', requests: 2000, users: 2 } as const;
  const config = makeConfig({ scenarios: [makeScenario({ load })] });
  const plan = planRun(config, { budgetSeconds: 60, paired: true });
  const slots = listBlockSlots(plan, 0).filter(({ round }) => round !== null);
  const measure = (of: Partial<Record<Arm, { seconds: number; failed?: number }>>, isKept = true) => {
    const done = slots.flatMap((slot) => {
      const stretch = of[slot.arm];
      return stretch ? [{ slot, slices: [makeRound([1, 1], { failed: 0, ...stretch })] }] : [];
    });
    const block = { kept: isKept ? done : [], discarded: isKept ? [] : done } as unknown as Block;
    return [...measureWork(plan, block)];
  };
  const both = { base: { seconds: 0.5 }, head: { seconds: 0.6 } };
  expect(measure(both)).toEqual([['search', [0.5, 0.6]]]);
  expect(measure(both, false)).toEqual([['search', [0.5, 0.6]]]);
  expect(measure({ base: { seconds: 0.5 } })).toEqual([]);
  const refused = { base: { seconds: 0.01, failed: 9 }, head: { seconds: 2 } };
  expect(measure(refused)).toEqual([['search', [2]]]);
});
