import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SuiteReport } from '../../src/handover/suite.ts';
import { isShare } from '../../src/metrics/metric.ts';
import { renderHtml } from '../../src/report/html/html.ts';
import { pairRows } from '../../src/report/rows/pairs.ts';
import { rowsOf } from '../../src/report/rows/rows.ts';
import { hostileSuite, hostileTitled } from '../report/hostile.ts';
import { situations } from '../report/html/situations.ts';
import { openBrowser } from './page.ts';

const folder = mkdtempSync(join(tmpdir(), 'tailgate-html-'));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

type Look = {
  title: string;
  headings: string[];
  wider: number;
  scripts: number;
  pictures: { name: string; description: string; dots: number[] }[];
  tables: number;
  faint: string[];
  text: string;
};

const look = `(() => {
  const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = rgb(colour).map((part) => part / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (rgb(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const faint = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    && element.checkVisibility() && !element.closest('.unseen'))
    .flatMap((element) => {
      const style = getComputedStyle(element);
      const ink = element.closest('svg') ? style.fill : style.color;
      const [a, b] = [light(ink), light(paper(element))].sort((x, y) => x - y);
      return (b + 0.05) / (a + 0.05) < 4.5 ? [element.tagName + ' ' + element.textContent.slice(0, 40) + ' ' + ink] : [];
    });
  return {
    title: document.title,
    headings: [...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent),
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    scripts: document.querySelectorAll('script, iframe, object, embed, img, link, form').length,
    pictures: [...document.querySelectorAll('svg[role=img]')].map((svg) => ({
      name: svg.querySelector('title').textContent,
      description: svg.querySelector('desc').textContent,
      dots: [0, 1].map((i) => svg.querySelectorAll('g.dot-' + i + ' > *').length),
    })),
    tables: document.querySelectorAll('figure details table').length,
    faint,
    text: document.body.textContent,
  };
})()`;

async function open(suite: SuiteReport, { width = 1120, dark = false, print = false } = {}) {
  const path = join(folder, 'report.html');
  writeFileSync(path, renderHtml(suite));
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on('console', (message) => seen.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const own = pathToFileURL(path).href;
  page.on('request', (request) => {
    if (request.url() !== own) seen.push(`request: ${request.url()}`);
  });
  if (print) await page.emulateMedia({ media: 'print' });
  await page.goto(own);
  const looked = (await page.evaluate(look)) as Look;
  return { page, looked, seen, close: () => context.close() };
}

describe.each(Object.keys(situations))('the report of %s', (name) => {
  test.each([
    ['light', { dark: false }],
    ['dark', { dark: true }],
    ['on a phone', { width: 390 }],
    ['in print', { print: true }],
  ])('%s: asks for nothing, is read without scrolling sideways, has names and contrast', async (_, how) => {
    const { looked, seen, close } = await open(situations[name]!(), how);
    expect(seen).toEqual([]);
    expect(looked.wider).toBe(0);
    expect(looked.scripts).toBe(0);
    expect(looked.faint).toEqual([]);
    expect(looked.title).not.toBe('');
    expect(looked.headings[0]).not.toBe('');
    for (const picture of looked.pictures) {
      expect(picture.name).not.toBe('');
      expect(picture.description).not.toBe('');
    }
    await close();
  });
});

test('there is a dot for each pair of starts of each metric, and a table with the values of each picture', async () => {
  const suite = situations['slower, with all that a record holds']!();
  const { looked, close } = await open(suite);
  const [{ outcome }] = suite.jobs as [SuiteReport['jobs'][number]];
  if (outcome.kind !== 'report') throw new Error('it has a report');
  const rows = rowsOf(outcome.report).filter(({ label }) => label === 'checkout');
  const paired = pairRows(outcome.report, rows);
  const dots = (of: boolean) =>
    paired
      .filter(
        ({ metric, pairs }) => isShare(metric) === of && (!of || pairs.some(({ change }) => change !== 0)),
      )
      .reduce((sum, { pairs }) => sum + pairs.length, 0);
  const pictures = looked.pictures.slice(0, 5);
  expect(pictures.map(({ name }) => name)).toEqual([
    'Latency by percentile',
    'Each pair of fresh starts',
    'Each pair of fresh starts',
    'Over the time of the run',
    'Through 21 runs',
  ]);
  expect(pictures[1]!.dots[0]).toBe(dots(false));
  expect(pictures[2]!.dots[0]).toBe(dots(true));
  // 16 starts with a slice each, and 8 slices of the soak.
  expect(pictures[3]!.dots).toEqual([24, 24]);
  expect(pictures[4]!.dots).toEqual([21, 21]);
  expect(looked.tables).toBe(4 * 3);
  await close();
});

test('trials and variants have a mark each', async () => {
  const capacity = await open(situations['a capacity']!());
  // Full dots are the trials that met; each of 4 starts of both arms has 4 of these.
  expect(capacity.looked.pictures.map(({ dots }) => dots)).toEqual([[16, 16]]);
  await capacity.close();
  const variants = await open(situations['twelve variants']!());
  expect(variants.looked.pictures.slice(0, 2).map(({ dots }) => dots)).toEqual([
    [6, 6],
    [6, 6],
  ]);
  await variants.close();
});

test('values are reached with the keyboard', async () => {
  const { page, close } = await open(situations['pair unchanged']!());
  const summary = page.locator('figure summary').first();
  await summary.focus();
  await page.keyboard.press('Enter');
  expect(await page.locator('figure details[open] table').first().innerText()).toContain('p99');
  await close();
});

test.each(hostileTitled)('names and logs such as %s stay text', async (_, text) => {
  const { looked, seen, close } = await open(hostileSuite(text), { width: 390 });
  expect(seen).toEqual([]);
  expect(looked.scripts).toBe(0);
  expect(looked.wider).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(looked.text).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  await close();
});
