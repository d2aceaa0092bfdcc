import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { annotate } from '../../src/report/annotations.ts';
import { renderComment } from '../../src/report/comment.ts';
import { plain } from '../../src/report/format/phrase.ts';
import { rowsOf, selectForEyes } from '../../src/report/rows/rows.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { explainInvalid, nameInvalid } from '../../src/report/words/causes.ts';
import {
  comparisonStatement,
  explainBlocking,
  explainReasons,
  explainUnchanged,
  explainUndecided,
} from '../../src/report/words/comparison.ts';
import { explainLoosened, suspectWords } from '../../src/report/words/gates.ts';
import { summaryLine } from '../../src/report/words/headline.ts';
import { effortWords } from '../../src/report/words/notes.ts';
import { statusOf } from '../../src/report/words/status.ts';
import { tabulate, tabulateBriefly } from '../../src/report/words/table.ts';
import { worseNoun, worseWord } from '../../src/report/words/terms.ts';
import type { PairSummary } from '../../src/verdict/verdict.ts';
import { commitOf, p } from './fixture.ts';
import { loosenedGates, pairCases, pairedChanges } from './pair-cases.ts';
import { pairedReportOf } from './pair-fixture.ts';

const base = commitOf('main 19').slice(0, 7);

describe('headlines', () => {
  test('a metric that had no value before fell from infinity', () => {
    const report = structuredClone(pairCases['pair improved']!());
    const never = Number.POSITIVE_INFINITY;
    const change = pairedChanges(report).find(({ code }) => code === 'improved')!;
    report.verdict.changes = [
      {
        ...change,
        label: 'checkout',
        metric: p(99),
        base: never,
        head: 43,
        change: { value: -1, low: -1, high: -1 },
      },
    ];
    expect(summaryLine(report)).toMatch(/^✅ checkout p99 fell from ∞ to 43 ms/);
  });
});

describe('what is compared', () => {
  const headers = (because: PairSummary['because']) =>
    tabulate(pairedReportOf({ pair: { because } }), [])
      .columns.map(({ header }) => plain(header))
      .filter((header) => header.includes('this') || header.includes(base));

  test('is named by branch and commit where it is of the branch', () => {
    const report = pairedReportOf();
    const columns = tabulate(report, rowsOf(report)).columns.map(({ header }) => plain(header));
    expect(columns).toEqual(['', '', 'SLO', `main ${base}`, 'this PR', 'change', 'main, last 20, this PR']);
    expect(headers('merge-base')).toContain('this run');
  });

  test.each<[PairSummary['because'], string, string]>([
    ['merge-parent', `main ${base}`, 'the commit of main that this merges into'],
    ['merge-base', `main ${base}`, 'where this left main'],
    ['merge-group', `main ${base}`, 'the commit that the merge queue builds on'],
    ['before-push', `base ${base}`, 'the tip of main before this push'],
    ['asked', `base ${base}`, 'the base that was asked for'],
    ['parent', `base ${base}`, 'its parent'],
  ])('%s', (because, header, origin) => {
    const report = pairedReportOf({ pair: { because } });
    const rows = rowsOf(report);
    expect(tabulate(report, rows).columns.map((column) => plain(column.header))).toContain(header);
    expect(plain(comparisonStatement(report, rows)!)).toContain(
      `Compared with ${base}, ${origin}, in 16 fresh starts of each;`,
    );
  });
});

describe('the statement', () => {
  const statement = (name: string) => {
    const report = pairCases[name]!();
    return plain(comparisonStatement(report, selectForEyes(rowsOf(report), report))!);
  };

  test('says that SLOs are judged on something else where arms took turns', () => {
    const report = pairCases['pair regressed']!();
    for (const { instances } of report.record.steps)
      for (const { slices } of instances) slices.push({ ...slices[0]!, alternating: undefined });
    const words = plain(comparisonStatement(report, selectForEyes(rowsOf(report), report))!);
    expect(words).toContain(
      'in random order; each has the whole load alone as well, while the other stands still, and SLOs are judged on that. Ranges',
    );
  });

  test('names what goes on while the other version is measured alone', () => {
    const report = structuredClone(pairCases['pair regressed']!());
    for (const { instances } of report.record.steps)
      for (const { slices } of instances) slices.push({ ...slices[0]!, alternating: undefined });
    report.record.pair = {
      baseCommit: '1',
      baseTree: '2',
      headTree: '3',
      seed: 1,
      unhalted: ['raft', 'etcd'],
    };
    const words = plain(comparisonStatement(report, selectForEyes(rowsOf(report), report))!);
    expect(words).toContain('while the other stands still, but for raft and etcd, and SLOs');
  });

  test('says which steps take no turns, such as those of a script', () => {
    const report = pairCases['pair regressed']!();
    const words = () => plain(comparisonStatement(report, selectForEyes(rowsOf(report), report))!);
    const separate = (label: string) => {
      for (const step of report.record.steps.filter((one) => one.label === label))
        for (const { slices } of step.instances) for (const slice of slices) delete slice.alternating;
    };
    separate('search');
    expect(words()).toContain(
      'both get the same traffic alternately, 10 ms or one request at a time, in random order, in search one after the other.',
    );
    for (const { label } of report.record.steps) separate(label);
    expect(words()).toContain('both get the same traffic one after the other.');
    report.verdict.pair!.because = 'deployed';
    expect(words()).toContain('both run already and get the same traffic one after the other.');
  });

  test('has rounds of deployments, which nobody starts', () => {
    const report = pairCases['pair unchanged']!();
    const words = () => plain(comparisonStatement(report, rowsOf(report))!);
    expect(words()).toMatch(/ \(one start differs from the next by about [^)]+\)\./);
    report.verdict.pair!.because = 'deployed';
    expect(words()).toMatch(/ \(one round differs from the next by about [^)]+\)\./);
    expect(words()).toContain('in 16 rounds;');
    expect(effortWords(report)).toBe('16 rounds of both versions');
  });

  test('has what was planned, ranges over rows, and what was discarded of each', () => {
    const text = statement('pair regressed, discards');
    expect(text).toContain('in 16 of 24 fresh starts of each;');
    expect(text).toContain('the smallest slowdown that such a run would usually catch: 9 to 12 %');
    expect(text).toMatch(/Discarded as disturbed: 2 rounds of main and 1 round of this run\.$/);
  });

  test('has points where shares are all there is', () => {
    expect(statement('pair with more errors')).toContain(
      'the smallest rise that such a run would usually catch: 0.18 points',
    );
  });

  test('says what brings the requests that a percentile lacks: a larger budget, or more work', () => {
    const report = pairCases['pair unchanged']!();
    report.verdict.pair!.unread = [{ label: 'search', metric: p(99.9), requests: 20_000, needed: 50_000 }];
    const words = () => plain(comparisonStatement(report, rowsOf(report))!);
    expect(words()).toContain('2.5 times the budget brings them.');
    for (const step of report.record.steps) step.load = { kind: 'fixed-work', requests: 1000, users: 2 };
    expect(words()).toContain('2.5 times the requests bring them.');
  });

  test('is about all rows in the footer when none is unfolded', () => {
    const report = pairCases['pair unchanged']!();
    expect(effortWords(report)).toBe('16 fresh starts of both versions');
    expect(effortWords(pairCases.identical!())).toBe('32 fresh starts, 180 s of load');
  });
});

describe('undecided', () => {
  const why = (report: Report) => plain(explainUndecided(report, rowsOf(report))!);

  test('names no budget beyond half an hour', () => {
    const report = pairCases['pair inconclusive']!();
    for (const change of pairedChanges(report)) change.detectable = 1.2;
    expect(why(report)).toBe(
      'This run could see a slowdown of 120 %; seeing one of 20 %, twice the tolerance, would need more than half an hour of load. A quieter runner or a larger tolerance helps more.',
    );
  });

  test('says how likely chance is where a change looks larger than what could be seen', () => {
    const report = pairCases['pair inconclusive']!();
    for (const change of pairedChanges(report)) {
      Object.assign(change, { change: { value: 4.94, low: -0.1, high: 7 }, pValue: 0.03 });
    }
    expect(why(report)).toBe(
      'search p99 looks 494 % slower, but with identical code some metric would look so in 3 % of runs. A larger budget tells.',
    );
  });

  test('says what it would catch only of what that is known of', () => {
    const report = pairCases['pair inconclusive']!();
    const [first, second] = pairedChanges(report);
    Object.assign(first!, { detectable: 0.06 });
    Object.assign(second!, { detectable: null });
    const text = renderComment(asSuite(report)).replace(/\s+/g, ' ');
    expect(text).toMatch(/would usually catch: [^;]*, where that is known/);
    const unchanged = pairCases['pair unchanged']!();
    pairedChanges(unchanged)[0]!.detectable = null;
    const words = plain(explainUnchanged(unchanged, rowsOf(unchanged))!);
    expect(words).toMatch(/ would have noticed a slowdown of [^.]*, where that is known\.$/);
  });

  test('admits that it does not know', () => {
    const report = pairCases['pair inconclusive']!();
    for (const change of pairedChanges(report)) change.detectable = null;
    expect(why(report)).toMatch(/^How small a change of search p99 this run could see is not known/);
  });

  test('tells rare stalls of this change, in turns and alone', () => {
    const report = structuredClone(pairCases['unstable tail']!());
    expect(why(report)).toBe(
      'As a rule search p99 is the same, but over all requests it is 86 % slower: a few long stalls in this change outweigh the rest. Look for pauses (garbage collection, compaction, timers); a larger budget shows whether they recur.',
    );
    const stalled = report.verdict.changes.find(
      ({ metric }) => metric.kind === 'percentile' && metric.percent === 99,
    )!;
    stalled.reason = { kind: 'unsteady', evidence: { kind: 'rare', pooled: 0.55, alone: true } };
    expect(why(report)).toMatch(
      /^As a rule search p99 is the same, but with the whole load alone it is 55 % slower over all requests\. In turns main waits as well/,
    );
    const shown = renderTerminal(asSuite(report), { color: false, width: 160 });
    expect(shown).toContain('search p99: cannot tell, +55 % alone under the whole load');
    expect(shown).toContain('? slower alone');
  });

  test('has words for worse that fit the metric', () => {
    const orders = { kind: 'custom', name: 'orders', statistic: 'rate', percent: null } as const;
    const metrics = [p(99), { kind: 'memory' }, { ...orders, unit: '/s', better: 'higher' }] as const;
    expect(metrics.map(worseWord)).toEqual(['slower', 'higher', 'lower']);
    expect(metrics.map((metric) => worseNoun([metric]))).toEqual(['slowdown', 'rise', 'fall']);
    expect(worseNoun(metrics)).toBe('change');
  });

  test('says of a rate that it could see a fall, and not a slowdown', () => {
    const report = pairCases['pair inconclusive']!();
    const change = pairedChanges(report).find(({ code }) => code === 'inconclusive')!;
    report.verdict.changes = [{ ...change, metric: { kind: 'rate' } }];
    expect(why(report)).toMatch(/^This run could see a fall of \d+ %/);
    expect(plain(comparisonStatement(report, rowsOf(report))!)).toContain('; the smallest fall that ');
  });

  test('tells rare outliers of what is no latency', () => {
    const report = structuredClone(pairCases['unstable tail']!());
    const change = pairedChanges(report).find(({ reason }) => reason?.kind === 'unsteady')!;
    change.reason = { kind: 'unsteady', evidence: { kind: 'rare', pooled: -0.3 } };
    report.verdict.changes = [{ ...change, metric: { kind: 'rate' } }];
    expect(summaryLine(report)).toContain('search rate: cannot tell, rare outliers (');
    expect(why(report)).toBe(
      'As a rule search rate is the same, but over all that was measured it is 30 % lower: a few fresh starts outweigh the rest. A larger budget shows whether they recur.',
    );
    report.verdict.pair!.because = 'deployed';
    expect(why(report)).toContain(': a few rounds outweigh the rest.');
  });

  test('tells stalls that the base was hardly watched for', () => {
    const report = pairCases.stalls!();
    expect(why(report)).toBe(
      'In 1 of 24 stretches of load this change stalled: one request in twenty took more than twice the usual p99 (on main: never). Look for pauses (garbage collection, compaction, timers); a larger budget shows whether they recur.',
    );
  });

  test('says that errors come in bursts', () => {
    expect(why(pairCases['errors in bursts']!())).toBe(
      'search errors: 0.4 % of requests failed, 0 % on main; they come in bursts that a typical block does not have.',
    );
  });

  test('has nothing to say of two values without intervals', () => {
    const report = pairCases['two stored runs']!();
    expect(explainUndecided(report, rowsOf(report))).toBeNull();
    expect(tabulate(report, rowsOf(report)).columns.map(({ header }) => plain(header))).toContain('before');
  });
});

describe('reasons', () => {
  test.each([
    ['identical', 'Both revisions have the same files, so there is nothing to compare.'],
    ['new scenario', 'browse is new: main cannot serve it, so only SLOs are judged there.'],
    ['no base', 'The base revision could not be measured, so there is nothing to compare with.'],
    [
      'history instead of a base',
      'The base could not be measured; earlier runs of main stand in for it (on-base-failure).',
    ],
    ['too few blocks', '3 blocks could be used; a verdict needs 11. A larger budget makes room for more.'],
    [
      'moved history',
      `main itself changed at ${commitOf('main 0').slice(0, 7)}, and only runs since then can be compared with: 3 of the 5 that a verdict needs. Each run of main adds one.`,
    ],
  ])('%s', (name, expected) => expect(explainReasons(pairCases[name]!()).map(plain)).toEqual([expected]));

  test('an interval that leaves everything open is not shown, and said to be missing', () => {
    const text = renderTerminal(asSuite(pairCases['slower in few blocks']!()), { color: false, width: 100 });
    expect(text).not.toMatch(/∞|100 …/);
    expect(text.replace(/\s+/g, ' ')).toContain(
      'Ranges hold with 90 % each; where there is none, too little was measured for one',
    );
  });

  test('stored runs have no blocks, but starts of their service', () => {
    const report = pairCases['too few blocks']!();
    report.verdict.pair = null;
    expect(plain(explainReasons(report)[0]!)).toMatch(/^3 process starts could be used/);
  });

  test('a base that cannot run is told with what its checkout lacks', () => {
    const [reason] = pairCases['base failed']!().verdict.invalid;
    const text = plain(explainInvalid(reason!));
    expect(text).toContain(
      'node_modules is git-ignored, so a fresh checkout lacks it: add build: npm ci to app.',
    );
    expect(text).toContain('This says nothing about your change.');
    const other = { ...reason!, missing: '.venv/' } as typeof reason;
    expect(plain(explainInvalid(other!))).toContain(
      '.venv/ is git-ignored, so a fresh checkout lacks it: add a build that makes it to app.',
    );
    const none = { ...reason!, missing: null } as typeof reason;
    expect(plain(explainInvalid(none!))).not.toContain('git-ignored');
  });

  test('a base that crashes as the change does is not to be replaced by earlier runs, and the headline names both', () => {
    const [failed] = pairCases['base failed']!().verdict.invalid;
    const reason = { ...failed!, fault: 'crashed', both: true, missing: null } as typeof failed;
    expect(plain(nameInvalid(reason!))).toMatch(/^the base [0-9a-f]{7} and this change both crashed$/);
    expect(plain(explainInvalid(reason!))).toMatch(/Mend that on the base branch first\./);
    expect(plain(explainInvalid(reason!))).not.toContain('on-base-failure');
  });

  test('what main misses as well does not block, and is told once', () => {
    const report = pairCases['missed on main already']!();
    expect(plain(explainBlocking(report)!)).toBe('Does not block.');
    for (const text of [
      renderComment(asSuite(report)),
      renderTerminal(asSuite(report), { color: false, width: 200 }),
    ]) {
      expect(text.match(/already|misses the same/g)).toEqual(['already']);
    }
  });

  test('a row says that main misses the same where the headline is of another one', () => {
    const report = pairCases['missed on main already']!();
    const slower = pairCases['pair regressed']!().verdict.changes.find(({ code }) => code === 'regressed')!;
    report.verdict.changes = [...report.verdict.changes.filter(({ label }) => label !== 'checkout'), slower];
    Object.assign(report.verdict, { code: 'regressed', blocks: true });
    expect(renderComment(asSuite(report)).split('<details>')[0]).toContain('SLO already missed on main');
  });
});

describe('rows', () => {
  const statuses = (name: string) => {
    const report = pairCases[name]!();
    return selectForEyes(rowsOf(report), report).map((row) => statusOf(row, 'main').words);
  };

  test('of tail and slow requests are unfolded only where the percentiles say nothing', () => {
    expect(statuses('pair regressed')).toEqual(['slower, SLO met']);
    expect(statuses('more slow requests')).toEqual(['more slow requests', 'SLO missed, unchanged']);
    const report = pairCases['pair regressed']!();
    report.verdict.changes = report.verdict.changes.filter(({ metric }) => metric.kind === 'tail');
    const [row] = selectForEyes(rowsOf(report), report);
    expect(row!.metric.kind).toBe('tail');
    expect(summaryLine(report)).toBe('❌ checkout tail (p90 to p99) is 13 % slower: 47.7 ms → 54.2 ms');
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
    report.verdict.acceptances = [{ by: 'rosa', at: '2026-04-11T09:45:00Z', why: '', via: 'label', covers }];
    expect(kinds()).toEqual(['tail', 'percentile']);
  });

  test('stand in the order p50, percentiles, tail, slow requests, errors', () => {
    const report = pairCases['pair regressed']!();
    const kinds = rowsOf(report)
      .filter(({ label }) => label === 'checkout')
      .map(({ metric }) => metric);
    expect(kinds).toMatchObject([p(50), p(99), { kind: 'tail' }, { kind: 'slow-share' }, { kind: 'errors' }]);
  });

  test('have the value of all requests beside an SLO that is missed in spite of a typical value within it', () => {
    const report = pairCases['pair missed']!();
    const row = rowsOf(report).find(({ slo }) => slo?.code === 'missed')!;
    expect(statusOf({ ...row, head: 7.1 }, 'main').words).toBe(
      'SLO missed: 7.91 ms over all requests, unchanged',
    );
  });

  test('at a limit say what was judged where the column has another value', () => {
    const rows = rowsOf(pairCases['at its limit over all requests']!());
    const row = rows.find(({ slo }) => slo?.code === 'at-limit')!;
    expect(statusOf(row, 'main').words).toContain('at its limit over all requests');
  });

  test('say of a wide interval only that it is not slower by more, since it may be faster by much more', () => {
    const row = rowsOf(pairCases['pair regressed']!()).find(({ change }) => change?.kind === 'paired')!;
    const change = { ...row.change!, code: 'unchanged', withinMs: 1.58 } as typeof row.change;
    expect(statusOf({ ...row, slo: null, change } as typeof row, 'main').words).toBe(
      'at most 1.58 ms slower',
    );
  });

  test('have points as the unit of what a share may have changed by', () => {
    const report = pairCases['errors in bursts']!();
    const errors = pairedChanges(report).find(({ code }) => code === 'inconclusive')!;
    Object.assign(errors, { base: 0.001, head: 0.005, change: { value: 0.004, low: -0.001, high: 0.009 } });
    const row = rowsOf(report).find(({ change }) => change === errors)!;
    const [line] = tabulateBriefly(report, [row]).rows;
    expect(plain(line!.cells.at(-1)!)).toBe('−0.1 to +0.9 points, rare bursts');
  });

  test('have the metrics of users in the spelling that they wrote', () => {
    const report = pairCases['pair unchanged']!();
    const orders = { kind: 'custom', name: 'orders', statistic: 'rate', percent: null } as const;
    const metric = { ...orders, unit: '/s', better: 'higher' } as const;
    Object.assign(report.verdict, { slos: [], changes: [{ ...pairedChanges(report)[0]!, metric }] });
    const [line] = tabulateBriefly(report, rowsOf(report)).rows;
    expect(line!.cells.map(plain).join(' ')).toContain('orders');
  });

  test('end their sparkline with this run', () => {
    const report = pairCases['pair regressed']!();
    const row = rowsOf(report).find(({ label, metric }) => label === 'checkout' && metric.kind === 'tail')!;
    expect(row.earlier).toHaveLength(20);
    expect(row.current / row.head).toBeCloseTo(1, 1);
  });
});

describe('loosened gates', () => {
  test('are told in a sentence when there is one, else listed, gravest first', () => {
    expect(plain(explainLoosened(pairCases['loosened gate']!().verdict.loosened)!.heading)).toBe(
      'This change loosens checkout p99: 60 ms → 80 ms',
    );
    const { heading, items } = explainLoosened(pairCases['loosened gates']!().verdict.loosened)!;
    expect(plain(heading)).toBe('This change loosens 7 gates');
    expect(items.map(plain)).toEqual([
      'browse: no longer measured',
      'what is measured: changes of any file → of src/** only',
      'search p95: < 20 ms → no SLO',
      'checkout p99: 60 ms → 80 ms',
      'search load: 1000 req/s → 100 req/s',
      'tolerance of checkout p99: 10 % → 30 %',
      'confidence: 99 % → 90 %',
    ]);
    expect(explainLoosened(pairCases['pair unchanged']!().verdict.loosened)).toBeNull();
  });

  test('are warnings, and never errors', () => {
    const annotations = annotate(pairCases['loosened gates']!());
    expect(annotations.map(({ level }) => level)).toEqual(['error', ...loosenedGates.map(() => 'warning')]);
    expect(annotations[4]!.title).toBe('This change loosens checkout p99: 60 ms → 80 ms');
  });

  test('are in the terminal', () => {
    const text = renderTerminal(asSuite(pairCases['loosened gates']!()), { color: false, width: 100 });
    expect(text).toContain('! This change loosens 7 gates\n- browse: no longer measured\n');
  });
});

test('steps of main itself are told in one sentence', () => {
  const report = pairCases['stepped main']!();
  const at = commitOf('main 14').slice(0, 7);
  expect(plain(suspectWords(report)!)).toBe(`main itself stepped: search p99 +14 % at ${at}.`);
  report.verdict.suspects = Array.from({ length: 5 }, () => ({
    ...report.verdict.suspects[0]!,
    commit: null,
  }));
  expect(plain(suspectWords(report)!)).toMatch(
    /^main itself stepped: (search p99 \+14 %, ){3}and 2 more steps\.$/,
  );
  expect(suspectWords(pairCases['pair unchanged']!())).toBeNull();
});
