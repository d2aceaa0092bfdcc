import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { cases } from '../report/cases.ts';
import { hostileReport, hostileSuite, hostileTitled } from '../report/hostile.ts';
import { references, reordering } from '../report/rendered.ts';
import { suiteCases } from '../report/suite-cases.ts';
import { type CommentPage, openBrowser, openPage } from './page.ts';

let browser: Browser;
let comments: CommentPage;
beforeAll(async () => {
  browser = await openBrowser();
  comments = await openPage(browser);
});
afterAll(() => browser.close());

type Shown = {
  /** Text of the cells of every table, whether its fold is open or not. */
  tables: string[][][];
  folds: { summary: string; open: boolean }[];
  /** Tags of all elements. */
  elements: string[];
  links: string[];
  /** Attributes other than those that Markdown's own elements have. */
  attributes: string[];
  text: string;
  /** Texts outside of code and links, node by node: where GitHub looks for what it can link. */
  running: string[];
  headings: string[];
  visible: string;
  /** Whether anything is wider than the comment, tables that scroll included. */
  wider: boolean;
};

const readPage = `(() => {
  const article = document.querySelector('article');
  const own = [...article.querySelectorAll('*')];
  return {
    tables: [...article.querySelectorAll('table')].map((table) =>
      [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\\u00a0/g, ' ').trim()))),
    folds: [...article.querySelectorAll('details')].map((fold) => ({
      summary: fold.querySelector('summary').textContent, open: fold.open })),
    elements: own.map((element) => element.tagName.toLowerCase()),
    links: own.filter((element) => element.tagName === 'A').map((element) => element.href),
    attributes: own.flatMap((element) => [...element.attributes].map((attribute) => attribute.name)),
    text: own.length ? article.textContent : '',
    running: own.filter((element) => !element.closest('code, pre, a')).flatMap((element) =>
      [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)),
    headings: [...article.querySelectorAll('h3, h4')].map((heading) => heading.textContent),
    visible: article.innerText,
    wider: [article, ...article.querySelectorAll('table')].some((box) => box.scrollWidth > box.clientWidth),
  };
})()`;

async function show(report: Report) {
  return showMarkdown(renderComment(asSuite(report)));
}

async function showMarkdown(markdown: string) {
  const { page, show } = comments;
  const { requests, errors } = await show(markdown);
  const shown = (await page.evaluate(readPage)) as Shown;
  expect(errors).toEqual([]);
  expect(requests).toEqual([]);
  return shown;
}

test('a slower metric is seen at a glance: headline, whether it blocks, its rows, the rest folded', async () => {
  const { tables, folds, visible, wider, links } = await show(cases.regressed!());
  expect(visible).toMatch(
    /^❌ checkout p99 is 18 % slower: 61.2 ms → 72.5 ms\n+Blocks the merge\. Its SLO \(p99 < 80 ms\) still holds\.\n/,
  );
  expect(tables).toHaveLength(2);
  expect(tables[0]).toEqual([
    ['', 'main', 'head', 'change'],
    ['checkout p99, SLO < 80 ms', '61.2 ms', '72.5 ms', '❌ +18 %'],
    ['checkout p50', '24 ms', '24.3 ms', '✅ −5 … +7 %'],
  ]);
  expect(folds).toEqual([
    { summary: 'How sure is this? 1 metric worse, 5 unchanged, 1 within the SLO', open: false },
  ]);
  expect(visible).not.toContain('search');
  expect(wider).toBe(false);
  expect(links).toEqual(['https://github.com/acme/bookstore/actions/runs/81']);
});

test('a pull request that is slower than main has both revisions side by side, and nothing else unfolded', async () => {
  const { tables, visible } = await show(cases['pair regressed']!());
  expect(tables[0]![0]).toEqual(['', 'base d53bb18', 'head', 'change']);
  expect(visible).toContain('16 starts of base and head');
  expect(visible).not.toContain('tail (');
  expect(visible).not.toContain('in random order');
});

const situations = Object.fromEntries([
  ...Object.keys(cases).map((name) => [name, () => asSuite(cases[name]!())] as const),
  ...Object.keys(suiteCases).map((name) => [`suite: ${name}`, suiteCases[name]!] as const),
]);

test.each([
  [780, 0],
  [390, 48],
])(
  'at %i px nothing is wider than the page, and no open table needs more than %i px of scrolling',
  async (width, most) => {
    const { page } = comments;
    await page.setViewportSize({ width, height: 900 });
    try {
      const tooWide: string[] = [];
      for (const name of Object.keys(situations)) {
        await showMarkdown(renderComment(situations[name]!()));
        const [all, ...tables] = (await page.evaluate(
          `[document.documentElement, ...document.querySelectorAll('article > table')].map((box) => box.scrollWidth - box.clientWidth)`,
        )) as number[];
        if (all! > 0 || tables.some((over) => over > most)) tooWide.push(`${name}: ${all}, ${tables}`);
      }
      expect(tooWide).toEqual([]);
    } finally {
      await page.setViewportSize({ width: 900, height: 900 });
    }
  },
);

test('that the gate is altered is seen without unfolding anything, and three of them', async () => {
  const { visible } = await show(cases['altered gate']!());
  expect(visible).toContain('⚠️ Changes of the gate');
  expect(visible).toContain('scenarios.checkout.slo: p99 < 60ms → p99 < 80ms');
  expect(visible).toContain('And 4 more');
});

test.each(Object.keys(cases))(
  '%s: nothing but the intended elements, all within the width, folds closed',
  async (name) => {
    const { elements, folds, attributes, wider } = await show(cases[name]!());
    expect(wider).toBe(false);
    expect(elements.filter((name) => !allowed.has(name))).toEqual([]);
    expect(attributes.filter((name) => !/^(href|align|class)$/.test(name))).toEqual([]);
    expect(folds.every((fold) => !fold.open)).toBe(true);
  },
);

const allowed = new Set(
  'h3 h4 p ul li code pre details summary table thead tbody tr th td strong b sub span a'.split(' '),
);

describe('hostile names', () => {
  test.each(hostileTitled)('%s adds no element, link, script or heading', async (_, text) => {
    const report = hostileReport(text);
    const { elements, links, attributes, folds, text: all } = await show(report);
    expect(elements.filter((name) => !allowed.has(name))).toEqual([]);
    expect(elements.filter((name) => name === 'h3')).toHaveLength(1);
    expect(links.filter((address) => !address.startsWith('https://evil.example/'))).toEqual([]);
    expect(links.length).toBeLessThanOrEqual(1);
    expect(attributes.filter((name) => !/^(href|align|class)$/.test(name))).toEqual([]);
    expect(folds.every((fold) => !fold.open)).toBe(true);
    expect(all).toContain('Look closer');
  });
});

test('a long comment is drawn as one', async () => {
  const { tables, elements } = await show(cases['forty scenarios']!());
  expect(tables).toHaveLength(2);
  expect(tables[0]).toHaveLength(6);
  expect(tables.flat().length).toBe(1 + 5 + 1 + 120);
  expect(elements.filter((name) => name === 'h3')).toHaveLength(1);
});

describe('several jobs', () => {
  test('are seen at a glance: the slower one with its row, the missing one with what to do', async () => {
    const { headings, tables, folds, visible, wider } = await showMarkdown(
      renderComment(suiteCases['a regressed and a missing job']!()),
    );
    expect(headings).toEqual([
      '❌ 1 of 4 jobs worse, 1 not measured · node 22: checkout p99 is 18 % slower: 62.2 ms → 73.3 ms',
      '❌ node 22',
    ]);
    expect(tables[0]).toHaveLength(3);
    expect(folds.map(({ summary }) => summary)).toEqual([
      'How sure is this? 2 metrics worse, 10 unchanged',
      '⛔ results: Not all results are there: expected 4 of default, found 1, 2, 3.',
      '2 jobs pass: node 18 and node 20',
      '✅ node 18: No slowdown in 3 scenarios; 4 of 4 SLOs met',
      '✅ node 20: No slowdown in 3 scenarios; 4 of 4 SLOs met',
    ]);
    expect(visible).not.toContain('No slowdown');
    expect(wider).toBe(false);
  });

  test.each(Object.keys(suiteCases))(
    '%s: intended elements, within the width, folds closed',
    async (name) => {
      const { elements, folds, attributes, wider } = await showMarkdown(renderComment(suiteCases[name]!()));
      expect(wider).toBe(false);
      expect(elements.filter((each) => !allowed.has(each))).toEqual([]);
      expect(attributes.filter((each) => !/^(href|align|class)$/.test(each))).toEqual([]);
      expect(folds.every((fold) => !fold.open)).toBe(true);
    },
  );

  test.each(hostileTitled)('%s adds nothing to any kind of job', async (_, text) => {
    const {
      elements,
      links,
      attributes,
      folds,
      tables,
      running,
      text: all,
    } = await showMarkdown(renderComment(hostileSuite(text)));
    expect(elements.filter((each) => !allowed.has(each))).toEqual([]);
    expect(elements.filter((each) => each === 'h3')).toHaveLength(1);
    expect(links.filter((address) => !address.startsWith('https://evil.example/'))).toEqual([]);
    expect(attributes.filter((each) => !/^(href|align|class)$/.test(each))).toEqual([]);
    expect(folds.every((fold) => !fold.open)).toBe(true);
    for (const table of tables) expect(new Set(table.map((row) => row.length)).size).toBe(1);
    expect(running.filter((each) => references.test(each))).toEqual([]);
    expect(all).not.toMatch(reordering);
    expect(all).toContain('6 jobs');
  });
});
