/** Which words are chosen, by codes and kinds; the words themselves are pinned once, in two snapshots. */
import { describe, expect, test } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { tell } from '../../src/report/document.ts';
import { plain } from '../../src/report/format/phrase.ts';
import { rowsOf, selectForEyes } from '../../src/report/rows/rows.ts';
import { tellFault, tellInvalid } from '../../src/report/words/causes.ts';
import { costWords, explainSlowdowns, explainWork } from '../../src/report/words/costs.ts';
import { gateBlocks } from '../../src/report/words/gates.ts';
import { effortWords, explainMethod, explainUnchanged } from '../../src/report/words/method.ts';
import { isMissedAlready, limitOf, quietWords, tellRow } from '../../src/report/words/rows.ts';
import { suiteHeadline } from '../../src/report/words/suite.ts';
import { shortLabel, worseNoun, worseWord } from '../../src/report/words/terms.ts';
import {
  adviseBudget,
  explainReasons,
  explainUndecided,
  tellEvidence,
} from '../../src/report/words/undecided.ts';
import { acceptFindings } from '../../src/verdict/acceptance.ts';
import {
  type InvalidReason,
  invalidReasonSchema,
  type ServiceFault,
  serviceFaultSchema,
} from '../../src/verdict/faults.ts';
import type { ChangeFinding, CostFinding, SloFinding, Unsteadiness } from '../../src/verdict/findings.ts';
import { measureNothing } from '../../src/verdict/skip.ts';
import { cases } from './cases.ts';
import { bookstore, commitOf, cpu, p, reportOf, type ScenarioSpec, slo } from './fixture.ts';
import { alteredGate, pairCases, pairedChanges } from './pair-cases.ts';
import { pairedReportOf } from './pair-fixture.ts';

const summaryLine = (report: Report) => suiteHeadline(asSuite(report));

const [search, lookup, checkout] = bookstore as [ScenarioSpec, ScenarioSpec, ScenarioSpec];
const log = 'Error: x';
const rates = { sent: 9_744, intended: 12_000, seconds: 12 };

const INVALID: InvalidReason[] = [
  { kind: 'starved', label: 'search', ...rates, lagMs: 43, cpu: cpu({ generator: 0.98 }) },
  { kind: 'starved', label: 'search', ...rates, lagMs: null, cpu: cpu(), pod: 'pod-3' },
  { kind: 'disturbed', label: 'search', discarded: 6, rounds: 8, cpu: cpu({ others: 0.84, steal: null }) },
  { kind: 'not-ready', service: 'app', message: 'GET / did not answer within 60 s.', log },
  { kind: 'not-ready', service: 'app', message: 'GET / did not answer within 60 s.', log, onlyHead: true },
  {
    kind: 'build-failed',
    service: 'app',
    message: '`build` ended with exit code 1: npm ci',
    log,
    both: true,
  },
  {
    kind: 'base-failed',
    fault: 'crashed',
    commit: commitOf('main'),
    service: 'app',
    message: 'exit code 1',
    log,
  },
  {
    ...{ kind: 'base-failed', fault: 'crashed', commit: commitOf('main'), service: 'app' },
    ...{ message: 'exit code 1', log, both: true },
  },
  { kind: 'script-failed', label: 'browse', message: 'k6 ended with exit code 107.', log },
  { kind: 'harness', message: 'k6 was killed by SIGKILL.', log: '' },
  { kind: 'none-begun', label: 'browse', seconds: 1.675 },
  { kind: 'cost-unknown', label: 'browse', metric: 'cpu' },
  { kind: 'generator-limit', label: 'quote', rate: 1800 },
  { kind: 'generator-limit', label: 'quote', rate: 0 },
  { kind: 'search-too-short', label: 'quote', trials: 3 },
  { kind: 'limit-unknown', label: 'api', metric: 'p95', other: 'sparql', because: 'failed' },
  {
    kind: 'metric-unknown',
    label: 'api',
    metric: 'waits.p95',
    is: null,
    seen: [{ name: 'wait', type: 'time' }],
  },
  { kind: 'metric-unknown', label: 'api', metric: 'waits.p95', is: 'gauge', seen: [] },
];

const FAULTS: ServiceFault[] = [
  { kind: 'crashed', service: 'app', label: 'checkout', exit: 'exit code 1', log },
  {
    kind: 'cannot-keep-up',
    label: 'search',
    ...rates,
    cpu: cpu({ generator: 1.5, generatorLimit: 2, service: 3.26 }),
  },
  {
    kind: 'failing',
    label: 'search',
    failed: 240,
    requests: 12_000,
    examples: ['status 500 (231 times)', 'reset'],
  },
  { kind: 'failing', label: 'search', failed: 240, requests: 12_000, examples: [], soak: true },
];

const EVIDENCE: Unsteadiness[] = [
  { kind: 'ageing', of: 'memory', percent: null, from: 80, to: 120 },
  { kind: 'ageing', of: 'latency', percent: 50, from: 12, to: 31 },
  { kind: 'growing', percent: 99, first: 131, second: 260 },
];

describe('all words', () => {
  test('of headlines, each short enough for a commit status', async () => {
    const lines = Object.entries(cases).map(([name, make]) => `${name}: ${summaryLine(make())}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/headlines.txt');
    for (const line of lines) expect(line.length, line).toBeLessThan(170);
  });

  test('of the catalogue: obstacles, faults, doubts, statuses, reasons', async () => {
    const of = (list: readonly { kind: string }[]) => [...new Set(list.map(({ kind }) => kind))].sort();
    const kindsOf = (options: readonly { shape: { kind: { value: string } } }[]) =>
      options.map(({ shape }) => shape.kind.value).sort();
    expect(of(INVALID)).toEqual(kindsOf(invalidReasonSchema.options));
    expect(of(FAULTS)).toEqual(kindsOf(serviceFaultSchema.options));
    const told = Object.values(cases).map((make) => tell(make()));
    const statuses = told.flatMap(({ rows }) => rows.map(({ tone, status }) => `${tone}: ${status}`));
    const reasons = Object.values(cases).flatMap((make) => explainReasons(make()).map(plain));
    const lines = [
      ...INVALID.map(
        (one) => `${one.kind}: ${plain(tellInvalid(one).title)}. ${plain(tellInvalid(one).text)}`,
      ),
      ...FAULTS.map(
        (one) => `${one.kind}: ${plain(tellFault(one, true).title)}. ${plain(tellFault(one).text)}`,
      ),
      ...EVIDENCE.map((one) => {
        const { status, figures, advice } = tellEvidence(one);
        return `${one.kind}: ${status} (${figures}). ${plain(advice)}`;
      }),
      ...[...new Set(statuses)].sort(),
      ...[...new Set(reasons)].sort(),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/catalogue.txt');
  });

  test('a status has three words at most for the change, and three for the SLO', () => {
    const told = Object.values(cases).flatMap((make) => tell(make()).rows);
    for (const { status } of told)
      for (const part of status.split(', '))
        expect(part.split(':')[0]!.replace(' on base already', '').split(' ').length, part).toBeLessThan(4);
  });
});

describe('headlines', () => {
  test('count several obstacles', () => {
    const [reason] = cases.harness!().verdict.invalid;
    const verdict = { code: 'invalid', invalid: [reason!, reason!, reason!], slos: [], changes: [] } as const;
    expect(
      summaryLine(
        reportOf({ verdict: { ...verdict, slos: [], changes: [], invalid: [...verdict.invalid] } }),
      ),
    ).toMatch(/, and 2 more$/);
  });

  test('say what got better, however undecided a tail is', () => {
    const report = structuredClone(pairCases['pair inconclusive']!());
    const p50 = pairedChanges(report).find(
      ({ label, metric }) => label === 'search' && metric.kind === 'percentile',
    )!;
    Object.assign(p50, {
      code: 'improved',
      base: 19,
      head: 2.2,
      change: { value: -0.884, low: -0.89, high: -0.87 },
    });
    expect(summaryLine(report)).toMatch(
      /^✅ search p50 is 8\.6 times faster: 19 ms → 2\.2 ms; undecided: search p99/,
    );
    expect(tell(report).tone).toBe('good');
    report.verdict.blocks = true;
    expect(tell(report).tone).toBe('bad');
  });

  test('are in the metric of an SLO that is missed, though another one is slower by more', () => {
    const scenarios = [{ ...search, slos: [slo(p(99), '<', 7.5)], now: { p50: 1.5, p99: 1.08 } }];
    const line = summaryLine(pairedReportOf({ scenarios }));
    expect(line).toMatch(/^❌ SLO missed: search p99 [\d.]+ ms → [\d.]+ ms, limit < 7.5 ms, and 1 more/);
  });

  test('have nothing that nobody gates', () => {
    const report = pairCases['pair unchanged']!();
    const grown = { base: 1, head: 9, change: { value: 8, low: 7, high: 9 } };
    const costs: CostFinding[] = [{ label: 'search', metric: { kind: 'memory' }, ...grown }];
    const told = { ...report, verdict: { ...report.verdict, costs } };
    expect(summaryLine(told)).toBe(summaryLine(report));
    expect(JSON.stringify(tell(told).blocks)).toContain('Costs, not gated');
  });

  test('fall from infinity where a metric had no value before', () => {
    const report = structuredClone(pairCases['pair improved']!());
    const change = pairedChanges(report).find(({ code }) => code === 'improved')!;
    const never = { base: Number.POSITIVE_INFINITY, head: 43, change: { value: -1, low: -1, high: -1 } };
    report.verdict.changes = [{ ...change, label: 'checkout', metric: p(99), ...never }];
    expect(summaryLine(report)).toMatch(/^✅ checkout p99 fell: ∞ → 43 ms/);
  });

  const failing = (label: string, failed = 48): ServiceFault => ({
    ...{ kind: 'failing', label, failed, requests: 12_000, examples: [] },
  });
  const missed = (now: Partial<ScenarioSpec>, ...faults: ServiceFault[]) =>
    reportOf({ earlier: 0, scenarios: [search, lookup, { ...checkout, ...now }], verdict: { faults } });

  test('name a few failed requests where they made it, and not beside a slow percentile', () => {
    expect(summaryLine(missed({ now: { p99: 1.6 } }, failing('checkout')))).toMatch(
      /^❌ SLO missed: checkout p99/,
    );
    expect(summaryLine(missed({ failed: 0.004 }, failing('checkout')))).toMatch(
      /^❌ 0.4 % of requests fail in checkout/,
    );
  });

  test('name the fault that is a miss, and not failures in another scenario', () => {
    const crash: ServiceFault = { ...FAULTS[0]!, label: 'lookup' };
    const report = reportOf({ verdict: { code: 'missed', faults: [failing('search'), crash] } });
    expect(summaryLine(report)).toMatch(/^❌ app crashed during lookup/);
  });

  test('name the fault that made what was accepted', () => {
    const report = cases['missed by failures']!();
    const claims = [{ by: 'rosa', at: '2026-04-11T09:45:00Z', standing: 'valid' as const }];
    const verdict = acceptFindings(report.verdict, claims, []);
    expect(summaryLine({ ...report, verdict })).toMatch(
      /^☑️ 2 % of requests fail in search: .*; accepted by @rosa$/,
    );
  });
});

describe('obstacles', () => {
  test('say that nothing is said of the change, unless it may be the cause', () => {
    const silent = INVALID.filter(
      (one) => !plain(tellInvalid(one).text).includes('says nothing about your change'),
    );
    expect([...new Set(silent.map(({ kind }) => kind))].sort()).toEqual([
      'build-failed',
      'not-ready',
      'script-failed',
    ]);
  });

  test('of a closed model have no intended rate', () => {
    const closed = { ...FAULTS[1]!, sent: 9_000, intended: 9_000 } as ServiceFault;
    expect(plain(tellFault(closed).text)).toContain('it took 750 req/s,');
  });

  test('read the messages of services and k6 as sentences', () => {
    const message = (text: string) =>
      plain(tellInvalid({ kind: 'script-failed', label: 'browse', message: text, log: '' }).text);
    expect(message('it sent no request')).toBe('It sent no request.');
    expect(message('k6 ended.')).toBe('k6 ended.');
  });

  test('show none of the figures of a scenario that was not measured well', () => {
    const report = structuredClone(cases.regressed!());
    report.verdict.code = 'invalid';
    report.verdict.invalid = [{ kind: 'disturbed', label: 'checkout', discarded: 6, rounds: 8, cpu: cpu() }];
    expect(new Set(rowsOf(report).map((row) => row.label))).toEqual(new Set(['search', 'lookup']));
  });
});

describe('rows', () => {
  const find = (report: Report, is: (row: ReturnType<typeof rowsOf>[number]) => boolean) =>
    tellRow(rowsOf(report).find(is)!, 'base');

  test('have the soak, the whole load or all requests beside an SLO that was judged on them', () => {
    const told = [
      'missed over all requests',
      'missed with the whole load alone',
      'at its limit over all requests',
    ].map((name) => plain(find(pairCases[name]!(), ({ slo }) => slo !== null && slo.code !== 'met').title));
    expect(told.map((text) => / (over all requests|under the whole load)/.exec(text)?.[1])).toEqual([
      'over all requests',
      'under the whole load',
      'over all requests',
    ]);
    const report = structuredClone(cases['at its limit']!());
    const finding = report.verdict.slos.find(({ code }) => code === 'at-limit')!;
    finding.stretches = { value: 7.1, low: 6.9, high: 7.3 };
    expect(plain(find(report, ({ slo }) => slo?.code === 'at-limit').title)).toContain(
      ' in the soak, limit < 7.4 ms',
    );
  });

  test('say of too few requests so, and not that it is tight', () => {
    const report = reportOf({
      scenarios: [{ label: 'search', p50: 0.4, p99: 0.76, slos: [slo(p(99), '<', 30)] }],
      earlier: 0,
    });
    const estimate = { value: 0.76, low: 0.5, high: Number.POSITIVE_INFINITY };
    Object.assign(report.verdict.slos[0]!, { code: 'at-limit', estimate });
    report.verdict.code = 'at-limit';
    expect(summaryLine(report)).toBe('⚠️ Too few requests: search p99 500 µs … ∞, limit < 30 ms');
    expect(JSON.stringify(tell(report).blocks[0])).toContain('sends more requests');
  });

  test('of the tail are news only where the percentiles say nothing', () => {
    const statuses = (name: string) => tell(pairCases[name]!()).news.map(({ status }) => status);
    expect(statuses('pair regressed')).toEqual(['slower, SLO met']);
    const report = pairCases['pair regressed']!();
    report.verdict.changes = report.verdict.changes.filter(({ metric }) => metric.kind === 'tail');
    expect(summaryLine(report)).toMatch(/^❌ checkout tail \(p90 to p99\) is 13 % slower/);
  });

  test('of a tail are no echo of more memory, nor of a p99 that somebody has accepted', () => {
    const report = pairCases['pair regressed']!();
    const slower = pairedChanges(report).filter(({ code }) => code === 'regressed');
    const [p99, tail] = ['percentile', 'tail'].map((kind) =>
      slower.find(({ metric }) => metric.kind === kind),
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

  test('stand in the order p50, percentiles, tail, errors', () => {
    const rows = rowsOf(pairCases['pair regressed']!()).filter(({ label }) => label === 'checkout');
    const order = [p(50), p(99), { kind: 'tail' }, { kind: 'errors' }];
    expect(rows.map(({ metric }) => metric)).toMatchObject(order);
  });

  test('that the base missed as well do not block, and say so', () => {
    const report = pairCases['missed on main already']!();
    expect(rowsOf(report).filter(isMissedAlready)).toHaveLength(1);
    expect(summaryLine(report)).toMatch(/^⚠️ SLO missed on base already: /);
    // Something else that this change made slower goes first.
    const slower = pairCases['pair regressed']!().verdict.changes.find(({ code }) => code === 'regressed')!;
    report.verdict.changes = [...report.verdict.changes.filter(({ label }) => label !== 'checkout'), slower];
    Object.assign(report.verdict, { code: 'regressed', blocks: true });
    expect(summaryLine(report)).toMatch(/^❌ checkout p99 is 18 % slower: .*, and 1 more/);
  });

  test('end their sparkline with this run', () => {
    const row = rowsOf(pairCases['pair regressed']!()).find(
      ({ label, metric }) => label === 'checkout' && metric.kind === 'tail',
    )!;
    expect(row.earlier).toHaveLength(20);
    expect(row.current / row.head).toBeCloseTo(1, 1);
  });

  test('are counted by what became of them', () => {
    const row = rowsOf(cases['at its limit']!()).find(({ slo }) => slo?.code === 'at-limit')!;
    expect(quietWords([{ ...row, change: null }, row])).toBe('1 metric at the limit, 1 unchanged');
  });

  test('with a limit of another scenario have what it came to, and the distance', () => {
    const finding = (text: string, own: number, other: number): SloFinding => {
      const { slo: parsed } = parseSlo(text);
      const limit =
        parsed.limit.kind === 'relative' ? parsed.limit.factor * other + parsed.limit.offsetMs : Number.NaN;
      const around = (value: number) => ({ value, low: value - 0.05 * own, high: value + 0.05 * own });
      const relative = { label: 'sparql', estimate: around(other), limit, difference: around(own - limit) };
      return { label: 'api', slo: parsed, estimate: around(own), confidence: 0.95, code: 'met', relative };
    };
    expect(limitOf(finding('p95 < sparql.p95 + 150ms', 192, 31))).toBe(
      '< sparql p95 + 150 ms = 181 ms (+1.4 … +20.6 ms from it)',
    );
    expect(limitOf(finding('errors <= sparql.errors', 0.01, 0.02))).toBe(
      '≤ sparql errors = 2 % (−1.05 … −0.95 % from it)',
    );
  });

  test('a label that is too long keeps its end, where the load stands', () => {
    const labels = [50, 500].map((rate) =>
      shortLabel(`${'checkout-of-many-books-'.repeat(3)} at ${rate} req/s`),
    );
    expect(labels.map((label) => [label.length, label.split(' at ')[1]])).toEqual([
      [48, '50 req/s'],
      [48, '500 req/s'],
    ]);
  });

  test('have words for worse that fit the metric', () => {
    const orders = {
      kind: 'custom',
      name: 'orders',
      statistic: 'rate',
      percent: null,
      unit: '/s',
      better: 'higher',
    } as const;
    const metrics = [p(99), { kind: 'memory' }, orders] as const;
    expect(metrics.map(worseWord)).toEqual(['slower', 'higher', 'lower']);
    expect([...metrics.map((metric) => worseNoun([metric])), worseNoun(metrics)]).toEqual([
      'slowdown',
      'rise',
      'fall',
      'change',
    ]);
  });
});

describe('undecided', () => {
  const why = (report: Report) => plain(explainUndecided(report, rowsOf(report))!);

  test('says what was seen, or that it is not known, or that a large change may be chance', () => {
    const report = pairCases['pair inconclusive']!();
    expect(why(report)).toMatch(
      /^This run could see a slowdown of 25 % in search p99; seeing 20 % takes about budget: 2m/,
    );
    for (const change of pairedChanges(report)) change.detectable = 1.2;
    expect(why(report)).toMatch(/^This run could see a slowdown of 120 % in search p99; a larger budget/);
    for (const change of pairedChanges(report))
      Object.assign(change, { change: { value: 4.94, low: -0.1, high: 7 } });
    expect(why(report)).toMatch(/^search p99 looks 494 % slower, and identical code may look so by chance/);
    for (const change of pairedChanges(report)) change.detectable = null;
    expect(why(report)).toMatch(/^A slowdown of search p99 by more than 10 % is neither shown nor ruled out/);
  });

  test('asks of fixed work for more requests, as a budget would change nothing', () => {
    const report = pairCases['pair inconclusive']!();
    for (const step of report.record.steps) step.load = { kind: 'fixed-work', requests: 1000, users: 2 };
    expect(why(report)).toContain('a longer load (more requests)');
  });

  test.each(EVIDENCE.map((one) => [one.kind, one] as const))('shows the figures of %s', (_, evidence) => {
    const report = structuredClone(pairCases['pair inconclusive']!());
    pairedChanges(report).find(
      ({ metric }) => metric.kind === 'percentile' && metric.percent === 99,
    )!.reason = {
      kind: 'unsteady',
      evidence,
    };
    const { status, figures } = tellEvidence(evidence);
    expect(summaryLine(report)).toContain(`Cannot tell for search p99: ${status} (${figures})`);
    expect(why(report)).toContain(figures);
  });

  test('is not told beside something graver', () => {
    const report = reportOf({
      spread: 0.2,
      earlier: 6,
      reason: { kind: 'noisy' },
      verdict: { code: 'missed' },
    });
    expect(explainUndecided(report, rowsOf(report))).toBeNull();
    expect(explainReasons(report)).toEqual([]);
  });

  test('names the metrics that were not compared where it is not all of them', () => {
    const report = reportOf({ earlier: 6 });
    report.verdict.changes[0]!.reason = { kind: 'few-records', compatible: 0, needed: 5 };
    expect(explainReasons(report).map(plain)[0]).toMatch(/^search p50: A comparison takes 5 runs of main/);
  });

  test('of a run without a relevant change has what it looked for, and many patterns have an end', () => {
    const skip = (...patterns: string[]) =>
      reportOf({
        scenarios: [],
        verdict: measureNothing({ kind: 'irrelevant', baseCommit: commitOf('main'), patterns }),
      });
    expect(explainReasons(skip()).map(plain)[0]).toMatch(/^The files are those of the base [0-9a-f]{7}, so /);
    const many = explainReasons(skip('a'.repeat(5000), ...Array.from({ length: 30 }, (_, i) => `f${i}`))).map(
      plain,
    );
    expect(many[0]).toContain(', f0, f1 and 28 more.');
    expect(many[0]!.length).toBeLessThan(300);
    expect(effortWords(skip())).toBe('nothing measured');
  });
});

test('the budget that is advised grows with the square of what is seen beyond the tolerance', () => {
  const advise = (detectable: number | null, tolerance: number, blocks = 16) => {
    const { verdict, record } = pairCases['pair unchanged']!();
    const change = verdict.changes.find((one) => one.kind === 'paired' && one.metric.kind === 'percentile');
    const finding = { ...(change as Extract<ChangeFinding, { kind: 'paired' }>), detectable, tolerance };
    return adviseBudget(finding, { ...verdict.pair!, blocks, planned: 16 }, record);
  };
  // ln(1.20 / 1.05) / ln(1.10 / 1.05) = 2.87; its square is 8.2, of a minute.
  expect([advise(0.2, 0.05), advise(0.14, 0.05), advise(0.6, 0.05)]).toEqual([600, 180, null]);
  expect([advise(null, 0.05), advise(0.1, 0.05)]).toEqual([null, null]);
});

describe('the method', () => {
  const method = (report: Report) => explainMethod(report, rowsOf(report)).map(plain).join(' ');

  test('has the base and its origin, the starts, turns, what was discarded, and what could be seen', () => {
    const text = method(pairCases['pair regressed, discards']!());
    expect(text).toContain(
      '(where this left main) in 16 of 24 starts of each. Both got the same traffic in turns.',
    );
    expect(text).toContain('Discarded as disturbed: 2 rounds of base, 1 of head.');
    expect(method(pairCases['pair with more errors']!())).toMatch(
      /smallest slowdown that .* catches: \d+ to \d+ %/,
    );
    const report = structuredClone(pairCases['pair regressed']!());
    for (const { slices } of report.record.steps.flatMap(({ instances }) => instances))
      slices.push({ ...slices[0]!, alternating: undefined });
    expect(method(report)).toContain('in turns, and the whole load alone, on which SLOs are judged.');
    for (const { slices } of report.record.steps.flatMap(({ instances }) => instances))
      for (const slice of slices) delete slice.alternating;
    report.verdict.pair!.because = 'deployed';
    expect(method(report)).toContain('16 rounds of each. Both got the same traffic one after the other.');
    expect(effortWords(report)).toBe('16 rounds of base and head');
  });

  test('has what a percentile lacks, and where what it could see is not known', () => {
    const report = structuredClone(pairCases['pair unchanged']!());
    report.verdict.pair!.unread = [{ label: 'search', metric: p(99.9), requests: 20_000, needed: 50_000 }];
    pairedChanges(report)[0]!.detectable = null;
    expect(method(report)).toContain(
      'search p99.9 (20,000 of 50,000 requests of each revision); a larger budget',
    );
    expect(plain(explainUnchanged(report, rowsOf(report))!)).toMatch(
      /noticed a slowdown of [^.]*, where that is known\.$/,
    );
  });

  test('of records has what holds without an assumption, and there is none where nothing was compared', () => {
    expect(method(reportOf({ earlier: 5 }))).toMatch(
      /^Compared with 5 runs of main\..* at most 17 % per metric\.$/,
    );
    expect(method(cases['first run']!())).toBe('');
  });

  test('has closed models, and scripts that never came to their end', () => {
    expect(method(cases['closed models']!())).toContain('Closed model in search and lookup:');
    const report = reportOf({ verdict: { unfinished: [{ label: 'search', seconds: 3 }] } });
    expect(method(report)).toContain('search: no iteration ended within the 3 s of a stretch');
  });
});

describe('costs and work', () => {
  const cpuOf = (value: number, spread = 0.02): CostFinding => ({
    label: 'checkout',
    metric: { kind: 'cpu' },
    base: 3.2,
    head: 3.2 * (1 + value),
    change: { value, low: value - spread, high: value + spread },
  });
  const slower = (verdict: Partial<Report['verdict']>) => {
    const report = pairCases['pair regressed']!();
    return { ...report, verdict: { ...report.verdict, ...verdict } };
  };
  const why = (costs: CostFinding[], rest: Partial<Report['verdict']> = {}) =>
    explainSlowdowns(slower({ costs, ...rest })).map(plain);

  test('are told with both values, and of an instance once', () => {
    const memory = { ...cpuOf(0.3), metric: { kind: 'memory' } as const };
    const text = plain(costWords(slower({ costs: [cpuOf(0.28), { ...memory, label: 'search' }, memory] }))!);
    expect(text).toContain('checkout cpu per request 3.2 ms → 4.1 ms (+28 %, +26 … +30 %)');
    expect(text.match(/memory/g)).toHaveLength(1);
    expect(costWords(slower({ costs: [] }))).toBeNull();
  });

  test('say why a scenario is slower: more work, more waiting, or nothing where it is not sure', () => {
    expect(why([cpuOf(0.28)])[0]).toMatch(
      /more processor time \(3.2 ms → 4.1 ms\), so the code does more work/,
    );
    expect(why([cpuOf(0.001)])[0]).toMatch(/no more processor time .*, so it waits/);
    expect([why([cpuOf(0.06, 0.3)]), why([]), why([cpuOf(0.04, 0.055)])]).toEqual([[], [], []]);
    const failing: ServiceFault = {
      kind: 'failing',
      label: 'checkout',
      failed: 110,
      requests: 10_000,
      examples: [],
    };
    expect(why([cpuOf(0.28)], { faults: [failing] })).toEqual([]);
    expect(why([cpuOf(0.28)], { faults: [{ ...failing, failed: 90 }] })).toHaveLength(1);
  });

  test.each([
    [{ kind: 'collection', name: '' }, 'garbage collection'],
    [
      { name: 'readRows', file: 'rows.mjs', line: 7, touched: true },
      'in readRows (rows.mjs:7), which this change touches',
    ],
    [{ name: 'Sum', file: 'book/' }, 'in Sum (book/), which this change leaves alone'],
    [
      { kind: 'package', name: 'node_modules/qs', touched: true },
      'in node_modules/qs, whose version this change moves',
    ],
  ] as const)('say where the rise is: %j', (given, words) => {
    const one = { label: 'checkout', kind: 'function', share: 0.7, touched: false, ...given } as const;
    expect(why([cpuOf(0.28)], { risen: [one] })[0]).toContain(` 70 % of the rise is ${words}`);
  });

  test('differences of answers take the praise from less time, and say nothing of it where head is slower', () => {
    const work = [{ kind: 'size', label: 'checkout', request: null, base: 10, head: 20 }] as const;
    const told = (name: string) => {
      const report = cases[name]!();
      return { ...report, verdict: { ...report.verdict, work: [...work] } };
    };
    expect(explainWork(told('pair improved')).map(plain)).toEqual([
      'checkout: answers are 100 % larger: 10 B → 20 B. So less time is no improvement.',
    ]);
    expect(explainWork(told('pair regressed')).map(plain)).toEqual([
      'checkout: answers are 100 % larger: 10 B → 20 B.',
    ]);
    expect(summaryLine(told('pair improved'))).toMatch(/; answers differ$/);
  });

  test.each([
    [{ kind: 'size', request: null, base: 0, head: 500 }, 'answers are no longer empty: 0 B → 500 B'],
    [{ kind: 'size', request: 'GET /a', base: 1200, head: 0 }, 'answers to GET /a are empty: 1.2 kB → 0 B'],
    [
      { kind: 'status', request: null, status: 302, instead: 200, base: 0.4, head: 1 },
      'answers are 302 (base: 40 %)',
    ],
    [
      { kind: 'status', request: null, status: 302, instead: 200, base: 0, head: 1 },
      'answers are 302 (base: 200)',
    ],
    [
      { kind: 'messages', peer: 'db', base: 1, head: 11 },
      'db receives 11 messages per request (base: 1 message)',
    ],
    [{ kind: 'received', peer: 'db', base: 100, head: 9000 }, 'db sends 9 kB per request (base: 100 B)'],
  ] as const)('name what differs: %j', (one, words) => {
    const work = [{ label: 'search', ...one }] as Report['verdict']['work'];
    expect(explainWork(reportOf({ verdict: { work } })).map(plain)[0]).toContain(`search: ${words}.`);
  });

  test('name the calls that explain a slowdown there, and nowhere else', () => {
    const work = [{ kind: 'messages', label: 'checkout', peer: 'db', base: 1, head: 11 }] as const;
    const report = slower({ costs: [cpuOf(0.001)], work: [...work] });
    expect(explainSlowdowns(report).map(plain)[0]).toContain(
      'so it waits: db receives 11 messages per request',
    );
    expect(explainWork(report)).toEqual([]);
  });
});

describe('changes of the gate', () => {
  const itemsOf = (gates: Parameters<typeof gateBlocks>[0]) =>
    gateBlocks(gates).flatMap((block) => (block.kind === 'list' ? block.items.map(plain) : []));

  test('are a list of path, from and to, hidden values as changed', () => {
    expect(itemsOf(alteredGate)).toEqual([
      'Base starts with the commands of head: its target is app, not web',
      'scenarios.checkout.slo: p99 < 60ms → p99 < 80ms',
      'scenarios.search.request: GET /search → GET /healthz',
      'scenarios.browse: { request: GET / } → not set',
      'baseline.tolerance: not set → 30%',
      'service.env.MODE: added',
      'load/checkout.js: changed',
    ]);
    expect(itemsOf([])).toEqual([]);
  });

  test('of long texts are shown where they differ', () => {
    const start = `GET /search?q=${'shoes+and+'.repeat(10)}`;
    const [from, to] = [`${start}socks`, `${start}nothing`];
    expect(itemsOf([{ kind: 'setting', setting: 'request', from, to }])).toEqual([
      'request: …oes+and+socks → …oes+and+nothing',
    ]);
  });

  test('are warnings and in the headline, an unreadable gate as well; a new one is no changed one', () => {
    const levels = tell(pairCases['altered gate']!()).alerts.map(({ level }) => level);
    expect(levels).toEqual(['error', ...alteredGate.map(() => 'warning')]);
    expect(summaryLine(pairCases['altered gate']!())).toMatch(
      /; base started as head; 6 gate settings changed$/,
    );
    expect(summaryLine(pairCases['unread gate']!())).toMatch(
      /; gate of base unreadable; base started as head$/,
    );
    const report = structuredClone(cases.unchanged!());
    report.verdict.gateChanges = [{ kind: 'added', name: 'tailgate.yml' }];
    expect(summaryLine(report)).toMatch(/; new gate$/);
    expect(gateBlocks(report.verdict.gateChanges)[0]).toMatchObject({ tone: 'new', weight: 'open' });
  });
});
