import { describe, expect, it } from 'vitest';
import type { Slice } from '../../src/measurement/measurement.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import type { PairedFinding } from '../../src/verdict/findings.ts';
import { judgePairs } from '../../src/verdict/pair.ts';
import type { PairedBlock, PairedStep } from '../../src/verdict/pair-values.ts';
import { makeRound } from '../fixtures.ts';
import { type Draw, seed } from '../random.ts';

const P50: Metric = { kind: 'percentile', percent: 50 };
const P99: Metric = { kind: 'percentile', percent: 99 };
const TAIL: Metric = { kind: 'tail' };
const ERRORS: Metric = { kind: 'errors' };

const PLAN = { looks: [10, 14], error: 0.01, seed: 7 };

type Service = {
  /** Factor on every latency, and spread between instances (log units). */
  factor?: number;
  spread?: number;
  /** Share of requests that fail. */
  failing?: number;
  /** Share of requests that stall for 400 ms, in one block of `every`. */
  stalls?: number;
  every?: number;
};

function drawRounds(draw: Draw, service: Service, block: number, requests: number): Slice[] {
  const { factor = 1, spread = 0.02, failing = 0, stalls = 0, every = 1 } = service;
  const instance = factor * Math.exp(spread * draw.normal());
  return [0, 1].map(() => {
    const failed = Array.from({ length: requests }, () => draw.uniform() < failing).filter(Boolean).length;
    const sample = Array.from({ length: requests - failed }, () => {
      const latency = 10 * instance * Math.exp(0.3 * draw.normal());
      return block % every === 0 && draw.uniform() < stalls ? latency + 400 : latency;
    });
    return makeRound(sample, { failed });
  });
}

function drawStep(
  head: Service,
  options: { base?: Service; metrics?: Metric[]; blocks?: number; requests?: number; seed?: number } = {},
): PairedStep {
  const { base = {}, metrics = [P50, P99, TAIL, ERRORS], blocks = 14, requests = 400 } = options;
  const draw = seed(options.seed ?? 1);
  const measured: PairedBlock[] = Array.from({ length: blocks }, (_, block) => ({
    base: drawRounds(draw, base, block, requests),
    head: drawRounds(draw, head, block, requests),
  }));
  return {
    label: 'search',
    metrics: metrics.map((metric) => ({
      metric,
      where: 'turns',
      tolerance: metric.kind === 'percentile' || metric.kind === 'tail' ? 0.05 : 0.001,
    })),
    blocks: measured,
    alone: [],
  };
}

function codes(judgement: ReturnType<typeof judgePairs>): Record<string, string> {
  return Object.fromEntries(
    judgement.changes.map(({ metric, code, reason }) => [
      metric.kind === 'percentile' ? `p${metric.percent}` : metric.kind,
      reason ? `${code}: ${reason.kind}` : code,
    ]),
  );
}

/** What was compared, by place: of all of it a change is known. */
function paired({ changes }: ReturnType<typeof judgePairs>): PairedFinding[] {
  return changes.map((change) => {
    if (change.kind !== 'paired') throw new Error(`${change.label} is ${change.kind}`);
    return change;
  });
}

describe('base against head', () => {
  it('is unchanged when it is, and settled', () => {
    const judgement = judgePairs({ ...PLAN, steps: [drawStep({})] });
    const all = { p50: 'unchanged', p99: 'unchanged', tail: 'unchanged', errors: 'unchanged' };
    expect(codes(judgement)).toEqual(all);
    expect(judgement).toMatchObject({ settled: true });
    const [p50] = paired(judgement);
    expect(p50).toMatchObject({ tolerance: 0.05 });
    expect(p50!.confidence).toBeCloseTo(0.95);
    expect(p50!.change.high).toBeLessThan(p50!.tolerance);
    expect(p50!.head / p50!.base - 1).toBeCloseTo(p50!.change.value);
    expect(p50!.change.low).toBeLessThan(p50!.change.value);
    expect(p50!.change.value).toBeLessThan(p50!.change.high);
    expect(p50!.detectable).toBeGreaterThan(0.05);
    expect(p50!.detectable).toBeLessThan(0.2);
    expect(p50!.spread).toBeGreaterThan(0.01);
    const dead = drawStep({ failing: 1 }, { base: { failing: 1 }, metrics: [P50] });
    expect(codes(judgePairs({ ...PLAN, steps: [dead] }))).toEqual({ p50: 'unchanged' });
  });

  it('is regressed when head is 20 % slower, with an interval that has it', () => {
    const judgement = judgePairs({ ...PLAN, steps: [drawStep({ factor: 1.2 })] });
    expect(codes(judgement)).toMatchObject({ p50: 'regressed', tail: 'regressed', errors: 'unchanged' });
    expect(judgement.settled).toBe(true);
    const { change } = paired(judgement)[0]!;
    expect(change.low).toBeGreaterThan(0.05);
    expect(change.low).toBeLessThan(change.value);
    expect(change.high).toBeGreaterThan(change.value);
  });

  it('sees failures, by their share and not by latency', () => {
    const failing = judgePairs({ ...PLAN, steps: [drawStep({ failing: 0.02 })] });
    const errors = paired(failing).find(({ metric }) => metric.kind === 'errors')!;
    expect(errors.code).toBe('regressed');
    expect(errors.change.value).toBeGreaterThan(0.012);
    expect(errors.change.value).toBeLessThan(0.028);
    expect(errors.head - errors.base).toBeCloseTo(errors.change.value);
    const [p50] = paired(judgePairs({ ...PLAN, steps: [drawStep({ failing: 1 }, { metrics: [P50] })] }));
    const never = Number.POSITIVE_INFINITY;
    expect(p50).toMatchObject({ code: 'regressed', head: never, change: { value: never, high: never } });
  });

  it('hardly ever calls a tail unchanged in which the head stalls for one block in seven', () => {
    const codesOf = (seedOf: number) => {
      const step = drawStep({ stalls: 0.2, every: 7 }, { metrics: [P99], seed: seedOf });
      return judgePairs({ ...PLAN, steps: [step] }).changes[0]!.code;
    };
    expect([1, 2, 3, 4, 5].map(codesOf)).toEqual(Array(5).fill('inconclusive'));
  });

  it.each([
    ['faster', { base: {}, head: { factor: 0.8 } }],
    ['ten times faster', { base: {}, head: { factor: 0.1 } }],
    ['there, of a base that never answers', { base: { failing: 1 }, head: {} }],
  ])('is improved where the head is %s, and not undecided', (_, { base, head }) => {
    const { changes } = judgePairs({ ...PLAN, steps: [drawStep(head, { base, metrics: [P50, P99, TAIL] })] });
    expect(changes.map(({ kind, code }) => `${kind} ${code}`)).toEqual(Array(3).fill('paired improved'));
  });

  it('has no row unchanged whose interval goes beyond the tolerance', () => {
    for (const scatter of [0.02, 0.05, 0.1, 0.2])
      for (const factor of [1, 1.05, 1.1, 1.55]) {
        const noise = { spread: scatter };
        const step = drawStep({ ...noise, factor }, { base: noise });
        const wide = { ...step, metrics: step.metrics.map((one) => ({ ...one, tolerance: 0.5 })) };
        const all = [step, wide].flatMap((one) => paired(judgePairs({ ...PLAN, steps: [one] })));
        for (const { code, change, tolerance } of all)
          expect(code === 'unchanged').toBe(change.high < tolerance && code !== 'improved');
      }
  });

  it('compares each arm alone as well, and finds there what turns do not show', () => {
    const step = drawStep({}, { metrics: [P50] });
    const [turns] = step.metrics;
    const again = { ...turns!, where: 'alone' as const };
    const alone = drawStep({ factor: 1.8 }, { seed: 5 }).blocks;
    const { changes } = judgePairs({ ...PLAN, steps: [{ ...step, metrics: [turns!, again], alone }] });
    expect(changes.map(({ metric, where, code }) => `${metric.kind} ${where} ${code}`)).toEqual([
      'percentile turns unchanged',
      'percentile alone regressed',
    ]);
  });

  it('says how many blocks it needs when it has too few', () => {
    const step = drawStep({ factor: 2 }, { blocks: 4, metrics: [P50, P99] });
    const judgement = judgePairs({ ...PLAN, steps: [step] });
    expect(judgement.changes[0]).toMatchObject({
      code: 'inconclusive',
      reason: { kind: 'too-few-blocks', blocks: 4, needed: 9 },
    });
  });

  it('compares a percentile that blocks are too small for over all of them together', () => {
    const deep: Metric = { kind: 'percentile', percent: 99.9 };
    const [p50, p999] = paired(
      judgePairs({ ...PLAN, steps: [drawStep({ factor: 2 }, { metrics: [P50, deep] })] }),
    );
    expect(p50!.code).toBe('regressed');
    expect(p999!.change.value).toBeCloseTo(p999!.head / p999!.base - 1);
    expect(p999!.change.low).toBeLessThan(p999!.change.value);
    expect(p999!.detectable).toBeGreaterThan(0.05);
    const same = drawStep({}, { metrics: [deep] });
    expect(codes(judgePairs({ ...PLAN, steps: [same] }))).not.toMatchObject({ 'p99.9': 'regressed' });
  });

  it('says how many requests a percentile takes that the whole run is too small for', () => {
    const deep: Metric = { kind: 'percentile', percent: 99.99 };
    const { changes } = judgePairs({ ...PLAN, steps: [drawStep({}, { metrics: [P50, deep] })] });
    const reason = { kind: 'too-few-requests', requests: 14 * 800, needed: 50_000 };
    expect(changes).toMatchObject([{ metric: P50 }, { metric: deep, code: 'skipped', reason }]);
  });

  it('finds a far end that is slower in the tail mean where nothing else watches it', () => {
    const far: Service = { stalls: 0.015 };
    const metrics: Metric[] = [P50, { kind: 'percentile', percent: 95 }, TAIL];
    const judgement = judgePairs({ ...PLAN, steps: [drawStep(far, { metrics })] });
    expect(codes(judgement)).toMatchObject({ p50: 'unchanged', tail: 'regressed' });
  });

  it('goes on without the blocks that a step misses, and says nothing of a step without any', () => {
    const step = drawStep({ factor: 1.3 }, { metrics: [P50] });
    const gaps = {
      ...step,
      blocks: step.blocks.map((block, i) => (i === 3 ? { base: [], head: [] } : block)),
    };
    const absent = { ...step, label: 'browse', blocks: step.blocks.map(() => ({ base: [], head: [] })) };
    const judgement = judgePairs({ ...PLAN, steps: [gaps, absent] });
    expect(judgement.changes[0]).toMatchObject({ label: 'search', code: 'regressed' });
    expect(judgement.changes[1]).toMatchObject({
      kind: 'uncompared',
      label: 'browse',
      code: 'inconclusive',
      reason: { kind: 'too-few-blocks', blocks: 0 },
    });
  });
});
