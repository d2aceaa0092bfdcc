import { describe, expect, it } from 'vitest';
import { pickHistory, selectBaseline } from '../../src/records/selection.ts';
import { makeRecord } from './stores/fixture.ts';

const current = makeRecord({ commit: 'c'.repeat(40) });
const elsewhere = (parts: Partial<typeof current.environment>) =>
  makeRecord({ environment: { ...current.environment, ...parts } });
const at = (commit: string, parts: Partial<typeof current> = {}) =>
  makeRecord({ commit: commit.repeat(40), ...parts });
const scenario = current.steps[0]!;

describe('the history that a run may be compared with', () => {
  it('has the same machine, k6 major version, load and request', () => {
    const changed = makeRecord({ steps: [{ ...scenario, digest: 'd2' }] });
    const { runs, incompatible } = pickHistory(
      [
        makeRecord(),
        elsewhere({ k6: '1.3.0' }),
        elsewhere({ k6: '2.2.0' }),
        elsewhere({ cpuModel: 'Other' }),
        elsewhere({ cores: 64 }),
        elsewhere({ os: 'Darwin' }),
        changed,
      ],
      current,
      'search',
    );
    expect(runs).toHaveLength(2);
    expect(incompatible.records).toBe(5);
    expect(incompatible.differs.sort()).toEqual([
      'k6 major version',
      'load or request',
      'operating system',
      'processor',
    ]);
  });

  it('has its load from as many pods with the same limits, on whichever nodes', () => {
    const from = (pods: number, node: string, cpu = '1') => ({ generators: { pods, nodes: [node], cpu } });
    const records = [from(3, 'a'), from(2, 'b'), from(3, 'b', '2'), {}].map((parts) => makeRecord(parts));
    const { runs, incompatible } = pickHistory(records, { ...current, ...from(3, 'b') }, 'search');
    expect(runs).toHaveLength(1);
    expect(incompatible).toEqual({ records: 3, differs: ['source of the load'] });
  });

  it('ignores scenarios it does not know and goes back 20 runs', () => {
    const other = makeRecord({ steps: [{ ...scenario, label: 'other' }] });
    const many = Array.from({ length: 100 }, () => makeRecord());
    expect(pickHistory([other, ...many], current, 'search')).toMatchObject({ incompatible: { records: 0 } });
    expect(pickHistory(many, current, 'search').runs).toHaveLength(20);
  });

  it('is of the revision under test, not of its base', () => {
    const base = { ...scenario, arm: 'base' as const, instances: [] };
    const besideItsBase = makeRecord({ steps: [base, scenario] });
    const { runs } = pickHistory([besideItsBase], current, 'search');
    expect(runs.map((slices) => slices.length)).toEqual([1]);
  });

  it('has no earlier attempt of the same commit, unless the work tree was changed since', () => {
    const earlier = makeRecord({ commit: current.commit, attempt: '1-1' });
    expect(pickHistory([earlier], current, 'search').runs).toHaveLength(0);
    expect(pickHistory([earlier], { ...current, dirty: true }, 'search').runs).toHaveLength(1);
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
  const outside = ['1', '2'].map((attempt) =>
    makeRecord({ commit: null, branch: null, commitTime: null, attempt }),
  );
  expect(selectBaseline([...all, ...outside], { branch: null })).toEqual(outside);
});
