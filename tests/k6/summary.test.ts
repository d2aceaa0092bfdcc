import { describe, expect, it } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { parseSummary, readSlots, type Summary } from '../../src/k6/summary.ts';
import type { Load } from '../../src/measurement/load.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

type Slice = Summary['slots'][string]['slices'][number];

const SCRIPT: Work = { kind: 'script', path: '/x/browse.js', exec: 'default' };
const trend = (count: number) => ({ count, avg: 2, values: [1, 1, 2, 3, 3] });

/** Twenty iterations of two requests each, five of which k6 cut off in a pause behind their requests. */
const sleeping: Slice = {
  started: 20,
  finished: 15,
  exceptions: 0,
  begun: 40,
  ended: 40,
  redirected: 0,
  requests: 40,
  failed: 0,
  latency: trend(40),
  service: trend(40),
  lag: null,
};

/** Failed requests of a slot whose first slice is this one and whose others are like `sleeping`. */
function countFailed(slice: Partial<Slice>, work = SCRIPT, load: Load = { kind: 'users', users: 20 }) {
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
        slices: [{ ...sleeping, ...slice }, sleeping],
      },
    },
    thresholds: [],
  });
  return readSlots(parseSummary(text), slots)[0]!.slices.map(({ failed }) => failed);
}

describe('what k6 cut off at the end of a slot', () => {
  it('is nothing that failed when no request of a script was on its way', () => {
    expect(countFailed({})).toEqual([0, 0]);
    expect(countFailed({ begun: 0, ended: 0, requests: 0, latency: null, service: null })).toEqual([0, 0]);
  });

  it('counts each request that was on its way, in a batch all of them', () => {
    expect(countFailed({ begun: 40, ended: 37, requests: 37 })).toEqual([3, 0]);
    expect(countFailed({ begun: 46, ended: 40, failed: 1 })).toEqual([7, 0]);
  });

  it('is told from a pause where redirects are followed', () => {
    expect(countFailed({ requests: 60, redirected: 20 })).toEqual([0, 0]);
  });

  it('counts iterations where a script sends requests that the runtime does not see', () => {
    expect(countFailed({ begun: 20, ended: 20 })).toEqual([5, 5]);
  });

  it('counts a declared request, which is the whole of its iteration', () => {
    const request = makeScenario().work;
    expect(countFailed({ begun: 0, ended: 0, requests: 15 }, request)).toEqual([5, 5]);
  });
});
