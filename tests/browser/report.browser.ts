import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SuiteReport } from '../../src/handover/suite.ts';
import { renderHtml } from '../../src/report/html/html.ts';
import { hostileSuite, hostileTitled } from '../report/hostile.ts';
import { situations } from '../report/html/situations.ts';
import { reordering } from '../report/rendered.ts';
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

test('values are reached with the keyboard', async () => {
  const { page, close } = await open(situations['pair unchanged']!());
  const summary = page.locator('figure summary').first();
  await summary.focus();
  await page.keyboard.press('Enter');
  expect(await page.locator('figure details[open] table').first().innerText()).toContain('p99');
  await close();
});

// That none becomes an element is shown for all of them without a browser.
test.each(hostileTitled.filter((_, i) => i % 4 === 0))(
  'names and logs such as %s stay text',
  async (_, text) => {
    const { looked, seen, close } = await open(hostileSuite(text), { width: 390 });
    expect(seen).toEqual([]);
    expect(looked.scripts).toBe(0);
    expect(looked.wider).toBe(0);
    expect(looked.text).not.toMatch(reordering);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(looked.text).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/);
    await close();
  },
);
