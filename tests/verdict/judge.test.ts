import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Load, Slice } from '../../src/measurement/measurement.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { type JudgeInput, judge } from '../../src/verdict/judge.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';
import { keep, LOAD, makeInput, makeMeasured, NO_HISTORY, sensitivityOf } from './kept.ts';

/** A slice of 500 requests, uniform between 1 and 10 ms, or slower by a factor. */
const uniform = (factor: number, parts: Partial<Slice> = {}): Slice =>
  makeRound(
    Array.from({ length: 500 }, (_, i) => factor * (1 + (9 * i) / 499)),
    parts,
  );
const steady: Slice[] = Array.from({ length: 6 }, () => uniform(1));

function input(slos: string[], slices = steady, parts: Partial<JudgeInput> = {}): JudgeInput {
  const blocks = slices.map((slice) => keep({ head: [slice] }));
  return makeInput([makeMeasured({ slos: slos.map((text) => parseSlo(text).slo), blocks })], parts);
}

const judgeAll = (...parts: Parameters<typeof input>) => judge(input(...parts));

const judgeSlos = (...input: Parameters<typeof judgeAll>) => judgeAll(...input).verdict;

/** The same run with such a soak of the head. */
const withSoak = (given: JudgeInput, head: Slice[]): JudgeInput => ({
  ...given,
  steps: given.steps.map((step) => ({ ...step, soak: { base: [], head } })),
});

describe('a verdict', () => {
  it('says nothing where an SLO is on a cost that nobody could read', () => {
    expect(judgeSlos(['p99 < 30ms', 'cpu < 3ms'])).toMatchObject({
      code: 'invalid',
      invalid: [{ kind: 'cost-unknown', label: 'search', metric: 'cpu' }],
    });
    const read = steady.map((slice) => ({ ...slice, cpu: 0.5 }));
    expect(judgeSlos(['cpu < 3ms'], read)).toMatchObject({ slos: [{ code: 'met' }], invalid: [] });
  });

  it('takes less time for no improvement where base and head did other work', () => {
    const fast = steady.map((slice) => makeRound(slice.latency!.values.map((ms) => ms / 4)));
    const blocks = Array.from({ length: 14 }, () => ({ base: steady, head: fast }));
    const given = input(['p90 < 30ms'], fast, {
      looks: [14],
      comparison: { kind: 'pair', base: { baseCommit: null, because: 'asked' }, seed: 1 },
    });
    const judgeWork = (work: JudgeInput['work']) =>
      judge({ ...given, work, steps: given.steps.map((step) => ({ ...step, blocks: blocks.map(keep) })) })
        .verdict;
    const size = { kind: 'size', label: 'search', request: null, base: 1200, head: 2 } as const;
    expect(judgeWork([]).code).toBe('improved');
    expect(judgeWork([{ kind: 'messages', label: 'search', peer: 'db', base: 0, head: 1 }]).code).toBe(
      'improved',
    );
    const other = judgeWork([size]);
    expect(other).toMatchObject({ code: 'inconclusive', blocks: false, work: [size], faults: [] });
    expect(other.changes.find(({ reason }) => reason !== undefined)?.reason).toEqual({ kind: 'other-work' });
  });

  it('misses the errors that only load without a pause shows, though no SLO names them', () => {
    const refused = Array.from({ length: 38 }, () => makeRound(Array(95).fill(2), { failed: 5 }));
    const [p50, errors] = judge(withSoak(input(['p50 < 30ms']), refused)).verdict.slos;
    expect(p50).toMatchObject({ code: 'met' });
    expect(errors).toMatchObject({
      ...{ code: 'missed', slo: { metric: { kind: 'errors' } } },
      ...{ estimate: { value: 0.05 }, stretches: { value: 0 } },
    });
  });

  it('misses an SLO that only load without a pause shows to be missed', () => {
    const slow = Array.from({ length: 38 }, () => makeRound(Array(500).fill(40)));
    const judgeSoaked = (head: Slice[]) => judge(withSoak(input(['p99 < 30ms']), head)).verdict.slos[0];
    // One process may be slower than others by chance. What grows is not.
    expect(judgeSoaked(slow)).toMatchObject({
      code: 'at-limit',
      estimate: { value: 40 },
      stretches: { value: expect.closeTo(9.9, 0) },
    });
    expect(judgeSoaked(Array.from({ length: 38 }, (_, i) => uniform(i < 19 ? 4 : 8)))).toMatchObject({
      code: 'missed',
      stretches: { value: expect.closeTo(9.9, 0) },
    });
    expect(judgeSoaked(Array(38).fill(steady[0]))).toMatchObject({ code: 'met' });
    const growing = steady[0]!;
    const grown = makeRound(Array.from({ length: 500 }, (_, i) => 1.5 + (13.5 * i) / 499));
    expect(judgeSoaked([...Array(19).fill(growing), ...Array(19).fill(grown)])).toMatchObject({
      code: 'at-limit',
      growth: { where: 'soak', percent: 50, to: expect.closeTo(8.25, 0) },
    });
    // Stalls that take more than one request in a hundred: too few to be sure, and too many to call it met.
    expect(judgeSoaked([...Array(37).fill(steady[0]), slow[0]!])).toMatchObject({
      code: 'at-limit',
      estimate: { value: 40 },
    });
    expect(judgeSoaked([...Array(150).fill(steady[0]), slow[0]!])).toMatchObject({ code: 'met' });
  });

  it('takes growth within stretches for a queue only under an open load', () => {
    const blocks = Array(6).fill(keep({ head: [uniform(1), uniform(2)] }));
    const codeOf = (load: Load) =>
      judge(makeInput([makeMeasured({ slos: [parseSlo('p99 < 30ms').slo], load, blocks })])).verdict.slos[0]!
        .code;
    expect([LOAD, { kind: 'users', users: 2 } as const].map(codeOf)).toEqual(['at-limit', 'met']);
  });

  it('misses in the soak a limit on memory where memory grows', () => {
    const before = input(['memory < 100MB'], Array<Slice>(6).fill(uniform(1, { memory: 80 })));
    const judgeMemory = (memoryAt: (i: number) => number) => {
      const soak = Array.from({ length: 38 }, (_, i) => uniform(1, { memory: memoryAt(i) }));
      const given = withSoak(before, soak);
      // The memory of a process cannot be told apart by scenario.
      const shared = judge({ ...given, steps: [1, 2].flatMap(() => given.steps) }).verdict;
      expect(shared.slos.map(({ code }) => code)).toEqual(['met', 'met']);
      return judge(given).verdict.slos;
    };
    expect(judgeMemory((i) => 80 + 2 * i)).toMatchObject([{ code: 'missed', stretches: { value: 80 } }]);
    expect(judgeMemory(() => 120)).toMatchObject([{ code: 'at-limit', estimate: { value: 120 } }]);
  });

  it('leaves out a soak whose undisturbed slices have no request at all', () => {
    const empty = Array<Slice>(38).fill(makeRound([]));
    const codesOf = (slos: string[]) =>
      judge(withSoak(input(slos), empty)).verdict.slos.map(({ code }) => code);
    expect(codesOf(['p99 < 30ms', 'errors < 1%'])).toEqual(['met', 'met']);
    expect(codesOf([])).toEqual([]);
  });

  it('sees growth in the soak of a head that nothing is beside, and does not measure longer for it', () => {
    const growing = Array.from({ length: 38 }, (_, i) => uniform(i < 19 ? 1 : 1.5));
    const given = withSoak(input(['p90 < 30ms']), growing);
    const history = { ...NO_HISTORY, runs: Array(10).fill(steady) };
    const judged = judge({ ...given, steps: given.steps.map((step) => ({ ...step, history })) });
    expect(new Set(judged.verdict.changes.map(({ code }) => code))).toEqual(new Set(['inconclusive']));
    expect(judged).toMatchObject({
      verdict: { slos: [{ code: 'at-limit', growth: { percent: 50 } }] },
      undecided: false,
      asksBase: false,
    });
  });

  it('measures longer for an SLO at its limit, though earlier runs were faster', () => {
    const runs = Array.from({ length: 10 }, (_, i) => [uniform(0.5 + 0.002 * (i % 3))]);
    const given = input(['p99 < 9.9ms']);
    const steps = given.steps.map((step) => ({ ...step, history: { ...NO_HISTORY, runs } }));
    expect(judge({ ...given, steps })).toMatchObject({
      // The two metrics share the error of 1 %, each end of an interval has half of it.
      verdict: { code: 'regressed', changes: [{ confidence: 0.99 }, { confidence: 0.99 }] },
      undecided: true,
    });
  });

  it('meets, misses or cannot tell an SLO by where its interval lies', () => {
    const codes = (slo: string) => judgeSlos([slo]).slos.map(({ code }) => code);
    expect(codes('p99 < 30ms')).toEqual(['met']);
    expect(codes('p99 < 5ms')).toEqual(['missed']);
    expect(codes('p99 < 9.9ms')).toEqual(['at-limit']);
    expect(codes('avg < 8ms')).toEqual(['met']);
    expect(codes('max < 9ms')).toEqual(['missed']);
    expect(codes('rate > 400 req/s')).toEqual(['met']);
    expect(codes('rate >= 600 req/s')).toEqual(['missed']);
    expect(codes('errors < 1%')).toEqual(['met']);
  });

  it('never passes a service that fails fast, whatever its SLOs are silent about', () => {
    const failing = steady.map((slice) => ({ ...slice, failed: 50 }));
    expect(judgeSlos(['p50 < 30ms'], failing)).toMatchObject({ code: 'missed', blocks: true });
    expect(judgeSlos([], failing)).toMatchObject({ code: 'missed', blocks: true });
    expect(judgeSlos(['errors < 20%', 'p50 < 30ms'], failing)).toMatchObject({ blocks: false });
  });

  it('never passes one that answered nothing at all', () => {
    const dead = steady.map((slice) => makeRound([], { failed: slice.ok }));
    const missed = { code: 'missed', slo: { metric: { kind: 'avg' } }, estimate: { value: Infinity } };
    expect(judgeSlos(['avg < 30ms'], dead).slos[0]).toMatchObject(missed);
    expect(judgeSlos(['p99 < 30ms'], dead)).toMatchObject({ code: 'missed', blocks: true });
  });

  it('is a first run without a baseline, and missed when the service crashed although every answer was fast', () => {
    expect(judgeSlos(['p99 < 30ms'])).toMatchObject({ code: 'first-run', blocks: false });
    const faults = [
      { kind: 'crashed', service: 'app', label: 'search', exit: 'exit code 1', log: '' } as const,
    ];
    const crashed = { verdict: { code: 'missed', blocks: true }, undecided: false };
    expect(judgeAll(['p99 < 9.9ms'], steady, { faults })).toMatchObject(crashed);
  });

  it.each(['no-base', 'identical'] as const)('compares nothing and judges the SLOs: %s', (kind) => {
    const { code, changes } = judgeSlos(['p99 < 30ms'], steady, {
      comparison: { kind: 'none', reason: { kind } },
    });
    expect(code).toBe('met');
    expect(changes).toMatchObject(Array(2).fill({ label: 'search', code: 'skipped', reason: { kind } }));
  });

  describe('of base and head side by side', () => {
    const base = { baseCommit: 'b'.repeat(40), because: 'merge-base' } as const;
    const PAIR = { comparison: { kind: 'pair', base, seed: 7 } as const, looks: [10, 12] };

    /** Blocks in which head is slower by the factor, with some noise that both arms have of their own. */
    function drawBlocks(factor: number, count: number) {
      const draw = seed(3);
      return Array.from({ length: count }, () => ({
        base: [uniform(Math.exp(0.02 * draw.normal()))],
        head: [uniform(factor * Math.exp(0.02 * draw.normal()))],
      }));
    }

    function judgePair(factor: number, count: number, isNew = false) {
      const slos = [parseSlo('p99 < 30ms').slo];
      const blocks = drawBlocks(factor, count).map(keep);
      return judge(makeInput([makeMeasured({ slos, blocks, isNew })], PAIR));
    }

    it('blocks a slowdown, and stops as soon as it is sure', () => {
      expect(judgePair(1.3, 10)).toMatchObject({
        verdict: { code: 'regressed', blocks: true, pair: { blocks: 10, planned: 12 } },
        undecided: false,
      });
    });

    it('does not call memory unchanged that grows in the soak', () => {
      const draw = seed(4);
      const use = (slices: Slice[]) =>
        slices.map((slice) => ({ ...slice, memory: 80 * Math.exp(0.01 * draw.normal()) }));
      const blocks = drawBlocks(1, 12).map(({ base, head }) => keep({ base: use(base), head: use(head) }));
      const leak = Array.from({ length: 38 }, (_, i) => uniform(1, { memory: 80 + 3 * i }));
      const given = withSoak(input(['memory < 900MB'], [], PAIR), leak);
      const steps = given.steps.map((step) => ({ ...step, blocks }));
      const { verdict, asksBase } = judge({ ...given, steps });
      expect(asksBase).toBe(true);
      const both = steps.map((step) => ({ ...step, soak: { base: leak, head: leak } }));
      expect(judge({ ...given, steps: both }).asksBase).toBe(false);
      expect(verdict.changes.find(({ metric }) => metric.kind === 'memory')).toMatchObject({
        code: 'inconclusive',
        reason: { kind: 'unsteady', growth: { where: 'soak', percent: null, from: 80, to: 191 } },
      });
    });

    it('is none where a setting alone compares a cost that nobody could read', () => {
      const blocks = drawBlocks(1, 12);
      const judgeCpu = (cpu?: number, slos = ['p99 < 30ms'], ofBase = cpu) => {
        const add = (slices: Slice[], own = cpu) =>
          slices.map((slice) => (own === undefined ? slice : { ...slice, cpu: own }));
        const given = input(slos, [], PAIR);
        const steps = given.steps.map((step) => ({
          ...step,
          blocks: blocks.map(({ base, head }) => keep({ base: add(base, ofBase), head: add(head) })),
          sensitivityOf: (metric: Metric) => ({ ...sensitivityOf(), isAsked: metric.kind === 'cpu' }),
        }));
        return judge({ ...given, steps }).verdict;
      };
      expect(judgeCpu()).toMatchObject({
        code: 'invalid',
        invalid: [{ kind: 'cost-unknown', label: 'search', metric: 'cpu' }],
      });
      expect(judgeCpu(0.5).invalid).toEqual([]);
      // Where an SLO on the head has its value, the base is asked for none.
      expect(judgeCpu(0.5, ['cpu < 9ms'], Number.NaN).invalid).toEqual([]);
    });

    it('does not compare a scenario that the base cannot serve, and still judges its SLOs', () => {
      const { verdict } = judgePair(1.3, 12, true);
      expect(verdict).toMatchObject({ code: 'first-run', blocks: false, slos: [{ code: 'met' }] });
      expect(verdict.changes.every(({ reason }) => reason?.kind === 'new')).toBe(true);
    });
  });
});
