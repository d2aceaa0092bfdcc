import { describe, expect, it } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { findOdd, parseSummary, readSlots, type Summary } from '../../src/k6/summary.ts';
import type { Load } from '../../src/measurement/load.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { isInTurns, type Slot } from '../../src/plan/slot.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

type Slice = Summary['slots'][string]['slices'][number];

const SCRIPT: Work = { kind: 'script', path: '/x/browse.js', exec: 'default' };
const trend = (count: number) => ({ count, avg: 2, values: [1, 1, 2, 3, 3] });

/** Twenty iterations of two requests each, five of which k6 cut off in a pause behind their requests. */
const sleeping: Slice = {
  started: 20,
  exceptions: 0,
  barren: 0,
  whole: 0,
  begun: 40,
  resent: 0,
  connects: 0,
  failed: null,
  latency: trend(40),
  late: null,
  charged: null,
  lag: null,
};

/** Writes the summary of a slot whose first slice is this one and whose other is like `sleeping`. */
function write(slice: Partial<Slice>, work = SCRIPT, load: Load = { kind: 'users', users: 20 }) {
  const plan = planRun(makeConfig({ scenarios: [makeScenario({ work, load })] }), {
    budgetSeconds: 1.2,
    paired: false,
  });
  const order = { index: 0, first: 'head', headOnly: new Set<string>(), warmUpSeconds: new Map() } as const;
  const slots = layOutBlock(plan, order)[0]!.programs[0]!.slots.filter(({ round }) => round !== null);
  const text = JSON.stringify({
    schemaVersion: 1,
    percents: [0, 50, 95, 99, 100],
    slots: {
      [slots[0]!.key]: {
        startedAt: 1,
        endedAt: 0,
        dropped: 0,
        answers: [{ sizes: null, statuses: null }],
        slices: [{ ...sleeping, ...slice }, sleeping],
      },
    },
    thresholds: [],
    lost: 0,
  });
  return { text, slots };
}

function read(...args: Parameters<typeof write>) {
  const { text, slots } = write(...args);
  return readSlots(parseSummary(text), slots)[0]!;
}

const countFailed = (...args: Parameters<typeof read>) => read(...args).slices.map(({ failed }) => failed);
const codes = (values: number[], count: number) => ({ count, avg: 0, values });

describe('what k6 cut off at the end of a slot', () => {
  it('is nothing that failed when no request of a script was on its way', () => {
    expect(countFailed({})).toEqual([0, 0]);
    expect(countFailed({ begun: 0, latency: null })).toEqual([0, 0]);
  });

  it('counts each request that was on its way, in a batch all of them', () => {
    expect(countFailed({ begun: 43 })).toEqual([3, 0]);
    expect(countFailed({ begun: 47, failed: codes([500, 500, 500, 500, 500], 1) })).toEqual([7, 0]);
  });

  it('counts a declared request, which is the whole of its iteration', () => {
    const request = makeScenario().work;
    expect(countFailed({ begun: 0, latency: trend(15) }, request)).toEqual([5, 0]);
  });

  it('has the iterations of all slices that came to their end', () => {
    expect(read({ whole: 12 }).whole).toBe(12);
    expect(() => read({ whole: -1 })).toThrow();
  });
});

describe('requests that were sent late', () => {
  it('have the latency from the send on, and beside that the one from when they were due', () => {
    const late = { count: 10, avg: 5, values: [5, 5, 5, 5, 5] };
    const charged = { count: 10, avg: 50, values: [50, 50, 50, 50, 50] };
    const slot = read({ begun: 50, late, charged });
    expect(slot.slices.map(({ ok, failed }) => [ok, failed])).toEqual([
      [50, 0],
      [40, 0],
    ]);
    const most = (each: { latency: { values: readonly number[] } | null }) => each.latency!.values.at(-1);
    expect(slot.slices.map(most)).toEqual([5, 3]);
    expect(slot.charged!.map(most)).toEqual([50, 3]);
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
    const slices = [{ ...sleeping, started: 1, begun: 0, latency: trend(1) }];
    const one = { startedAt: 1, endedAt: 0, dropped: 0, answers: [{ sizes: null, statuses: null }], slices };
    const text = JSON.stringify({
      schemaVersion: 1,
      percents: [0, 50, 95, 99, 100],
      slots: Object.fromEntries(slots.map(({ key }) => [key, one])),
      thresholds: [],
      lost: 0,
    });
    expect(slots.map(({ arm }) => arm)).toEqual(['base', 'head']);
    const results = readSlots(parseSummary(text), slots);
    expect(results.map(({ slot, intended }) => [slot.arm, intended])).toEqual([['base', 1]]);
  });
});

describe('the failures of a slot', () => {
  it('are counted by kind, whose numbers stand at neighbouring levels of their distribution', () => {
    const failed = codes([500, 500, 500, 853, 1212], 20);
    expect(read({ begun: 60, failed }).failures).toEqual([
      { which: 0, code: 500, count: 19 },
      { which: 0, code: 1212, count: 1 },
    ]);
    expect(read({ begun: 42, failed: codes([30404, 30404, 30404, 30404, 30404], 2) }).failures).toEqual([
      { which: 3, code: 404, count: 2 },
    ]);
  });
});

describe('figures that cannot be', () => {
  const open: Load = { kind: 'arrival-rate', rate: 100 };
  const closed: Load = { kind: 'users', users: 20 };
  const request = makeScenario().work;
  const values = [1, 1, 2, 3, 3];

  it.each<[string, Partial<Slice>]>([
    ['a negative count', { started: -1 }],
    ['a part of a request', { begun: 0.5 }],
    ['a negative latency', { latency: { count: 40, avg: 2, values: [-1, 1, 2, 3, 3] } }],
    ['latencies without time', { latency: { count: 40, avg: 0, values: [0, 0, 0, 0, 0] } }],
    ['a median above the maximum', { latency: { count: 40, avg: 2, values: [1, 9, 2, 3, 3] } }],
    ['arrivals before they were due', { lag: { p50: -3, p99: 1, max: 1 } }],
  ])('make a summary that is none: %s', (_, slice) => {
    expect(() => parseSummary(write(slice).text)).toThrow();
  });

  it('are told: more arrivals than were due, more answers than requests, more time than all users had', () => {
    const find = (...args: Parameters<typeof write>) => {
      const { text, slots } = write(...args);
      return findOdd(parseSummary(text), slots);
    };
    const sent = { started: 25, latency: trend(25) };
    expect(find({}, SCRIPT, closed)).toBeNull();
    expect(find(sent, request, { ...open, rate: 200 })).toBe('65 answers to 45 requests of search');
    expect(find({ started: 20_000 }, SCRIPT, open)).toMatch(
      /^20020 arrivals of search .* where \d+ in \d+ were due$/,
    );
    const slow = { started: 5000, latency: { count: 4000, avg: 900, values } };
    expect(find(slow, request, closed)).toMatch(/^3600 s of requests of search, whose users had \d+ s$/);
    expect(find(slow, SCRIPT, closed)).toBeNull();
  });
});
