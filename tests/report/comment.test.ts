/** The Markdown of blocks: what is folded, what has room, and twelve comments as a whole. */
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite, type SuiteReport } from '../../src/handover/suite.ts';
import { COMMENT_LIMIT, renderComment, renderSummary, writeBlock } from '../../src/report/comment.ts';
import { say } from '../../src/report/format/phrase.ts';
import { renderHistory } from '../../src/report/history.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { cases } from './cases.ts';
import { bookstore, reportOf } from './fixture.ts';
import { expectHarmless } from './harmless.ts';
import { unfolded } from './rendered.ts';
import { fault, job, suiteCases, suiteOf } from './suite-cases.ts';
import { ALL, variantsOf } from './variant-fixture.ts';

const marker = '<!-- tailgate:default -->';
const commentOf = (name: string) => renderComment({ ...asSuite(cases[name]!()), labelReader: 'publish' });
const tableRows = (markdown: string) =>
  markdown
    .split('\n')
    .filter((line) => /^\|/.test(line) && !/^\|(?: -:? \|)+$/.test(line))
    .slice(1);

describe('whole comments', () => {
  test.each([
    'pair regressed',
    'pair missed',
    'pair unchanged',
    'pair inconclusive',
    'first run',
    'missed by failures',
    'base failed',
    'k6 out of CPU',
    'altered gate',
    'accepted',
  ])('%s', async (name) => {
    // What is folded is alike in all of them.
    const text = name === 'pair regressed' ? commentOf(name) : unfolded(commentOf(name));
    await expect(text).toMatchFileSnapshot(`snapshots/${name.replaceAll(' ', '-')}.txt`);
  });

  test('four jobs', async () => {
    await expect(unfolded(renderComment(suiteCases['two slower jobs']!()))).toMatchFileSnapshot(
      'snapshots/four-jobs.txt',
    );
  });

  test.each([...Object.keys(cases), ...Object.keys(suiteCases)])(
    '%s: harmless, with a marker, a headline and a footer',
    (name) => {
      const suite = cases[name] ? asSuite(cases[name]()) : suiteCases[name]!();
      const comment = renderComment(suite);
      expectHarmless(comment, [marker]);
      expectHarmless(renderSummary(suite), []);
      expect(comment.split('\n')[1]).toMatch(/^### (✅|❌|⚪|⚠️|⛔|🌱|☑️) \S/);
      expect(comment.trimEnd().split('\n').at(-1)).toMatch(/^<sub>Tailgate(?:: | · ).*<\/sub>$/);
    },
  );
});

describe('what is in the open', () => {
  test('is no table when all is well, and each SLO and typical request where nothing is compared', () => {
    expect(tableRows(unfolded(commentOf('unchanged')))).toEqual([]);
    for (const name of ['first run', 'too few records', 'met', 'identical', 'only new scenarios']) {
      const rows = tableRows(unfolded(commentOf(name)));
      const { slos, changes } = cases[name]!().verdict;
      expect(rows.filter((row) => /, SLO <\s.*(✅|⚪)[^|]*\|$/.test(row))).toHaveLength(slos.length);
      const typical = changes.filter(({ metric }) => metric.kind === 'percentile' && metric.percent === 50);
      expect(rows).toHaveLength(slos.length + typical.length);
    }
  });

  test('is the worst of many, with a count of the others, and undecided rows only when nothing is worse', () => {
    const text = unfolded(commentOf('forty scenarios'));
    expect(tableRows(text)).toHaveLength(5);
    expect(tableRows(text)[0]).toContain('scenario-20');
    expect(text).toContain('And 15 more rows.');
    expect(tableRows(unfolded(commentOf('inconclusive')))).toHaveLength(3);
    expect(tableRows(unfolded(commentOf('regressed by a multiple')))).toHaveLength(2);
  });

  test('is the job to re-run, where a job reads the label, and no label elsewhere', () => {
    const told = (labelReader?: SuiteReport['labelReader']) =>
      /re-run (.*?)\. Look/.exec(
        renderComment({ ...asSuite(cases.regressed!()), ...(labelReader && { labelReader }) }),
      )?.[1];
    expect([told('publish'), told('gate'), told()]).toEqual(['the `publish` job', 'this job', undefined]);
  });
});

test('a list has three items in the open, folds the rest, and counts what has no room there', () => {
  const items = Array.from({ length: 300 }, (_, i) => say`${`${i} ${'$@'.repeat(60)}`}`);
  const list = (count: number) =>
    writeBlock({ kind: 'list', weight: 'open', tone: 'warn', items: items.slice(0, count) });
  expect(list(1)).toMatch(/^⚠️ 0 /);
  expect(unfolded(list(3)).match(/^- /gm)).toHaveLength(3);
  expect(unfolded(list(300)).match(/^- /gm)).toHaveLength(3);
  expect(list(300)).toContain('<summary>And 297 more</summary>');
  expect(list(300)).toMatch(/- and \d+ more, in the full result\n/);
  expect(list(300).length).toBeLessThan(20_000);
});

describe('several jobs', () => {
  test('have a fold each, but for the gravest, and those that pass one together', () => {
    const text = renderComment(suiteCases['a regressed and a missing job']!());
    expect([...unfolded(text).matchAll(/^#+ .*/gm)].map(([line]) => line)).toEqual([
      '### ❌ 1 of 4 jobs worse, 1 not measured · node 22: checkout p99 is 18 % slower: 62.2 ms → 73.3 ms',
      '#### ❌ node 22',
    ]);
    expect(text).toContain(
      '<summary>⛔ <b>results</b>: Some results are missing; the logs of the measuring jobs say why. Re-run all jobs.</summary>',
    );
    expect(text).toContain('<summary>2 pass: node 18 and node 20</summary>');
    expect(unfolded(text)).toContain(
      '<sub>Tailgate: 4 jobs, up to 3 % chance of any false alarm, `1a95462` · [Workflow run](',
    );
  });

  test('tell what they change of their gate once, in the open', () => {
    const text = renderComment(suiteCases['altered gate in all jobs']!());
    expect(text.match(/gate change:/g)).toHaveLength(1);
    expect(unfolded(text)).toContain('⚠️ Review this gate change: `scenarios.checkout.slo`: p99 < 60ms');
  });

  test('unfold what is undecided only when nothing is worse', () => {
    expect(unfolded(renderComment(suiteCases['undecided beside unchanged']!()))).toContain('#### ⚪ node 22');
    expect(renderComment(suiteCases['undecided beside slower']!())).toContain(
      '<summary>1 undecided: node 20</summary>',
    );
  });

  test('say below the heading that nothing blocks, that they are from a fork, and who approved that', () => {
    const below = (name: string) => renderComment(suiteCases[name]!()).split('\n\n')[1];
    expect(below('report only')).toMatch(/^\*\*Report only\*\*: with `fail-on: none`/);
    expect(below('fork with several jobs')).toMatch(/^\*\*From a fork\*\*: its author /);
    expect(below('approved fork')).toContain('kim approved this exact commit');
  });
});

describe('length', () => {
  const log = Array.from({ length: 400 }, (_, i) => `${i} ${'x'.repeat(400)}`).join('\n');
  const quick = (spec: Partial<Report['verdict']>): Report => {
    const report = reportOf({ earlier: 0, scenarios: [{ label: 'search', p50: 2, p99: 7 }] });
    return { ...report, verdict: { ...report.verdict, ...spec } };
  };
  const [slower, fine] = [
    quick({ code: 'regressed', blocks: true }),
    quick({ code: 'unchanged', blocks: false }),
  ];
  const many = (make: (i: number) => SuiteReport['jobs'][number]) =>
    suiteOf(Array.from({ length: 256 }, (_, i) => make(i)));

  test.each([
    [3, 1, true],
    [90, 6, true],
    [500, 6, false],
  ])('with %i scenarios and %i logs: it has its tables: %j', (scenarios, logs, isWhole) => {
    const spec = Array.from({ length: scenarios }, (_, i) => ({
      ...bookstore[i % 3]!,
      label: `a-scenario-${i}`,
      now: { p99: 1.4 },
    }));
    const crash = { kind: 'crashed', service: 'app', label: 'search', exit: 'SIGSEGV', log } as const;
    const report = reportOf({
      scenarios: spec,
      earlier: 6,
      verdict: { faults: Array.from({ length: logs }, () => crash) },
    });
    const comment = renderComment(asSuite(report));
    expect(comment.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(comment).toContain('Look closer: ');
    expect(tableRows(unfolded(comment)).length).toBeGreaterThan(2);
    expect(comment.includes('How sure is this?')).toBe(isWhole);
    expect(comment.includes('Left out for lack of space')).toBe(!isWhole);
  });

  test('24 variants of 3 scenarios are rows, each with its name, in other formats as well', () => {
    const report = variantsOf(ALL, (label) => label.startsWith('create [cache=off hash=sha256'));
    const comment = renderComment(asSuite(report));
    expect(comment.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(comment).toMatch(/in 16 starts of each of 24 variants/);
    const label = 'create [cache=off hash=sha1 storage=mysql]';
    expect(renderJunit(report)).toContain(label);
    expect(renderHistory(report.history, { color: false, width: 160 })).toContain(label);
  });

  test('256 jobs have a line each before any has its details', () => {
    const text = renderComment(many((i) => job(`node ${i}`, i % 2 === 0 ? slower : fine)));
    expectHarmless(text, [marker]);
    for (let i = 0; i < 256; i++) expect(text).toMatch(new RegExp(`\\bnode ${i}\\b`));
  });

  test('jobs that do not even have room for a line are counted by what became of them', () => {
    const text = renderComment(many((i) => job(`${'$@'.repeat(100)}${i}`, i < 150 ? slower : fine)));
    expectHarmless(text, [marker]);
    const [, all, parts] = /\*\*And (\d+) jobs more\*\*: (.*)\./.exec(text)!;
    expect(
      parts!
        .match(/\d+/g)!
        .map(Number)
        .reduce((a, b) => a + b),
    ).toBe(Number(all));
    const faults = renderComment(
      many((i) => fault(`${i}`, 3, `error: ${i} ${'<@|$'.repeat(400)}\n${'x\n'.repeat(400)}`)),
    );
    expectHarmless(faults, [marker]);
  });
});
