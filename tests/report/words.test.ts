import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import type { Metric } from '../../src/metrics/metric.ts';
import { annotate } from '../../src/report/annotations.ts';
import { plain } from '../../src/report/format/phrase.ts';
import { rowsOf } from '../../src/report/rows/rows.ts';
import { explainAcceptances } from '../../src/report/words/acceptance.ts';
import { explainInvalid, explainServiceFault, nameServiceFault } from '../../src/report/words/causes.ts';
import {
  comparisonStatement,
  explainBlocking,
  explainReasons,
  explainUndecided,
} from '../../src/report/words/comparison.ts';
import { summaryLine } from '../../src/report/words/headline.ts';
import { scenarioNotes } from '../../src/report/words/notes.ts';
import { quietWords, sloWords } from '../../src/report/words/rows.ts';
import { statusOf } from '../../src/report/words/status.ts';
import { shortLabel } from '../../src/report/words/terms.ts';
import type { ServiceFault } from '../../src/verdict/faults.ts';
import type { Acceptance } from '../../src/verdict/verdict.ts';
import { cases } from './cases.ts';
import { bookstore, cpu, p, reportOf, type ScenarioSpec, slo } from './fixture.ts';

describe('headlines', () => {
  test('every situation has one that is short enough for a commit status', async () => {
    const lines = Object.entries(cases).map(([name, make]) => `${name}: ${summaryLine(make())}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/headlines.txt');
    for (const [name, make] of Object.entries(cases))
      expect(summaryLine(make()).length, name).toBeLessThan(140);
  });

  test('several causes are counted', () => {
    const [reason] = cases.harness!().verdict.invalid;
    const report = reportOf({
      verdict: { code: 'invalid', invalid: [reason!, reason!, reason!], slos: [], changes: [] },
    });
    expect(summaryLine(report)).toBe(
      '⛔ Not measured: something in Tailgate or around it failed, and 2 more',
    );
  });
});

describe('what somebody has accepted', () => {
  const [search, lookup, checkout] = bookstore as [ScenarioSpec, ScenarioSpec, ScenarioSpec];
  const thresholds = ['checks: rate>0.99'];
  const threshold: ServiceFault = { kind: 'threshold', label: 'search', thresholds };
  const accept = (covers: Acceptance['covers']): Acceptance[] => [
    { by: 'rosa', at: '2026-04-11T09:45:00Z', why: '', via: 'label', covers },
  ];
  const acceptances = accept([{ label: 'search', metric: null }]);
  /** Misses the SLO of checkout, with faults of which those of search are accepted. */
  const missed = (...faults: ServiceFault[]) =>
    reportOf({
      earlier: 0,
      scenarios: [search, lookup, { ...checkout, now: { p99: 1.6 } }],
      verdict: { faults, acceptances },
    });

  test('of the faults is not the news beside an SLO that still blocks', () => {
    expect(summaryLine(missed(threshold))).toMatch(/^❌ checkout p99 misses its SLO: /);
    const other = { ...threshold, label: 'lookup' };
    expect(summaryLine(missed(threshold, other))).toBe(
      '❌ lookup crosses a k6 threshold; 1 of 4 SLOs missed',
    );
    const crash = { kind: 'crashed', service: 'app', label: 'search', exit: 'SIGSEGV', log: '' } as const;
    expect(summaryLine(missed(threshold, crash))).toBe('❌ app crashed during search; 1 of 4 SLOs missed');
  });

  test('of the faults is a warning, and what still blocks an error', () => {
    expect(annotate(missed(threshold)).map(({ level, title }) => [level, title.split(':')[0]])).toEqual([
      ['warning', 'search crosses a k6 threshold'],
      ['error', 'checkout p99 misses its SLO'],
    ]);
  });

  test('of the faults is the news where nothing else blocks', () => {
    const report = reportOf({
      verdict: { code: 'accepted', blocks: false, faults: [threshold], acceptances },
    });
    expect(summaryLine(report)).toBe('☑️ search crosses a k6 threshold; accepted by @rosa');
  });

  test('alone names a run, and not what blocked nothing', () => {
    const report = structuredClone(cases['at its limit']!());
    const change = report.verdict.changes.find(
      ({ label, metric }) => label === 'lookup' && metric.kind === 'percentile' && metric.percent === 99,
    )!;
    Object.assign(change, { code: 'inconclusive', reason: { kind: 'noisy' } });
    const covers = [{ label: 'lookup', metric: p(99) }];
    Object.assign(report.verdict, { code: 'accepted', blocks: false, acceptances: accept(covers) });
    expect(summaryLine(report)).toBe(
      '☑️ Too noisy to tell for lookup p99; nothing slower was found; 3 of 4 SLOs met, 1 at the limit; accepted by @rosa',
    );
  });

  test('is told by its name: thresholds, answers of another size, full processors', () => {
    const faults: ServiceFault[] = [
      threshold,
      { kind: 'other-size', label: 'lookup', base: 900, head: 90 },
      { ...threshold, label: 'checkout' },
      { kind: 'fills-machine', label: 'checkout', head: 4, base: 0, together: 0 },
    ];
    const covers = ['search', 'lookup', 'checkout'].map((label) => ({ label, metric: null }));
    const report = reportOf({ verdict: { code: 'accepted', faults, acceptances: accept(covers) } });
    expect(explainAcceptances(report).map(plain)).toEqual([
      '@rosa accepted k6 thresholds of search, the other size of the answers of lookup and k6 thresholds and the full processors of checkout on 2026-04-11 by the label tailgate:accept.',
    ]);
  });
});

describe('the headline of a miss', () => {
  const [search, lookup, checkout] = bookstore as [ScenarioSpec, ScenarioSpec, ScenarioSpec];
  const failing = (label: string): ServiceFault => ({
    kind: 'failing',
    label,
    failed: 48,
    requests: 12_000,
    examples: [],
  });
  const missed = (now: Partial<ScenarioSpec>, faults: ServiceFault[]) =>
    summaryLine(
      reportOf({ earlier: 0, scenarios: [search, lookup, { ...checkout, ...now }], verdict: { faults } }),
    );

  test('names a few failed requests where they made it, and not beside a slow percentile', () => {
    expect(missed({ now: { p99: 1.6 } }, [failing('checkout')])).toMatch(/^❌ checkout p99 misses its SLO: /);
    expect(missed({ failed: 0.004 }, [failing('checkout')])).toBe(
      '❌ 0.4 % of requests fail in checkout; 1 of 4 SLOs missed',
    );
  });

  test('names the fault that is a miss, and not failures in another scenario', () => {
    const size: ServiceFault = { kind: 'other-size', label: 'lookup', base: 900, head: 90 };
    const report = reportOf({ verdict: { code: 'missed', faults: [failing('search'), size] } });
    expect(summaryLine(report)).toBe('❌ Answers of lookup have another size, 900 B → 90 B');
  });
});

describe('what base and head do differently', () => {
  const news = (one: NonNullable<Report['verdict']['work']>[number], scenarios = bookstore) =>
    summaryLine(reportOf({ scenarios, verdict: { work: [one] } }));

  test('names its scenario in the headline only where there are several', () => {
    const one = { kind: 'connections', label: 'search', base: 0.01, head: 1 } as const;
    expect(news(one)).toMatch(/; search: 1 connection for each request, before 0\.01$/);
    expect(news(one, bookstore.slice(0, 1))).toMatch(/; 1 connection for each request, before 0\.01$/);
  });

  test('is no longer empty where the base had answers without a body', () => {
    const one = { kind: 'size', label: 'search', request: null, base: 0, head: 500 } as const;
    expect(news(one)).toContain('; search: answers are no longer empty: 0 B → 500 B');
  });

  test('is a size that agrees with the two beside it where answers are small', () => {
    const one = { kind: 'size', label: 'search', request: null, base: 10, head: 20 } as const;
    expect(news(one)).toContain('; search: answers are 100 % larger: 10 B → 20 B');
  });

  test('is the share of a status that the base gave as well, and else the status that it gave', () => {
    const one = { kind: 'status', label: 'search', request: null, status: 302, instead: 200 } as const;
    expect(news({ ...one, base: 0.4, head: 1 })).toContain('; search: answers are 302, before 40 %');
    expect(news({ ...one, base: 0, head: 1 })).toContain('; search: answers are 302, before 200');
  });
});

test('labels that are too long keep their end, where the load stands', () => {
  const name = 'checkout-of-a-basket-with-very-many-books-in-it';
  const labels = [50, 500].map((rate) => shortLabel(`${name} at ${rate} req/s`));
  expect(labels.map((label) => [label.length, label.split(' at ')[1]])).toEqual([
    [48, '50 req/s'],
    [48, '500 req/s'],
  ]);
});

test('a script that never came to its end is told with how long was measured', () => {
  const report = reportOf({ verdict: { unfinished: [{ label: 'search', seconds: 3 }] } });
  expect(scenarioNotes(report).map(plain)).toEqual([
    expect.stringMatching(/^search: no iteration came to its end within the 3 s that are measured at a time/),
  ]);
});

describe('reasons', () => {
  const first = (name: string) => cases[name]!().verdict;

  test('what could not be seen is called unknown', () => {
    expect(plain(explainInvalid(first('machine disturbed').invalid[0]!))).toContain(
      'Discarded 6 of 8 rounds; CPU used by other processes: 0.8 cores, taken by the hypervisor: unknown.',
    );
    expect(plain(explainInvalid(first('cause unknown').invalid[0]!))).toContain('CPU use of k6 unknown');
  });

  test('rounds that are too short are not said to grow with the budget, which they hardly do', () => {
    const text = plain(explainInvalid(first('none begun').invalid[0]!));
    expect(text).toContain('take longer than the 1.7 s that are measured at a time.');
    expect(text).toContain('Beside a base a round has 3 s at the most: make the iterations shorter');
    expect(text).not.toContain('budget');
  });

  test('a rate that was missed for an unknown cause leads to Linux only from elsewhere', () => {
    const missed = first('cause unknown').invalid[0]!;
    expect(plain(explainInvalid(missed))).toMatch(/Lower the load, or measure on Linux, .*\.$/);
    expect(plain(explainInvalid({ ...missed, cpu: cpu({}) } as typeof missed))).toMatch(/Lower the load\.$/);
  });

  test('a service that cannot be built or started is not called innocent', () => {
    for (const name of ['not ready', 'build failed', 'script failed']) {
      expect(plain(explainInvalid(first(name).invalid[0]!)), name).not.toContain('nothing about your change');
    }
  });

  test('a service at its limit is told with the room that k6 had', () => {
    expect(plain(explainServiceFault(first('cannot keep up').faults[0]!))).toBe(
      'search: 812 of 1,000 req/s taken, the rest counts as failed; k6 at 31 % of its core, service at 1 core, so k6 had room.',
    );
    const idle = {
      ...first('cannot keep up').faults[0]!,
      cpu: cpu({ generator: 1.5, generatorLimit: 2, service: 3.26 }),
    };
    expect(plain(explainServiceFault(idle))).toContain('k6 at 75 % of its 2 cores, service at 3.3 cores');
  });

  test('a crash is that of the change where a base was started, and its requests count where any were measured', () => {
    const [fault] = first('crashed').faults;
    expect(plain(nameServiceFault(fault!, true))).toBe('app of this change crashed during checkout');
    expect(plain(explainServiceFault(fault!, true))).toBe('app ended during checkout (exit code 1).');
    expect(plain(nameServiceFault(fault!))).toBe('app crashed during checkout');
    expect(plain(explainServiceFault(fault!))).toMatch(/requests after that count as failed\.$/);
  });

  test('failing requests are told with examples', () => {
    expect(plain(explainServiceFault(first('missed by failures').faults[0]!))).toBe(
      'search: 240 of 12,000 requests failed: status 500 (231 times), read: connection reset by peer (9 times).',
    );
  });
});

describe('history', () => {
  test('says what the intervals assume and what holds without it', () => {
    expect(plain(comparisonStatement(reportOf({ earlier: 5 }), [])!)).toBe(
      'Compared with 5 earlier runs of main. The intervals are 98 % t prediction intervals and assume that values are log-normal; without that assumption a false alarm has a chance of at most 1/(5 + 1) = 17 % per metric.',
    );
  });

  test('says nothing where nothing was compared', () => {
    expect(comparisonStatement(cases['first run']!(), [])).toBeNull();
    expect(comparisonStatement(cases['too few records']!(), [])).toBeNull();
  });
});

describe('rows', () => {
  const status = (name: string, title: string) => {
    const report = cases[name]!();
    const row = rowsOf(report).find((each) =>
      `${each.label} ${JSON.stringify(each.metric)}`.includes(title),
    )!;
    const { tone, words } = statusOf(row, report.baseBranch);
    return { tone, words };
  };

  test('have a word for the change and one for the SLO', () => {
    expect(status('regressed', 'checkout {"kind":"percentile","percent":99')).toEqual({
      tone: 'bad',
      words: 'slower, SLO met',
    });
    expect(status('unchanged', 'search {"kind":"percentile","percent":50')).toEqual({
      tone: 'good',
      words: 'unchanged',
    });
    expect(status('crashed', 'checkout {"kind":"errors')).toEqual({ tone: 'bad', words: 'SLO missed' });
    expect(status('at its limit', 'search {"kind":"percentile","percent":99')).toEqual({
      tone: 'warn',
      words: 'at its limit, unchanged',
    });
  });

  test('say of an SLO that the soak shows to be missed, perhaps, on which side it is', () => {
    const report = structuredClone(cases['at its limit']!());
    for (const finding of report.verdict.slos) {
      if (finding.code !== 'at-limit') continue;
      finding.stretches = { value: 7.1, low: 6.9, high: 7.3 };
      finding.estimate = { value: 259, low: 7.3, high: Number.POSITIVE_INFINITY };
    }
    const row = rowsOf(report).find(({ slo }) => slo?.code === 'at-limit')!;
    expect(plain(sloWords(row, 'main'))).toBe(
      'search p99 is beyond its limit under load without a pause, perhaps by chance: 259 ms (7.3 ms … ∞), limit < 7.4 ms (7.1 ms in short stretches)',
    );
    expect(statusOf(row, 'main').words).toBe('beyond its limit in the soak, perhaps by chance, unchanged');
  });

  test('at a limit, and compared with nothing, are not folded as outside of it', () => {
    const row = rowsOf(cases['at its limit']!()).find(({ slo }) => slo?.code === 'at-limit')!;
    expect(quietWords([{ ...row, change: null }])).toBe('1 metric at the limit');
  });

  test('say when an SLO was missed before the change already', () => {
    const report = reportOf({
      scenarios: [{ label: 'search', p50: 20, p99: 90, slos: [slo(p(99), '<', 80)] }],
    });
    expect(statusOf(rowsOf(report).at(-1)!, 'main').words).toBe('SLO already missed on main, unchanged');
  });

  test('a change of the error rate is told from value to value', () => {
    const report = reportOf({
      verdict: {
        code: 'regressed',
        slos: [],
        changes: [
          {
            label: 'search',
            metric: { kind: 'errors' },
            where: 'all',
            base: 0.001,
            head: 0.023,
            change: { value: 0.022, low: 0.019, high: 0.025 },
            kind: 'history',
            confidence: 0.98,
            tolerance: 0.1,
            history: [0.001, 0.001, 0.001, 0.001, 0.001],
            attainableError: 1 / 6,
            code: 'regressed',
          },
        ],
      },
    });
    expect(summaryLine(report)).toBe('❌ search errors rose from 0.1 % to 2.3 %');
  });

  test('a rate that falls is lower, not slower', () => {
    const change = { value: -0.18, low: -0.24, high: -0.12 };
    const report = reportOf({
      verdict: {
        code: 'regressed',
        slos: [],
        changes: [
          {
            label: 'lookup',
            metric: { kind: 'rate' },
            where: 'all',
            base: 1000,
            head: 820,
            change,
            kind: 'history',
            confidence: 0.98,
            tolerance: 0.1,
            history: [],
            attainableError: 1 / 6,
            code: 'regressed',
          },
        ],
      },
    });
    expect(summaryLine(report)).toBe('❌ lookup rate fell from 1,000 req/s to 820 req/s');
    expect(statusOf(rowsOf(report)[0]!, 'main').words).toBe('lower');
  });
});

describe('comparisons that could not be made', () => {
  const reasons = (report: Report) => explainReasons(report).map(plain);

  test('say what differs', () => {
    expect(reasons(cases['incompatible records']!())).toEqual([
      '7 earlier runs of main cannot be compared with: another CPU model and k6 major version.',
    ]);
  });

  test('say how many runs are missing', () => {
    expect(reasons(cases['too few records']!())).toEqual([
      '2 earlier runs of main can be compared with; a verdict needs 5. Each run of main adds one.',
    ]);
  });

  test('name the metrics when it is not all of them', () => {
    const report = reportOf({ earlier: 6 });
    report.verdict.changes[0]!.reason = { kind: 'few-records', compatible: 0, needed: 5 };
    expect(reasons(report)).toEqual(['search p50: not measured on main yet.']);
  });

  test('say what is neither shown nor ruled out', () => {
    const report = cases['noisy history']!();
    expect(plain(explainUndecided(report, rowsOf(report))!)).toBe(
      'A slowdown of search p99 by more than 10 % is neither shown nor ruled out.',
    );
    expect(reasons(report)).toEqual(['A larger budget, or more runs of main, narrows the interval.']);
  });

  const hits = { kind: 'custom', name: 'hits', statistic: 'rate', percent: null } as const;
  test.each<[Metric, string]>([
    [{ kind: 'rate' }, 'A fall of search rate by more than 5 % is neither'],
    [{ kind: 'cpu' }, 'A rise of search cpu per request by more than 5 % is neither'],
    [{ ...hits, unit: 'fraction', better: 'higher' }, '; whether it is lower now cannot be told.'],
  ])('name a change for the worse as its metric has it: %j', (metric, words) => {
    const report = structuredClone(cases['noisy history']!());
    const [change] = report.verdict.changes;
    Object.assign(change!, { metric, code: 'inconclusive', reason: { kind: 'noisy' } });
    Object.assign(report.verdict, { changes: [change], slos: [] });
    expect(plain(explainUndecided(report, rowsOf(report))!)).toContain(words);
  });

  test('do not speak of noise beside something graver', () => {
    const report = reportOf({
      spread: 0.2,
      earlier: 6,
      reason: { kind: 'noisy' },
      verdict: { code: 'missed' },
    });
    expect(reasons(report)).toEqual([]);
    expect(explainUndecided(report, rowsOf(report))).toBeNull();
  });

  test('tell an undecided failure rate in shares', () => {
    const noisy = { kind: 'noisy' } as const;
    const report = reportOf({
      verdict: {
        code: 'inconclusive',
        slos: [],
        changes: [
          {
            label: 'search',
            metric: { kind: 'errors' },
            where: 'all',
            base: 0.0001,
            head: 0.0008,
            change: { value: 0.0007, low: -0.0001, high: 0.002 },
            kind: 'history',
            confidence: 0.99,
            tolerance: 0.001,
            history: [0, 0, 0.0001, 0, 0.0004],
            attainableError: 1 / 6,
            code: 'inconclusive',
            reason: noisy,
          },
        ],
      },
    });
    expect(plain(explainUndecided(report, rowsOf(report))!)).toBe(
      'search errors: 0.08 % of requests failed, 0.01 % before; too few to tell whether there are more now.',
    );
    expect(comparisonStatement(report, rowsOf(report))).toBeNull();
  });
});

test('messages of services and k6 are read as sentences', () => {
  const message = (text: string) =>
    plain(explainInvalid({ kind: 'script-failed', label: 'browse', message: text, log: '' }));
  expect(message('it sent no HTTP request while it was measured')).toBe(
    'It sent no HTTP request while it was measured.',
  );
  expect(message('k6 ended.')).toBe('k6 ended.');
});

test('a closed model that cannot keep up has no intended rate', () => {
  const fault = {
    kind: 'cannot-keep-up',
    label: 'lookup',
    sent: 9_000,
    intended: 9_000,
    seconds: 12,
    cpu: cpu(),
  } as const;
  expect(plain(explainServiceFault(fault))).toContain('750 req/s taken, the rest counts as failed;');
});

test('what was measured of a scenario that was not measured well is not shown as a result', () => {
  const report = structuredClone(cases.regressed!());
  report.verdict.code = 'invalid';
  report.verdict.invalid = [
    { kind: 'machine-disturbed', label: 'checkout', discarded: 6, rounds: 8, cpu: cpu() },
  ];
  expect(new Set(rowsOf(report).map((row) => row.label))).toEqual(new Set(['search', 'lookup']));
});

test('an SLO with too few requests to decide it is not called tight', () => {
  const report = reportOf({
    scenarios: [{ label: 'search', p50: 0.4, p99: 0.76, slos: [slo(p(99), '<', 30)] }],
    earlier: 0,
  });
  const [finding] = report.verdict.slos;
  finding!.code = 'at-limit';
  finding!.estimate = { value: 0.76, low: 0.5, high: Number.POSITIVE_INFINITY };
  report.verdict.code = 'at-limit';
  expect(summaryLine(report)).toBe('⚠️ search p99 had too few requests to tell: 500 µs … ∞, limit < 30 ms');
  expect(statusOf(rowsOf(report).at(-1)!, 'main').words).toBe('too few requests, first run');
  expect(plain(explainBlocking(report)!)).toBe('Does not block. A larger budget sends more requests.');
  expect(annotate(report)[0]!.message).toBe('search p99 lies between 500 µs and ∞ (95 % confidence).');
});

describe('redirects', () => {
  const redirect = { label: 'search', request: '/', status: 302, location: '/login', share: 1 };
  const notes = (...redirects: NonNullable<Report['verdict']['redirects']>) =>
    scenarioNotes(reportOf({ verdict: { redirects } })).map(plain);

  test('say what is measured, and what to write', () => {
    expect(notes(redirect)).toEqual([
      '/ answers 302 to /login: the redirect is what is measured; ask for /login, or write expect: {status: 302}.',
    ]);
    const work = [
      { kind: 'status', label: 'search', request: 1, status: 302, instead: 200, base: 0, head: 1 },
    ] as unknown as Report['verdict']['work'];
    // The base, which answers 200, would fail.
    expect(scenarioNotes(reportOf({ verdict: { redirects: [redirect], work } })).map(plain)).toEqual([
      '/ answers 302 to /login: the redirect is what is measured; ask for /login.',
    ]);
    expect(notes({ ...redirect, location: null })[0]).toMatch(
      /^\/ answers 302: .*; ask for where it leads, or/,
    );
    expect(notes()).toEqual([]);
  });

  test('are told once for all loads of a request, and for few requests', () => {
    expect(notes(redirect, { ...redirect, label: 'search at 50 req/s' })).toHaveLength(1);
    const many = Array.from({ length: 9 }, (_, index) => ({ ...redirect, request: `/${index}` }));
    expect(notes(...many).slice(4)).toEqual(['5 more requests measure redirects.']);
  });
});
