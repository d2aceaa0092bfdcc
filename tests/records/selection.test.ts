import { describe, expect, it } from 'vitest';
import { findStep } from '../../src/records/record.ts';
import { pickHistory, selectBaseline, selectTrend } from '../../src/records/selection.ts';
import { makeRecord } from './fixture.ts';

const current = makeRecord({ commit: 'c'.repeat(40) });
const elsewhere = (parts: Partial<typeof current.environment>) =>
  makeRecord({ environment: { ...current.environment, ...parts } });
const at = (commit: string, parts: Partial<typeof current> = {}) =>
  makeRecord({ commit: commit.repeat(40), ...parts });
const scenario = current.steps[0]!;

const pick = (records: (typeof current)[], run = current) =>
  pickHistory(records, selectTrend(run, records), (one) => findStep(one, 'search')?.instances[0]?.slices);

describe('the history that a run may be compared with', () => {
  it('has the same machine, k6 major version, load and request', () => {
    const changed = makeRecord({ steps: [{ ...scenario, digest: 'd2' }] });
    const others = [{ k6: '2.2.0' }, { cpuModel: 'Other' }, { cores: 64 }, { os: 'Darwin' }].map(elsewhere);
    const { runs, incompatible } = pick([makeRecord(), elsewhere({ k6: '1.3.0' }), ...others, changed]);
    expect([runs.length, incompatible]).toEqual([2, 5]);
  });

  it('has its load from as many pods with the same limits', () => {
    const from = (pods: number, cpu = '1') => ({ generators: { pods, cpu } });
    const records = [from(3), from(2), from(3, '2'), {}].map((parts) => makeRecord(parts));
    const { runs, incompatible } = pick(records, { ...current, ...from(3) });
    expect([runs.length, incompatible]).toEqual([1, 3]);
  });

  it('ignores scenarios it does not know and goes back 20 runs', () => {
    const other = makeRecord({ steps: [{ ...scenario, label: 'other' }] });
    const [slice] = scenario.instances[0]!.slices;
    const of = (count: number) => ({ ...scenario, instances: [{ slices: Array(count).fill(slice) }] });
    const all = Array.from({ length: 100 }, (_, i) => makeRecord({ steps: [of(i < 80 ? 1 : 2)] }));
    const { runs, incompatible } = pick([other, ...all]);
    expect([runs.map((slices) => slices.length), incompatible]).toEqual([Array(20).fill(2), 0]);
  });

  it('is of the revision under test, not of its base', () => {
    const base = { ...scenario, arm: 'base' as const, instances: [] };
    expect(pick([makeRecord({ steps: [base, scenario] })]).runs.map((slices) => slices.length)).toEqual([1]);
  });
});

it('the records of the base branch are its newest attempts, by the time of commits in any time zone', () => {
  const late = at('a', { commitTime: '2026-01-01T00:00:00Z', recordedAt: '2026-09-01T00:00:00Z' });
  const early = at('b', { commitTime: '2026-02-01T00:00:00+02:00', recordedAt: '2026-02-01T00:00:00Z' });
  const between = at('d', { commitTime: '2026-01-31T21:30:00Z', recordedAt: '2026-03-01T00:00:00Z' });
  const again = { ...between, attempt: '1-2', recordedAt: '2026-03-01T00:10:00Z' };
  const others = [at('e', { dirty: true }), at('f', { branch: 'feature' }), at('g', { job: 'node 22' })];
  const all = [again, early, late, between, ...others];
  expect(selectBaseline(all, { branch: 'main' })).toEqual([late, again, early]);
  expect(selectBaseline(all, { branch: 'main', current: 'a'.repeat(40) })).toEqual([again, early]);
  const shards = [1, 2].map((index) => at('a', { shard: { index, total: 2 } }));
  expect(selectBaseline(shards, { branch: 'main' })).toEqual(shards);
  const outside = ['1', '2'].map((attempt) =>
    makeRecord({ commit: null, branch: null, commitTime: null, attempt }),
  );
  expect(selectBaseline([...all, ...outside], { branch: null })).toEqual(outside);
});
