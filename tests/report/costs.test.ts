import { describe, expect, it } from 'vitest';
import type { RisenFunction } from '../../src/profiles/rise.ts';
import { plain } from '../../src/report/format/phrase.ts';
import { costWords, explainSlowdowns, grownCosts } from '../../src/report/words/costs.ts';
import { headline } from '../../src/report/words/headline.ts';
import type { ServiceFault } from '../../src/verdict/faults.ts';
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

  it('are told of an instance once, with the scenario in which they rose most', () => {
    const memory = { metric: { kind: 'memory' } } as const;
    const costs = [
      { ...cpu(0.6), ...memory, label: 'search' },
      { ...cpu(0.3), ...memory },
    ];
    expect(plain(costWords(reportWith('pair regressed', costs))!)).toBe(
      'Costs, not gated: search peak memory 3.2 MB → 5.12 MB (+60 %, +58 … +62 %).',
    );
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

  it('say why a scenario is slower, unless many of its requests fail: these take other ways', () => {
    const whyWith = (fault: ServiceFault) => {
      const report = reportWith('pair regressed', [cpu(0.28)]);
      report.verdict.faults = [fault];
      return explainSlowdowns(report).map(plain);
    };
    const failing = (failed: number): ServiceFault => ({
      kind: 'failing',
      label: 'checkout',
      failed,
      requests: 10_000,
      examples: [],
    });
    expect(whyWith(failing(90))).toEqual(why([cpu(0.28)]));
    expect(whyWith({ kind: 'threshold', label: 'checkout', thresholds: [] })).toEqual(why([cpu(0.28)]));
    expect(whyWith(failing(110))).toEqual([]);
  });

  it('do not explain a slowdown of 18 % by waiting where they may have risen by half of it', () => {
    expect(why([cpu(0.04, 0.055)])).toEqual([]);
    expect(why([cpu(0.03)])[0]).toMatch(/^checkout takes hardly any more processor time .*, so it waits: /);
  });

  const found = { label: 'checkout', share: 0.7, changed: 'nothing', function: null } as const;
  const allocating = {
    label: 'checkout',
    share: 0.85,
    changed: 'function',
    function: { name: 'readRows', file: 'rows.mjs', line: 7 },
    of: 'allocations',
  } as const;
  const whyRisen = (risen: RisenFunction[], costs: CostFinding[] = [cpu(0.28)]) => {
    const report = reportWith('pair regressed', costs);
    return explainSlowdowns({ ...report, verdict: { ...report.verdict, risen } }).map(plain);
  };

  it('name what allocates where garbage collection takes the time', () => {
    expect(whyRisen([found])[0]).toMatch(
      / 70 % of the rise is garbage collection: look for what it allocates\.$/,
    );
    expect(whyRisen([found, allocating])).toEqual([
      expect.stringMatching(
        / 70 % of the rise is garbage collection: 85 % of what is allocated more is in readRows \(rows\.mjs:7\), which the change touches\.$/,
      ),
    ]);
    expect(whyRisen([found, { ...allocating, function: null }])).toEqual(whyRisen([found]));
  });

  it('name what allocates the memory by which a scenario has grown', () => {
    expect(whyRisen([{ ...allocating, label: 'export' }], [])).toEqual([
      'export takes more memory: 85 % of what it allocates more is in readRows (rows.mjs:7), which the change touches.',
    ]);
    expect(whyRisen([{ ...allocating, function: null }], [])).toEqual([]);
  });

  it('are in the headline of a run that passes where they have clearly grown', () => {
    const report = reportWith('pair unchanged', [cpu(0.45)]);
    expect(grownCosts(report)).toEqual(['checkout cpu per request +45 %']);
    expect(plain(headline(report))).toMatch(/; checkout cpu per request \+45 %$/);
    expect(grownCosts(reportWith('pair unchanged', [cpu(0.05)]))).toEqual([]);
  });

  it('are two at most in a headline, the largest ones, with the memory of an instance once', () => {
    const memory = { metric: { kind: 'memory' } } as const;
    const costs = [
      { ...cpu(0.3), ...memory },
      { ...cpu(0.6), ...memory, label: 'search' },
      cpu(0.4),
      { ...cpu(0.2), label: 'search' },
    ];
    expect(grownCosts(reportWith('pair unchanged', costs))).toEqual([
      'search peak memory +60 %',
      'checkout cpu per request +40 %',
      '1 more cost grown',
    ]);
    const more = reportWith('pair unchanged', [...costs, { ...cpu(0.25), label: 'lookup' }]);
    expect(plain(headline(more))).toMatch(
      /; search peak memory \+60 %; checkout cpu per request \+40 %; 2 more costs grown$/,
    );
  });
});
