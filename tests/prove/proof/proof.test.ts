import { describe, expect, test } from 'vitest';
import {
  chooseLeft,
  chooseProofCode,
  dealRuns,
  judgeProof,
  listSights,
  tallyRuns,
} from '../../../src/prove/proof/proof.ts';
import { chooseHold, type RunKind, type TriedRun } from '../../../src/prove/proof/run.ts';
import { boundProportion } from '../../../src/statistics/proportion.ts';
import { seedRandom } from '../../../src/statistics/random.ts';
import { makeLatency, makeRun, P99, PROOFS } from './tried.ts';

const judge = (runs: TriedRun[]) => judgeProof(tallyRuns(runs));

/** Plays a proof of a gate that blocks each kind with these chances. */
function play(chances: Record<RunKind, number>, seed: number, runs = 6): TriedRun[] {
  const random = seedRandom(seed);
  const made: TriedRun[] = [];
  for (let left = dealRuns(runs, random); left.length > 0; left = chooseLeft(left.slice(1), made))
    made.push(makeRun(left[0]!, random.uniform() < chances[left[0]!]));
  return made;
}

const playAll = (chances: Record<RunKind, number>) =>
  Array.from({ length: 400 }, (_, seed) => play(chances, seed));
const share = (all: TriedRun[][], isMeant: (runs: TriedRun[]) => boolean) =>
  all.filter(isMeant).length / all.length;

describe('the order of the runs', () => {
  test('begins with unchanged code, and mixes six of it with four of each slowdown', () => {
    const orders = Array.from({ length: 50 }, (_, seed) => dealRuns(6, seedRandom(seed * 1_000_003)));
    for (const order of orders) {
      expect(order[0]).toBe('unchanged');
      expect([...order].sort()).toEqual([
        ...Array(4).fill('held'),
        ...Array(4).fill('slower'),
        ...Array(6).fill('unchanged'),
      ]);
    }
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(45);
    // Each kind is early and late: what a machine does with time is no property of a kind.
    for (const kind of ['unchanged', 'slower', 'held'] as const)
      for (const place of [1, 13]) expect(orders.some((order) => order[place] === kind)).toBe(true);
  });
});

describe('what few runs can say', () => {
  test('is the exact binomial bound: 6 of 6 leave up to 39 %, as one minus 0.05 to the power of 1/6', () => {
    expect(boundProportion({ hits: 0, count: 6 }, 0.95).high).toBeCloseTo(1 - 0.05 ** (1 / 6), 12);
    expect(boundProportion({ hits: 4, count: 4 }, 0.95)).toEqual({
      low: expect.closeTo(0.05 ** (1 / 4), 12),
      high: 1,
    });
    expect(boundProportion({ hits: 0, count: 0 }, 0.95)).toEqual({ low: 0, high: 1 });
  });

  test('holds in 95 % of cases or more, whatever the true share is', () => {
    const random = seedRandom(7);
    for (const truth of [0.02, 0.3, 0.5, 0.9]) {
      const bounds = Array.from({ length: 4000 }, () => {
        const hits = Array.from({ length: 6 }, () => random.uniform()).filter((draw) => draw < truth).length;
        return boundProportion({ hits, count: 6 }, 0.95);
      });
      expect(bounds.filter(({ high }) => high >= truth).length / bounds.length).toBeGreaterThan(0.94);
      expect(bounds.filter(({ low }) => low <= truth).length / bounds.length).toBeGreaterThan(0.94);
    }
  });
});

describe('a proof', () => {
  test('of a good gate makes all its runs, and succeeds', () => {
    const runs = play({ unchanged: 0, slower: 1, held: 1 }, 3);
    expect(runs).toHaveLength(14);
    expect(judge(runs)).toBe('proved');
    expect(chooseProofCode('proved')).toBe(0);
  });

  test('ends after two false alarms of two, since nothing else matters then', () => {
    const runs = play({ unchanged: 1, slower: 1, held: 1 }, 3);
    expect(runs.filter(({ kind }) => kind === 'unchanged')).toHaveLength(2);
    expect(runs.at(-1)!.kind).toBe('unchanged');
    expect(judge(runs)).toBe('false-alarms');
    expect(chooseProofCode('false-alarms')).toBe(1);
  });

  test('goes on after one false alarm, which may be chance, and still does not pass', () => {
    const left: RunKind[] = ['slower', 'unchanged'];
    expect(chooseLeft(left, [makeRun('unchanged', true)])).toEqual(left);
    expect(judge([makeRun('unchanged', true), ...PROOFS.proved!.runs])).toBe('false-alarms');
  });

  test('leaves out the rest of a slowdown that is missed twice of twice, and no other', () => {
    const runs = play({ unchanged: 0, slower: 0, held: 1 }, 5);
    expect(tallyRuns(runs).map(({ measured }) => measured)).toEqual([6, 2, 4]);
    expect(judge(runs)).toBe('misses');
  });

  test('ends after two runs that could not measure, or one that never will', () => {
    const left: RunKind[] = ['slower'];
    expect(chooseLeft(left, [makeRun('unchanged', null)])).toEqual(left);
    expect(chooseLeft(left, [makeRun('unchanged', null), makeRun('held', null)])).toEqual([]);
    expect(chooseLeft(left, [makeRun('unchanged', null, { inVain: true })])).toEqual([]);
    expect(judge(PROOFS.unmeasured!.runs)).toBe('unmeasured');
    expect(chooseProofCode('unmeasured')).toBe(3);
  });

  test.each([
    ['two runs of different kinds', [makeRun('slower', null), makeRun('held', null)]],
    ['a run that says that no other would', [makeRun('held', null, { inVain: true })]],
  ])('says nothing where %s could not measure, as it ends there', (_, lost) => {
    expect(judge([...PROOFS.proved!.runs, ...lost])).toBe('unmeasured');
  });

  test('finds a gate out that blocks half of what it should not, and hardly ever one that blocks 1 %', () => {
    const bad = playAll({ unchanged: 0.5, slower: 1, held: 1 });
    expect(share(bad, (runs) => judge(runs) === 'false-alarms')).toBeGreaterThan(0.97);
    const good = playAll({ unchanged: 0.01, slower: 0.99, held: 0.99 });
    expect(share(good, (runs) => judge(runs) === 'proved')).toBeGreaterThan(0.8);
    // It ends early on the strength of two, which a good gate hardly ever has.
    expect(share(good, (runs) => runs.length < 14)).toBeLessThan(0.02);
    expect(share(bad, (runs) => runs.length < 14)).toBeGreaterThan(0.8);
  });
});

describe('what runs see', () => {
  test('is the median of what those of unchanged code say, and unknown where most do not know', () => {
    const run = (detectable: number, budgetSeconds: number | null) =>
      makeRun('unchanged', false, { latencies: [makeLatency({ detectable, budgetSeconds })] });
    const [sight] = listSights([run(0.1, 60), run(0.3, 120), run(0.2, 90), makeRun('slower', true)]);
    expect(sight).toMatchObject({ label: 'search', detectable: 0.2, budgetSeconds: 90 });
    const [unknown] = listSights([
      run(0.1, 60),
      run(Number.POSITIVE_INFINITY, null),
      run(Number.POSITIVE_INFINITY, null),
    ]);
    expect(unknown).toMatchObject({ detectable: Number.POSITIVE_INFINITY, budgetSeconds: null });
  });
});

test('few answers are held three times as long as the slowest latency that was compared, within bounds', () => {
  const run = (head: number) =>
    makeRun('unchanged', false, { latencies: [makeLatency({ metric: P99, head })] });
  expect(chooseHold(run(50))).toBe(150);
  expect(chooseHold(run(0.4))).toBe(20);
  expect(chooseHold(run(60_000))).toBe(5000);
  expect(chooseHold(run(Number.POSITIVE_INFINITY))).toBe(20);
});
