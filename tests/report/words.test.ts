/** The words themselves are pinned once, in two snapshots; here is which of them are chosen, by codes and kinds. */
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { tell } from '../../src/report/document.ts';
import { plain } from '../../src/report/format/phrase.ts';
import { rowsOf, selectForEyes } from '../../src/report/rows/rows.ts';
import { costWords, explainSlowdowns, explainWork } from '../../src/report/words/costs.ts';
import { nextSteps, tellGates } from '../../src/report/words/gate.ts';
import { explainMethod } from '../../src/report/words/method.ts';
import { isMissedAlready } from '../../src/report/words/rows.ts';
import { suiteHeadline } from '../../src/report/words/suite.ts';
import { shortLabel } from '../../src/report/words/terms.ts';
import { tellFault, tellInvalid } from '../../src/report/words/troubles.ts';
import { explainReasons, explainUndecided, growthWords } from '../../src/report/words/undecided.ts';
import { acceptFindings } from '../../src/verdict/acceptance.ts';
import { invalidReasonSchema, type ServiceFault, serviceFaultSchema } from '../../src/verdict/faults.ts';
import type { CostFinding, Growth } from '../../src/verdict/findings.ts';
import { cases } from './cases.ts';
import { bookstore, p, reportOf, type ScenarioSpec } from './fixture.ts';
import { FAULTS, INVALID } from './obstacles.ts';
import { alteredGate, pairCases, pairedChanges } from './pair-cases.ts';

const summaryLine = (report: Report) => suiteHeadline(asSuite(report));

const [search, lookup, checkout] = bookstore as [ScenarioSpec, ScenarioSpec, ScenarioSpec];
const GROWTHS: Growth[] = [
  { where: 'soak', percent: null, from: 80, to: 120 },
  { where: 'soak', percent: 50, from: 12, to: 31 },
  { where: 'stretches', percent: 99, from: 131, to: 260 },
];

const WORK = [
  { kind: 'size', label: 'search', request: 'GET /a', base: 1200, head: 0 },
  { kind: 'status', label: 'search', request: null, status: 302, instead: 200, base: 0, head: 1 },
  { kind: 'messages', label: 'search', peer: 'db', base: 1, head: 11 },
] as const;

const cpuOf = (value: number, spread = 0.02): CostFinding => ({
  label: 'checkout',
  metric: { kind: 'cpu' },
  base: 3.2,
  head: 3.2 * (1 + value),
  change: { value, low: value - spread, high: value + spread },
});

/** A scenario that is slower, with these parts of a verdict. */
const slower = (verdict: Partial<Report['verdict']>): Report => {
  const report = pairCases['pair regressed']!();
  return { ...report, verdict: { ...report.verdict, ...verdict } };
};
const whySlower = (costs: CostFinding[], rest: Partial<Report['verdict']> = {}) =>
  explainSlowdowns(slower({ costs, ...rest })).map(plain);
const rise = { label: 'checkout', kind: 'function', name: 'readRows', share: 0.7, touched: true } as const;

describe('all words', () => {
  test('of headlines, each short enough for a commit status', async () => {
    const lines = Object.entries(cases).map(([name, make]) => `${name}: ${summaryLine(make())}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/headlines.txt');
    for (const line of lines) expect(line.length, line).toBeLessThan(170);
  });

  test('of the catalogue: obstacles, faults, statuses, reasons, method, costs, changes of the gate', async () => {
    const of = (list: readonly { kind: string }[]) => [...new Set(list.map(({ kind }) => kind))].sort();
    const kindsOf = (options: readonly { shape: { kind: { value: string } } }[]) =>
      options.map(({ shape }) => shape.kind.value).sort();
    expect(of(INVALID)).toEqual(kindsOf(invalidReasonSchema.options));
    expect(of(FAULTS)).toEqual(kindsOf(serviceFaultSchema.options));
    const reports = Object.values(cases).map((make) => make());
    const told = reports.flatMap((report) => tell(report).rows);
    const each = (words: (report: Report) => readonly (string | null)[]) =>
      [...new Set(reports.flatMap(words))].filter((text) => text !== null).sort();
    const deployed = structuredClone(pairCases['pair regressed']!());
    Object.assign(deployed.verdict.pair!, { because: 'deployed', baseCommit: null });
    const lines = [
      ...INVALID.map(
        (one) => `${one.kind}: ${plain(tellInvalid(one).title)}. ${plain(tellInvalid(one).text)}`,
      ),
      ...FAULTS.map((one) => `${one.kind}: ${plain(tellFault(one).title)}. ${plain(tellFault(one).text)}`),
      ...GROWTHS.map((one) => `growth: ${growthWords(one)}`),
      ...[...new Set(told.map(({ tone, status }) => `${tone}: ${status}`))].sort(),
      ...each((report) => explainReasons(report).map(plain)),
      ...each((report) => [explainUndecided(report, rowsOf(report))].map((one) => one && plain(one))),
      ...each((report) => explainMethod(report).map(plain)),
      ...explainMethod(deployed).map(plain),
      ...[cpuOf(0.28), cpuOf(0.001)].flatMap((cost) => whySlower([cost])),
      ...[rise, { ...rise, touched: false, file: 'rows.mjs', line: 7 }].flatMap((one) =>
        whySlower([cpuOf(0.28)], { risen: [one] }),
      ),
      ...whySlower([cpuOf(0.28)], { risen: [{ ...rise, kind: 'collection' }] }),
      ...whySlower([cpuOf(0.28)], { risen: [{ ...rise, kind: 'package', name: 'node_modules/qs' }] }),
      plain(costWords(slower({ costs: [cpuOf(0.28)] }))!),
      ...explainWork(reportOf({ verdict: { work: [...WORK] } })).map(plain),
      ...tellGates(alteredGate).map(({ title, text }) => `${plain(title)}. ${plain(text)}`),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/catalogue.txt');
    for (const { status } of told)
      for (const part of status.split(', '))
        expect(
          part
            .split(':')[0]!
            .replace(/ already| on base/g, '')
            .split(' ').length,
          part,
        ).toBeLessThan(4);
  });
});

describe('headlines', () => {
  test('say what got better, however undecided a tail is', () => {
    const report = structuredClone(pairCases['pair inconclusive']!());
    const p50 = pairedChanges(report).find(({ label }) => label === 'search')!;
    const change = { value: -0.884, low: -0.89, high: -0.87 };
    Object.assign(p50, { code: 'improved', base: 19, head: 2.2, change });
    expect(summaryLine(report)).toMatch(
      /^✅ search p50 is 8\.6 times faster: 19 ms → 2\.2 ms; undecided: search p99/,
    );
    report.verdict.blocks = true;
    expect(tell(report).tone).toBe('bad');
  });

  test('have nothing that nobody gates', () => {
    const report = pairCases['pair unchanged']!();
    const told = { ...report, verdict: { ...report.verdict, costs: [cpuOf(8)] } };
    expect(summaryLine(told)).toBe(summaryLine(report));
    expect(JSON.stringify(tell(told).blocks)).toContain('Costs (not gated)');
  });

  const failing = (label: string, failed = 48): ServiceFault => ({
    ...{ kind: 'failing', label, failed, requests: 12_000, examples: [] },
  });
  const missed = (now: Partial<ScenarioSpec>, ...faults: ServiceFault[]) =>
    reportOf({ earlier: 0, scenarios: [search, lookup, { ...checkout, ...now }], verdict: { faults } });

  test('name the fault that made it: a crash, or failures there, and not a few beside a slow percentile', () => {
    expect(summaryLine(missed({ now: { p99: 1.6 } }, failing('checkout')))).toMatch(
      /^❌ SLO missed: checkout/,
    );
    expect(summaryLine(missed({ failed: 0.004 }, failing('checkout')))).toMatch(
      /^❌ 0.4 % of requests fail in/,
    );
    const crash: ServiceFault = { ...FAULTS[0]!, label: 'lookup' };
    const report = reportOf({ verdict: { code: 'missed', faults: [failing('search'), crash] } });
    expect(summaryLine(report)).toMatch(/^❌ app crashed during lookup/);
    const failed = cases['missed by failures']!();
    const claims = [{ by: 'rosa', at: '2026-04-11T09:45:00Z', standing: 'valid' as const }];
    const verdict = acceptFindings(failed.verdict, claims, []);
    expect(summaryLine({ ...failed, verdict })).toMatch(/^☑️ 2 % of requests fail in .*; accepted by @rosa$/);
  });

  test('count obstacles, and have what the change does to its gate, with a warning for each', () => {
    const report = structuredClone(cases['invalid: harness']!());
    report.verdict.invalid = Array.from({ length: 3 }, () => report.verdict.invalid[0]!);
    expect(summaryLine(report)).toMatch(/, and 2 more$/);
    const levels = tell(pairCases['altered gate']!()).alerts.map(({ level }) => level);
    expect(levels).toEqual(['error', ...alteredGate.map(() => 'warning')]);
    const added = structuredClone(cases.unchanged!());
    added.verdict.gateChanges = [{ kind: 'added', name: 'tailgate.yml' }];
    expect(summaryLine(added)).toMatch(/; new gate$/);
  });
});

describe('rows', () => {
  test('show none of the figures of a scenario that was not measured well', () => {
    const report = structuredClone(cases.regressed!());
    report.verdict.code = 'invalid';
    report.verdict.invalid = [
      { kind: 'disturbed', label: 'checkout', discarded: 6, rounds: 8, why: 'other processes took 1 core' },
    ];
    expect(new Set(rowsOf(report).map((row) => row.label))).toEqual(new Set(['search', 'lookup']));
  });

  test('have the soak beside an SLO that was judged on it, and say of too few requests so', () => {
    const report = structuredClone(cases['at its limit']!());
    const finding = report.verdict.slos.find(({ code }) => code === 'at-limit')!;
    finding.stretches = { value: 7.1, low: 6.9, high: 7.3 };
    expect(summaryLine(report)).toContain(' in the soak, limit < 7.4 ms');
    finding.estimate = { value: 0.76, low: 0.5, high: Number.POSITIVE_INFINITY };
    expect(summaryLine(report)).toMatch(/^⚠️ Too few requests: search p99 500 µs … ∞/);
    expect(plain(nextSteps(report, undefined)!)).toMatch(
      /^Too few requests: use a larger budget or load, or/,
    );
  });

  test('of a tail are news where no percentile says so: no echo of one that somebody has accepted', () => {
    expect(tell(pairCases['pair regressed']!()).news.map(({ status }) => status)).toEqual([
      'slower, SLO met',
    ]);
    const report = pairCases['pair regressed']!();
    const changes = pairedChanges(report).filter(({ code }) => code === 'regressed');
    const [p99, tail] = ['percentile', 'tail'].map((kind) =>
      changes.find(({ metric }) => metric.kind === kind),
    );
    const kinds = () => selectForEyes(rowsOf(report), report).map(({ metric }) => metric.kind);
    Object.assign(report.verdict, { slos: [], changes: [{ ...tail!, metric: { kind: 'memory' } }, tail] });
    expect(kinds().sort()).toEqual(['memory', 'tail']);
    report.verdict.changes = [p99!, tail!];
    expect(kinds()).toEqual(['percentile']);
    const covers = [{ label: 'checkout', metric: p(99) }];
    report.verdict.acceptances = [{ by: 'rosa', at: '2026-04-11T09:45:00Z', covers }];
    expect(kinds()).toEqual(['tail', 'percentile']);
  });

  test('that the base missed as well do not block, say so, and come after what this change made slower', () => {
    const report = pairCases['missed on main already']!();
    expect(rowsOf(report).filter(isMissedAlready)).toHaveLength(1);
    const regressed = pairedChanges(pairCases['pair regressed']!()).find(({ code }) => code === 'regressed')!;
    report.verdict.changes = [
      ...report.verdict.changes.filter(({ label }) => label !== 'checkout'),
      regressed,
    ];
    Object.assign(report.verdict, { code: 'regressed', blocks: true });
    expect(summaryLine(report)).toMatch(/^❌ checkout p99 is 18 % slower: .*, and 1 more/);
  });

  test('a label that is too long keeps its end, where the load stands', () => {
    const labels = [50, 500].map((rate) =>
      shortLabel(`${'checkout-of-many-books-'.repeat(6)} at ${rate} req/s`),
    );
    expect(labels.map((label) => [label.length, label.split(' at ')[1]])).toEqual([
      [120, '50 req/s'],
      [120, '500 req/s'],
    ]);
  });
});

describe('undecided', () => {
  test('is not told beside something graver, and names what was not compared where it is not all', () => {
    const graver = { spread: 0.2, earlier: 6, verdict: { code: 'missed' } } as const;
    const report = reportOf(graver);
    expect([explainUndecided(report, rowsOf(report)), explainReasons(report)]).toEqual([null, []]);
    const partly = reportOf({ earlier: 6 });
    partly.verdict.changes[0]!.reason = { kind: 'few-records', compatible: 0, needed: 5 };
    expect(explainReasons(partly).map(plain)[0]).toMatch(
      /^search p50: a comparison needs 5 runs on main, but there are 0/,
    );
  });
});

test('the method has the whole load', () => {
  const method = (report: Report) => explainMethod(report).map(plain).join(' ');
  const report = structuredClone(pairCases['pair regressed']!());
  for (const { slices } of report.record.steps.flatMap(({ instances }) => instances))
    slices.push({ ...slices[0]!, alternating: undefined });
  expect(method(report)).toContain('the full load alone, which SLOs');
  expect(method(cases['first run']!())).toBe('');
});

describe('costs and work', () => {
  test('costs of an instance are told once, and without a range that is none', () => {
    const memory = { ...cpuOf(0.3), metric: { kind: 'memory' } as const };
    const even = { ...memory, change: { value: 0.3, low: 0.3, high: 0.3 } };
    const text = plain(costWords(slower({ costs: [cpuOf(0.28), { ...even, label: 'search' }, memory] }))!);
    expect(text).toMatch(/: peak memory [^,]*\(\+30 %\), checkout cpu [^,]*\(\+28 %, /);
    expect(text.match(/memory/g)).toHaveLength(1);
  });

  test('say why a scenario is slower: more work, more waiting, or nothing where it is not sure', () => {
    expect(whySlower([cpuOf(0.28)])[0]).toMatch(/more CPU time .*, so the code does more work/);
    expect(whySlower([cpuOf(0.001)])[0]).toMatch(/no more CPU time .*, so it waits/);
    const unsure = [[cpuOf(0.06, 0.3)], [], [cpuOf(0.04, 0.055)]];
    expect(unsure.map((costs) => whySlower(costs))).toEqual([[], [], []]);
    const failing = { ...FAULTS[2]!, label: 'checkout' };
    expect(whySlower([cpuOf(0.28)], { faults: [failing] })).toHaveLength(1);
    expect(whySlower([cpuOf(0.001)], { faults: [failing] })).toEqual([]);
    expect(whySlower([cpuOf(0.001)], { faults: [Object.assign(failing, { failed: 12 })] })).toHaveLength(1);
  });

  test('calls explain a slowdown there, and nowhere else', () => {
    const report = slower({ costs: [cpuOf(0.001)], work: [{ ...WORK[2], label: 'checkout' }] });
    expect(explainSlowdowns(report).map(plain)[0]).toContain(
      'so it waits longer: db receives 11 messages per',
    );
    expect(explainWork(report)).toEqual([]);
  });
});
