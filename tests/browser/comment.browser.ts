import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuite, type SuiteReport } from '../../src/handover/suite.ts';
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
    visible: article.innerText.replace(/\\u00a0/g, ' '),
    wider: [article, ...article.querySelectorAll('table')].some((box) => box.scrollWidth > box.clientWidth),
  };
})()`;

async function show(suite: SuiteReport) {
  const { page, show } = comments;
  const { requests, errors } = await show(renderComment(suite));
  const shown = (await page.evaluate(readPage)) as Shown;
  expect(errors).toEqual([]);
  expect(requests).toEqual([]);
  return shown;
}

/** Nothing but what Markdown of ours is made of, all of it closed. */
function expectOwn({ elements, attributes, folds, links }: Shown): void {
  expect(elements.filter((name) => !allowed.has(name))).toEqual([]);
  expect(elements.filter((name) => name === 'h3')).toHaveLength(1);
  expect(attributes.filter((name) => !/^(href|align|class)$/.test(name))).toEqual([]);
  expect(folds.every((fold) => !fold.open)).toBe(true);
  expect(links.filter((address) => !/^https:\/\/(evil\.example|github\.com\/acme)\//.test(address))).toEqual(
    [],
  );
}

const allowed = new Set(
  'h3 h4 p ul li code pre details summary table thead tbody tr th td strong b sub span a'.split(' '),
);

test('a slower metric is seen at a glance: headline, whether it blocks, its rows, the rest folded', async () => {
  const { tables, folds, visible, wider } = await show(asSuite(cases['pair regressed']!()));
  expect(visible).toMatch(/^❌ checkout p99 is 18 % slower: 62.2 ms → 73.3 ms\n+Blocks the merge\.\n/);
  expect(tables).toHaveLength(2);
  expect(tables[0]).toEqual([
    ['', 'base d53bb18', 'head', 'change'],
    ['checkout p99, SLO < 80 ms', '62.2 ms', '73.3 ms', '❌ +18 %'],
    ['checkout p50', '24.6 ms', '25 ms', '✅ −0.9 … +4 %'],
  ]);
  expect(folds).toEqual([{ summary: 'How sure is this? All 12 metrics', open: false }]);
  expect(visible).not.toContain('search');
  expect(wider).toBe(false);
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
        const shown = await show(situations[name]!());
        expectOwn(shown);
        if (width > 700) expect(shown.wider, name).toBe(false);
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

test.each(hostileTitled)(
  '%s adds no element, link, script or heading, to any kind of job',
  async (_, text) => {
    const one = await show(asSuite(hostileReport(text)));
    expectOwn(one);
    expect(one.links.length).toBeLessThanOrEqual(1);
    expect(one.text).toContain('Look closer');
    const all = await show(hostileSuite(text));
    expectOwn(all);
    for (const table of all.tables) expect(new Set(table.map((row) => row.length)).size).toBe(1);
    expect(all.running.filter((each) => references.test(each))).toEqual([]);
    expect(all.text).not.toMatch(reordering);
    expect(all.text).toContain('6 jobs');
  },
);
