import { describe, expect, test } from 'vitest';
import { adviseBudget, ignoresBudget } from '../../../src/report/rows/budget.ts';
import { pairCases, pairedChanges } from '../pair-cases.ts';

/** 16 blocks of 2 × 1.875 s: a budget of one minute. */
function advise(detectable: number | null, tolerance: number, blocks = 16) {
  const report = pairCases['pair unchanged']!();
  const { verdict, record } = report;
  const change = pairedChanges(report).find(
    ({ label, metric }) => label === 'search' && metric.kind === 'percentile',
  )!;
  return adviseBudget({ ...change, detectable, tolerance }, { ...verdict.pair!, blocks }, record);
}

describe('the budget that would be needed', () => {
  test('grows with the square of what is seen beyond the tolerance', () => {
    // ln(1.20 / 1.05) / ln(1.10 / 1.05) = 2.87; its square is 8.2.
    expect(advise(0.2, 0.05)).toEqual({ goal: 0.1, seconds: 480 });
    expect(advise(0.14, 0.05)).toEqual({ goal: 0.1, seconds: 180 });
    expect(advise(0.25, 0.1)).toEqual({ goal: 0.2, seconds: 180 });
  });

  test('is that of a run with all its blocks, when this one ended early', () => {
    expect(advise(0.14, 0.05, 8)).toEqual({ goal: 0.1, seconds: 360 });
  });

  test('is not named when it is longer than half an hour', () => {
    expect(advise(0.6, 0.05)).toEqual({ goal: 0.1, seconds: null });
    expect(advise(Number.POSITIVE_INFINITY, 0.05)).toEqual({ goal: 0.1, seconds: null });
  });

  test('is not known without knowing what was seen, and not needed where that is enough', () => {
    expect(advise(null, 0.05)).toBeNull();
    expect(advise(0.1, 0.05)).toBeNull();
    expect(advise(0.2, 0)).toBeNull();
  });

  test('counts differences of shares as they are', () => {
    const report = pairCases['pair unchanged']!();
    const { verdict, record } = report;
    const errors = pairedChanges(report).find(({ metric }) => metric.kind === 'errors')!;
    // (0.4 − 0.1)² / (0.2 − 0.1)² is 9.
    const advice = adviseBudget({ ...errors, detectable: 0.004, tolerance: 0.001 }, verdict.pair!, record);
    expect(advice).toEqual({ goal: 0.002, seconds: 600 });
  });
});

describe('fixed work', () => {
  const load = { kind: 'fixed-work', requests: 1000, users: 2 } as const;

  /** As `advise`, for a scenario of fixed work in so many blocks. */
  function adviseWork(detectable: number, planned: number) {
    const report = pairCases['pair unchanged']!();
    const { verdict, record } = report;
    const change = pairedChanges(report).find(
      ({ label, metric }) => label === 'search' && metric.kind === 'percentile',
    )!;
    const steps = record.steps.map((step) => (step.label === 'search' ? { ...step, load } : step));
    const pair = { ...verdict.pair!, planned, blocks: planned };
    const own = { ...record, steps };
    return {
      advice: adviseBudget({ ...change, detectable, tolerance: 0.05 }, pair, own),
      isIgnored: ignoresBudget('search', pair, own),
    };
  }

  test('needs a larger budget where that makes room for more blocks', () => {
    const { advice, isIgnored } = adviseWork(0.105, 10);
    expect(advice).not.toHaveProperty('load');
    expect(isIgnored).toBe(false);
  });

  test('needs more requests, and time for them, where there are as many blocks as there may be', () => {
    const { advice, isIgnored } = adviseWork(0.2, 14);
    expect(advice!.load).toMatchObject({ kind: 'fixed-work', users: 2 });
    expect((advice!.load as typeof load).requests).toBeGreaterThan(1000);
    expect(advice!.seconds).toBeGreaterThan(60);
    expect(isIgnored).toBe(true);
  });

  test('of one revision has no use for a budget, other loads have', () => {
    const { record } = pairCases['pair unchanged']!();
    const steps = record.steps.map((step) => (step.label === 'search' ? { ...step, load } : step));
    expect(ignoresBudget('search', null, { ...record, steps })).toBe(true);
    expect(ignoresBudget('search', null, record)).toBe(false);
  });
});
