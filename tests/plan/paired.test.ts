import { describe, expect, it } from 'vitest';
import type { Config, Scenario } from '../../src/config/config.ts';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { round3 } from '../../src/metrics/decimal.ts';
import { shareTurns } from '../../src/plan/arrivals.ts';
import { layOutBlock, listMeasuredSlots, restartSlots } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { PROBE } from '../../src/plan/shape.ts';
import { type BlockOrder, loadSeconds, SHIFTS, type Slot } from '../../src/plan/slot.ts';
import { estimateWall } from '../../src/plan/wall.ts';
import { makeConfig, makeGoal, makeScenario } from '../fixtures.ts';

const search = makeScenario({ slos: [parseSlo('p99 < 30ms').slo] });
const other = makeScenario({ name: 'other' });

const configure = (scenarios: Scenario[] = [search], parts: Partial<Config> = {}) =>
  makeConfig({ scenarios, ...parts });
const plan = (config: Config, budgetSeconds = 60) => planRun(config, { budgetSeconds, paired: true });

function order(first: Arm, parts: Partial<BlockOrder> = {}): BlockOrder {
  return { index: 1, first, headOnly: new Set(), warmUpSeconds: new Map([['search', 1]]), ...parts };
}
/** The slots of a block, and of its first program, which is all of it without scripts and new scenarios. */
const slotsOf = (how: BlockOrder, config = configure(), budget = 60): Slot[] =>
  layOutBlock(plan(config, budget), how).flatMap(({ programs }) => programs.flatMap(({ slots }) => slots));
const isMeasured = ({ round }: Slot) => round !== null;
const keysOf = (config: Config, budget: number, how: BlockOrder) =>
  layOutBlock(plan(config, budget), how).map(({ arms, programs }) => ({
    arms,
    programs: programs.map(({ slots }) => slots.map(({ key }) => key)),
  }));

describe('a plan of base and head side by side', () => {
  it('spends the budget on both arms alike, in turns and alone, warm-up apart', () => {
    for (const budget of [32, 60, 300]) {
      const planned = plan(configure(), budget);
      // What is looked for after the first look comes on top of the budget.
      const usual = planned.looks[0]!;
      const seconds = (arm: Arm, inTurns: boolean) =>
        listMeasuredSlots(planned, usual)
          .filter((slot) => slot.arm === arm && (slot.turns !== null) === inTurns)
          .reduce((sum, slot) => sum + loadSeconds(slot), 0) *
        (planned.blocks / usual);
      const [turns, alone] = [seconds('head', true), seconds('head', false)];
      expect(turns).toBeCloseTo(seconds('base', true));
      expect(turns).toBeGreaterThan(0);
      expect(seconds('base', false)).toBeCloseTo(alone);
      expect(2 * (turns + alone)).toBeLessThanOrEqual(budget * 1.01);
      expect(2 * (turns + alone)).toBeGreaterThan(budget * 0.95);
      expect(alone).toBeGreaterThanOrEqual(planned.blocks);
      expect(planned.looks.at(-1)).toBe(planned.blocks);
      expect(planned.looks).toEqual([...new Set(planned.looks)].sort((a, b) => a - b));
    }
  });

  it('has enough blocks to call a change, however many metrics there are, and is first looked at as early', () => {
    const many = Array.from({ length: 40 }, (_, i) => makeScenario({ name: `s${i}` }));
    const few = plan(configure());
    const most = plan(configure(many));
    expect(5 * 2 ** -few.looks[0]!).toBeLessThanOrEqual(0.01);
    expect(40 * 5 * 2 ** -most.blocks).toBeLessThanOrEqual(0.01);
    expect(most.blocks).toBeGreaterThan(few.blocks);
    expect(most.looks[0]).toBe(few.looks[0]);
  });

  it('refuses a budget with which nothing could be told from chance, and says which one could', () => {
    expect(() => plan(configure(), 10)).toThrow(/budget of 10s is too small/);
    const enough = { hint: expect.stringContaining('`budget: 18s`') };
    expect(() => plan(configure(), 17)).toThrow(expect.objectContaining(enough));
    expect(plan(configure(), 18).blocks).toBeGreaterThan(0);
    // A capacity that is searched shares the error with the metrics.
    const quote = makeScenario({ name: 'quote', loads: [], capacity: makeGoal('p99 < 30ms', 100, 5000) });
    const hint = expect.stringContaining('for 6 metrics');
    expect(() => plan(configure([search, quote]), 10)).toThrow(expect.objectContaining({ hint }));
  });

  it('lets the arm begin that was drawn, in turns and then alone', () => {
    expect(keysOf(configure(), 60, order('base'))).toEqual([
      { arms: ['base', 'head'], programs: [['search-B-R1', 'search-H-R1', 'search-B-R2', 'search-H-R2']] },
    ]);
    const slots = slotsOf(order('head', { warmUpSeconds: new Map() }));
    expect(slots.flatMap(({ arm, turns }) => (turns ? [{ arm, ...turns }] : []))).toMatchObject([
      { arm: 'head', position: 0, of: 2, scenario: 'search-W' },
      { arm: 'base', position: 1, of: 2, scenario: 'search-W' },
      { arm: 'head', position: 0, of: 2, scenario: 'search-R1' },
      { arm: 'base', position: 1, of: 2, scenario: 'search-R1' },
    ]);
  });

  it('measures arms one after the other, mirrored, where the load cannot be dealt out in turns', () => {
    const closed = makeScenario({ load: { kind: 'users', users: 2 } });
    const keys = slotsOf(order('head'), configure([closed]), 300).map(({ key }) => key);
    expect(keys.slice(2, 6)).toEqual(['search-H-R1', 'search-B-R1', 'search-B-R2', 'search-H-R2']);
  });

  it('keeps rounds apart in time, but for arms that take turns', () => {
    const closed = makeScenario({ name: 'closed', load: { kind: 'users', users: 2 } });
    const slots = slotsOf(order('head'), configure([search, other, closed]), 300);
    for (const [index, slot] of slots.slice(1).entries()) {
      const before = slots[index]!;
      const isTurn = slot.turns !== null && slot.turns.scenario === before.turns?.scenario;
      if (isTurn) expect(slot.startSeconds).toBe(before.startSeconds);
      else expect(slot.startSeconds).toBeGreaterThanOrEqual(before.startSeconds + before.seconds + 0.04);
    }
  });

  it('waits for late answers where an arm is to stand still, and else lets them fall into the settling start of another scenario', () => {
    const warmUpSeconds = new Map([search, other].map(({ name }) => [name, 1] as const));
    const slots = slotsOf(order('head', { warmUpSeconds }), configure([search, other]));
    const stretches = slots.filter(({ turns }) => turns === null || turns.position === 0);
    const name = ({ step, arm, turns }: Slot) => `${step.label} ${turns ? 'both' : arm}`;
    const gaps = stretches.slice(1).map((slot, index) => {
      const before = stretches[index]!;
      expect(before.step.pauseSeconds).toBe(0.2);
      return [name(before), name(slot), round3(slot.startSeconds - before.startSeconds - before.seconds)];
    });
    expect(gaps).toEqual([
      ['search both', 'other both', 0.05],
      ['other both', 'search head', 0.25],
      ['search head', 'search base', 0.25],
      ['search base', 'other base', 0.05],
      ['other base', 'other head', 0.25],
    ]);
  });

  it('probes how long the warm-up must be until that is known, and lets one of known length run into the turns', () => {
    const [probed, known] = [new Map(), new Map([['search', 2.5]])].map((warmUpSeconds) =>
      slotsOf(order('head', { warmUpSeconds })),
    ) as [Slot[], Slot[]];
    const probe = { seconds: 4, slices: 8, round: null };
    expect(probed.filter((slot) => !isMeasured(slot))).toMatchObject([probe, probe]);
    expect(known.every(isMeasured)).toBe(true);
    const [apart, joined] = [probed, known].map((slots) => slots.find(isMeasured)!) as [Slot, Slot];
    expect(joined).toMatchObject({ startSeconds: 0, settleSeconds: 2.5 });
    expect(joined.seconds - joined.settleSeconds).toBeCloseTo(apart.seconds - apart.settleSeconds, 2);
    expect(shareTurns(joined)!.planned).toBeCloseTo(shareTurns(apart)!.planned, -1);
  });

  it('takes a warm-up that was asked for from the first start on, and counts its time', () => {
    const { measure } = configure();
    const config = configure([search], { measure: { ...measure, warmUpSeconds: 10 } });
    const slots = slotsOf(order('head', { index: 0, warmUpSeconds: new Map() }), config);
    expect(slots.every(isMeasured)).toBe(true);
    expect(slots[0]).toMatchObject({ startSeconds: 0, settleSeconds: 10 });
    const [own, usual] = [config, configure()].map((one) => plan(one));
    expect(own!.seconds.firstBlock).toBeCloseTo(usual!.seconds.firstBlock + 10 - PROBE.seconds, 0);
    expect(own!.seconds.atMost - usual!.seconds.atMost).toBeGreaterThan(9 * (own!.blocks - 1));
  });

  it('has longer load alone after the first look, alike for both arms, which all steps share', () => {
    const alone = (config: Config, index: number, budget = 60) =>
      slotsOf(order('head', { index }), config, budget)
        .filter((slot) => isMeasured(slot) && slot.turns === null)
        .map(({ step, arm, seconds }) => `${step.label} ${arm} ${seconds}`);
    expect(alone(configure(), 9)).toEqual(['search head 1', 'search base 1']);
    expect(alone(configure(), 10)).toEqual(['search head 5.5', 'search base 5.5']);
    const both = ['other base 2.75', 'other head 2.75', 'search base 2.75', 'search head 2.75'];
    expect(alone(configure([search, other]), 10).toSorted()).toEqual(both);
    expect(alone(configure(), 13, 1200)).toEqual(alone(configure(), 1, 1200));
    // Where there is one look, nothing is looked for.
    expect(plan(configure(), 32).looks).toHaveLength(1);
  });

  it('says one time at most, in which one scenario is done within two and a half minutes', () => {
    expect(plan(configure())).toMatchObject({ looks: [10, 14], blocks: 14 });
    expect(estimateWall(plan(configure()))).toBeLessThanOrEqual(150);
  });

  it('looks at other ages of a process in the next blocks, so that none is always between two stretches', () => {
    const list = (shift: BlockOrder['shift'], warmUpSeconds = new Map([['search', 1]])) =>
      slotsOf(order('head', { shift, warmUpSeconds }))
        .filter(isMeasured)
        .map(({ startSeconds, settleSeconds, seconds }) => ({
          from: startSeconds + settleSeconds,
          to: startSeconds + seconds,
        }));
    const blocks = SHIFTS.map((shift) => list(shift));
    const begin = Math.max(...blocks.map(([first]) => first!.from));
    const end = Math.min(...blocks.map((block) => block.at(-1)!.to));
    const ages = Array.from({ length: Math.floor((end - begin) / 0.01) }, (_, i) => begin + i * 0.01);
    const listUnseen = (measured: (typeof blocks)[number]) =>
      ages.filter((age) => !measured.some(({ from, to }) => from <= age && age <= to));
    expect(ages.length).toBeGreaterThan(300);
    expect(listUnseen(blocks.flat())).toEqual([]);
    expect(listUnseen(blocks[0]!).length).toBeGreaterThan(50);
    const lengths = SHIFTS.map((shift) => list(shift, new Map()).at(-1)!.to);
    expect(lengths[1]! + lengths[2]!).toBeCloseTo(2 * lengths[0]!, 2);
  });

  it('lets arms take all turns before one is asked alone, and asks last, without the base, what it cannot serve', () => {
    const own = makeScenario({ name: 'own', load: { kind: 'arrival-rate', rate: 10, seconds: 200 } });
    const config = configure([search, own, other]);
    const how = order('head', { headOnly: new Set(['other']) });
    const slots = slotsOf(how, config, 120)
      .filter(isMeasured)
      .map(({ step, turns }) => (step.label === 'other' ? 'new' : turns ? 'in turns' : 'alone'));
    expect(slots.filter((kind, i) => kind !== slots[i - 1])).toEqual(['in turns', 'alone', 'new']);
    const [stage] = keysOf(configure([search, other]), 60, how);
    expect(stage!.programs[1]).toEqual(['other-H-W', 'other-H-R1']);
  });

  it('swaps arms that want the same fixed port, and no others', () => {
    const app: Config['services'][number] = {
      ...{ name: 'app', env: {}, needs: [], start: 'x', scope: 'instance', stop: 'SIGTERM' },
      ...{ url: 'http://127.0.0.1:8080', ready: { kind: 'tcp', timeoutSeconds: 1 } },
    };
    const fixed = configure([search], { services: [app] });
    expect(plan(fixed).swapped).toBe(true);
    expect(keysOf(fixed, 60, order('base')).map(({ arms }) => arms)).toEqual([['base'], ['head']]);
    // The port may be one that was chosen for another service of the arm.
    const isSwapped = (scope: 'instance' | 'run') => {
      const proxy = { ...app, name: 'proxy', url: 'http://127.0.0.1:${PORT}', needs: [], scope };
      const behind = { ...app, url: 'http://127.0.0.1:${proxy.PORT}', needs: ['proxy'] };
      return plan(configure([search], { services: [proxy, behind] })).swapped;
    };
    expect(isSwapped('instance')).toBe(false);
    const free = { ...app, name: 'api', url: 'http://127.0.0.1:${PORT}' };
    expect(plan(configure([search], { services: [free, app] })).swapped).toBe(true);
    // Both arms share what is started once for the run.
    expect(isSwapped('run')).toBe(true);
  });

  it('repeats a disturbed round of both arms after warming both up, known or probed, in turns or alone', () => {
    const [turns, alone] = [0, 1];
    for (const known of [new Map(), new Map([['search', 2.5]])]) {
      const [stage] = layOutBlock(plan(configure()), order('head', { warmUpSeconds: known }));
      const program = stage!.programs[0]!;
      const isJoined = known.size > 0;
      for (const repeated of [turns, alone]) {
        const bad = program.slots.filter(({ round }) => round === repeated);
        const { slots, seconds } = restartSlots(program, bad);
        const measured = slots.filter(isMeasured);
        expect(measured.map(({ key }) => key)).toEqual(bad.map(({ key }) => key));
        const warmUps = slots.filter((slot) => !isMeasured(slot));
        if (!isJoined) expect(warmUps.map(({ key }) => key)).toEqual(['search-H-W', 'search-B-W']);
        expect(warmUps.map(({ arm }) => arm)).toEqual(isJoined && repeated === turns ? [] : ['head', 'base']);
        expect(warmUps.every((slot) => slot.startSeconds === 0 && slot.settleSeconds === 0)).toBe(true);
        const begin = measured[0]!.startSeconds + measured[0]!.settleSeconds;
        expect(begin).toBeGreaterThanOrEqual(isJoined ? 2.5 : slots[0]!.seconds);
        expect(measured[0]!.startSeconds === measured[1]!.startSeconds).toBe(repeated === turns);
        expect(seconds).toBe(slots.at(-1)!.startSeconds + slots.at(-1)!.seconds);
        expect(new Set(slots.map(({ key }) => key)).size).toBe(slots.length);
        // Arrivals may have fallen to one of the arms alone.
        if (repeated === turns) expect(restartSlots(program, bad.slice(0, 1)).slots).toEqual(slots);
      }
    }
  });
});
