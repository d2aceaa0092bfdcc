import { describe, expect, it } from 'vitest';
import { TextError } from '../../../src/config/diagnostics/text-error.ts';
import { parseComparedMetric } from '../../../src/config/language/metric.ts';
import { parseSlo, printSlo } from '../../../src/config/language/slo.ts';
import { printMetric } from '../../../src/metrics/metric.ts';

function errorOf(text: string): TextError {
  try {
    parseSlo(text);
  } catch (error) {
    if (error instanceof TextError) return error;
  }
  throw new Error(`${text} was not refused.`);
}

const metricOf = (text: string) => parseSlo(text).slo.metric;

describe('an SLO on a metric of the script', () => {
  it.each([
    ['queue_wait.p95 < 200ms', 'percentile', 'ms', 'lower'],
    ['queue_wait.avg < 0.2s', 'avg', 'ms', 'lower'],
    ['batch_size.p50 > 40', 'percentile', 'plain', 'higher'],
    ['batch_size.max <= 40 at 5 users', 'max', 'plain', 'lower'],
    ['Cache_Hits.rate > 80%', 'rate', 'fraction', 'higher'],
    ['orders.rate > 100/s', 'rate', '/s', 'higher'],
    ['refusals.rate < 0.5/s', 'rate', '/s', 'lower'],
  ])('%s has its unit and its direction from its limit', (text, statistic, unit, better) => {
    expect(metricOf(text)).toMatchObject({ kind: 'custom', statistic, unit, better });
  });

  it.each(['queue_wait.p99.9 < 200ms', 'batch_size.p50 > 40', 'cache.rate >= 80%', 'orders.rate > 100/s'])(
    '%s is printed as it is read',
    (text) => {
      expect(printSlo(parseSlo(text).slo)).toBe(text);
    },
  );

  it.each([
    ['http_req_duration.p95 < 5ms', /k6 feeds it itself.*/, 'p95 < 5ms'],
    ['http_req_failed.rate < 1%', /k6 feeds it itself/, 'errors < 1%'],
    ['http_reqs.rate > 5/s', /k6 feeds it itself/, 'rate > 5 req/s'],
    ['checks.rate > 99%', /k6 feeds it itself/, undefined],
    ['queue.med < 5ms', /no metric of a script/, 'queue.p50 < 5ms'],
    ['orders.count > 5/s', /no metric of a script/, 'orders.rate > 5/s'],
    ['orders.rate > 5', /no unit that fits/, undefined],
    ['queue.p95 < 5 req/s', /not a unit here/, undefined],
    ['queue.p95 < other.p95', /cannot be relative/, undefined],
    ['queue.p12 < 5ms', /no metric of a script/, undefined],
    ['p95 < other.queue.p95', /not a metric/, undefined],
  ])('%s is refused', (text, message, proposal) => {
    const error = errorOf(text);
    expect(error.message).toMatch(message);
    expect(error.nearest).toBe(proposal);
  });

  it('can be named by a setting', () => {
    expect(printMetric(parseComparedMetric('queue_wait.p95'))).toBe('queue_wait.p95');
    expect(() => parseComparedMetric('http_req_duration.p95')).toThrow(/k6 feeds it itself/);
  });
});
