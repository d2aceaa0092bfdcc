import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { rowsOf } from '../../src/report/rows/rows.ts';
import { drawTrend } from '../../src/report/rows/trend.ts';
import { cases } from '../report/cases.ts';
import { recordOf, reportOf } from '../report/fixture.ts';
import { hostile, hostileReport, hostileSuite, hostileTitled } from '../report/hostile.ts';
import { references, reordering } from '../report/rendered.ts';
import { suiteCases } from '../report/suite-cases.ts';
import { type CommentPage, type Mermaid, openBrowser, openPage, type Theme } from './page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

type Shown = {
  /** Text of the cells of every table, whether its fold is open or not. */
  tables: string[][][];
  folds: { summary: string; open: boolean }[];
  /** Tags of all elements but those in diagrams. */
  elements: string[];
  links: string[];
  /** Attributes other than those that Markdown's own elements have. */
  attributes: string[];
  text: string;
  /** Texts outside of code and links, node by node: where GitHub looks for what it can link. */
  running: string[];
  headings: string[];
  visible: string;
  diagrams: {
    error: string;
    lines: { points: number; colour: string }[];
    labels: string[];
    overflow: boolean;
  }[];
  /** Whether anything is wider than the comment, tables that scroll included. */
  wider: boolean;
};

const readPage = `(() => {
  const article = document.querySelector('article');
  const own = [...article.querySelectorAll('*')].filter((element) => !element.closest('.diagram'));
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
    diagrams: [...article.querySelectorAll('.diagram')].map((figure) => {
      const svg = figure.querySelector('svg');
      const boxes = [...figure.querySelectorAll('g.bottom-axis text')]
        .map((text) => text.getBoundingClientRect()).sort((a, b) => a.left - b.left);
      return {
        error: svg ? '' : figure.textContent,
        lines: [...figure.querySelectorAll('g[class^=line-plot] path')].map((path) => ({
          points: path.getAttribute('d').split(/[ML]/).length - 1, colour: path.getAttribute('stroke') })),
        labels: [...figure.querySelectorAll('text')].map((text) => text.textContent),
        overflow: boxes.some((box, i) => i > 0 && box.left < boxes[i - 1].right),
      };
    }),
    wider: [article, ...article.querySelectorAll('table')].some((box) => box.scrollWidth > box.clientWidth),
  };
})()`;

type Options = { mermaid?: Mermaid | null; theme?: Theme; open?: boolean };

const pages = new Map<string, Promise<CommentPage>>();

function pageFor({ mermaid, theme }: Options): Promise<CommentPage> {
  const key = `${mermaid} ${theme}`;
  const page = pages.get(key) ?? openPage(browser, { mermaid, theme });
  pages.set(key, page);
  return page;
}

async function show(report: Report, options: Options = {}) {
  return showMarkdown(renderComment(asSuite(report)), options);
}

async function showMarkdown(markdown: string, options: Options = {}) {
  const { page, show } = await pageFor(options);
  const { requests, errors } = await show(markdown);
  if (options.open)
    await page.evaluate(`document.querySelectorAll('details').forEach((fold) => { fold.open = true })`);
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
    ['checkout', 'main, typical → this run', 'change'],
    ['every second request takes up to (p50)', '24 → 24.3 ms', '✅ −5 to +7 %'],
    ['all but 1 in 100 take up to (p99), SLO < 80 ms', '61.2 → 72.5 ms', '❌ +18 %'],
  ]);
  expect(folds).toEqual([
    { summary: 'How sure is this? 1 metric worse, 5 unchanged, 1 within the SLO', open: false },
    { summary: 'Trend', open: false },
  ]);
  expect(visible).not.toContain('search');
  expect(wider).toBe(false);
  expect(links).toEqual(['https://github.com/acme/bookstore/actions/runs/81']);
});

test('a pull request that is slower than main has both revisions side by side, and nothing else unfolded', async () => {
  const { tables, visible } = await show(cases['pair regressed']!());
  expect(tables[0]![0]).toEqual(['checkout', 'main d53bb18 → this PR', 'change']);
  expect(visible).toContain('16 fresh starts of both versions');
  expect(visible).not.toContain('tail (');
  expect(visible).not.toContain('in random order');
});

const state = '<!-- tailgate-state: e30 -->';
const situations = Object.fromEntries([
  ...Object.keys(cases).map((name) => [name, () => asSuite(cases[name]!())] as const),
  ...Object.keys(suiteCases).map((name) => [`suite: ${name}`, suiteCases[name]!] as const),
]);

test.each([
  [780, 0],
  [390, 4],
])(
  'at %i px nothing is wider than the page, and no open table needs more than %i px of scrolling',
  async (width, most) => {
    const { page } = await pageFor({});
    await page.setViewportSize({ width, height: 900 });
    try {
      const tooWide: string[] = [];
      for (const name of Object.keys(situations)) {
        await showMarkdown(renderComment(situations[name]!(), state));
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

test('that gates are loosened is seen without unfolding anything, and three of them', async () => {
  const { visible } = await show(cases['loosened gates']!());
  expect(visible).toContain('⚠️ This change loosens 7 gates');
  expect(visible).toContain('search p95: < 20 ms → no SLO');
  expect(visible).toContain('And 4 more gates');
});

test.each(Object.keys(cases))(
  '%s: nothing but the intended elements, all within the width, folds closed, diagram drawn',
  async (name) => {
    const { elements, folds, diagrams, attributes, wider } = await show(cases[name]!());
    expect(wider).toBe(false);
    expect(elements.filter((name) => !allowed.has(name))).toEqual([]);
    expect(attributes.filter((name) => !/^(href|align|class)$/.test(name))).toEqual([]);
    expect(folds.every((fold) => !fold.open)).toBe(true);
    for (const diagram of diagrams) expect(diagram.error).toBe('');
  },
);

const allowed = new Set(
  'h3 h4 p ul li code pre details summary table thead tbody tr th td strong b sub span a section'.split(' '),
);

describe.each<Mermaid>(['mermaid-oldest', 'mermaid-newest'])('with %s', (mermaid) => {
  test.each<Theme>(['light', 'dark'])(
    'the trend has a line for p50, p99 and the limit (%s)',
    async (theme) => {
      const { diagrams } = await show(cases.regressed!(), { mermaid, theme, open: true });
      expect(diagrams).toHaveLength(1);
      expect(diagrams[0]!.error).toBe('');
      expect(diagrams[0]!.lines).toEqual([
        { points: 13, colour: '#388bfd' },
        { points: 13, colour: '#a371f7' },
        { points: 13, colour: '#f85149' },
      ]);
      expect(diagrams[0]!.labels).toContain('this run');
      expect(diagrams[0]!.labels).toContain('ms');
    },
  );

  test('the commits below the axis do not overlap', async () => {
    const { diagrams } = await show(cases.regressed!(), { mermaid, open: true });
    expect(diagrams[0]!.overflow).toBe(false);
    expect(diagrams[0]!.labels.filter((label) => /^[0-9a-f]{7}$/.test(label))).toHaveLength(12);
  });

  test('values that nobody answered, repeated commits and tiny or huge latencies are drawn too', async () => {
    const again = (p50: number, p99: number) => {
      const scenarios = [{ label: 'search', p50, p99 }];
      const run = (day: number) => recordOf(scenarios, 'main again', () => 1, day, false);
      return reportOf({ scenarios, history: [run(1), run(2), run(3), run(4), run(5)] });
    };
    for (const report of [cases.crashed!(), again(0.004, 0.02), again(4_000, 180_000)]) {
      expect(drawTrend(report, rowsOf(report).at(-1)!)).not.toBeNull();
      const { diagrams } = await show(report, { mermaid, open: true });
      expect(diagrams).toHaveLength(1);
      expect(diagrams[0]!.error).toBe('');
      expect(diagrams[0]!.lines.length).toBeGreaterThanOrEqual(2);
    }
  });
});

describe('hostile names', () => {
  test.each(hostileTitled)('%s adds no element, link, script or heading', async (_, text) => {
    const report = hostileReport(text);
    const { elements, links, attributes, folds, text: all } = await show(report, { mermaid: null });
    expect(elements.filter((name) => !allowed.has(name))).toEqual([]);
    expect(elements.filter((name) => name === 'h3')).toHaveLength(1);
    expect(links.filter((address) => !address.startsWith('https://evil.example/'))).toEqual([]);
    expect(links.length).toBeLessThanOrEqual(1);
    expect(attributes.filter((name) => !/^(href|align|class)$/.test(name))).toEqual([]);
    expect(folds.every((fold) => !fold.open)).toBe(true);
    expect(all).toContain('Look closer');
  });
});

test('a diagram with hostile names and commits is drawn', async () => {
  const { diagrams } = await show(hostileReport(hostile.filter((text) => text.length < 40).join('')), {
    open: true,
  });
  expect(diagrams.map(({ error }) => error)).toEqual(['']);
  expect(diagrams[0]!.labels).toContain('run 1');
});

test('a long comment is drawn as one', async () => {
  const { tables, elements } = await show(cases['forty scenarios']!());
  expect(tables).toHaveLength(3);
  expect(tables[0]).toHaveLength(7);
  expect(tables.flat().length).toBe(1 + 6 + 1 + 14 + 1 + 120);
  expect(elements.filter((name) => name === 'h3')).toHaveLength(1);
});

describe('several jobs', () => {
  test('are seen at a glance: the slower one with its row, the missing one with what to do', async () => {
    const { headings, tables, folds, visible, wider } = await showMarkdown(
      renderComment(suiteCases['a regressed and a missing job']!(), state),
    );
    expect(headings).toEqual([
      '❌ 1 of 4 jobs slower, 1 not measured · node 22: checkout p99 is 18 % slower: 62.2 ms → 73.3 ms',
      '❌ node 22',
    ]);
    expect(tables[0]).toHaveLength(3);
    expect(folds.map(({ summary }) => summary)).toEqual([
      'How sure is this? 3 metrics worse, 10 unchanged',
      'Trend',
      '⛔ node 24: no result arrived',
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
      const { elements, folds, attributes, wider, diagrams } = await showMarkdown(
        renderComment(suiteCases[name]!(), state),
      );
      expect(wider).toBe(false);
      expect(elements.filter((each) => !allowed.has(each))).toEqual([]);
      expect(attributes.filter((each) => !/^(href|align|class)$/.test(each))).toEqual([]);
      expect(folds.every((fold) => !fold.open)).toBe(true);
      expect(diagrams.length).toBeLessThanOrEqual(1);
      for (const diagram of diagrams) expect(diagram.error).toBe('');
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
    } = await showMarkdown(renderComment(hostileSuite(text), state), { mermaid: null });
    expect(elements.filter((each) => !allowed.has(each))).toEqual([]);
    expect(elements.filter((each) => each === 'h3')).toHaveLength(1);
    expect(links.filter((address) => !address.startsWith('https://evil.example/'))).toEqual([]);
    expect(attributes.filter((each) => !/^(href|align|class)$/.test(each))).toEqual([]);
    expect(folds.every((fold) => !fold.open)).toBe(true);
    for (const table of tables) expect(new Set(table.map((row) => row.length)).size).toBe(1);
    expect(running.filter((each) => references.test(each))).toEqual([]);
    expect(all).not.toMatch(reordering);
    expect(all).toContain('7 jobs');
  });
});
