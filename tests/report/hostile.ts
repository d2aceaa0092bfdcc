import type { Report } from '../../src/report/report.ts';
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
  'fixes #1, closes acme/x#2',
  // invisible and misleading characters
  'safe\u202Egnp.exe',
  'zero\u200Bwidth\u2060joiner\uFEFF',
  'nul\u0000 bell\u0007 del\u007F c1\u0085',
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
  '',
  ' ',
];

/** A report in which every text that comes from outside is `text`. */
export function hostileReport(text: string): Report {
  const scenarios: ScenarioSpec[] = [
    {
      label: text,
      p50: 2,
      p99: 7,
      slos: [slo(p(99), '<', 5), slo({ kind: 'errors' }, '<', 0.01)],
      failed: 0.02,
    },
    { label: `b${text}`, p50: 2, p99: 7, load: { kind: 'users', users: 3 } },
  ];
  const report = reportOf({
    scenarios,
    earlier: 5,
    suite: text,
    baseBranch: text,
    reproduce: `npx tailgate run --only ${text}`,
    link: text,
    verdict: {
      invalid: [
        { kind: 'not-ready', service: text, message: text, log: text },
        {
          kind: 'base-failed',
          fault: 'crashed',
          commit: text,
          service: text,
          message: text,
          log: text,
          missing: text,
        },
      ],
      pair: {
        baseCommit: text,
        because: 'merge-parent',
        blocks: 4,
        planned: 5,
        discarded: { base: 1, head: 1 },
        seed: 1,
      },
      loosened: [
        { kind: 'slo', label: text, metric: p(99), from: text, to: text },
        { kind: 'slo-removed', label: text, metric: p(99), from: text },
        { kind: 'scenario-removed', label: text },
        { kind: 'load-reduced', label: text, from: text, to: text },
        { kind: 'tolerance', label: text, metric: text, from: text, to: text },
        { kind: 'comparison', from: text, to: text },
      ],
      suspects: [{ label: text, metric: p(99), commit: text, change: 0.2 }],
      faults: [
        { kind: 'failing', label: text, failed: 1, requests: 2, examples: [text, text] },
        { kind: 'crashed', service: text, label: text, exit: text, log: `${text}\n${text}` },
        { kind: 'threshold', label: text, thresholds: [text] },
      ],
    },
  });
  for (const change of report.verdict.changes.slice(1)) {
    Object.assign(change, { from: 'pair', detectable: 0.1, spread: 0.02, pooled: 0.3 });
  }
  report.record.commit = text;
  for (const run of report.history) run.commit = text;
  report.verdict.changes[0]!.reason = {
    kind: 'incompatible-records',
    records: 2,
    differs: [text, 'toString'],
  };
  return report;
}
