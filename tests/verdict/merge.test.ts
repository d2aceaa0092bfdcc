import { describe, expect, it } from 'vitest';
import { mergeVerdicts } from '../../src/verdict/merge.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';
import { reportOf } from '../report/fixture.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

describe('a merged verdict', () => {
  const unchanged = pairedReportOf({ pair: { error: 0.005 } }).verdict;
  const slower = pairedReportOf({
    pair: { error: 0.005, blocks: 12 },
    scenarios: [{ label: 'search', p50: 2, p99: 8, now: { p99: 1.5 } }],
  }).verdict;

  it('is that of the gravest variant, with all findings', () => {
    const work = [{ kind: 'messages', label: 'search', peer: 'db', base: 1, head: 2 } as const];
    const merged = mergeVerdicts([unchanged, { ...slower, work }], []);
    expect(merged.work).toEqual(work);
    const open: Verdict = { ...unchanged, slos: unchanged.slos.map((slo) => ({ ...slo, code: 'at-limit' })) };
    expect(mergeVerdicts([unchanged, open], [])).toMatchObject({ code: 'at-limit', blocks: false });
    expect(mergeVerdicts([unchanged, open], ['at-limit']).blocks).toBe(true);
    expect(merged).toMatchObject({ code: 'regressed', blocks: true });
    expect(merged.changes).toEqual([...unchanged.changes, ...slower.changes]);
    expect(merged.effort.instances).toBe(unchanged.effort.instances + slower.effort.instances);
    expect(mergeVerdicts([unchanged], [])).toBe(unchanged);
  });

  it('adds up blocks, and errors to that of the run, where shards have merged parts of it before', () => {
    const merged = mergeVerdicts([unchanged, slower], []).pair;
    expect(merged).toMatchObject({ variants: 2, blocks: 28, planned: 32, error: 0.01 });
    const part = pairedReportOf({ pair: { error: 0.01 / 6 } }).verdict;
    const shard = mergeVerdicts([part, part], []);
    expect(mergeVerdicts([shard, shard, shard], []).pair!.error).toBeCloseTo(0.01, 12);
    const alone = reportOf().verdict;
    expect(mergeVerdicts([alone, unchanged], []).pair).toMatchObject({ variants: 1 });
    expect(mergeVerdicts([alone, alone], []).pair).toBeNull();
  });

  it('has the changes of the gate of all shards, those that several tell once', () => {
    const change = (setting: string) => ({ kind: 'setting' as const, setting, from: 'a', to: null });
    const [removed, lower] = [change('scenarios.basket'), change('scenarios.search.load')];
    const alter = (gateChanges: Verdict['gateChanges']): Verdict => ({ ...unchanged, gateChanges });
    const { gateChanges } = mergeVerdicts([alter([removed]), alter([{ ...removed }, lower]), alter([])], []);
    expect(gateChanges).toEqual([removed, lower]);
  });

  it('is none where one variant could not be measured', () => {
    const invalid: Verdict = {
      ...unchanged,
      code: 'invalid',
      invalid: [{ kind: 'harness', message: 'k6 ended', log: '' }],
    };
    expect(mergeVerdicts([slower, invalid], [])).toMatchObject({ code: 'invalid', blocks: true });
  });

  it('tells once why several could not be measured, with one of their logs', () => {
    const failed = (service: string, log: string): Verdict => ({
      ...unchanged,
      code: 'invalid',
      invalid: [{ kind: 'not-ready', service, message: 'it ended with exit code 7', log }],
    });
    const failing = [failed('api', 'port 1'), failed('db', ''), failed('api', 'port 2')];
    const told = [
      { service: 'api', log: 'port 2' },
      { service: 'db', log: '' },
    ];
    expect(mergeVerdicts(failing, []).invalid).toMatchObject(told);
  });
});
