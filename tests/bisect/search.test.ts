import { describe, expect, it } from 'vitest';
import {
  type ChangeEstimate,
  combine,
  readEstimate,
  shareScatter,
  subtract,
  toInterval,
} from '../../src/bisect/estimate.ts';
import {
  type CommitRun,
  isSideSure,
  measureAll,
  SEARCH_ERROR,
  searchRange,
} from '../../src/bisect/search.ts';
import { listAttempts } from '../../src/bisect/state.ts';
import { scheduleLooks } from '../../src/statistics/looks.ts';
import { comparePairs } from '../../src/statistics/paired-comparison.ts';
import type { PairedFinding } from '../../src/verdict/findings.ts';
import { type Draw, seed } from '../random.ts';

const P50 = { kind: 'percentile', percent: 50 } as const;
const known = (value: number, standardError = 0.01): CommitRun => ({
  kind: 'measured',
  estimate: { value, standardError, degrees: 9 },
});
const whole: ChangeEstimate = { value: 0.14, standardError: 0.01, degrees: 9 };
const broken: CommitRun = { kind: 'failed', reason: 'it did not build', passing: false };
const disturbed: CommitRun = { kind: 'failed', reason: 'the machine was disturbed', passing: true };

/** Runs a search to its end. @param measure makes one run of a commit */
function search(commits: number, all: ChangeEstimate, measure: (index: number) => CommitRun) {
  const runs = new Map<number, CommitRun[]>();
  const attemptsOf = (index: number) => runs.get(index) ?? [];
  for (let count = 0; count < 100; count++) {
    const standing = searchRange(commits, all, attemptsOf);
    if (standing.next === null) return { standing, count };
    runs.set(standing.next, [...attemptsOf(standing.next), measure(standing.next)]);
  }
  throw new Error('it does not end');
}

describe('the search', () => {
  it.each([1, 2, 3, 10, 16, 100])('finds each commit of %d with one run for each halving', (commits) => {
    for (let slow = 0; slow < commits; slow++) {
      const { standing, count } = search(commits, whole, (index) => known(index < slow ? 0 : 0.14));
      expect(standing).toMatchObject({ without: slow - 1, withIt: slow, skipped: [] });
      expect(count).toBeLessThanOrEqual(Math.ceil(Math.log2(commits)));
      expect(standing.error).toBeLessThanOrEqual(SEARCH_ERROR + 1e-9);
    }
  });

  it('tries a neighbour of a commit that cannot be measured', () => {
    const { standing } = search(8, whole, (index) => (index === 3 ? broken : known(index < 5 ? 0 : 0.14)));
    expect(standing).toMatchObject({ without: 4, withIt: 5 });
  });

  it('ends with a range where the commits around the slow one cannot be measured', () => {
    const { standing } = search(8, whole, (index) =>
      index === 4 || index === 5 ? broken : known(index < 5 ? 0 : 0.14),
    );
    expect(standing).toMatchObject({ without: 3, withIt: 6 });
    expect(standing.skipped).toEqual([4, 5].map((index) => ({ index, reason: 'it did not build' })));
  });

  it('measures a commit again that was disturbed, and leaves it out after three runs', () => {
    let runs = 0;
    const { standing } = search(2, whole, () => (++runs < 3 ? disturbed : known(0.14)));
    expect(standing).toMatchObject({ without: -1, withIt: 0 });
    expect(search(2, whole, () => disturbed).standing).toMatchObject({ without: -1, withIt: 1 });
  });

  it('measures again where either side is within reach, and counts the chance of what stays unsure', () => {
    const unsure = search(2, whole, () => known(0.08, 0.09));
    expect(unsure.count).toBe(3);
    expect(unsure.standing.withIt).toBe(0);
    expect(unsure.standing.error).toBeGreaterThan(0.1);
    const later = search(2, whole, () => known(0.1, 0.04));
    expect(later.count).toBe(2);
    expect(later.standing.error).toBeLessThanOrEqual(SEARCH_ERROR);
  });
});

describe('an estimate', () => {
  const finding = (change: object, metric: object = P50) =>
    ({ kind: 'paired', metric, change, confidence: 0.9, spread: null, blocks: 10 }) as PairedFinding;

  it('is as exact as its blocks agree, however few have been measured of those that are planned', () => {
    const open = { value: 0.15, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    const read = readEstimate({ ...finding(open), spread: 0.05, blocks: 5 })!;
    expect(read).toMatchObject({ value: Math.log1p(0.15), degrees: 4 });
    expect(read.standardError).toBeCloseTo(0.05 / Math.sqrt(5), 2);
  });

  it('gives back the change and the interval that it was read from', () => {
    const read = readEstimate(finding({ value: 0.15, low: 0.1, high: 0.15 * 1.31 }))!;
    const { value, low } = toInterval(P50, read);
    expect(value).toBeCloseTo(0.15, 9);
    expect(low).toBeCloseTo(0.1, 9);
  });

  it('has the direction of worse, and is none with an open end', () => {
    expect(
      readEstimate(finding({ value: -0.1, low: -0.12, high: -0.08 }, { kind: 'rate' }))!.value,
    ).toBeGreaterThan(0);
    expect(readEstimate(finding({ value: 0.1, low: -1, high: 0.2 }))).toBeNull();
    expect(readEstimate(finding({ value: 0.1, low: 0, high: Number.POSITIVE_INFINITY }))).toBeNull();
  });

  it('is narrower of two runs, and wider of a difference', () => {
    const one = { value: 0.1, standardError: 0.02, degrees: 9 };
    expect(combine(shareScatter([one, one]))).toMatchObject({ value: 0.1, degrees: 18 });
    expect(combine(shareScatter([one, one])).standardError).toBeCloseTo(0.02 / Math.SQRT2, 9);
    expect(subtract(one, one).standardError).toBeCloseTo(0.02 * Math.SQRT2, 9);
    expect(measureAll(-1, [])).toMatchObject({ value: 0, standardError: 0 });
  });
});

describe('the looks at a commit', () => {
  it.each([1, 1.5, 2])(
    'keep the error of a decision where a commit has none of a slowdown of %d scatters',
    (slower) => {
      const draw = seed(11);
      const commits = 16;
      const trials = 2000;
      const blocksOf = (count: number, shift: number) =>
        Array.from({ length: count }, () => shift + draw.normal());
      const estimate = (values: number[]): ChangeEstimate => {
        const value = values.reduce((sum, one) => sum + one, 0) / values.length;
        const squares = values.reduce((sum, one) => sum + (one - value) ** 2, 0);
        const degrees = values.length - 1;
        return { value, standardError: Math.sqrt(squares / degrees / values.length), degrees };
      };
      const [LAST, OWN] = ['last', 'own'];
      const asRun = (commit: string, each: ChangeEstimate) => ({
        commit,
        outcome: { kind: 'measured' as const, estimate: each, base: null, head: null },
      });
      let worse = 0;
      for (let trial = 0; trial < trials; trial++) {
        const runs = [asRun(LAST, estimate(blocksOf(14, slower)))];
        let side: boolean | null = null;
        for (let run = 0; run < 3 && side === null; run++) {
          const blocks = blocksOf(14, 0);
          const looks = Array.from({ length: 10 }, (_, i) => estimate(blocks.slice(0, 5 + i)));
          for (const look of looks) {
            const all = { runs: [...runs, asRun(OWN, look)] };
            const whole = measureAll(0, listAttempts(all, LAST))!;
            const attempts = listAttempts(all, OWN);
            if (isSideSure(attempts, whole, commits))
              side ??= measureAll(0, attempts)!.value > whole.value / 2;
          }
          runs.push(asRun(OWN, looks.at(-1)!));
        }
        if (side) worse++;
      }
      // Each of four decisions has a quarter; the margin is that of so many trials.
      expect(worse / trials).toBeLessThan(SEARCH_ERROR / 4 + 0.004);
      expect(worse).toBeGreaterThan(0);
    },
  );

  it('share what all runs show of how blocks scatter, or keep their own where that is larger', () => {
    const exact = { value: 0, standardError: 0.01, degrees: 4 };
    const [own, other] = shareScatter([exact, { value: 0.1, standardError: 0.02, degrees: 9 }]);
    // Over 13 degrees: 5 and 10 blocks, √((4 · 5 · 0.01² + 9 · 10 · 0.02²) / 13) = 0.054 of each block.
    expect(own).toMatchObject({ value: 0, degrees: 13, standardError: expect.closeTo(0.024, 3) });
    expect(other).toMatchObject({ value: 0.1, degrees: 13, standardError: 0.02 });
  });
});

/** One run of the gate on blocks with this change: what the judge itself says of them. */
function measure(draw: Draw, change: number) {
  const blocks = 14;
  const deviations = Array.from({ length: blocks }, () => change + 0.06 * draw.normal());
  const [comparison] = comparePairs([{ deviations, tolerance: Math.log1p(0.05), alpha: 0.01 }], {
    planned: blocks,
    looks: scheduleLooks(blocks),
    seed: Math.floor(draw.uniform() * 2 ** 31),
    rows: 4000,
  });
  const { code, estimate, own, spread, count } = comparison!;
  const [value, low, high] = [estimate, own.low, own.high].map(Math.expm1);
  const found = { metric: P50, change: { value, low, high }, confidence: 0.9, spread, blocks: count };
  return { code, estimate: readEstimate(found as PairedFinding)! };
}

describe('a search with the noise of a machine', () => {
  const SLOWER = Math.log(1.15);

  it('is right in at least 18 of 20 ranges of 16 commits with one of +15 %', () => {
    const draw = seed(37);
    let right = 0;
    for (let range = 0; range < 20; range++) {
      const slow = Math.floor(draw.uniform() * 16);
      const first = measure(draw, SLOWER);
      if (first.code !== 'regressed') continue;
      const { standing } = search(16, first.estimate, (index) => ({
        kind: 'measured',
        estimate: measure(draw, index < slow ? 0 : SLOWER).estimate,
      }));
      if (standing.withIt === slow && standing.without === slow - 1) right++;
    }
    expect(right).toBeGreaterThanOrEqual(18);
  });

  it('calls nothing slower in at least 4 of 5 ranges without one', () => {
    const draw = seed(5);
    const none = Array.from({ length: 5 }, () => measure(draw, 0)).filter(({ code }) => code !== 'regressed');
    expect(none.length).toBeGreaterThanOrEqual(4);
  });
});
