import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextError } from '../../../src/config/diagnostics/problem.ts';
import {
  parseBound,
  parseDuration,
  parseDurationWithin,
  printBound,
  printDuration,
} from '../../../src/config/language/duration.ts';
import { parseLoad, printLoad } from '../../../src/config/language/load.ts';
import { parseComparedMetric, parseMetric } from '../../../src/config/language/metric.ts';
import { parseBodyCheck, parseRequestLine, printBodyCheck } from '../../../src/config/language/request.ts';
import {
  parseConfidence,
  parsePercentWithin,
  parseTolerance,
  printPercent,
  printTolerance,
} from '../../../src/config/language/setting.ts';
import { parseSlo, printSlo } from '../../../src/config/language/slo.ts';
import { printDecimal } from '../../../src/metrics/decimal.ts';
import { printMetric } from '../../../src/metrics/metric.ts';
import { mutated } from '../arbitraries.ts';

type Grammar = { parse: (text: string) => unknown; print: (value: never) => string };

const SLO: Grammar = {
  parse: parseSlo,
  print: ({ slo: one, load: at }: ReturnType<typeof parseSlo>) => printSlo(one, at),
};
const GRAMMARS: Record<string, Grammar> = {
  load: { parse: parseLoad, print: printLoad },
  SLO,
  duration: { parse: parseDuration, print: printDuration },
  budget: { parse: (text) => parseDurationWithin(text, 1, 21_600), print: printDuration },
  bound: { parse: parseBound, print: printBound },
  percentage: { parse: (text) => parsePercentWithin(text, { least: 0, most: 1 }), print: printPercent },
  tolerance: { parse: parseTolerance, print: printTolerance },
  confidence: { parse: parseConfidence, print: printPercent },
  metric: { parse: parseMetric, print: printMetric },
  'compared metric': { parse: parseComparedMetric, print: printMetric },
  request: {
    parse: parseRequestLine,
    print: ({ method, path }: ReturnType<typeof parseRequestLine>) => `${method} ${path}`,
  },
  body: { parse: parseBodyCheck, print: printBodyCheck },
};

const limit = (value: number, unit: string) => ({ kind: 'absolute', value, unit });
const percentile = (percent: number) => ({ kind: 'percentile', percent });
const custom = (name: string, statistic: string, unit: string, better: string) => ({
  slo: { metric: { kind: 'custom', name, statistic, unit, better } },
});

/** Texts as they are usually written, and what each says. */
// biome-ignore format: one text a line
const USUAL: [grammar: string, text: string, value: unknown][] = [
  ['load', '1000 req/s', { kind: 'arrival-rate', rate: 1000 }],
  ['load', '1 user', { kind: 'users', users: 1 }],
  ['load', '10000 requests by 2 users', { kind: 'fixed-work', requests: 10_000, users: 2 }],
  ['SLO', 'p99 < 30ms', { slo: { metric: percentile(99), operator: '<', limit: limit(30, 'ms') } }],
  ['SLO', 'p99.9 <= 250us at 20 users', { slo: { limit: limit(0.25, 'ms') }, load: { kind: 'users' } }],
  ['SLO', 'max <= 1.5s', { slo: { metric: { kind: 'max' }, limit: limit(1500, 'ms') } }],
  ['SLO', 'errors < 0.1%', { slo: { limit: limit(0.001, 'fraction') } }],
  ['SLO', 'rate > 900 req/s', { slo: { limit: limit(900, 'req/s') } }],
  ['SLO', 'p95 < 1.5 x read-only.p99.9 - 10ms', { slo: { limit: { kind: 'relative', scenario: 'read-only', metric: percentile(99.9), factor: 1.5, offsetMs: -10, }, }, }],
  ['SLO', 'queue.p95 < 200ms', custom('queue', 'percentile', 'ms', 'lower')],
  ['SLO', 'size.avg > 40', custom('size', 'avg', 'plain', 'higher')],
  ['SLO', 'Cache_Hits.rate > 80%', custom('Cache_Hits', 'rate', 'fraction', 'higher')],
  ['SLO', 'orders.rate > 100/s', custom('orders', 'rate', '/s', 'higher')],
  ['load', '100 to 5000 req/s', { kind: 'range', from: 100, to: 5000 }],
  ['SLO', 'avg <= 1s at 0.5 to 20 req/s', { load: { kind: 'range', from: 0.5, to: 20 } }],
  ['duration', '500ms', 0.5],
  ['duration', '2m', 120],
  ['duration', '30d', 2_592_000],
  ['bound', '250us', 0.25],
  ['bound', '1.2s', 1200],
  ['tolerance', '10%', { fraction: 0.1, ms: 0 }],
  ['tolerance', '200% or 1.5ms', { fraction: 2, ms: 1.5 }],
  ['confidence', '99.99%', 0.9999],
  ['compared metric', 'tail', { kind: 'tail' }],
  ['compared metric', 'queue_wait.p95', { kind: 'custom', name: 'queue_wait', percent: 95 }],
  ['request', 'GET /search?q=${data.word}', { method: 'GET', path: '/search?q=${data.word}' }],
  ['request', 'POST https://${env.HOST}:80/a', { method: 'POST' }],
  ['request', 'PUT ${env.URL}', { method: 'PUT', path: '${env.URL}' }],
  ['body', 'not contains "a \\"b\\""', { isWanted: false, text: 'a "b"' }],
];

test.each(USUAL)('a %s is read and printed back: %s', (grammar, text, value) => {
  const { parse, print } = GRAMMARS[grammar]!;
  const read = parse(text);
  expect(read instanceof Object ? read : { value: read }).toMatchObject(
    value instanceof Object ? value : { value },
  );
  expect(print(read as never)).toBe(text);
});

test.each([
  ['load', '10  requests\nby 1 users', '10 requests by 1 user'],
  ['SLO', ' p99.90<=0.03s\n  at   20req/s', 'p99.9 <= 30ms at 20 req/s'],
  ['duration', '1.5 h', '90m'],
  ['tolerance', '0.10 % or 2 ms', '0.1% or 2ms'],
  ['request', 'GET   /', 'GET /'],
])('a %s may be written otherwise: %j', (grammar, text, printed) => {
  const { parse, print } = GRAMMARS[grammar]!;
  expect(print(parse(text) as never)).toBe(printed);
});

/** What is refused: nothing is guessed, and no form of another tool is understood. */
const REFUSED: Record<string, string[]> = {
  load: [
    '| 1000 | 1000 rps | 1000/s | 600 req/min | 20 vus | users: 20 | 5k req/s | 1,000 req/s | -1 req/s | 1e9 req/s',
    '0 req/s | 300001 req/s | 0 users | 1.5 users | 40001 users | 20 users for 30s | 1000 requests | 1000 requests by 2',
    '50 requests by 100 users | 5 req/s, 10 req/s | 0 to 9 req/s | 9 to 1 req/s | 100 to 110 req/s | 1 to 999999 req/s | 1 to 9',
  ],
  SLO: [
    'p99 | p99 < | p99 < 30 | p99 = 30ms | p99 ≤ 30ms | p99 is below 30ms | > 99% | 30ms | p99 < 5 req/s | errors < 5 | rate < 5ms',
    'errors < 101% | p(99) < 30ms | P99 < 30ms | p999 < 30ms | p100 < 30ms | p10 < 1s | p99.9999 < 1s | latency < 5ms | tail < 5ms',
    'p99 < 30ms and p95 < 20ms | p99 < 30ms for 30s | p99 < 30ms at | p99 < 30ms at 5 | p99 < a.errors | p99 < a',
    'p99 < 0 x a.p99 | p99 < a.p99 + 5 | p99 < a.p99+5ms | errors < a.errors + 5ms | p99 < a.b.p95 | cpu < 10%',
    'q.p95 < 5 req/s | q.p95 < a.p95 | q.p12 < 5ms | q.med < 5ms | orders.count > 5/s | orders.rate > 5 | http_req_duration.p95 < 5ms',
    `p99 < ${'9'.repeat(400)}ms | browser_lcp.p75 < 1s`,
  ],
  duration: ['| 30 | 1m30s | 2 minutes | 5S | -1s | s'],
  budget: ['0ms | 999ms | 7h'],
  bound: ['0ms | 100 | fast'],
  percentage: ['5 | 0.05 | 5 percent | 101% | -1% | NaN%'],
  tolerance: ['5 | 201% | 5% or | 5% and 2ms | 5% or 2 | -5%'],
  confidence: ['49.9% | 99.991% | 0.99'],
  'compared metric': ['avg | all | p100 | tial |'],
  request: [
    'GET | / | get / | FETCH / | GET search | GET /a b | GET / HTTP/1.1 | GET ftp://a/ | GET http:// | GET /\nHost: a |',
  ],
  body: ['"x" | contains | contains x | contains "" | has "x"'],
};
const refused = Object.entries(REFUSED).flatMap(([grammar, lines]) =>
  lines.flatMap((line) => line.split('|').map((text) => [grammar, text.trim()] as const)),
);

test.each(refused)('a %s is never %j, and the error says what is', (grammar, text) => {
  expect(() => GRAMMARS[grammar]!.parse(text)).toThrow(
    expect.objectContaining({
      name: 'TextError',
      message: expect.stringMatching(/^[`A-Z].*\.$/s),
      hint: expect.stringMatching(/`/),
    }),
  );
});

const parsers = Object.values(GRAMMARS).map(({ parse }) => parse);
function checkRefusal(text: string): void {
  for (const parse of parsers) {
    try {
      parse(text);
    } catch (error) {
      expect(error).toBeInstanceOf(TextError);
      expect((error as TextError).message).not.toMatch(/\bundefined\b|\[object|\bNaN\b/);
    }
  }
}

describe('whatever the text', () => {
  const number = fc.oneof(fc.nat(100_000), fc.double({ min: 1e-6, max: 1e6, noNaN: true })).map(printDecimal);
  const usual = fc.constantFrom(...USUAL);

  test('a value is read back as it is printed, whatever digits its numbers have', () => {
    const check = ([grammar, text]: (typeof USUAL)[number], digits: string) => {
      const { parse, print } = GRAMMARS[grammar]!;
      const changed = text.replace(/(?<=^| |p)[\d.]+(?=ms|us|s|%| |$)/, digits);
      let value: unknown;
      try {
        value = parse(changed);
      } catch {
        return;
      }
      expect(parse(print(value as never))).toEqual(value);
    };
    fc.assert(fc.property(usual, number, check), { numRuns: 3000 });
  });

  test('a grammar fails with a TextError alone, and at once', () => {
    const written = mutated(usual.map(([, text]) => text));
    fc.assert(fc.property(fc.oneof(written, fc.string({ unit: 'binary', maxLength: 400 })), checkRefusal), {
      numRuns: 500,
    });
    const before = process.cpuUsage();
    for (const part of ['9', ' ', 'a.', ' at', '1 x ', ' or ', '${', 'contains "', '\\"'])
      checkRefusal(part.repeat(100_000 / part.length));
    expect(process.cpuUsage(before).user).toBeLessThan(2e6);
  });
});
