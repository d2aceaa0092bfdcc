import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { SeenMetric } from '../../src/measurement/custom.ts';
import { judge } from '../../src/verdict/judge.ts';
import { judgePairs } from '../../src/verdict/pair.ts';
import { readGates } from '../../src/verdict/pair-values.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';
import { keep, makeInput, makeMeasured } from './kept.ts';

const seen: SeenMetric[] = [
  { name: 'queue_wait', type: 'trend' },
  { name: 'cache_hits', type: 'rate' },
];
const { latency } = makeRound([1, 2, 3]);
const slices = [
  makeRound([1, 2], {
    custom: {
      queue_wait: { type: 'trend', count: 3, avg: 2, ...latency! },
      cache_hits: { type: 'rate', hits: 1, count: 2 },
      quiet: { type: 'counter', sum: 0 },
    },
  }),
];
const judgeSlos = (texts: string[], parts = {}) => {
  const slos = texts.map((text) => parseSlo(text).slo);
  return judge(makeInput([makeMeasured({ slos, seen, blocks: [keep({ head: slices })] })], parts));
};
const find = (...texts: string[]) => {
  const { invalid } = judgeSlos(texts).verdict;
  return invalid.map((reason) => ('metric' in reason ? reason.metric : reason));
};

describe('an SLO on a metric of the script', () => {
  it('is judged where the script fed it as what the SLO takes it for', () => {
    expect(find('p95 < 5ms', 'queue_wait.p95 < 5ms', 'cache_hits.rate > 1%')).toEqual([]);
    // A Counter that was never increased counts nothing.
    expect(find('quiet.rate < 1/s')).toEqual([]);
  });

  it('is never a pass where the script did not feed it, whatever it did feed', () => {
    expect(find('queue_wiat.p95 < 5ms')).toEqual(['queue_wiat.p95']);
    // No more load is sent, though the machine was disturbed: it would not help.
    const invalid = [{ kind: 'disturbed' as const, label: 'search', discarded: 3, rounds: 5, why: 'x' }];
    expect(judgeSlos(['p95 < 5ms'], { invalid }).undecided).toBe(true);
    expect(judgeSlos(['queue_wiat.p95 < 5ms'], { invalid }).undecided).toBe(false);
    expect(judgeSlos(['p95 < 5ms'], { invalid: [{ kind: 'starved', label: 'search' }] }).undecided).toBe(
      false,
    );
  });

  it('is never a pass where the metric is of another type', () => {
    const others = ['queue_wait.rate < 1%', 'cache_hits.p95 < 40', 'cache_hits.rate < 5/s'];
    expect(find(...others)).toEqual(['queue_wait.rate', 'cache_hits.p95', 'cache_hits.rate']);
  });
});

describe('a metric of the script, base and head side by side', () => {
  const judgeOrders = (text: string, factor: number, from = 1000) => {
    const draw = seed(3);
    const { metric } = parseSlo(text).slo;
    const vary = (sum: number) => ({ type: 'counter' as const, sum: sum * (1 + 0.02 * draw.normal()) });
    const arm = (sum: number) => [makeRound([1, 2, 3], { custom: { orders: vary(sum) } })];
    const blocks = Array.from({ length: 14 }, () => ({ base: arm(from), head: arm(factor * 1000) }));
    const metrics = [{ metric, where: 'turns' as const, tolerance: 0.1 }];
    const steps = [{ label: 'browse', metrics, blocks, alone: [] }];
    return judgePairs({ steps, looks: [14], error: 0.01, seed: 1 }).changes[0]!;
  };

  it('has regressed where it fell and should be high, with the direction of the value', () => {
    const fallen = judgeOrders('orders.rate > 1/s', 0.7);
    expect(fallen).toMatchObject({ code: 'regressed', change: { value: expect.closeTo(-0.3, 1) } });
    if (fallen.kind !== 'paired') throw new Error('There is no comparison.');
    const { low, high, value } = fallen.change;
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
    expect(high).toBeLessThan(-0.1);
    expect(fallen.detectable).toBeGreaterThan(0.1);
  });

  it.each([
    ['falls to 0', 1000, 0, -1],
    ['rises from 0', 0, 1, Number.POSITIVE_INFINITY],
    ['rises a hundredfold', 10, 1, 99],
  ])('is shown whole, with the values that were measured, where it %s', (_, from, factor, value) => {
    const found = judgeOrders('orders.rate < 2000/s', factor, from);
    const near = (one: number) =>
      Math.abs(one) > 1 && Number.isFinite(one) ? expect.closeTo(one, -Math.log10(one / 5)) : one;
    const [base, head, change] = [near(from), near(1000 * factor), { value: near(value) }];
    expect(found).toMatchObject({ code: factor > 0 ? 'regressed' : 'improved', base, head, change });
  });

  it('needs as many requests in each block, where other percentiles are read from all blocks together', () => {
    const arm = [makeRound(Array(100).fill(1))];
    const blocks = Array.from({ length: 14 }, () => ({ base: [...arm, ...arm], head: arm }));
    const metrics = ['queue_wait.p99 < 40ms', 'p99.9 < 40ms'].map((text) => {
      const { metric } = parseSlo(text).slo;
      return { metric, where: 'all' as const, tolerance: 0.1 };
    });
    const step = { label: 'browse', metrics, blocks, alone: [] };
    // Five beyond the p99 are 500 requests, and 5000 beyond the p99.9.
    expect(readGates(step, [14]).unread).toMatchObject([
      { metric: { kind: 'custom' }, reason: { requests: 1400, needed: 14 * 500 } },
      { metric: { kind: 'percentile', percent: 99.9 }, reason: { requests: 1400, needed: 5000 } },
    ]);
  });

  it('has improved where it rose, and the other way round where it should be low', () => {
    expect(judgeOrders('orders.rate > 1/s', 1.3)).toMatchObject({ code: 'improved' });
    expect(judgeOrders('orders.rate < 2000/s', 1.3)).toMatchObject({ code: 'regressed' });
    expect(judgeOrders('orders.rate < 2000/s', 0.7)).toMatchObject({ code: 'improved' });
    expect(judgeOrders('orders.rate > 1/s', 1)).toMatchObject({ code: 'unchanged' });
  });
});
