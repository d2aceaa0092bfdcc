import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSitePage } from '../../src/report/site/overview.ts';
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

/** Writes a site. @returns its page */
function writeScene(scene: Scene): string {
  const path = join(mkdtempSync(join(folder, 'site-')), 'index.html');
  writeFileSync(path, writeSitePage(sceneOf(scene)));
  return path;
}

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

describe('the page of a site', () => {
  const path = writeScene(PLANTED);
  test.each([
    ['light', { dark: false }],
    ['dark', { dark: true }],
    ['on a phone', { width: 390 }],
    ['on a phone, dark', { width: 390, dark: true }],
    ['in print', { print: true }],
  ])('%s: asks for nothing, is read without scrolling sideways, has names and contrast', async (_, how) => {
    const opened = await openFile(browser, path, how);
    assertSound(opened);
    await opened.close();
  });
});

test('the keyboard reaches the commits of change points, and the page asks for none of them', async () => {
  const { page, seen, close } = await openFile(browser, writeScene(PLANTED));
  const commit = page.locator('li a').first();
  await commit.focus();
  expect(await commit.getAttribute('href')).toContain('https://forge.example/acme/shop/commit/');
  expect(seen).toEqual([]);
  await close();
});

test.each(hostile.slice(0, 6))('names such as %j stay text', async (text) => {
  const opened = await openFile(browser, writeScene({ ...PLANTED, text }), { width: 390 });
  expect(opened.seen).toEqual([]);
  expect(opened.looked.scripts).toBe(0);
  expect(opened.looked.wider).toBe(0);
  await opened.close();
});
