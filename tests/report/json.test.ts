import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordSchema } from '../../src/records/record.ts';
import { renderJson } from '../../src/report/json.ts';
import { cases } from './cases.ts';

function parse(name: string) {
  return JSON.parse(renderJson(cases[name]!()));
}

test('every situation is valid JSON of the documented shape, with a record that can be read back', () => {
  for (const name of Object.keys(cases)) {
    const json = parse(name);
    expect(Object.keys(json).sort().join(' '), name).toBe(
      'acceptances baseBranch blocks changes costs effort faults gateChanges headline invalid link pair record refusals reproduce schemaVersion slos suite unmeasured verdict',
    );
    expect(json.schemaVersion).toBe(1);
    expect(recordSchema.safeParse(json.record).success, name).toBe(true);
  }
});

test('an SLO has its text, its parts and its estimate', () => {
  expect(parse('unchanged').slos[0]).toEqual({
    label: 'search',
    metric: 'p99',
    slo: 'p99 < 30 ms',
    operator: '<',
    limit: 30,
    unit: 'ms',
    value: expect.closeTo(7.45, 2),
    low: expect.closeTo(7.15, 2),
    high: expect.closeTo(7.83, 2),
    confidence: 0.95,
    outcome: 'met',
    growth: null,
    stretches: null,
    relative: null,
  });
  const errors = { metric: 'errors', limit: 0.001, unit: 'fraction', value: 0 };
  expect(parse('unchanged').slos.at(-1)).toMatchObject(errors);
});

test('a comparison side by side has its block counts, and what each metric could have shown', () => {
  const json = parse('pair regressed');
  expect(json.pair).toMatchObject({ because: 'merge-parent', blocks: 16, planned: 16 });
  const change = json.changes.find((each: { outcome: string }) => each.outcome === 'regressed');
  expect(change).toMatchObject({ label: 'checkout', metric: 'p99', kind: 'paired', changePoints: null });
  expect(change.detectableChange).toBeGreaterThan(change.tolerancePercent);
  expect(change.blockSpread).toBeGreaterThan(0);
});

test('a change of a share is in percentage points, in a field of its own', () => {
  const { changes } = parse('pair with more errors');
  const change = changes.find((each: { metric: string }) => each.metric === 'errors');
  expect(change).toMatchObject({ unit: 'fraction', changePercent: null, tolerancePercent: 0.1 });
  expect(change.changePoints.value).toBeCloseTo(0.64, 2);
  expect(changes.map((each: { metric: string }) => each.metric)).toContain('tail');
});

test('a cost is in percent, with null for an end of its interval at which nothing is known', () => {
  const { verdict, ...report } = cases['pair regressed']!();
  const change = { value: 0.5, low: -1, high: 0.75 };
  const cost = { label: 'search', metric: { kind: 'cpu' } as const, base: 2, head: 3 };
  const { costs } = JSON.parse(
    renderJson({ ...report, verdict: { ...verdict, costs: [{ ...cost, change }] } }),
  );
  const changePercent = { value: 50, low: null, high: 75 };
  expect(costs).toEqual([{ ...cost, metric: 'cpu', unit: 'ms', changePercent }]);
});

test('infinity is a string, since JSON has no number for it', () => {
  const json = parse('crashed');
  const missed = json.slos.find((each: { outcome: string }) => each.outcome === 'missed');
  expect(missed).toMatchObject({ value: 'Infinity', low: 'Infinity', high: 'Infinity' });
  expect(renderJson(cases.crashed!())).not.toMatch(/:\s*(Infinity|NaN)/);
});

test('every field is described in docs/reports.md', () => {
  const [, text] = readFileSync('docs/reports.md', 'utf8').split('## Results for programs');
  const found = text!.matchAll(/[`"]([\w-]+)[`"]|(?<=[{,:] ?|or )[\w-]+/g);
  const words = new Set([...found].map(([word, quoted]) => quoted ?? word));
  const json = parse('regressed');
  const fields = [json, json.slos[0], json.changes[0]].flatMap(Object.keys);
  const kinds = Object.values(cases).flatMap((make) => {
    const { faults, invalid, changes, gateChanges, pair } = make().verdict;
    const found = [...faults, ...invalid, ...gateChanges, ...changes.flatMap(({ reason }) => reason ?? [])];
    const own = found.flatMap((one) => [one.kind, ...Object.keys(one)]);
    return pair ? [...own, pair.because, ...Object.keys(pair)] : own;
  });
  expect([...fields, ...kinds].filter((word) => !words.has(word))).toEqual([]);
});

test('an acceptance says who and what it covers; a refusal why not', () => {
  const { verdict, acceptances, blocks } = parse('accepted');
  expect({ verdict, blocks }).toEqual({ verdict: 'accepted', blocks: false });
  expect(acceptances).toEqual([
    { by: 'octocat', at: '2026-04-11T09:45:00Z', covers: [{ label: 'checkout', metric: 'p99' }] },
  ]);
  expect(parse('refused').refusals[0]).toEqual({ by: 'mallory', reason: 'may-not' });
});
