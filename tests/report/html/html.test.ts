import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { asSuite } from '../../../src/handover/suite.ts';
import { renderHtml } from '../../../src/report/html/html.ts';
import { STYLE_HASH, STYLE_SHEET } from '../../../src/report/html/style.ts';
import { cases } from '../cases.ts';
import { pairCases, pairedChanges } from '../pair-cases.ts';
import { suiteCases } from '../suite-cases.ts';

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

test.each(['a regressed and a missing job', 'all missing', 'only job at fault'])(
  'a suite, %s, has a section for each job',
  (name) => {
    const suite = suiteCases[name]!();
    expect(renderHtml(suite).match(/<section[^>]* class="job"/g)!.length).toBeGreaterThan(0);
  },
);
