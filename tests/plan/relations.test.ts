import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/config/config.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { findLimitStep } from '../../src/plan/relations.ts';
import type { BlockOrder } from '../../src/plan/slot.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const raw = makeScenario({ name: 'raw' });
const other = makeScenario({ name: 'other' });
const api = makeScenario({ name: 'api', slos: [parseSlo('p95 < raw.p95 + 150ms').slo] });

function planOf(scenarios: Scenario[], paired: boolean, budgetSeconds = 60) {
  return planRun(makeConfig({ scenarios }), { budgetSeconds, paired });
}

const order = (parts: Partial<BlockOrder> = {}): BlockOrder => ({
  index: 1,
  first: 'head',
  headOnly: new Set(),
  warmUpSeconds: new Map(),
  ...parts,
});

/** Rounds under load on one arm, in the order of time, as `api-H`. */
function listAlone(scenarios: Scenario[], paired: boolean, parts: Partial<BlockOrder> = {}, budget = 60) {
  const [stage] = layOutBlock(planOf(scenarios, paired, budget), order(parts));
  return stage!.programs.flatMap(({ slots }) =>
    slots
      .filter(({ round, turns }) => round !== null && turns === null)
      .sort((a, b) => a.startSeconds - b.startSeconds)
      .map(({ key }) => key.replace(/-R\d+$/, '')),
  );
}

describe('scenarios with limits relative to each other', () => {
  it('are under load one after the other on the same arm, whatever stands between them in the file', () => {
    expect(listAlone([raw, other, api], true).join(' ')).toBe('raw-H api-H raw-B api-B other-B other-H');
    const reversed = listAlone([raw, api], true, { reversed: true, first: 'base' });
    expect(reversed).toEqual(['api-B', 'raw-B', 'api-H', 'raw-H']);
  });

  it('take turns in short rounds, X Y, Y X and so on, equally often', () => {
    const turns = listAlone([raw, api], false);
    expect(turns.slice(0, 4)).toEqual(['raw', 'api', 'api', 'raw']);
    expect(turns.filter((key) => key === 'raw')).toHaveLength(turns.length / 2);
    const slots = layOutBlock(planOf([raw, api], false), order())[0]!.programs[0]!.slots;
    const rounds = slots.filter(({ round }) => round !== null);
    for (const { seconds } of rounds) expect(seconds).toBeCloseTo(1.5);
    // No request of one is on its way while the other begins.
    for (const [i, slot] of rounds.slice(1).entries()) {
      const before = rounds[i]!;
      const gap = slot.startSeconds - before.startSeconds - before.seconds;
      expect(gap).toBeGreaterThan(before.step.pauseSeconds);
    }
  });

  it('follow each other as processes of their own where their work is fixed', () => {
    const load = { kind: 'fixed-work', requests: 10_000, users: 2 } as const;
    const backend = makeScenario({ name: 'backend', load });
    const front = makeScenario({ name: 'front', load, slos: [parseSlo('p50 < 0.5 x backend.p50').slo] });
    const [stage] = layOutBlock(planOf([backend, front], true), order());
    const keys = stage!.programs.map(({ slots }) => slots[0]!.key.replace(/-[WR]\d*$/, ''));
    expect(keys).toEqual(['backend-H', 'front-H', 'backend-B', 'front-B']);
  });

  it('are joined by others, and found by load in a sweep', () => {
    const third = makeScenario({ name: 'third', slos: [parseSlo('p50 < api.p50').slo] });
    const { steps } = planOf([raw, other, api, third], false);
    expect(steps.map(({ family }) => family?.length ?? 0)).toEqual([3, 0, 3, 3]);
    const rates = [5, 60].map((rate) => ({ kind: 'arrival-rate', rate }) as const);
    const sweep = { ...raw, loads: rates };
    const planned = planOf([sweep, { ...api, loads: rates }], false).steps;
    const of = (label: string) => planned.find((step) => step.label === label)!;
    expect(findLimitStep(planned, of('api at 60 req/s'), 'raw')).toBe(of('raw at 60 req/s'));
    expect(of('api at 5 req/s').family).toEqual(['api at 5 req/s', 'raw at 5 req/s']);
  });
});
