import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { asSuite } from '../../../src/handover/suite.ts';
import { renderHtml } from '../../../src/report/html/html.ts';
import { STYLE_HASH, STYLE_SHEET } from '../../../src/report/html/style.ts';
import { cases } from '../cases.ts';
import { pairCases, pairedChanges } from '../pair-cases.ts';
import { suiteCases } from '../suite-cases.ts';
import { situations } from './situations.ts';

test('the policy allows the style sheet, and nothing else', () => {
  const digest = createHash('sha256').update(STYLE_SHEET).digest('base64');
  expect(STYLE_HASH).toBe(`sha256-${digest}`);
  expect(renderHtml(asSuite(cases.regressed!()))).toContain(
    `content="default-src &#39;none&#39;; style-src &#39;${STYLE_HASH}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
  );
});

describe.each(Object.keys(cases))('the report of %s', (name) => {
  test('is a file of less than a megabyte that says the verdict in its title', () => {
    const html = renderHtml(asSuite(cases[name]!()));
    expect(html.length).toBeLessThan(1_000_000);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).not.toMatch(/<script|<img|<link|@import|url\(/);
    expect(html).not.toMatch(/>(undefined|NaN)|\[object /);
  });
});

test('last lines of logs are shown folded, bounded, and without what a terminal would do', () => {
  const report = cases['pair unchanged']!();
  const log = `${'old\n'.repeat(500)}\u001b[31m<b>it is late</b>\u001b[0m`;
  const html = renderHtml(asSuite({ ...report, logs: [{ name: 'api of base', log }] }));
  expect(html).toContain('<summary>Last lines of the logs</summary><h3>api of base</h3>');
  expect(html).toContain('&#60;b&#62;it is late&#60;/b&#62;');
  expect(html.match(/^old$/gm)).toHaveLength(199);
});

test('what is compared with the whole load alone has that name beside the picture of its pairs', () => {
  const report = pairCases['missed with the whole load alone']!();
  const { changes } = report.verdict;
  changes.push({ ...pairedChanges(report)[0]!, where: 'alone' });
  expect(renderHtml(asSuite(report))).toMatch(/; p50 alone: \d+ of 16 pairs above 0, change /);
});

test('an SLO that the soak decides says so, and a value that was seen has no range', () => {
  const report = structuredClone(cases.met!());
  const [search, lookup] = report.verdict.slos;
  Object.assign(search!, { stretches: search!.estimate, estimate: { value: 259, low: 240, high: 280 } });
  search!.code = 'missed';
  lookup!.estimate = { value: 9, low: 9, high: 9 };
  const html = renderHtml(asSuite(report));
  // From the limit on, up to the sign of the result.
  const rows = [...html.matchAll(/<td data-label="limit">.*?<td data-label="result">/g)].map(([row]) =>
    row.replaceAll(/<[^>]+>/g, '|'),
  );
  expect(rows.slice(0, 2)).toEqual([
    '|&#60; 30 ms||259 ms in the soak||240 … 280 ms||95 %||',
    '|&#60; 10 ms||9 ms||–||–||',
  ]);
});

test('deployments have rounds, and services fresh starts', () => {
  const suite = structuredClone(situations['slower, with all that a record holds']!());
  const [job] = suite.jobs;
  if (job?.outcome.kind !== 'report') throw new Error('it has a report');
  const told = (start: string, head: string) => [
    `<b>Each pair of ${start}s</b>`,
    `${head} in 16 ${start}s`,
    `soak: the last ${start} under load without a pause`,
  ];
  const html = renderHtml(suite);
  for (const words of told('fresh start', 'this PR')) expect(html).toContain(words);
  job.outcome.report.verdict.pair!.because = 'deployed';
  const deployed = renderHtml(suite);
  for (const words of told('round', 'head')) expect(deployed).toContain(words);
  expect(deployed).not.toContain('fresh start');
});

test.each(['a regressed and a missing job', 'all missing', 'only job at fault'])(
  'a suite, %s, has a section for each job',
  (name) => {
    const suite = suiteCases[name]!();
    expect(renderHtml(suite).match(/<section[^>]* class="job"/g)!.length).toBeGreaterThan(0);
  },
);
