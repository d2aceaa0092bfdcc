import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { SlotEvidence } from '../../src/measurement/diagnosis.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import { compareCapacity, judgeCapacity } from '../../src/verdict/capacity.ts';
import {
  type CapacityEstimate,
  type CapacityMeasurement,
  capacityMeasurementSchema,
  estimateCapacity,
  poolEstimates,
  type Trial,
} from '../../src/verdict/capacity-measurement.ts';
import { judge } from '../../src/verdict/judge.ts';
import { IMPLIED_SLO } from '../../src/verdict/slo.ts';
import { judgeTrial } from '../../src/verdict/trial.ts';
import { makeGoal } from '../fixtures.ts';
import { seed, simulate } from '../random.ts';
import { makeInput } from './kept.ts';

const GOAL = makeGoal('p99 < 30ms', 100, 5000);

const BELOW: CapacityEstimate = { kind: 'below', value: 100, low: 0, high: 100 };
const ABOVE: CapacityEstimate = { kind: 'above', value: 5000, low: 5000, high: Infinity };
const sent = (at: number): CapacityEstimate => ({ kind: 'generator', value: at, low: at, high: Infinity });

function found(value: number): CapacityEstimate {
  return { kind: 'found', value, low: 0.97 * value, high: 1.03 * value };
}

function measurement(arm: 'head' | 'base', estimates: (CapacityEstimate | null)[]): CapacityMeasurement {
  const blocks = estimates.map((estimate, block) => ({ block, estimate, trials: [] }));
  return { scenario: 'quote', label: 'quote', digest: 'd', goal: GOAL, arm, blocks };
}

function searched(head: (CapacityEstimate | null)[], base: (CapacityEstimate | null)[] = [], slo?: string) {
  return {
    slos: slo ? [parseSlo(slo).slo] : [],
    head: measurement('head', head),
    base: measurement('base', base),
    sensitivity: { tolerance: 0.05, confidence: 0.99 },
  };
}

describe('the SLO on a capacity', () => {
  const codeOf = (estimate: CapacityEstimate) => {
    const capacities = [searched([estimate], [], 'capacity > 1500 req/s')];
    const { slos, invalid } = judge(makeInput([], { capacities })).verdict;
    return [slos[0]?.code, invalid.map(({ kind }) => kind)];
  };

  it.each<[string, CapacityEstimate, string, string[]]>([
    ['above the limit', found(1600), 'met', []],
    ['below it', found(1400), 'missed', []],
    ['around it', found(1510), 'at-limit', []],
    ['beyond the end of the range', ABOVE, 'met', []],
    ['below the start of the range', BELOW, 'missed', []],
    ['above what k6 could send, which suffices', sent(1800), 'met', []],
    ['above what k6 could send, which does not', sent(1200), 'at-limit', ['generator-limit']],
  ])('is judged by the whole interval: %s', (_, estimate, ...judged) => {
    expect(codeOf(estimate)).toEqual(judged);
  });

  it('has the implied one on errors beside it, missed where every trial failed by the service alone', () => {
    const failed: Trial = { rate: 100, met: false, value: Infinity, errors: 1 };
    const judgeTrials = (trials: Trial[], slo?: string) => {
      const given = searched([BELOW], [], slo);
      const blocks = given.head.blocks.map((block) => ({ ...block, trials }));
      return judgeCapacity({ ...given, head: { ...given.head, blocks } }).slos;
    };
    const missed = { code: 'missed', slo: IMPLIED_SLO, estimate: { value: 1, low: 1, high: 1 } };
    expect(judgeTrials([failed, failed])).toMatchObject([missed]);
    const both = [{ slo: { metric: { kind: 'capacity' } }, code: 'missed' }, missed];
    expect(judgeTrials([failed, failed], 'capacity > 1500 req/s')).toMatchObject(both);
    expect(judgeTrials([failed, { ...failed, errors: 0.99 }])).toEqual([]);
    expect(judgeTrials([failed, { ...failed, limitedBy: 'generator' }])).toEqual([]);
    expect(judgeTrials([])).toEqual([]);
  });
});

describe('the capacities of base and head', () => {
  const compare = (head: number[], base: number[], family = 1) =>
    compareCapacity(searched(head.map(found), base.map(found)), 0.01, family);

  it('differ when all blocks say so', () => {
    const lower = compare([1260, 1290, 1275, 1280], [1500, 1520, 1490, 1510]);
    expect(lower).toMatchObject({ kind: 'paired', code: 'regressed' });
    expect(lower.kind === 'paired' && lower.change.value).toBeCloseTo(-0.152, 2);
    expect(compare([1800, 1790, 1830, 1815], [1500, 1520, 1490, 1510]).code).toBe('improved');
    // Many metrics share the error, so each needs stronger evidence.
    expect(compare([1260, 1290, 1275, 1280], [1500, 1520, 1490, 1510], 1000).code).toBe('inconclusive');
    expect(compare([1500, 1510, 1495, 1512, 1506], [1502, 1508, 1499, 1507, 1510]).code).toBe('unchanged');
  });

  it('are not compared in one block, nor where both are beyond the same end', () => {
    expect(compare([1000], [1500])).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'too-few-blocks' },
    });
    expect(compareCapacity(searched([ABOVE, ABOVE], [ABOVE, ABOVE]), 0.01, 1)).toMatchObject({
      kind: 'uncompared',
      reason: { kind: 'capacity-unknown', side: 'above', rate: 5000 },
    });
  });

  it('is a slowdown where the base meets the end of the range and the change does not meet its start', () => {
    const [fine, broken] = [Array(4).fill(ABOVE), Array(4).fill(BELOW)];
    expect(compareCapacity(searched(broken, fine), 0.01, 1)).toMatchObject({ code: 'regressed' });
    expect(compareCapacity(searched(fine, broken), 0.01, 1)).toMatchObject({ code: 'improved' });
    expect(compareCapacity(searched(Array(4).fill(sent(0)), fine), 0.01, 1)).toMatchObject({
      reason: { kind: 'capacity-unknown', side: 'generator', rate: 0 },
    });
  });

  it('are new where the base answers nothing at all, so that 500 req/s are no improvement', () => {
    const [met, failed] = [true, false].map(
      (met): Trial => ({ rate: 100, met, value: 9, errors: met ? 0 : 1 }),
    );
    const given = searched(Array(4).fill(found(500)), Array(4).fill(BELOW));
    const answer = (arm: 'base' | 'head', trial: Trial) => {
      return { ...given[arm], blocks: given[arm].blocks.map((block) => ({ ...block, trials: [trial] })) };
    };
    const both = { ...given, base: answer('base', failed!), head: answer('head', met!) };
    expect(compareCapacity(both, 0.01, 1)).toMatchObject({ code: 'first-run', reason: { kind: 'new' } });
  });

  it('are compared with what k6 could send only where the other arm surely serves less', () => {
    const four = (one: CapacityEstimate) => Array<CapacityEstimate>(4).fill(one);
    const [open, more, less] = [four(sent(1000)), four(found(1500)), four(found(500))];
    const unknown = { reason: { kind: 'capacity-unknown', side: 'generator', rate: 1000 } };
    expect(compareCapacity(searched(open, more), 0.01, 1)).toMatchObject(unknown);
    expect(compareCapacity(searched(more, open), 0.01, 1)).toMatchObject(unknown);
    expect(compareCapacity(searched(open, less), 0.01, 1).code).toBe('improved');
    expect(compareCapacity(searched(less, open), 0.01, 1).code).toBe('regressed');
  });

  it.each([
    [0.5, 950, 'regressed'],
    [1, 600, 'regressed'],
    [1, 900, 'unchanged'],
  ])('have a tolerance of %s in the time between arrivals: %s req/s', (tolerance, value, code) => {
    const given = searched(Array(4).fill(found(value)), Array(4).fill(found(1500)));
    const sensitivity = { tolerance, confidence: 0.99 };
    expect(compareCapacity({ ...given, sensitivity }, 0.01, 1)).toMatchObject({ code, tolerance });
  });

  it('call identical code regressed once in a hundred runs at most, and find −15 % in nine of ten', () => {
    const draw = seed(21);
    const run = (blocks: number, scatter: number, factor: number) => {
      const values = (level: number) =>
        Array.from({ length: blocks }, () => level * Math.exp((scatter / Math.SQRT2) * draw.normal()));
      return compare(values(1000 * factor), values(1000)).code === 'regressed';
    };
    for (const scatter of [0.01, 0.03, 0.08])
      for (const blocks of [2, 3, 5])
        expect(
          simulate(1500, () => run(blocks, scatter, 1)),
          `${blocks} blocks, ${scatter}`,
        ).toBeLessThanOrEqual(0.01);
    for (const [blocks, scatter] of [
      [2, 0.02],
      [3, 0.04],
      [4, 0.06],
    ] as const)
      expect(
        simulate(500, () => run(blocks, scatter, 0.85)),
        `${blocks} blocks`,
      ).toBeGreaterThan(0.9);
  });
});

describe('several searches of one arm', () => {
  it('have the widest interval, and from three on that of their scatter', () => {
    expect(poolEstimates(measurement('head', [found(1000), found(1100)]))).toMatchObject({
      low: 970,
      high: 1133,
    });
    const three = poolEstimates(measurement('head', [found(1000), null, found(1010), found(990)]))!;
    expect(three.value).toBeCloseTo(1000, -1);
    expect(three.low).toBeGreaterThan(900);
    expect(poolEstimates(measurement('head', [null]))).toBeNull();
    const beyond = poolEstimates(measurement('head', [found(4900), ABOVE, ABOVE]));
    expect(beyond).toMatchObject({ kind: 'above', value: 4753, low: 4753, high: Infinity });
  });
});

describe('a stored capacity', () => {
  it('is read back with what has no bound', () => {
    const trial = { rate: 100, met: false, value: Infinity, errors: 0.1 };
    const stored = { ...measurement('head', []), blocks: [{ block: 0, estimate: ABOVE, trials: [trial] }] };
    expect(capacityMeasurementSchema.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });
});

const EVIDENCE: SlotEvidence = {
  ...{ sent: 3000, intended: 3000, seconds: 3, dropped: 0, lagMs: 1, clockJumpMs: 0 },
  cpu: { cores: 2, generator: 0.4, generatorLimit: 2, service: 0.9, others: 0, steal: 0 },
};

/** Six parts of a trial with these latencies (ms). */
function parts(latencies: number[], change: Partial<Slice> = {}): Slice[] {
  return latencies.map((ms, i) => ({
    ...{ startedAt: i * 500, seconds: 0.5, planned: 500, ok: 500, failed: 0, dropped: 0, avg: ms, lag: null },
    latency: { levels: [0, 0.5, 0.99, 1], values: [ms * 0.5, ms, ms * 1.5, ms * 2] },
    ...change,
  }));
}

describe('a trial', () => {
  const judge = (slices: Slice[], evidence: Partial<SlotEvidence> = {}) =>
    judgeTrial(GOAL.slo, 1000, { diagnosis: 'sound', evidence: { ...EVIDENCE, ...evidence }, slices });
  const quick = [5, 6, 5, 6, 5, 6];

  it('meets when the service is quick, answers, and keeps up', () => {
    expect(judge(parts(quick))).toMatchObject({ met: true, errors: 0 });
    expect(judge(parts([25, 26, 25, 26, 25, 26])).met).toBe(false);
  });

  it('does not meet with errors, dropped arrivals, or fewer arrivals than were asked for', () => {
    expect(judge(parts(quick, { failed: 20 })).met).toBe(false);
    expect(judge(parts(quick, { dropped: 20 })).met).toBe(false);
    expect(judge(parts(quick), { sent: 2800 }).met).toBe(false);
  });

  it('does not meet while its queue grows, though it is still within the limit', () => {
    const slow = makeGoal('p99 < 2s', 100, 5000).slo;
    const judgeSlow = (latencies: number[]) =>
      judgeTrial(slow, 1000, { diagnosis: 'sound', evidence: EVIDENCE, slices: parts(latencies) }).met;
    expect(judgeSlow([10, 60, 110, 160, 210, 260])).toBe(false);
    expect(judgeSlow([160, 60, 110, 210, 10, 160])).toBe(true);
  });

  it('says when k6 had no more to give, and that is no capacity of the service', () => {
    const full = { ...EVIDENCE.cpu, generator: 1.9, service: 0.1 };
    const trial = judge(parts([40, 40, 40, 40, 40, 40]), { cpu: full });
    expect(trial).toMatchObject({ met: false, limitedBy: 'generator' });
    const half = { ...EVIDENCE.cpu, generator: 0.9, service: 0.4 };
    expect(judge(parts([40, 40, 40, 40, 40, 40]), { cpu: half })).not.toHaveProperty('limitedBy');
    const at = (rate: number, met: boolean): Trial => ({
      ...trial,
      rate,
      met,
      // The service itself held up one of those near the limit.
      ...((met || rate === 1200) && { limitedBy: undefined }),
    });
    const rates = [100, 200, 400, 800, 1600, 1000, 1200, 1100, 1150];
    const trials = rates.map((rate) => at(rate, rate < 1150));
    expect(estimateCapacity(trials, GOAL)).toMatchObject({
      kind: 'generator',
      low: 1100,
      high: Number.POSITIVE_INFINITY,
    });
  });
});
