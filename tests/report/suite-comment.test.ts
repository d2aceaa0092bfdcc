import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite, type SuiteReport } from '../../src/handover/suite.ts';
import { renderComment, renderSummary } from '../../src/report/comment.ts';
import { suiteHeadline } from '../../src/report/words/suite.ts';
import { cases } from './cases.ts';
import { reportOf } from './fixture.ts';
import { expectHarmless } from './harmless.ts';
import { hostile, hostilePass, hostileReport, hostileSuite, hostileTitled } from './hostile.ts';
import { countOpenWords, unfolded } from './rendered.ts';
import { fault, job, missing, suiteCases, suiteOf } from './suite-cases.ts';

const marker = '<!-- tailgate:default -->';
const state = '<!-- tailgate-state: e30 -->';

describe('headlines', () => {
  // Those of all other situations are in their snapshots.
  test.each([
    [
      'faster job',
      '✅ Both jobs pass, 1 faster · node 22: checkout p99 is 30 % faster: 61.7 ms → 43.3 ms, and 1 more; 4 of 4 SLOs met',
    ],
    ['first run', '🌱 First run of 2 jobs: 8 of 8 SLOs met, nothing to compare with yet'],
    ['skipped', '⚪ Skipped: same files as main'],
  ])('%s', (name, expected) => expect(suiteHeadline(suiteCases[name]!())).toBe(expected));

  test('more errors are worse, not slower', () => {
    const suite = suiteOf([
      job('a', cases['pair with more errors']!()),
      job('b', cases['pair unchanged']!()),
    ]);
    expect(suiteHeadline(suite)).toMatch(/^❌ 1 of 2 jobs worse · a: search errors rose /);
  });

  test('jobs without a name are told apart by their number', () => {
    expect(suiteHeadline(suiteOf([job('', cases.unchanged!()), job(' \u200b', cases.regressed!())]))).toMatch(
      /· (job 2|�): checkout p99 /,
    );
    expect(
      suiteHeadline(suiteOf([job('', cases.unchanged!()), missing(''), job('c', cases.unchanged!())])),
    ).toContain('job 2: no result arrived');
  });
});

describe('one job with a report', () => {
  test.each(['regressed', 'crashed', 'first run', 'pair regressed', 'loosened gates', 'irrelevant'])(
    '%s: the comment of the report, with the state as its second line',
    (name) => {
      const report = cases[name]!();
      const [first, ...rest] = renderComment(asSuite(report)).split('\n');
      expect(renderComment(suiteOf([job('', report)]), state)).toBe([first, state, ...rest].join('\n'));
      expect(renderComment(suiteOf([job('node 22', report)]))).toBe(renderComment(asSuite(report)));
    },
  );
});

describe('several jobs', () => {
  test('have a fold each, but for the gravest, and those that pass one together', () => {
    const text = renderComment(suiteCases['a regressed and a missing job']!(), state);
    const headings = [...unfolded(text).matchAll(/^#+ .*/gm)].map(([line]) => line);
    expect(headings).toEqual([
      '### ❌ 1 of 4 jobs slower, 1 not measured · node 22: checkout p99 is 18 % slower: 62.2 ms → 73.3 ms',
      '#### ❌ node 22',
    ]);
    expect(text).toContain('<summary>⛔ <b>node 24</b>: no result arrived</summary>');
    expect(text).toContain('<summary>2 jobs pass: node 18 and node 20</summary>');
    expect(text).toContain(
      '<summary>✅ <b>node 18</b>: No slowdown in 3 scenarios; 4 of 4 SLOs met</summary>',
    );
    expect(text.match(/```mermaid/g)).toHaveLength(1);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '<sub>Tailgate: 4 jobs, up to 3 % chance of any false alarm, `1a95462` · [Workflow run](https://github.com/acme/bookstore/actions/runs/81)</sub>',
    );
  });

  test('that have no result say where the reason is, once for all of them', () => {
    const text = renderComment(suiteCases['all missing']!());
    expect(text).toContain('#### ⛔ node 18, node 20, node 22 and node 24\n');
    expect(text.match(/Their logs in \[the workflow run\]/g)).toHaveLength(1);
    expect(text).toContain('**This says nothing about your change.**');
  });

  test('tell the gates that they loosen once, unfolded', () => {
    const text = renderComment(suiteCases['loosened gates in all jobs']!());
    expect(text.match(/This change loosens/g)).toHaveLength(1);
    expect(unfolded(text)).toContain('⚠️ This change loosens checkout p99: 60 ms → 80 ms.');
  });

  test('unfold what is undecided only when nothing is worse', () => {
    const beside = (name: string) => unfolded(renderComment(suiteCases[name]!()));
    expect(beside('undecided beside unchanged')).toContain('#### ⚪ node 22');
    expect(beside('undecided beside slower')).not.toContain('node 20');
    expect(renderComment(suiteCases['undecided beside slower']!())).toContain(
      '<summary>1 job passes, undecided: node 20</summary>',
    );
  });

  test('name their commits when they differ', () => {
    const text = renderComment(suiteCases['different commits']!());
    expect(text).toMatch(/fresh starts of both versions, `[0-9a-f]{7}`<\/sub>\n/);
    expect(text.trimEnd()).toMatch(/<sub>Tailgate: 2 jobs, [^`]*$/);
  });

  test('with a mistake in the configuration show it', () => {
    const text = renderComment(suiteCases['same fault in all jobs']!());
    expect(text.match(/> 4 \| scenario:/g)).toHaveLength(1);
    expect(text).toContain('correct this, try it with `tailgate plan`, and push');
  });
});

test('nothing blocks in a report only, and comment and summary say so below the heading', () => {
  const suite = suiteCases['report only']!();
  for (const text of [renderComment(suite), renderSummary(suite)]) {
    expect(text).toMatch(
      /### ⚠️ .*\n\n\*\*Report only\*\*: with `fail-on: none` nothing here blocks the merge\./,
    );
  }
});

test('a fork whose commit was approved names who did that', () => {
  expect(renderComment(suiteCases['approved fork']!())).toContain(
    'kim has approved exactly this commit, so it counts.',
  );
});

test('a fork is named where its numbers stand, unless there are none', () => {
  for (const name of ['fork', 'fork with several jobs']) {
    expect(renderComment(suiteCases[name]!()).split('\n\n')[1]).toMatch(/^\*\*From a fork\*\*: its author /);
  }
  expect(renderComment(suiteOf([missing('')], { trust: 'fork' }))).not.toContain('From a fork');
});

describe('earlier attempts', () => {
  test('are the last line, small', () => {
    const text = renderComment(suiteCases['an earlier attempt']!());
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '<sub>Attempt 1: ❌ checkout p99 is 18 % slower (+15 … +21 %)</sub>',
    );
  });

  test('are folded when there are several', () => {
    const one = suiteCases['an earlier attempt']!();
    const attempts = [1, 2, 3].map((attempt) => ({ ...one.attempts[0]!, attempt }));
    const text = renderComment({ ...one, attempts });
    expect(text).toContain('<summary>3 earlier attempts</summary>\n\n- Attempt 1: ❌ ');
    expect(text).toMatch(/- Attempt 3: .*\n\n<\/details>\n$/);
  });

  test('of another workflow run are named with it', () => {
    const one = suiteCases['an earlier attempt']!();
    const attempts = [{ ...one.attempts[0]!, run: '80' }];
    expect(renderComment({ ...one, attempts })).toContain('Run 80, attempt 1: ❌ ');
  });
});

describe('every situation', () => {
  test.each(Object.keys(suiteCases))(
    '%s: harmless, one heading of the third level, state kept, whole',
    async (name) => {
      const comment = renderComment(suiteCases[name]!(), state);
      expectHarmless(comment, [marker, state]);
      expect(countOpenWords(comment)).toBeLessThanOrEqual(110);
      expectHarmless(renderSummary(suiteCases[name]!()), []);
      if (!['skipped', 'first run', 'faster job'].includes(name))
        await expect(comment).toMatchFileSnapshot(`snapshots/suite-${name.replaceAll(' ', '-')}.txt`);
    },
  );
});

describe('hostile texts', () => {
  const comment = (suite: SuiteReport) => {
    const text = renderComment(suite, state);
    expectHarmless(text, [text.split('\n', 1)[0]!, state]);
    expect(text.split('\n', 1)[0]).toMatch(/^<!-- tailgate:[\w.~!*'()%-]* -->$/);
    expect(suiteHeadline(suite)).not.toMatch(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
  };

  test.each(hostileTitled)('%s does nothing wherever it stands', (_, text) => comment(hostileSuite(text)));

  test('nor does any mixture of texts and jobs', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(...hostile.filter((each) => each.length < 200)),
          fc.string({ unit: 'binary' }),
        ),
        {
          maxLength: 4,
        },
      )
      .map((parts) => parts.join(''));
    const suite = fc
      .record({
        all: text.map((each) => hostileSuite(each)),
        chosen: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
        names: fc.array(text, { minLength: 7, maxLength: 7 }),
        trust: fc.constantFrom('own' as const, 'fork' as const),
        attempts: fc.nat({ max: 2 }),
        link: fc.boolean(),
      })
      .map(
        ({ all, chosen, names, trust, attempts, link }): SuiteReport => ({
          ...all,
          jobs: chosen.map((i) => ({ name: names[i]!, outcome: all.jobs[i]!.outcome })),
          trust,
          attempts: all.attempts.slice(0, attempts),
          link: link ? all.link : null,
        }),
      );
    fc.assert(fc.property(suite, comment), { numRuns: 15 });
  }, 120_000);
});

describe('length', () => {
  const long = 'a rather long name of a job, os ubuntu-24.04, node 22.11, postgres 17, region ';
  const many = (make: (i: number) => SuiteReport['jobs'][number]) =>
    suiteOf(Array.from({ length: 256 }, (_, i) => make(i)));
  const quick = (spec: Partial<Report['verdict']>): Report => {
    const report = reportOf({ earlier: 0, scenarios: [{ label: 'search', p50: 2, p99: 7 }] });
    return { ...report, verdict: { ...report.verdict, ...spec } };
  };
  const slower = quick({ code: 'regressed', blocks: true });
  const fine = quick({ code: 'unchanged', blocks: false });

  test('256 jobs have a line each before any has its tables', () => {
    const text = renderComment(
      many((i) => job(`node ${i}`, i % 2 === 0 ? slower : fine)),
      state,
    );
    expectHarmless(text, [marker, state]);
    expect(text).toContain('### ❌ 128 of 256 jobs slower · node 0: ');
    for (let i = 0; i < 256; i++) expect(text).toMatch(new RegExp(`\\bnode ${i}\\b`));
    expect(text).not.toContain(' more**');
  });

  test('jobs that do not even have room for a line are counted by what became of them', () => {
    const text = renderComment(
      many((i) => job(`${'$@'.repeat(100)}${i}`, i < 150 ? slower : fine)),
      state,
    );
    expectHarmless(text, [marker, state]);
    const [, all, parts] = /\*\*And (\d+) jobs more\*\*: (.*)\./.exec(text)!;
    const counts = parts!.match(/\d+/g)!.map(Number);
    expect(counts.reduce((a, b) => a + b)).toBe(Number(all));
    const shown = new Set(text.match(/^(?:#### |✅ |<details><summary>✅ )/gm) ?? []);
    expect(shown.size).toBeGreaterThan(0);
    expect(parts).toMatch(/106 pass/);
  });

  test('256 faults with words of their own, however long', () => {
    const text = renderComment(
      many((i) =>
        fault(`${long}${i}`, i % 2 === 0 ? 2 : 3, `error: ${i} ${'<@|$'.repeat(400)}\n${'x\n'.repeat(400)}`),
      ),
      state,
    );
    expectHarmless(text, [marker, state]);
    expect(text).toContain('### ⛔ 256 of 256 jobs not measured · ');
  });

  test('tables of the gravest jobs stay when those of others go', () => {
    const large = (factor: number) =>
      reportOf({
        earlier: 2,
        scenarios: Array.from({ length: 150 }, (_, i) => ({ label: `scenario-${i}`, p50: 2, p99: 7 })),
        verdict: factor > 1 ? { code: 'regressed', blocks: true } : { code: 'unchanged' },
      });
    const [bad, good] = [large(1.4), large(1)];
    const jobs = Array.from({ length: 12 }, (_, i) => job(`node ${i}`, i === 7 ? bad : good));
    const text = renderComment(suiteOf(jobs), state);
    expectHarmless(text, [marker, state]);
    const first = text.slice(text.indexOf('#### ❌ node 7'), text.indexOf('jobs pass'));
    expect(first).toMatch(/scenario-149.p50/);
    expect(text).toMatch(/Left out for want of room: /);
    expect(renderSummary(suiteOf(jobs))).not.toContain('Left out');
  });

  test('a hostile suite of 10 kB names has the summary within 1 MiB', () => {
    for (const text of ['$@#'.repeat(3400), 'שלום '.repeat(2000)]) {
      expect(Buffer.byteLength(renderSummary(hostileSuite(text)))).toBeLessThan(2 ** 20);
    }
    const jobs = Array.from({ length: 40 }, (_, i) =>
      job(`${i}`, i % 2 ? hostileReport('漢'.repeat(999)) : hostilePass('漢')),
    );
    expect(Buffer.byteLength(renderSummary(suiteOf(jobs)))).toBeLessThan(2 ** 20);
  }, 60_000);
});
