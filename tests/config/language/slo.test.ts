import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextError } from '../../../src/config/diagnostics/text-error.ts';
import { parseSlo, printSlo } from '../../../src/config/language/slo.ts';
import { UserError } from '../../../src/errors.ts';
import { printMetric } from '../../../src/metrics/metric.ts';
import { load, mutated, slo } from '../arbitraries.ts';

const printed = fc.tuple(slo, fc.option(load, { nil: undefined })).map(([value, at]) => printSlo(value, at));

/** The mistake of a text that must not parse. */
function mistake(text: string): TextError {
  try {
    parseSlo(text);
  } catch (error) {
    if (error instanceof TextError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

function marked(error: TextError): string {
  return error.text.slice(error.offset, error.offset + error.length);
}

describe('SLOs', () => {
  test('are read with units brought to ms, fractions and req/s', () => {
    const limits = [
      'p99 < 30ms',
      'avg < 250us',
      'max <= 1.5s',
      'errors < 0.1%',
      'rate > 900 req/s',
      'capacity >= 1500 req/s',
    ];
    expect(limits.map((text) => parseSlo(text).slo.limit)).toEqual([
      { kind: 'absolute', value: 30, unit: 'ms' },
      { kind: 'absolute', value: 0.25, unit: 'ms' },
      { kind: 'absolute', value: 1500, unit: 'ms' },
      { kind: 'absolute', value: 0.001, unit: 'fraction' },
      { kind: 'absolute', value: 900, unit: 'req/s' },
      { kind: 'absolute', value: 1500, unit: 'req/s' },
    ]);
  });

  test('may name the load and do not need blanks round the operator', () => {
    expect(parseSlo('p99.9<=30ms at 20 users for 2m')).toMatchObject({
      slo: { metric: { kind: 'percentile', percent: 99.9 }, operator: '<=' },
      load: { kind: 'users', users: 20, seconds: 120 },
    });
  });

  test("may be relative to another scenario's metric", () => {
    expect(parseSlo('p95 < sparql.p95 + 150ms').slo.limit).toEqual({
      kind: 'relative',
      scenario: 'sparql',
      metric: { kind: 'percentile', percent: 95 },
      factor: 1,
      offsetMs: 150,
    });
    expect(parseSlo('p99 <= 1.5 x read-only.p99.9 - 2s').slo.limit).toEqual({
      kind: 'relative',
      scenario: 'read-only',
      metric: { kind: 'percentile', percent: 99.9 },
      factor: 1.5,
      offsetMs: -2000,
    });
  });

  test('know where their parts stand', () => {
    const text = 'p99  <  30 ms at 1000 req/s for 5s';
    const { spans } = parseSlo(text);
    const cut = Object.values(spans).map(({ offset, length }) => text.slice(offset, offset + length));
    expect(cut).toEqual(['p99', '<', '30 ms', '1000 req/s for 5s']);
  });

  test('are printed in one form', () => {
    expect(printSlo(parseSlo('p99<0.25 ms').slo)).toBe('p99 < 250us');
    expect(printSlo(parseSlo('max <= 12000ms').slo)).toBe('max <= 12s');
    expect(printSlo(parseSlo('errors<00.10%').slo)).toBe('errors < 0.1%');
    expect(printMetric({ kind: 'percentile', percent: 99.9 })).toBe('p99.9');
    expect([printMetric({ kind: 'tail' }), printMetric({ kind: 'slow-share', ms: 30 })]).toEqual([
      'tail',
      'slow-share',
    ]);
  });

  test('come back the same after printing', () => {
    fc.assert(
      fc.property(slo, fc.option(load, { nil: undefined }), (value, at) => {
        const parsed = parseSlo(printSlo(value, at));
        expect({ slo: parsed.slo, load: parsed.load }).toEqual({ slo: value, load: at });
      }),
      { numRuns: 800 },
    );
  });
});

describe('mistakes in SLOs', () => {
  test.each([
    ['p99 < 30ms at 1000 rps', 'rps', 'p99 < 30ms at 1000 req/s'],
    ['p99 < 30ms at 1000 qps', 'qps', 'p99 < 30ms at 1000 req/s'],
    ['p99 < 30ms at 1000 requests per second', 'requests per second', 'p99 < 30ms at 1000 req/s'],
    ['rate > 900/s', '/s', 'rate > 900 req/s'],
    ['rate > 54000 req/min', '54000 req/min', 'rate > 900 req/s'],
    ['mean < 30ms', 'mean', 'avg < 30ms'],
    ['average < 30ms', 'average', 'avg < 30ms'],
    ['median < 30ms', 'median', 'p50 < 30ms'],
    ['p999 < 30ms', 'p999', 'p99.9 < 30ms'],
    ['p9999 < 30ms', 'p9999', 'p99.99 < 30ms'],
    ['p100 < 30ms', 'p100', 'max < 30ms'],
    ['P99 < 30ms', 'P99', 'p99 < 30ms'],
    ['p(95)<200ms', 'p(95)', 'p95 < 200ms'],
    ['99th percentile < 30ms', '99th percentile', 'p99 < 30ms'],
    ['99% < 30ms', '99%', 'p99 < 30ms'],
    ['latency < 30ms', 'latency', 'p99 < 30ms'],
    ['http_req_failed < 1%', 'http_req_failed', 'errors < 1%'],
    ['eror-rate < 1%', 'eror-rate', 'errors < 1%'],
    ['erors < 1%', 'erors', 'errors < 1%'],
    ['throughput > 900 req/s', 'throughput', 'rate > 900 req/s'],
    ['p99 == 30ms', '==', 'p99 <= 30ms'],
    ['p99 = 30ms', '=', 'p99 <= 30ms'],
    ['rate == 900 req/s', '==', 'rate >= 900 req/s'],
    ['p99 =< 30ms', '=<', 'p99 <= 30ms'],
    ['p99 ≤ 30ms', '≤', 'p99 <= 30ms'],
    ['p99 below 30ms', 'below', 'p99 < 30ms'],
    ['p99 less than 30ms', 'less than', 'p99 < 30ms'],
    ['rate at least 900 req/s', 'at least', 'rate >= 900 req/s'],
    ['p99 30ms', '30', 'p99 < 30ms'],
    ['p99 < 30', '30', 'p99 < 30ms'],
    ['p99 < 30 at 10 req/s', '30', 'p99 < 30ms at 10 req/s'],
    ['p99 < 30 sec', 'sec', 'p99 < 30s'],
    ['p99 < 30 milliseconds', 'milliseconds', 'p99 < 30ms'],
    ['p99 < 900µs', 'µs', 'p99 < 900us'],
    ['p99 < 30MS', 'MS', 'p99 < 30ms'],
    ['errors < 1', '1', 'errors < 1%'],
    ['errors < 0.01', '0.01', 'errors < 1%'],
    ['errors < 1 percent', 'percent', 'errors < 1%'],
    ['p99 < 0,5s', '0,5', 'p99 < 500ms'],
    ['p99 < 1,500ms', '1,500', 'p99 < 1.5s'],
    ['rate > 2k req/s', '2k', 'rate > 2000 req/s'],
    ['rate > 1_000 req/s', '1_000', 'rate > 1000 req/s'],
    ['rate > 1.000 req/s', '1.000', 'rate > 1000 req/s'],
    ['p99 < .5s', '.5', 'p99 < 500ms'],
    ['p99 < 30ms 1000 req/s', '1000', 'p99 < 30ms at 1000 req/s'],
    ['p99 < 30ms@1000 req/s', '@', 'p99 < 30ms at 1000 req/s'],
    ['p95 < sparql.p95+150ms', '+', 'p95 < sparql.p95 + 150ms'],
    ['p95 < sparql.p95-150ms', '-', 'p95 < sparql.p95 - 150ms'],
    ['p95 < 1.5xsparql.p95', 'x', 'p95 < 1.5 x sparql.p95'],
    ['p95 < 1.5 * sparql.p95', ' *', 'p95 < 1.5 x sparql.p95'],
    ['p95 < sparql.p95 * 2', 'sparql.p95 * 2', 'p95 < 2 x sparql.p95'],
    ['p95 < sparql.p95 x 0.7 + 1ms', 'sparql.p95 x 0.7', 'p95 < 0.7 x sparql.p95 + 1ms'],
    ['p95 < sparql.p95/4 at 10 req/s', 'sparql.p95/4', 'p95 < 0.25 x sparql.p95 at 10 req/s'],
    ['p95 < sparql.mean', 'mean', 'p95 < sparql.avg'],
    ['mean == 30 sec at 1000rps', 'mean', 'avg <= 30s at 1000 req/s'],
  ])('%s: marks %s and proposes %s', (text, spot, proposal) => {
    const error = mistake(text);
    expect(marked(error)).toBe(spot);
    expect(error.nearest).toBe(proposal);
  });

  test.each([
    ['p99 < 5%', '`p99` is a latency: `%` does not fit.'],
    ['errors < 5ms', '`errors` is a share of the requests: `ms` does not fit.'],
    ['rate > 5ms', '`ms` is not a unit here.'],
    ['p42 < 5ms', 'p42 is out of range.'],
    ['p99.9999 < 5ms', 'p99.9999 would need more requests than a gate can send.'],
    ['errors < 101%', 'More than every request cannot fail.'],
    ['p99 < -5ms', 'A negative number makes no sense here.'],
    ['p99 < 30ns', '`ns` is not a unit here.'],
    ['p99 <', 'The text ends too early.'],
    ['p99', 'The SLO ends after its metric.'],
    ['   ', 'The SLO is empty.'],
    ['p99 < quick', '`quick` is not a limit.'],
    ['p95 < sparql.errors', '`p95` and `errors` are not of the same kind.'],
    ['errors < other.errors + 5%', 'Only latencies take an offset, `errors` does not.'],
    ['p99 < 99999999999999999999ms', 'The number is too large.'],
    ['p95 < sparql.p95 *', 'A factor stands before the metric.'],
    ['p95 < sparql.p95 / 0', 'A factor stands before the metric.'],
    ['p95 < 0 x sparql.p95', 'A factor of 0 leaves no limit.'],
    ['tail < 5%', '`tail` is compared with the baseline; it cannot be an SLO.'],
    ['p95 < sparql.tail', '`tail` is compared with the baseline; it cannot be an SLO.'],
    ['slow-share < 1%', '`slow-share` is compared with the baseline; it cannot be an SLO.'],
  ])('%s: %s', (text, what) => {
    expect(mistake(text).message).toBe(what);
  });

  test('that need more than a replacement carry advice', () => {
    expect(mistake('p99 < 30ms, p95 < 20ms').hint).toContain('Several SLOs are a list');
    expect(mistake('p99 < 30ms for 30s').hint).toContain('`for` belongs to a load');
    expect(mistake('tail < 5%').hint).toContain('baseline:\n  tolerance:\n    tail: 5%');
    expect(mistake('errors < 0.01').hint).toContain('if you meant 0.01 percent, write `0.01%`');
  });

  test('are drawn under the text when it is in no file', () => {
    const error = mistake('p99 < 30ms at 1000 rps');
    expect(error.detail).toBe(
      ['  | p99 < 30ms at 1000 rps', '  |                    ^^^ expected `req/s`'].join('\n'),
    );
    expect(error.hint).toBe('Did you mean: p99 < 30ms at 1000 req/s');
  });

  test('are never anything but a UserError with a place inside of the text and a proposal that parses', () => {
    const anything = fc.oneof(mutated(printed), fc.string(), fc.string({ unit: 'binary', maxLength: 400 }));
    fc.assert(
      fc.property(anything, (text) => {
        try {
          parseSlo(text);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          const { offset, length, nearest, message, detail, hint } = error as TextError;
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
          expect(`${message}${detail}${hint ?? ''}`).not.toMatch(/\bundefined\b|\[object|\bNaN\b/);
          if (nearest !== undefined) parseSlo(nearest);
        }
      }),
      { numRuns: 1500 },
    );
  });
});
