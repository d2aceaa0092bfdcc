import type { Report } from '../../src/handover/report.ts';
import type { JobOutcome, SuiteReport } from '../../src/handover/suite.ts';
import type { ChangeFinding } from '../../src/verdict/findings.ts';
import { p, reportOf, type ScenarioSpec, slo } from './fixture.ts';

/** Names, lines and addresses that would do harm if any of them reached a comment, a terminal or a page as it is. */
export const hostile: string[] = [
  // HTML
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<a href="https://evil.example">click</a>',
  '</summary></details><h1>passed</h1>',
  '<!-- tailgate:default -->',
  '-->',
  '<details open>',
  '&lt;img&gt; &amp; &#60;b&#62; &copy;',
  '<https://evil.example>',
  '<?php ?> <![CDATA[x]]>',
  // Markdown
  '# passed',
  '> quoted',
  '- item',
  '+ item',
  '1. item',
  '2) item',
  '---',
  '===',
  '***',
  '```\ncode',
  '~~~',
  '    indented',
  '**bold** _italic_ ~~struck~~ __b__',
  '_a_b_',
  '[click](https://evil.example)',
  '![pixel](https://evil.example/p.png)',
  '[click]: https://evil.example',
  '[^1]',
  '- [x] done',
  'a | b | c',
  '\\| a \\',
  '`code` ``more`` ```',
  '`',
  '$x^2$ $$y$$ $`z`$',
  // what GitHub links
  '@octocat and @acme/team',
  'me@evil.example',
  'acme/bookstore#12 and #34 and GH-56',
  'octocat@0123456789abcdef0123456789abcdef01234567',
  'https://evil.example/?a=1&b=2 http://evil.example ftp://evil.example',
  'www.evil.example',
  'mailto:me@evil.example',
  ':tada: :+1: 12:30:45',
  'a5c3785ed8d6a35868bc169f07e40e889087fd2e',
  'gh-1 (#2) [#3] _#4_ /#5 acme/x#6.',
  'see @octocat, (@octocat) -@octocat /@octocat @acme/team-a.',
  '> [!WARNING]',
  '[text][ref]\n\n[ref]: https://evil.example "t"',
  '![a](x) ![a][b]',
  '\\[x\\](https://evil.example)',
  '**Full Changelog**: https://github.com/acme/x/compare/v1...v2',
  'https://evil.example/acme/x/issues/1#issuecomment-2',
  // invisible and misleading characters
  'safe\u202Egnp.exe',
  'zero\u200Bwidth\u2060joiner\uFEFF',
  'nul\u0000 bell\u0007 del\u007F c1\u0085',
  'rlm\u200F lrm\u200E alm\u061C',
  'isolate \u2067abc\u2069 \u2066x \u2068y',
  'embed \u202Aabc\u202B def\u202D',
  'tag\u{E0041}\u{E0042}',
  'lone \uD800 surrogate',
  'שלום p99',
  'مرحبا | <b>',
  'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'filler\u3164\u2800',
  // terminals and workflow commands
  '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '\u001b[2J\u001b[1;1H',
  '::error::broken',
  'x ##[error]broken',
  'a\r\nb\nc\td',
  'x\n\n### passed\n',
  // length
  'long '.repeat(400),
  '@'.repeat(500),
  'x'.repeat(3000),
  '|'.repeat(3000),
  '<b>'.repeat(1000),
  '$@#'.repeat(1000),
  'שלום '.repeat(600),
  // what shells and runners might run
  '$(touch pwned)',
  '`touch pwned`',
  '##[set-env name=X]1',
  '',
  ' ',
];

/** Each with a title for its test, since some are long. */
export const hostileTitled: [string, string][] = hostile.map((text) => [
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text),
  text,
]);

/** Stands for the text in reports that are made once: their statistics take longer than all that is written of them. */
const HOLE = '\u{1F573}';

/** Puts the text into each string of a value that has the hole in it. */
function fill<T>(value: T, text: string): T {
  if (typeof value === 'string') return value.replaceAll(HOLE, () => text) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return (typeof value[0] === 'number' ? value : value.map((one) => fill(one, text))) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, text)])) as T;
}

/** A report in which every text that comes from outside is `text`. */
export function hostileReport(text: string): Report {
  return fill(TEMPLATE, text);
}

function makeReport(): Report {
  const text = HOLE;
  const slos = [slo(p(99), '<', 5), slo({ kind: 'errors' }, '<', 0.01)];
  const scenarios: ScenarioSpec[] = [
    { label: text, p50: 2, p99: 7, slos, failed: 0.02 },
    { label: `b${text}`, p50: 2, p99: 7, load: { kind: 'users', users: 3 } },
  ];
  const report = reportOf({
    scenarios,
    earlier: 5,
    suite: text,
    baseBranch: text,
    link: text,
    verdict: {
      invalid: [
        { kind: 'not-ready', service: text, message: text, log: text },
        { kind: 'base-failed', fault: 'crashed', commit: text, service: text, message: text, log: text },
      ],
      pair: { baseCommit: text, because: 'merge-parent', blocks: 4, planned: 5, seed: 1, error: 0.01 },
      gateChanges: [
        { kind: 'setting', setting: text, from: text, to: `${text}!` },
        { kind: 'added', name: text },
        { kind: 'unread', reason: text },
        { kind: 'borrowed', reason: text },
      ],
      acceptances: [{ by: text, at: text, covers: [{ label: text, metric: p(99) }] }],
      refusals: [{ by: text, reason: 'may-not' }],
      costs: [
        { label: text, metric: { kind: 'cpu' }, base: 1, head: 2, change: { value: 1, low: 0.9, high: 1.1 } },
      ],
      faults: [
        { kind: 'failing', label: text, failed: 1, requests: 2, examples: [text, text] },
        { kind: 'crashed', service: text, label: text, exit: text, log: `${text}\n${text}` },
      ],
    },
  });
  const [first, ...others] = report.verdict.changes;
  report.verdict.changes = [
    first!,
    ...others.map((one): ChangeFinding => {
      if (one.kind !== 'history') throw new Error('expected a comparison with earlier runs');
      const { history: _, ...rest } = one;
      const numbers = { detectable: 0.1, spread: 0.02, blocks: 14 };
      return { ...rest, kind: 'paired', base: one.base!, change: one.change!, ...numbers };
    }),
  ];
  report.record.commit = text;
  for (const run of report.history) run.commit = text;
  report.verdict.changes[0]!.reason = { kind: 'few-records', compatible: 0, needed: 5, incompatible: 2 };
  return report;
}

const TEMPLATE = makeReport();

/** The same with another outcome; where everything passes a comment folds it. */
const withVerdict = (report: Report, parts: Partial<Report['verdict']>): Report => ({
  ...report,
  verdict: { ...report.verdict, invalid: [], ...parts },
});
export const hostilePass = (text: string): Report =>
  withVerdict(hostileReport(text), { code: 'unchanged', blocks: false, faults: [] });

/** A suite of every kind of job in which every text that comes from outside is one of the texts, a job for each. */
export function hostileSuite(...texts: [string, ...string[]]): SuiteReport {
  const of = (i: number) => texts[i % texts.length]!;
  const reports = [0, 1, 2].map((i) => hostileReport(of(i)));
  const outcomes: JobOutcome[] = [
    reports[0]!,
    withVerdict(reports[1]!, { code: 'regressed' }),
    withVerdict(reports[2]!, { code: 'accepted', blocks: false }),
    hostilePass(of(3)),
  ].map((report) => ({ kind: 'report', report, failOn: [] }));
  outcomes.push({ kind: 'fault', exitCode: 2, message: of(4) });
  outcomes.push({ kind: 'fault', exitCode: 3, message: `error: ${of(5)}\n  at ${of(5)}\n${of(5)}` });
  return {
    suite: of(0),
    jobs: outcomes.map((outcome, i) => ({ name: i % 2 === 0 ? of(i) : `node ${i}, ${of(i)}`, outcome })),
    trust: 'fork',
    link: `https://evil.example/${of(0)}`,
  };
}

/** Suites with six texts each, a kind of job for each. */
export const hostileSuites: SuiteReport[] = hostile.flatMap((_, i) =>
  i % 6 === 0
    ? [hostileSuite(...(Array.from({ length: 6 }, (_, k) => hostile[(i + k) % hostile.length]!) as [string]))]
    : [],
);
