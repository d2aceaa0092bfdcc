import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import { tellNothing } from '../../src/blocks/program.ts';
import { readConfig } from '../../src/config/read.ts';
import { type MeasuredCase, measureBlocks } from '../../src/gate/looks.ts';
import type { SlotDiagnosis } from '../../src/measurement/validity.ts';
import { listMeasuredSlots } from '../../src/plan/layout.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { planRun } from '../../src/plan/planning.ts';
import { silent } from '../../src/progress.ts';
import { makeRound, REPLAYED_K6, withServer } from '../fixtures.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { NOTHING_SHARED, surroundHead } from '../services/surroundings.ts';

useKeeper();

/** A block of half a minute of which nothing was kept, however often it was tried. */
function lose(plan: Plan, index: number, diagnosis: SlotDiagnosis): Block {
  const cpu = { cores: 2, generator: 0, generatorLimit: 2, service: 0, others: 0, steal: 0 };
  const evidence = { sent: 100, intended: 100, seconds: 1, dropped: 0, lagMs: 60, cpu, clockJumpMs: 0 };
  const slots = listMeasuredSlots(plan, 1).map((slot) => ({
    slot,
    slices: [makeRound([1])],
    sent: 100,
    intended: 100,
    barren: 0,
    whole: 0,
    cut: 0,
    failures: [],
    answers: [],
    connects: 0,
    diagnosis,
    disturbed: [false],
    evidence,
  }));
  return {
    index,
    ...tellNothing(),
    kept: [],
    discarded: [...slots, ...slots, ...slots],
    crash: null,
    failure: null,
    soakFailures: [],
    warmUps: new Map(),
    soak: [],
    wallSeconds: 30,
  };
}

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
  { before, ...given }: Partial<MeasuredCase> & { before?: (plan: Plan) => Block[] },
  options: Partial<Parameters<typeof measureBlocks>[1]> = {},
) {
  writeFileSync(join(folder, 'tailgate.yml'), text);
  const config = readConfig(join(folder, 'tailgate.yml'), folder);
  const plan = planRun(config, { budgetSeconds: 16, paired: false });
  const measured: MeasuredCase = {
    config,
    plan,
    blocks: before?.(plan) ?? [],
    baseline: [],
    digests: new Map([['search', 'digest']]),
    draft: makeRecord(),
    comparison: { kind: 'history' },
    gateChanges: [],
    failOn: [],
    ...given,
  };
  const [judgement] = await measureBlocks(measured, {
    arms: { head: surroundHead(config, folder, keeper, new AbortController().signal) },
    shared: NOTHING_SHARED,
    k6: REPLAYED_K6,
    seed: 1,
    folder,
    progress: silent,
    ...options,
  });
  return { blocks: measured.blocks, judgement };
}

it('a head that nothing is beside has its soak as well', async () => {
  await withServer(
    (_, response) => response.end('ok'),
    async (url) => {
      const { blocks, judgement } = await measureHead(`${CONFIG(url)}    slo: p50 < 1s\n`, {});
      expect(judgement.verdict.slos).toMatchObject([{ code: 'met' }]);
      expect(blocks.map(({ soak }) => soak.length > 0)).toEqual([...blocks.slice(1).map(() => false), true]);
      expect(blocks.at(-1)!.soak.every(({ slot }) => slot.arm === 'head')).toBe(true);
      expect(judgement.record.steps[0]!.soak).not.toEqual([]);
    },
  );
});

it('a run that loses its rounds ends, and says so', async () => {
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  await withServer(
    (_, response) => response.end('ok'),
    async (url) => {
      const before = (plan: Plan) => [0, 1, 2].map((index) => lose(plan, index, 'disturbed'));
      const { blocks } = await measureHead(CONFIG(url), { before }, { progress: { ...silent, note } });
      expect(blocks).toHaveLength(4);
    },
  );
  expect(notes).toContainEqual(expect.stringMatching(/^most rounds were discarded for a minute/));
});
