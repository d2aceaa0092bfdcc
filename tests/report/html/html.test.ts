import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { asSuite } from '../../../src/handover/suite.ts';
import { renderHtml } from '../../../src/report/html/html.ts';
import { showMarkdown } from '../../../src/report/html/markup.ts';
import { STYLE_HASH, STYLE_SHEET } from '../../../src/report/html/style.ts';
import { cases } from '../cases.ts';
import { hostileSuites } from '../hostile.ts';
import { pairCases, pairedChanges } from '../pair-cases.ts';
import { namesOf, tagsOf } from '../rendered.ts';
import { suiteCases } from '../suite-cases.ts';
import { ALL, variantsOf } from '../variant-fixture.ts';
import { situations } from './situations.ts';

test('the policy allows the style sheet, and nothing else', () => {
  const digest = createHash('sha256').update(STYLE_SHEET).digest('base64');
  expect(STYLE_HASH).toBe(`sha256-${digest}`);
  expect(renderHtml(asSuite(cases.regressed!()))).toContain(
    `content="default-src &#39;none&#39;; style-src &#39;${STYLE_HASH}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
  );
});

const shown = [
  ...['pair unchanged', 'missed without history', 'first run', 'skipped', 'k6 out of CPU', 'a capacity'],
  ...['nothing arrived', 'same fault in all jobs', 'fork', 'slower, with all that a record holds'],
];
test.each(shown)(
  'the report of %s is a small file with the verdict as its title and only heading',
  (name) => {
    const html = renderHtml((situations[name] ?? suiteCases[name])!());
    expect(html.length).toBeLessThan(1_000_000);
    expect(html).toMatch(/<title>[^<]+[\p{L}][^<]+<\/title>/u);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|<img|<link|@import|url\(|\u200b/);
    expect(html).not.toMatch(/>(undefined|NaN)|\[object /);
  },
);

test('24 variants are within 3 MB', () => {
  expect(renderHtml(asSuite(variantsOf(ALL, () => true, ['create']))).length).toBeLessThan(3_000_000);
});

test('the first card has the colour of the verdict', () => {
  expect(renderHtml(asSuite(cases.regressed!()))).toContain('<section class="card lead bad">');
});

test('last lines of logs are shown folded, bounded, and without what a terminal would do', () => {
  const report = cases['pair unchanged']!();
  const log = `${'old\n'.repeat(500)}\u001b[31m<b>it is late</b>\u001b[0m`;
  const html = renderHtml(asSuite({ ...report, logs: [{ name: 'api of base', log }] }));
  expect(html).toContain('<summary>Last lines of the logs</summary><h3>api of base</h3>');
  expect(html).toContain('&lt;b&gt;it is late&lt;/b&gt;');
  expect(html.match(/^old$/gm)).toHaveLength(198);
});

test('what is compared with the whole load alone has that name beside the picture of its pairs', () => {
  const report = pairCases['missed with the whole load alone']!();
  const { changes } = report.verdict;
  changes.push({ ...pairedChanges(report)[0]!, where: 'alone' });
  expect(renderHtml(asSuite(report))).toMatch(/; p50 alone: \d+ of 16 pairs above 0, change /);
});

test('earlier runs have a picture where there are some; scenarios beyond 24 are counted', () => {
  expect(renderHtml(asSuite(cases.regressed!()))).toMatch(/<b>Earlier runs<\/b><span>p99 of 21 runs; /);
  expect(renderHtml(asSuite(cases['first run']!()))).not.toContain('Earlier runs');
  expect(renderHtml(asSuite(cases['forty scenarios']!()))).toContain('Without pictures: 16 more scenarios.');
});

test('a suite has the pictures of each job that has a report below the name of the job', () => {
  const html = renderHtml(suiteCases['a regressed and a missing job']!());
  expect(html.match(/<div class="run"><h2>/g)).toHaveLength(3);
  expect(renderHtml(suiteCases['nothing arrived']!())).not.toContain('<svg');
});

/** Elements of a report, and what an attribute may be that is not ours. */
const ELEMENTS = new Set(
  'html head meta title style body header main footer section div p h1 h2 h3 h4 small span b strong em code pre sub a ul ol li br hr details summary table thead tbody tr th td figure figcaption svg desc g path line rect text tspan circle'.split(
    ' ',
  ),
);

test.each(hostileSuites.map((suite) => [suite.suite.slice(0, 40), suite] as const))(
  'names and logs such as %j never become elements',
  (_, suite) => {
    const html = renderHtml(suite);
    const tags = tagsOf(html);
    expect([...new Set(namesOf(html))].filter((name) => !ELEMENTS.has(name.toLowerCase()))).toEqual([]);
    expect(tags.filter((tag) => /\s(?:on\w+|src|srcset|style|action)=/i.test(tag))).toEqual([]);
    expect(tags.filter((tag) => /^<a/.test(tag) && !/ href="https?:\/\/[^"]*"/.test(tag))).toEqual([]);
  },
);

test('a tag that no Markdown of ours has is text, whoever let it through', () => {
  const { html } = showMarkdown(
    'a <script>alert(1)</script> <img src=x onerror=alert(1)> <b onclick="x">b</b> <a href="javascript:x">c</a> [d](javascript:x) <sub>e</sub>\n\n- [ ] f',
  );
  expect(namesOf(html).sort()).toEqual(['li', 'p', 'sub', 'ul']);
  expect(html).toContain('&lt;script>');
});
