import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SuiteReport } from '../../src/handover/suite.ts';
import { isShare } from '../../src/metrics/metric.ts';
import { renderHtml } from '../../src/report/html/html.ts';
import { pairRows } from '../../src/report/rows/pairs.ts';
import { rowsOf } from '../../src/report/rows/rows.ts';
import { hostileSuite, hostileTitled } from '../report/hostile.ts';
import { situations } from '../report/html/situations.ts';
import { lookAt, openFile } from './look.ts';
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

const open = (suite: SuiteReport, how: Parameters<typeof openFile>[2] = {}) => {
  const path = join(folder, 'report.html');
  writeFileSync(path, renderHtml(suite));
  return openFile(browser, path, how);
};

test.each(Object.keys(situations))(
  'the report of %s asks for nothing, is read without scrolling sideways, has names and contrast',
  async (name) => {
    const { page, looked, seen, close } = await open(situations[name]!());
    expect(looked.scripts).toBe(0);
    expect(looked.title).not.toBe('');
    expect(looked.headings[0]).not.toBe('');
    for (const picture of looked.pictures) {
      expect(picture.name).not.toBe('');
      expect(picture.description).not.toBe('');
    }
    const looks = {
      light: looked,
      dark: await lookAt(page, { dark: true }),
      'on a phone': await lookAt(page, { width: 390 }),
      'in print': await lookAt(page, { print: true }),
    };
    for (const [how, { wider, faint, cramped }] of Object.entries(looks))
      expect({ how, wider, faint, cramped }).toEqual({ how, wider: 0, faint: [], cramped: [] });
    expect(seen).toEqual([]);
    await close();
  },
);

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

test('a flame graph has a bar for each function of the head, by its change, and a row for each of both arms', async () => {
  const suite = situations['slower, with its profiles']!();
  const { page, looked, seen, close } = await open(suite);
  expect(seen).toEqual([]);
  const svg = page.locator('svg[role=img]', { hasText: 'Where the processor time goes' });
  const titlesOf = (look: string) => svg.locator(`g.${look} > rect > title`).allTextContents();
  const grown = await titlesOf('band-1');
  expect(grown.map((title) => title.replace(/:.*/, ''))).toEqual(
    expect.arrayContaining(['(all)', 'main (src/shop.mjs', 'search (src/shop.mjs', 'rank (src/shop.mjs']),
  );
  expect(grown.join()).toMatch(/rank \(src\/shop\.mjs:31\): [\d.]+ (µs|ms) → 1\.\d+ ms, more/);
  expect((await titlesOf('band-0')).join()).toMatch(/^render \(.*, less/);
  expect((await titlesOf('bar')).join()).toContain('(elsewhere): ');
  expect(await svg.locator('rect > title').allTextContents()).toContainEqual(
    expect.stringMatching(/^<img src=x>\.run \(src\/shop\.mjs:51\): /),
  );
  const picture = looked.pictures.find(({ name }) => name === 'What allocates');
  expect(picture?.description).toMatch(/^All: .* have surely grown$/);
  // In the table by the keyboard.
  const figure = page.locator('figure', { hasText: 'Where the processor time goes' });
  await figure.locator('summary').focus();
  await page.keyboard.press('Enter');
  expect(await figure.locator('tbody tr').count()).toBe(await svg.locator('rect').count());
  expect(await figure.locator('table').innerText()).toContain('rank (src/shop.mjs:31)');
  await close();
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
