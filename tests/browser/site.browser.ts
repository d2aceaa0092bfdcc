import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writePages } from '../../src/report/site/pages.ts';
import { hostile } from '../report/hostile.ts';
import { type Scene, sceneOf } from '../report/site/scene.ts';
import { type Opened, openFile } from './look.ts';
import { openBrowser } from './page.ts';

const folder = mkdtempSync(join(tmpdir(), 'tailgate-site-'));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const PLANTED = { runs: 60, steps: [20, 45], moved: 30 };

/** Writes a site. @returns the folder */
function writeScene(scene: Scene): string {
  const site = mkdtempSync(join(folder, 'site-'));
  for (const { path, html } of writePages(sceneOf(scene))) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), html);
  }
  return site;
}

const PAGES = ['index.html', 'scenarios/default/search.html'];

function assertSound({ looked, seen }: Opened): void {
  expect(seen).toEqual([]);
  expect(looked.wider).toBe(0);
  expect(looked.scripts).toBe(0);
  expect(looked.faint).toEqual([]);
  expect(looked.cramped).toEqual([]);
  expect(looked.headings[0]).not.toBe('');
  for (const { name, description } of looked.pictures) {
    expect(name).not.toBe('');
    expect(description).not.toBe('');
  }
}

describe.each(PAGES)('the page %s', (path) => {
  const site = writeScene(PLANTED);
  test.each([
    ['light', { dark: false }],
    ['dark', { dark: true }],
    ['on a phone', { width: 390 }],
    ['on a phone, dark', { width: 390, dark: true }],
    ['in print', { print: true }],
  ])('%s: asks for nothing, is read without scrolling sideways, has names and contrast', async (_, how) => {
    const opened = await openFile(browser, join(site, path), how);
    assertSound(opened);
    await opened.close();
  });
});

test('the keyboard leads from the overview to a scenario, and back', async () => {
  const site = writeScene(PLANTED);
  const { page, seen, close } = await openFile(browser, join(site, 'index.html'));
  const follow = async (link: ReturnType<typeof page.locator>) => {
    await link.focus();
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  };
  await follow(page.locator('h3 a'));
  expect(await page.locator('h1').innerText()).toBe('search');
  const commit = page.locator('td a[href*="/commit/"]').first();
  expect(await commit.getAttribute('href')).toContain('https://forge.example/acme/shop/commit/');
  await follow(page.getByRole('link', { name: 'All scenarios' }));
  expect(await page.locator('h1').innerText()).toBe('Latency of main');
  expect(seen.filter((one) => !one.startsWith('request: file:'))).toEqual([]);
  await close();
});

test.each(hostile.slice(0, 6))('names such as %j stay text on all pages', async (text) => {
  const site = writeScene({ ...PLANTED, text });
  for (const path of PAGES) {
    const opened = await openFile(browser, join(site, path), { width: 390 });
    expect(opened.seen).toEqual([]);
    expect(opened.looked.scripts).toBe(0);
    expect(opened.looked.wider).toBe(0);
    await opened.close();
  }
});
