import { describe, expect, it } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { countLost, type K6Metric, parseSummary, readSlots } from '../../src/k6/summary.ts';
import type { Load } from '../../src/measurement/measurement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { isInTurns, type Slot } from '../../src/plan/slot.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';
import { type Part, trendOf, writeSummary } from './summaries.ts';

const SCRIPT: Work = { kind: 'script', path: '/x/browse.js', exec: 'default' };
const same = (count: number, value = 2): K6Metric => trendOf(Array(count).fill(value));

/** Twenty iterations of two requests each, five of which k6 cut off in a pause behind their requests. */
const SLEEPING: Part = { started: 20, begun: 40, latency: same(40) };

/** Writes the summary of a slot whose first slice is this one and whose others are like `SLEEPING`. */
function write(slice: Part, work = SCRIPT, load: Load = { kind: 'users', users: 20 }) {
  const plan = planRun(makeConfig({ scenarios: [makeScenario({ work, load })] }), {
    budgetSeconds: 1.2,
    paired: false,
  });
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;
  const slots = layOutBlock(plan, order)[0]!.programs[0]!.slots.filter(({ round }) => round !== null);
  return { summary: writeSummary('s0', [{ ...SLEEPING, ...slice }, SLEEPING]), slots };
}

function read(...args: Parameters<typeof write>) {
  const { summary, slots } = write(...args);
  return readSlots(parseSummary(JSON.stringify(summary)), slots)[0]!;
}

const countFailed = (...args: Parameters<typeof read>) =>
  read(...args)
    .slices.slice(0, 2)
    .map(({ failed }) => failed);

describe('what k6 cut off at the end of a slot', () => {
  it('is each request that was on its way, and nothing where a script was in a pause', () => {
    expect(countFailed({})).toEqual([0, 0]);
    expect(countFailed({ begun: 43 })).toEqual([3, 0]);
    expect(countFailed({ begun: 47, failed: same(1, 500) })).toEqual([7, 0]);
    // A declared request is the whole of its iteration.
    expect(countFailed({ begun: 0, latency: same(15) }, makeScenario().work)).toEqual([5, 0]);
  });
});

describe('an iteration that has not ended when its slot is over', () => {
  it('is counted of a script, of which it may have left out what it sends last', () => {
    const slot = read({ whole: 18, barren: 2, exceptions: 1 });
    expect(slot).toMatchObject({ unended: slot.sent - 18, barren: 2, slices: { 0: { failed: 1 } } });
    expect(read({}, makeScenario().work).unended).toBe(0);
  });
});

describe('requests that were sent late', () => {
  it('have the latency from the send on, and beside that the one from when they were due', () => {
    const slot = read({ begun: 50, late: same(10, 5), charged: same(10, 50) });
    expect(slot.slices.slice(0, 2).map(({ ok, failed }) => [ok, failed])).toEqual([
      [50, 0],
      [40, 0],
    ]);
    const most = (each: { latency: { values: readonly number[] } | null }) => each.latency?.values.at(-1);
    expect(slot.slices.slice(0, 2).map(most)).toEqual([5, 2]);
    expect(slot.charged!.slice(0, 2).map(most)).toEqual([50, 2]);
    expect(slot.charged![0]!.avg).toBeCloseTo((40 * 2 + 10 * 50) / 50);
    expect(read({}).charged).toBeUndefined();
  });
});

describe('an arm in turns', () => {
  it('is left out where no arrival falls to it, as at a low rate after a long warm-up', () => {
    const order = { index: 1, first: 'base', headOnly: new Set<string>() } as const;
    const [stage] = layOutBlock(planRun(makeConfig(), { budgetSeconds: 60, paired: true }), {
      ...order,
      warmUpSeconds: new Map([['search', 1]]),
    });
    // Of three arrivals in four seconds two settle, and the arm that begins gets the third.
    const load = { kind: 'arrival-rate', rate: 0.8 } as const;
    const slots = stage!.programs[0]!.slots.filter(isInTurns).map(
      (slot): Slot => ({ ...slot, seconds: 4, settleSeconds: 1, step: { ...slot.step, load } }),
    );
    const of = (id: string) => writeSummary(id, [{ started: 1, latency: same(1) }]);
    const summary = { ...of('s0'), metrics: { ...of('s0').metrics, ...of('s1').metrics } };
    expect(slots.map(({ arm }) => arm)).toEqual(['base', 'head']);
    const results = readSlots(summary, slots);
    // It is under load for as long as its own arrivals take.
    const seconds = results[0]!.slices.length * results[0]!.slices[0]!.seconds;
    expect([...results.map(({ slot, intended }) => [slot.arm, intended]), seconds]).toEqual([
      ['base', 1],
      1.25,
    ]);
  });
});

describe('the failures of a slot', () => {
  it('are counted by kind, whose numbers stand at neighbouring levels of their distribution', () => {
    const failed = trendOf([...Array(19).fill(500), 1212]);
    expect(read({ begun: 60, failed }).failures).toEqual([
      { which: 0, code: 500, count: 19 },
      { which: 0, code: 1212, count: 1 },
    ]);
    expect(read({ begun: 42, failed: same(2, 30404) }).failures).toEqual([{ which: 3, code: 404, count: 2 }]);
  });
});

describe('what the books do not have', () => {
  it('is what k6 sent past them, and sessions unless an SLO on a metric judges them', () => {
    const { summary, slots } = write({});
    const seen = (counts: Record<string, number>) =>
      Object.entries(counts).map(([name, count]) => ({ name, type: 'counter' as const, count }));
    const lost = (counts: Record<string, number>, of = slots) =>
      countLost(
        {
          ...summary,
          metrics: { 'http_reqs{tailgate_booked:1}': { type: 'counter', sum: 40 } },
          seen: seen(counts),
        },
        of,
      );
    expect(lost({ http_reqs: 43, grpc_req_duration: 2, ws_sessions: 4, grpc_streams: 1 })).toBe(10);
    expect(lost({ http_reqs: 40 })).toBe(0);
    const { slots: declared } = write({}, makeScenario().work);
    expect(lost({ http_reqs: 43 }, declared)).toBe(0);
  });
});

const broken = (index: number, value: number): K6Metric => {
  const trend = same(40) as Extract<K6Metric, { type: 'trend' }>;
  return { ...trend, values: [...trend.values].with(index, value) };
};

it.each<[string, Part]>([
  ['a negative count', { started: -1 }],
  ['a part of a request', { begun: 0.5 }],
  ['a negative latency', { latency: broken(0, -1) }],
  ['latencies without time', { latency: same(40, 0) }],
  ['a median above the maximum', { latency: broken(500, 9) }],
])('what cannot be makes a summary that is none: %s', (_, slice) => {
  expect(() => parseSummary(JSON.stringify(write(slice).summary))).toThrow();
});
