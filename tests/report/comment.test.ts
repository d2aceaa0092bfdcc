import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { printMetric } from '../../src/metrics/metric.ts';
import { commentMarker, renderComment } from '../../src/report/comment.ts';
import type { LoosenedGate } from '../../src/verdict/verdict.ts';
import { cases } from './cases.ts';
import { bookstore, reportOf } from './fixture.ts';
import { expectHarmless } from './harmless.ts';
import { hostile, hostileReport, hostileTitled } from './hostile.ts';
import { countOpenWords, namesOf, tagsOf, textOf, toHtml, unfolded } from './rendered.ts';

function tableRows(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => /^\|/.test(line) && !/^\|(?: -:? \|)+$/.test(line))
    .slice(1);
}

describe('every situation', () => {
  test.each(Object.keys(cases))('%s: marker, verdict, footer, closed folds, valid tables', (name) => {
    const report = cases[name]!();
    const markdown = renderComment(asSuite(report));
    const lines = markdown.split('\n');
    expect(lines[0]).toBe('<!-- tailgate:default -->');
    expect(lines[1]).toMatch(/^### (✅|❌|⚪|⚠️|⛔|🌱|☑️) \S/);
    expect(markdown).toMatch(
      /\n\n<sub>Tailgate: (?:\d+ fresh starts? of both versions|\d+ rounds? of both versions|\d+ fresh starts?.*|nothing measured), `[0-9a-f]{7}` · \[Report\]\(https:.*\)<\/sub>\n$/,
    );
    expect(markdown.match(/(?:Look closer|Reproduce): `tailgate (?:run|compare)/g)?.length ?? 0).toBeLessThan(
      2,
    );
    expect(/^\*\*(Blocks the merge|Does not block)\.?\*\*/m.test(markdown)).toBe(
      ['regressed', 'missed', 'at-limit', 'inconclusive'].includes(report.verdict.code),
    );
    const html = toHtml(markdown);
    expect(namesOf(html).filter((tag) => tag === 'h3')).toHaveLength(1);
    expect(tagsOf(html)).not.toContain('<details open>');
    expect(tagsOf(html).filter((tag) => tag === '<details>')).toHaveLength(
      (html.match(/<\/details>/g) ?? []).length,
    );
    for (const row of html.matchAll(/<table>(.*?)<\/table>/gs)) {
      const width = (row[1]!.match(/<th[ >]/g) ?? []).length;
      expect((row[1]!.match(/<td[ >]/g) ?? []).length % width).toBe(0);
    }
    expect(textOf(html.replace(/<pre>.*?<\/pre>/gs, ''))).not.toMatch(/NaN|undefined|\[object|null/);
    expect(countOpenWords(markdown)).toBeLessThanOrEqual(110);
  });
});

describe('loosened gates', () => {
  test('stand right below the table, the gravest three unfolded', () => {
    const text = unfolded(renderComment(asSuite(cases['loosened gates']!())));
    expect(text).toMatch(/\+\d+\s% \|\n\n⚠️ This change loosens 7 gates\n\n(?:- .*\n){3}\nMeant\?/);
    const single = unfolded(renderComment(asSuite(cases['loosened gate']!())));
    expect(single).toMatch(
      /; 1 gate loosened\n[\s\S]*\n\n⚠️ This change loosens checkout p99: 60 ms → 80 ms\.\n/,
    );
  });
});

describe('changed settings of the gate', () => {
  const setting = (name: string, from: string | null, to: string | null): LoosenedGate => ({
    kind: 'setting',
    label: 'search',
    setting: name,
    from,
    to,
  });
  const commentOn = (loosened: LoosenedGate[]) => {
    const report = structuredClone(cases.unchanged!());
    report.verdict.loosened = loosened;
    return unfolded(renderComment(asSuite(report)));
  };

  test('are told in a line each', () => {
    expect(commentOn([setting('request', 'GET /search?q=shoes', 'GET /healthz')])).toMatch(
      /; 1 gate setting altered\n\n⚠️ This change alters search: GET \/search\?q=shoes → GET \/healthz\.\n/,
    );
    const text = commentOn([
      setting('request.expect.status', null, '200, 404, 500'),
      { kind: 'contents', label: 'search', setting: 'load/lib.js', change: 'changed' },
      { kind: 'contents', label: null, setting: 'service.env.MODE', change: 'added' },
      { kind: 'scenario-removed', label: 'browse' },
      { kind: 'borrowed', reason: 'its target is app, not web' },
    ]);
    expect(text).toContain('; base started as the head is, 1 gate loosened, 3 gate settings altered\n');
    expect(text).toContain(
      [
        '⚠️ This change loosens 1 gate and alters 3 gate settings',
        '',
        '- The base starts with the head’s commands, not with its own: its target is app, not web',
        '- `browse`: no longer measured',
        '- search request.expect.status: not set → 200, 404, 500',
      ].join('\n'),
    );
  });

  test('show where long texts differ', () => {
    const start = `GET /search?q=${'shoes+and+'.repeat(10)}`;
    expect(commentOn([setting('request', `${start}socks`, `${start}nothing`)])).toContain(
      'search: …oes+and+socks → …oes+and+nothing.',
    );
  });

  test('say when the base has no gate that can be read', () => {
    const text = commentOn([{ kind: 'unread', reason: 'There is no tailgate.yml.', borrows: true }]);
    expect(text).toContain('; gate of the base unknown\n');
    expect(text).toContain(
      '⚠️ Nobody knows what this change loosens, and the base starts with the head’s commands: the configuration of the base cannot be used (There is no tailgate.yml).',
    );
  });
});

describe('what is unfolded', () => {
  test('that a new gate is no loosened one', () => {
    const report = structuredClone(cases.unchanged!());
    report.verdict.loosened = [
      { kind: 'unread', reason: 'There is no tailgate.yml.', borrows: true, adds: 'tailgate.yml' },
    ];
    expect(unfolded(renderComment(asSuite(report)))).toMatch(
      /SLOs met; gate added\n[\s\S]*\n🌱 This change adds `tailgate.yml`; later changes of the gate will be listed here\.\n/,
    );
  });

  test('nothing but the verdict when all is well', () => {
    const text = unfolded(renderComment(asSuite(cases.unchanged!())));
    expect(tableRows(text)).toEqual([]);
    expect(text).toContain('### ✅ No slowdown in 3 scenarios; 4 of 4 SLOs met');
    expect(renderComment(asSuite(cases.unchanged!()))).toContain(
      '<summary>How sure is this? 6 metrics unchanged, 1 within the SLO</summary>',
    );
  });

  test('undecided rows only when nothing is worse', () => {
    expect(tableRows(unfolded(renderComment(asSuite(cases.inconclusive!()))))).toHaveLength(3);
    expect(tableRows(unfolded(renderComment(asSuite(cases['regressed by a multiple']!()))))).toHaveLength(2);
  });

  test.each(['first run', 'too few records', 'met', 'identical', 'only new scenarios'])(
    'without anything to compare with (%s) each SLO with its value and limit, and the typical requests',
    (name) => {
      const report = cases[name]!();
      const rows = tableRows(unfolded(renderComment(asSuite(report)))).map((row) =>
        row.replaceAll('\u00a0', ' '),
      );
      const { slos } = report.verdict;
      expect(rows.filter((row) => /, SLO < .* \| [\d.]+ .* \| ✅ SLO met \|$/.test(row))).toHaveLength(
        slos.length,
      );
      const typical = report.verdict.changes.filter(({ metric }) => printMetric(metric) === 'p50');
      expect(rows).toHaveLength(slos.length + typical.length);
    },
  );

  test('at most six rows of many, the worst first', () => {
    const markdown = renderComment(asSuite(cases['forty scenarios']!()));
    const rows = tableRows(unfolded(markdown));
    expect(rows).toHaveLength(6);
    expect(rows[0]).toContain('scenario-20');
    expect(markdown).toContain('<summary>14 more rows: 14 metrics worse</summary>');
  });

  test('whether an undecided verdict blocks', () => {
    expect(unfolded(renderComment(asSuite(cases.inconclusive!())))).toContain('**Does not block.**');
    expect(unfolded(renderComment(asSuite(cases['at its limit, blocking']!())))).toContain(
      '**Blocks the merge.** `fail-on` demands it.',
    );
  });

  test('what ∞ means, where it is shown', () => {
    expect(unfolded(renderComment(asSuite(cases.crashed!())))).toContain(
      '∞: failed requests count as never answered.',
    );
    expect(renderComment(asSuite(cases.regressed!()))).not.toContain('∞');
  });

  test('columns of the history only when there is one', () => {
    const header = (name: string) =>
      renderComment(asSuite(cases[name]!()))
        .split('\n')
        .find((line) => line.startsWith('|  |  |'))
        ?.replaceAll('\u00a0', ' ');
    expect(header('regressed')).toBe(
      '|  |  | SLO | main, typical | this run | change | main, last 20, this run |',
    );
    expect(header('first run')).toBe('|  |  | SLO | this run |');
    expect(header('too few records')).toBe('|  |  | SLO | this run | main, last 2, this run |');
  });

  test('the commit when there is a single run to compare with', () => {
    const report = reportOf({ earlier: 5 });
    const one = { ...report, history: report.history.slice(-1) };
    expect(renderComment(asSuite(one))).toContain(
      `| main \`${one.history[0]!.commit!.slice(0, 7)}\` →\u00a0this\u00a0run |`,
    );
  });
});

test('the last words of a service that answers with errors are seen without unfolding anything', () => {
  const markdown = unfolded(renderComment(asSuite(cases['missed by failures']!())));
  expect(markdown).toContain('Log of app:\n\n```text\nTypeError: ');
});

test('the last words of a service that crashed are seen without unfolding anything', () => {
  const markdown = unfolded(renderComment(asSuite(cases.crashed!())));
  expect(markdown).toContain('Log of app:\n\n```text\nlistening on 41873\n');
  expect(markdown).toContain("(reading 'price')\n");
});

test('uncommitted changes and a local report are told in the footer', () => {
  const report = reportOf({ link: '/tmp/result.json' });
  report.record.dirty = true;
  const footer = renderComment(asSuite(report)).trimEnd().split('\n').at(-1)!;
  expect(footer).toMatch(/`[0-9a-f]{7}` with uncommitted changes · Report: `\/tmp\/result.json`<\/sub>$/);
});

test('the marker is the same for the same suite and cannot end early', () => {
  expect(commentMarker('api')).toBe('<!-- tailgate:api -->');
  for (const suite of hostile) expect(commentMarker(suite)).toMatch(/^<!-- tailgate:[\w.~!*'()%-]* -->$/);
});

test('the markers of jobs differ though their names are long', () => {
  // As long as the names of suites and jobs may be: `suite (job)`.
  const [first, second] = ['a', 'b'].map((end) =>
    commentMarker(`${'s'.repeat(100)} (${'n'.repeat(199)}${end})`),
  );
  expect(first).not.toBe(second);
});

// Mixtures of them: tests/report/suite-comment.test.ts.
test.each(hostileTitled)('hostile names, %s, do nothing in a comment', (_, text) => {
  expectHarmless(renderComment(asSuite(hostileReport(text))), [commentMarker(text)]);
});

describe('length', () => {
  const log = Array.from({ length: 400 }, (_, i) => `${i} ${'x'.repeat(400)}`).join('\n');

  function large(scenarios: number, logs: number): Report {
    const many = Array.from({ length: scenarios }, (_, i) => ({
      ...bookstore[i % 3]!,
      label: `a-rather-long-name-of-a-scenario-${i}`,
      now: { p99: 1.4 },
    }));
    const fault = { kind: 'crashed', service: 'app', label: 'search', exit: 'SIGSEGV', log } as const;
    return reportOf({
      scenarios: many,
      earlier: 6,
      verdict: { faults: Array.from({ length: logs }, () => fault) },
    });
  }

  test.each([
    [3, 1, []],
    [90, 6, ['trend', 'logs']],
    [200, 0, ['trend', 'quiet rows']],
    [500, 6, ['trend', 'logs', 'quiet rows', 'further rows']],
  ])('with %i scenarios and %i logs it leaves out %j', (scenarios, logs, left) => {
    const markdown = renderComment(asSuite(large(scenarios, logs)));
    expect(markdown.length).toBeLessThanOrEqual(65_000);
    expect(markdown.split('\n')[1]).toMatch(/^### ❌ \S/);
    expect(tableRows(unfolded(markdown)).length).toBeGreaterThan(2);
    expect(markdown).toContain('Look closer: ');
    const told = /Left out for want of room: (.*)\./.exec(markdown)?.[1]?.split(', ') ?? [];
    expect(told).toEqual(left);
    expect(markdown.includes('Log of app')).toBe(logs > 0 && !left.includes('logs'));
  });

  test('gates that were loosened are never left out, however many and however long', () => {
    const report = large(500, 6);
    report.verdict.loosened = Array.from({ length: 300 }, (_, i) => ({
      kind: i === 299 ? ('slo' as const) : ('load-reduced' as const),
      label: '$@'.repeat(100),
      metric: { kind: 'errors' as const },
      from: '$@'.repeat(100),
      to: `${i} ${'$@'.repeat(100)}`,
    }));
    const markdown = renderComment(asSuite(report));
    expect(markdown.length).toBeLessThanOrEqual(65_000);
    const text = unfolded(markdown);
    expect(text).toContain('This change loosens 300 gates\n\n- ');
    expect(text.match(/^- .*errors: .* → 299 /gm)).toHaveLength(1);
    expect(text.match(/ load: .* → \d+ /g)).toHaveLength(2);
    expect(markdown).toContain('<summary>And 297 more gates</summary>');
    expect(markdown).toMatch(/- and 2\d\d more gates, in the full result\n/);
  });
});

describe('whole comments', () => {
  test.each([
    'regressed',
    'crashed',
    'inconclusive',
    'k6 out of CPU',
    'first run',
    'closed models',
    'pair regressed',
    'pair unchanged',
    'pair inconclusive',
    'unstable tail',
    'loosened gates',
    'base failed',
    'accepted',
    'accepted in part',
    'refused',
  ])('%s', async (name) => {
    await expect(renderComment(asSuite(cases[name]!()))).toMatchFileSnapshot(
      `snapshots/${name.replaceAll(' ', '-')}.txt`,
    );
  });
});
