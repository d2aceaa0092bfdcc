import { describe, expect, it } from 'vitest';
import { pickHistory } from '../../src/baseline/comparison.ts';
import { makeRecord } from './fixture.ts';

const current = makeRecord();
const elsewhere = (parts: Partial<typeof current.environment>) =>
  makeRecord({ environment: { ...current.environment, ...parts } });

describe('the history that a run may be compared with', () => {
  it('has the same machine, k6 major version, load and request', () => {
    const changed = makeRecord({ scenarios: [{ ...current.scenarios[0]!, digest: 'd2' }] });
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
      'CPU model',
      'k6 major version',
      'load or request',
      'number of cores',
      'operating system',
    ]);
  });

  it('ignores scenarios it does not know and goes back 64 runs', () => {
    const other = makeRecord({ scenarios: [{ ...current.scenarios[0]!, label: 'other' }] });
    const many = Array.from({ length: 100 }, () => makeRecord());
    expect(pickHistory([other, ...many], current, 'search')).toMatchObject({ incompatible: { records: 0 } });
    expect(pickHistory(many, current, 'search').runs).toHaveLength(64);
  });
});
