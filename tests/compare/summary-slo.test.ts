import { describe, expect, it } from 'vitest';
import type { SummaryRow } from '../../src/compare/foreign-summary.ts';
import { judgeSummarySlo } from '../../src/compare/summary-slo.ts';
import { parseSlo } from '../../src/config/language/slo.ts';

const latency = {
  percentiles: [
    { percent: 50, ms: 10 },
    { percent: 95, ms: 20 },
    { percent: 99, ms: 30 },
  ],
  avg: 12,
  min: 5,
  max: 80,
};
const row: SummaryRow = {
  label: 'search',
  requests: 1000,
  failureRate: 0,
  rate: 100,
  latency,
  successful: null,
};

function judge(slo: string, parts: Partial<SummaryRow> = {}): string | undefined {
  return judgeSummarySlo('search', parseSlo(slo).slo, { ...row, ...parts })?.code;
}

describe('an SLO and a summary of k6', () => {
  it('is judged on the observed value where that is listed', () => {
    expect(judge('p99 < 31ms')).toBe('met');
    expect(judge('p99 < 30ms')).toBe('missed');
    expect(judge('p99 <= 30ms')).toBe('met');
    expect(judge('avg < 12.5ms')).toBe('met');
    expect(judge('max < 80ms')).toBe('missed');
    expect(judge('errors <= 0%')).toBe('met');
    expect(judge('rate > 99 req/s')).toBe('met');
    expect(judge('rate > 101 req/s')).toBe('missed');
  });

  it('is judged between the listed values around it, and left open within them', () => {
    expect(judge('p99.9 < 90ms')).toBe('met');
    expect(judge('p99.9 < 25ms')).toBe('missed');
    expect(judge('p99.9 < 50ms')).toBe('at-limit');
    expect(judge('p90 < 20.5ms')).toBe('met');
  });

  it('is never met by failing fast', () => {
    const failing = { failureRate: 0.02, successful: latency };
    expect(judge('p99 < 1000ms', failing)).toBe('missed');
    expect(judge('max < 1000ms', failing)).toBe('missed');
    // p95 of all is p96.9 of those that were answered.
    expect(judge('p95 < 31ms', failing)).toBe('met');
    expect(judge('p95 < 25ms', failing)).toBe('at-limit');
    expect(judge('p95 < 20ms', failing)).toBe('missed');
    expect(judge('p50 < 1000ms', { failureRate: 0.02 })).toBeUndefined();
  });

  it('is left out where the summary says nothing', () => {
    expect(judge('errors < 1%', { failureRate: null })).toBeUndefined();
    expect(judge('p99 < 1000ms', { failureRate: null })).toBeUndefined();
    expect(judge('rate > 1 req/s', { rate: null })).toBeUndefined();
    const nothing = { percentiles: [], avg: null, min: null, max: null };
    expect(judge('p99 < 1000ms', { latency: nothing })).toBeUndefined();
  });
});
