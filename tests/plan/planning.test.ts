import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/config/config.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Load } from '../../src/measurement/measurement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun, planVariants } from '../../src/plan/planning.ts';
import type { BlockOrder, Program, Slot } from '../../src/plan/slot.ts';
import { makeConfig, makeGoal, makeRequest, makeScenario, makeWork } from '../fixtures.ts';

const plan = (scenarios: Scenario[], budgetSeconds = 120) =>
  planRun(makeConfig({ scenarios }), { budgetSeconds, paired: false });

const ORDER: BlockOrder = { index: 0, first: 'base', headOnly: new Set(), warmUpSeconds: new Map() };
const other = makeScenario({ name: 'other' });

/** What is measured, of some blocks. */
const measuredOf = (blocks: Program[][]): Slot[] =>
  blocks.flatMap((programs) => programs.flatMap(({ slots }) => slots)).filter(({ round }) => round !== null);
const secondsOf = (slots: Slot[]) => slots.reduce((sum, { seconds }) => sum + seconds, 0);

function listPrograms(scenarios: Scenario[], budgetSeconds?: number): Program[][] {
  const planned = plan(scenarios, budgetSeconds);
  return Array.from({ length: planned.blocks }, (_, index) =>
    layOutBlock(planned, { ...ORDER, index }).flatMap((stage) => stage.programs),
  );
}

const loads = [5, 10].map((rate): Load => ({ kind: 'arrival-rate', rate }));
const sweep = makeScenario({ name: 'sweep', loads });

describe('a plan of the head alone', () => {
  it('warms a script up until each of its users has begun, unless the file says how long', () => {
    const script = makeScenario({
      work: { kind: 'script', path: '/script.js', exec: 'default' },
      load: { kind: 'arrival-rate', rate: 25 },
      slos: [parseSlo('p95 < 200ms').slo],
    });
    const warmUps = (own: ReturnType<typeof plan>) =>
      layOutBlock(own, ORDER).flatMap(({ programs }) =>
        programs.flatMap(({ slots }) => slots.filter(({ round }) => round === null)),
      );
    const [{ seconds, step }] = warmUps(plan([script], 2)) as [Slot];
    expect(seconds).toBe(step.virtualUsers / 25);
    expect(warmUps({ ...plan([script], 2), warmUpSeconds: 1 })).toMatchObject([{ seconds: 1 }]);
  });

  it('keeps to the budget of load time per scenario, warm-up and pauses apart', () => {
    for (const budget of [1, 2, 5, 16, 30, 120, 600]) {
      const looks = listPrograms([makeScenario(), other], budget);
      const own = measuredOf(looks).filter((slot) => slot.step.scenario === 'other');
      expect(secondsOf(own)).toBeLessThanOrEqual(Math.max(1, budget) * 1.01);
      expect(own.every((slot) => slot.seconds >= 1 && slot.settleSeconds < slot.seconds)).toBe(true);
    }
  });

  it.each([16, 120])('guesses its warm-ups, so that a run takes what is planned: %d s', (budget) => {
    const planned = plan([makeScenario(), other], budget);
    const taken = listPrograms([makeScenario(), other], budget).flat();
    expect(taken.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(planned.seconds.atMost);
    for (const { slots } of taken)
      expect(slots[0]).toMatchObject({ round: null, seconds: Math.max(1, 0.0375 * budget) });
  });

  it('gives every look enough clusters for an interval, whatever the budget', () => {
    for (const budget of [1, 3, 20, 120]) {
      for (const programs of listPrograms([makeScenario()], budget)) {
        const clusters = measuredOf([programs]).reduce((sum, { slices }) => sum + slices, 0);
        expect(clusters).toBeGreaterThanOrEqual(6);
      }
    }
  });

  it('interleaves scenarios and never lets two rounds of one overlap, grace included', () => {
    const [program] = listPrograms([makeScenario(), other, sweep])[0]!;
    const { slots } = program!;
    // The other scenario's round is a pause for late answers.
    expect(slots[3]!.startSeconds - slots[2]!.startSeconds - slots[2]!.seconds).toBeCloseTo(0.1);
    const begin = ['search-R1', 'other-R1', 'search-R2', 'other-R2'];
    expect(slots.slice(2, 6).map(({ key }) => key)).toEqual(begin);
    expect(new Set(slots.map(({ key }) => key)).size).toBe(slots.length);
    for (const step of new Set(slots.map((slot) => slot.step))) {
      const own = slots.filter((slot) => slot.step === step);
      for (const [index, slot] of own.slice(1).entries()) {
        const before = own[index]!;
        expect(slot.startSeconds).toBeGreaterThanOrEqual(before.startSeconds + before.seconds + 0.09);
      }
    }
  });

  it('ends with the loads of a sweep, the lowest first, since one that is too much leaves a queue behind', () => {
    const { slots } = listPrograms([
      makeScenario({ name: 'sweep', loads: sweep.loads.toReversed() }),
      makeScenario(),
    ])[0]![0]!;
    const begins = slots.filter(({ step }, index) => step !== slots[index - 1]?.step);
    expect(begins.map(({ key }) => key)).toEqual(['search-W', 'sweep-L2-W', 'sweep-L1-W']);
  });

  it('gives scripts and fixed work a k6 process of their own', () => {
    const [script, second] = ['browse', 'buy'].map((name) =>
      makeScenario({ name, work: { kind: 'script', path: `/x/${name}.js`, exec: 'default' } }),
    );
    const fixed = makeScenario({ name: 'fixed', load: { kind: 'fixed-work', requests: 100, users: 2 } });
    const programs = listPrograms([makeScenario(), script!, fixed, second!, other])[0]!;
    const names = programs.map(({ slots }) => [...new Set(slots.map((slot) => slot.step.scenario))]);
    expect(names).toEqual([['browse'], ['fixed'], ['buy'], ['search', 'other']]);
  });

  it('measures a load with a length of its own once and exactly so long', () => {
    const own = makeScenario({ load: { kind: 'arrival-rate', rate: 10, seconds: 12 } });
    for (const [scenarios, blocks] of [
      [[own], 1],
      [[own, other], 4],
    ] as const) {
      const looks = listPrograms([...scenarios]);
      expect(looks).toHaveLength(blocks);
      const measured = measuredOf(looks).filter(({ step }) => step.label === own.name);
      expect(secondsOf(measured)).toBeCloseTo(12);
    }
  });

  it('reserves virtual users for a stall of four times the longest limit', () => {
    const users = (slo: string, rate: number) =>
      plan([makeScenario({ load: { kind: 'arrival-rate', rate }, slos: [parseSlo(slo).slo] })]).steps[0]!
        .virtualUsers;
    expect(users('p99 < 1s', 100)).toBe(400);
    expect(users('p99 < 30ms', 1000)).toBe(250);
    expect(users('errors < 1%', 1)).toBe(10);
  });

  it('waits for answers as long as SLOs allow, or for seconds without one, and never pauses longer for it', () => {
    const step = (rate: number, slo?: string, timeoutSeconds = 60) =>
      plan([
        makeScenario({
          work: makeWork(makeRequest({ timeoutSeconds })),
          load: { kind: 'arrival-rate', rate },
          slos: slo === undefined ? [] : [parseSlo(slo).slo],
        }),
      ]).steps[0]!;
    for (const [slo, seconds] of [
      ['p99 < 30ms', 0.2],
      ['p99 < 1s', 2],
      ['p99 < 2s', 4],
    ] as const) {
      // Who is asked at the end of a stretch may answer later than its limit, and has not failed.
      expect(step(100, slo)).toMatchObject({ graceSeconds: Math.max(1, seconds), pauseSeconds: seconds });
    }
    expect(step(2, 'p95 < 8s')).toMatchObject({ graceSeconds: 10.5, pauseSeconds: 5 });
    expect(step(10, 'errors < 1%')).toMatchObject({ graceSeconds: 5, pauseSeconds: 0.2, virtualUsers: 50 });
    expect(step(100)).toMatchObject({ graceSeconds: 1, virtualUsers: 100 });
    expect(step(1000)).toMatchObject({ graceSeconds: 1, virtualUsers: 250 });
    expect(step(10, undefined, 2)).toMatchObject({ graceSeconds: 2, virtualUsers: 20 });
  });
});

it('refuses more loads than anybody would wait for', () => {
  const capacity = makeGoal('p99 < 30ms', 100, 5000);
  const scenarios = Array.from({ length: 501 }, (_, i) => makeScenario({ name: `s${i}`, capacity }));
  expect(() => planVariants(makeConfig({ scenarios }), { paired: true })).toThrow('1002 loads');
});
