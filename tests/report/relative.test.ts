import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { plain } from '../../src/report/format/phrase.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { explainRelative } from '../../src/report/words/relative.ts';
import type { SloFinding } from '../../src/verdict/findings.ts';
import { reportOf } from './fixture.ts';

function finding(text: string, numbers: [own: number, other: number], code: SloFinding['code']): SloFinding {
  const { slo } = parseSlo(text);
  const [own, other] = numbers;
  const { limit } = slo;
  if (limit.kind !== 'relative') throw new Error('The limit of this SLO is not relative.');
  const at = limit.factor * other + limit.offsetMs;
  const around = (value: number, by: number) => ({ value, low: value - by, high: value + by });
  return {
    label: 'api',
    slo,
    estimate: around(own, 0.05 * own),
    confidence: 0.95,
    code,
    relative: {
      label: 'sparql',
      estimate: around(other, 0.05 * other),
      limit: at,
      difference: around(own - at, 0.05 * own),
    },
  };
}

const missed = finding('p95 < sparql.p95 + 150ms', [192, 31], 'missed');
const met = finding('p50 < 0.5 x sparql.p50', [0.14, 0.41], 'met');

const tell = (slos: SloFinding[]) => reportOf({ verdict: { slos, changes: [] } });
const wordsOf = (slo: SloFinding) => explainRelative(tell([slo])).map(plain);

describe('a relative limit', () => {
  it('is told with its sum and the distance to it', () => {
    expect(wordsOf(missed)).toEqual([
      'api p95 192 ms, by sparql p95: limit 31 + 150 = 181 ms, difference +11 ms (+1.4 … +20.6 ms).',
    ]);
  });

  it('is told with its factor, and below a millisecond in microseconds', () => {
    expect(wordsOf(met)).toEqual([
      'api p50 140 µs, by sparql p50: limit 0.5 × 410 = 205 µs, difference −65 µs (−72 … −58 µs).',
    ]);
  });

  it('is told with both, and with units where they differ', () => {
    expect(wordsOf(finding('p99 < 1.5 x sparql.p99 - 2s', [80, 1400], 'met'))).toEqual([
      'api p99 80 ms, by sparql p99: limit 1.5 × 1.4 s − 2 s = 100 ms, difference −20 ms (−24 … −16 ms).',
    ]);
    expect(wordsOf(finding('errors <= sparql.errors', [0.01, 0.02], 'met'))).toEqual([
      'api errors 1 %, by sparql errors: limit 2 %, difference −1 % (−1.05 … −0.95 %).',
    ]);
  });

  it('is in the comment, on the terminal, in JUnit and in JSON, met or missed', () => {
    const report = tell([missed, met]);
    const shown = [
      renderComment(asSuite(report)).replaceAll('\u00a0', ' '),
      renderTerminal(asSuite(report), { color: false, width: 300 }),
      renderJunit(report),
    ];
    for (const text of shown) {
      expect(text).toContain('limit 31 + 150 = 181 ms, difference +11 ms');
      expect(text).toContain('limit 0.5 × 410 = 205 µs, difference −65 µs');
    }
    expect(JSON.parse(renderJson(report)).slos[0]).toMatchObject({
      slo: 'p95 < sparql p95 + 150 ms',
      relative: { label: 'sparql', limit: 181, difference: { value: 11 } },
    });
  });
});
