import { describe, expect, it, test } from 'vitest';
import { TextError } from '../../../src/config/diagnostics/text-error.ts';
import { parseConfig } from '../../../src/config/document.ts';
import { parseCapacity, printCapacity } from '../../../src/config/language/capacity.ts';
import { describeError, UserError } from '../../../src/errors.ts';
import { FILE, SMALL } from '../configs.ts';

const GOAL = 'p99 < 30ms between 100 and 5000 req/s';

function failureOf(text: string): TextError {
  try {
    parseCapacity(text);
  } catch (error) {
    if (error instanceof TextError) return error;
  }
  throw new Error(`${text} is read`);
}

describe('the goal of a search for a capacity', () => {
  it('is a limit on a latency and a range of rates, and is printed as it was read', () => {
    expect(parseCapacity(GOAL)).toEqual({
      slo: {
        metric: { kind: 'percentile', percent: 99 },
        operator: '<',
        limit: { kind: 'absolute', value: 30, unit: 'ms' },
      },
      from: 100,
      to: 5000,
    });
    for (const text of [GOAL, 'p99.9 <= 1s between 0.5 and 20 req/s', 'avg < 2ms between 10 and 12 req/s'])
      expect(printCapacity(parseCapacity(text))).toBe(text);
    expect(parseCapacity('p99 < 30ms between 100 req/s and 5000 req/s')).toEqual(parseCapacity(GOAL));
  });

  test.each([
    ['errors < 1% between 100 and 5000 req/s', 'errors', 'is not such a one'],
    ['p99 > 30ms between 100 and 5000 req/s', '>', 'what must hold'],
    ['p99 < other.p99 between 100 and 5000 req/s', 'other.p99', 'a limit of its own'],
    ['p99 < 30ms at 100 req/s', 'at', 'does not fit here'],
    ['p99 < 30ms between 100 to 5000 req/s', 'to', 'does not fit here'],
    ['p99 < 30ms between 100 and 5000', '', 'has no unit'],
    ['p99 < 30ms between 0 and 5000 req/s', '0', 'no load'],
    ['p99 < 30ms between 1.000 and 5000 req/s', '1.000', 'is 1 here'],
    ['p99 < 30ms between 100 and 50 req/s', '100 and 50', 'ends below its start'],
    ['p99 < 30ms between 100 and 110 req/s', '100 and 110', 'too narrow'],
    ['p99 < 30ms between 100 and 5000000 req/s', '5000000', 'too large'],
    ['p99 < 30ms between 100 and 5000 req/s for 30s', 'for', 'does not fit here'],
  ])('is refused as `%s`, with the place', (text, place, words) => {
    const { parts } = failureOf(text);
    expect(parts.what).toContain(words);
    expect(text.slice(parts.offset, parts.offset + parts.length)).toBe(place);
  });
});

function explainMistake(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UserError) return describeError(error);
  }
  return 'no mistake';
}

function read(lines: string) {
  return parseConfig(SMALL.replace('    slo: p99 < 30ms at 1000 req/s\n', lines), FILE);
}

describe('a scenario with a capacity', () => {
  it('has no load, gates its capacity, and may search for five minutes unless a budget is set', () => {
    const [scenario] = read(`    capacity: ${GOAL}\n    slo: capacity > 1500 req/s\n`).scenarios;
    expect(scenario).toMatchObject({ loads: [], capacity: parseCapacity(GOAL), budgetSeconds: 300 });
    expect(
      read(`    capacity: ${GOAL}\nmeasure:\n  budget: 2m\n`).scenarios[0]!.budgetSeconds,
    ).toBeUndefined();
    expect(read(`    capacity: ${GOAL}\n    budget: 90s\n`).scenarios[0]!.budgetSeconds).toBe(90);
    const tolerant = read(`    capacity: ${GOAL}\n    tolerance:\n      capacity: 10%\n`).scenarios[0]!;
    expect(tolerant.sensitivity.tolerance.byMetric).toEqual({ capacity: { fraction: 0.1, ms: 0 } });
  });

  test.each([
    [`    capacity: ${GOAL}\n    load: 100 req/s\n`, 'not both'],
    [`    capacity: ${GOAL}\n    slo: p99 < 30ms\n`, '`p99` needs a load'],
    [
      `    capacity: ${GOAL}\n    slo: capacity > 9000 req/s\n`,
      'Only rates from 100 to 5000 req/s are searched',
    ],
    [`    capacity: ${GOAL}\n    slo: capacity < 900 req/s\n`, 'fail exactly when the service does well'],
    [
      `    capacity: ${GOAL}\n    slo: capacity > 900 req/s at 100 req/s\n`,
      'The rates are those under `capacity`',
    ],
    [
      '    slo: capacity > 900 req/s\n    load: 100 req/s\n',
      'capacity: p99 < 30ms between 100 and 5000 req/s',
    ],
    [`    capacity: ${GOAL}\n    tolerance:\n      p99: 10%\n`, 'is not compared in this scenario'],
    ['    capacity: 100 req/s\n', 'is not a metric'],
  ])('is refused where its parts do not fit: %j', (lines, words) => {
    expect(explainMistake(() => read(lines))).toContain(words);
  });
});
