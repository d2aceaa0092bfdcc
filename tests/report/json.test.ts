import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecord, recordSchema } from '../../src/records/record.ts';
import { renderJson } from '../../src/report/json.ts';
import { cases } from './cases.ts';
import { hostile, hostileReport } from './hostile.ts';

function parse(name: string) {
  return JSON.parse(renderJson(cases[name]!()));
}

test('every situation is valid JSON of the documented shape, with a record that can be read back', () => {
  for (const name of Object.keys(cases)) {
    const json = parse(name);
    expect(Object.keys(json), name).toEqual([
      'schemaVersion',
      'suite',
      'verdict',
      'blocks',
      'headline',
      'baseBranch',
      'reproduce',
      'link',
      'slos',
      'changes',
      'costs',
      'faults',
      'invalid',
      'pair',
      'unmeasured',
      'loosened',
      'suspects',
      'redirects',
      'acceptances',
      'refusals',
      'effort',
      'record',
    ]);
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
  expect(parse('unchanged').slos.at(-1)).toMatchObject({
    metric: 'errors',
    limit: 0.001,
    unit: 'fraction',
    value: 0,
  });
});

test('a change is in percent, with the earlier values', () => {
  const { changes } = parse('regressed');
  const change = changes.find((each: { outcome: string }) => each.outcome === 'regressed');
  expect(change).toMatchObject({
    label: 'checkout',
    metric: 'p99',
    unit: 'ms',
    tolerancePercent: 10,
    reason: null,
  });
  expect(change.changePercent.value).toBeCloseTo((change.head / change.base - 1) * 100, 6);
  expect(change.history).toHaveLength(20);
});

test('a comparison side by side has its block counts, and what each metric could have shown', () => {
  const json = parse('pair regressed');
  expect(json.pair).toMatchObject({
    because: 'merge-parent',
    blocks: 16,
    planned: 16,
    discarded: { base: 0, head: 0 },
  });
  const change = json.changes.find((each: { outcome: string }) => each.outcome === 'regressed');
  expect(change).toMatchObject({
    label: 'checkout',
    metric: 'p99',
    kind: 'paired',
    changePoints: null,
    thresholdMs: null,
  });
  expect(change.changePercent.value).toBeCloseTo((change.head / change.base - 1) * 100, 6);
  expect(change.detectableChange).toBeGreaterThan(change.tolerancePercent);
  expect(change.blockSpread).toBeGreaterThan(0);
});

test('a change of a share is in percentage points, in a field of its own', () => {
  const { changes } = parse('pair with more errors');
  const change = changes.find((each: { metric: string }) => each.metric === 'errors');
  expect(change).toMatchObject({ unit: 'fraction', changePercent: null, tolerancePercent: 0.1 });
  expect(change.changePoints.value).toBeCloseTo(0.64, 2);
  const slow = changes.find((each: { metric: string }) => each.metric === 'slow-share');
  expect(slow).toMatchObject({ unit: 'fraction', changePercent: null, thresholdMs: expect.closeTo(7.9, 0) });
  expect(changes.map((each: { metric: string }) => each.metric)).toContain('tail');
});

test('loosened gates, steps of the base branch and rare stalls have their numbers', () => {
  const { loosened, suspects } = parse('loosened gates');
  expect(loosened).toContainEqual({
    kind: 'slo',
    label: 'checkout',
    metric: 'p99',
    from: '60 ms',
    to: '80 ms',
  });
  expect(suspects).toMatchObject([{ label: 'search', metric: 'p99', changePoints: null }]);
  expect(suspects[0].changePercent).toBeCloseTo(14, 6);
  const stalled = parse('unstable tail').changes.find((each: { reason: unknown }) => each.reason !== null);
  expect(stalled.reason).toEqual({
    kind: 'unsteady',
    evidence: { kind: 'rare', pooled: stalled.pooledChange },
  });
});

test('infinity is a string, since JSON has no number for it', () => {
  const json = parse('crashed');
  const missed = json.slos.find((each: { outcome: string }) => each.outcome === 'missed');
  expect(missed).toMatchObject({ value: 'Infinity', low: 'Infinity', high: 'Infinity' });
  expect(renderJson(cases.crashed!())).not.toMatch(/:\s*(Infinity|NaN)/);
});

test('reasons and faults are there as codes with their evidence', () => {
  expect(parse('k6 out of CPU').invalid[0]).toMatchObject({
    kind: 'generator-starved',
    sent: 9744,
    intended: 12000,
  });
  expect(parse('crashed').faults[0]).toMatchObject({ kind: 'crashed', service: 'app', exit: 'exit code 1' });
  expect(parse('too few records').changes[0]).toMatchObject({
    outcome: 'inconclusive',
    base: null,
    changePercent: null,
    reason: { kind: 'few-records', compatible: 2, needed: 5 },
  });
});

test('foreign text is kept as it is, and the document stays valid', () => {
  for (const text of hostile) {
    const json = JSON.parse(renderJson(hostileReport(text)));
    expect(json.suite).toBe(text);
  }
});

test('every field is described in docs/json.md', () => {
  const text = readFileSync('docs/json.md', 'utf8');
  const json = parse('regressed');
  for (const field of [...Object.keys(json), ...Object.keys(json.slos[0]), ...Object.keys(json.changes[0])]) {
    expect(text, field).toContain(`\`${field}\``);
  }
  for (const make of Object.values(cases)) {
    const { faults, invalid, changes, loosened, pair } = make().verdict;
    const reasons = changes.flatMap((change) => change.reason ?? []);
    for (const reason of [...faults, ...invalid, ...loosened, ...reasons]) {
      for (const word of [reason.kind, ...Object.keys(reason)]) expect(text, word).toContain(`\`${word}\``);
    }
    if (pair) for (const word of [pair.because, ...Object.keys(pair)]) expect(text).toContain(`\`${word}\``);
  }
});

test('an acceptance says who, why and what it covers; a refusal why not', () => {
  const { verdict, acceptances, blocks } = parse('accepted');
  expect({ verdict, blocks }).toEqual({ verdict: 'accepted', blocks: false });
  expect(acceptances).toEqual([
    {
      by: 'octocat',
      at: '2026-04-11T09:45:00Z',
      why: 'needed for the audit log of @rosa, see #12',
      via: 'trailer',
      covers: [{ label: 'checkout', metric: 'p99' }],
    },
  ]);
  expect(parse('refused').refusals[0]).toEqual({
    by: 'mallory',
    via: 'label',
    text: 'tailgate:accept',
    reason: 'no-rights',
  });
});

test('a record keeps what was accepted', () => {
  const { record, verdict } = cases.accepted!();
  const stored = { ...record, accepted: verdict.acceptances };
  expect(readRecord(JSON.stringify(stored))).toEqual(stored);
});
