import { describe, expect, it } from 'vitest';
import { plain } from '../../src/report/format/phrase.ts';
import { costWords, explainSlowdowns, grownCosts } from '../../src/report/words/costs.ts';
import { headline } from '../../src/report/words/headline.ts';
import type { CostFinding } from '../../src/verdict/findings.ts';
import { pairCases } from './pair-cases.ts';

const cpu = (value: number, spread = 0.02): CostFinding => ({
  label: 'checkout',
  metric: { kind: 'cpu' },
  base: 3.2,
  head: 3.2 * (1 + value),
  change: { value, low: value - spread, high: value + spread },
});

function reportWith(name: string, costs: CostFinding[]) {
  const report = pairCases[name]!();
  return { ...report, verdict: { ...report.verdict, costs } };
}

const why = (costs: CostFinding[]) => explainSlowdowns(reportWith('pair regressed', costs)).map(plain);

describe('costs that nobody gates', () => {
  it('are told with both values', () => {
    const memory = { ...cpu(0), metric: { kind: 'memory' } as const, base: 81.5, head: 1210 };
    expect(plain(costWords(reportWith('pair regressed', [cpu(0.28), memory]))!)).toBe(
      'Costs, not gated: cpu per request 3.2 ms → 4.1 ms (+28 %, +26 … +30 %), peak memory 81.5 MB → 1.21 GB (0 %, −2 … +2 %).',
    );
    expect(costWords(reportWith('pair regressed', []))).toBeNull();
  });

  it('say why a scenario is slower: more work, or more waiting', () => {
    expect(why([cpu(0.28)])).toEqual([
      'Each request of checkout takes more processor time (3.2 ms → 4.1 ms), so the code does more work: look for a lost index, a lost cache or a loop.',
    ]);
    expect(why([cpu(0.001)])).toEqual([
      'checkout takes no more processor time (3.2 ms → 3.2 ms for each request), so it waits: look at queries, locks, pools and the services that it calls.',
    ]);
    expect(why([cpu(0.06, 0.3)])).toEqual([]);
    expect(why([])).toEqual([]);
  });

  it('are in the headline of a run that passes where they have clearly grown', () => {
    const report = reportWith('pair unchanged', [cpu(0.45)]);
    expect(grownCosts(report)).toEqual(['checkout cpu per request +45 %']);
    expect(plain(headline(report))).toMatch(/; checkout cpu per request \+45 %$/);
    expect(grownCosts(reportWith('pair unchanged', [cpu(0.05)]))).toEqual([]);
  });
});
