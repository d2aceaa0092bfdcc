/** Writes docs/images/comment.png: the comment of a pull request that is slower than main, rendered by the real
 * renderer in a real browser. Needs a font with colour emoji. */
import { mkdirSync } from 'node:fs';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { cases } from '../report/cases.ts';
import { openBrowser, openPage } from './page.ts';

const browser = await openBrowser();
try {
  const markdown = renderComment(asSuite(cases['pair regressed']!()));
  const { page, show } = await openPage(browser, { width: 900, scale: 2 });
  const { errors } = await show(markdown);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  // Folds are closed on GitHub; the trend is opened as a reader would.
  await page.locator('summary', { hasText: 'Trend' }).click();
  const path = 'docs/images/comment.png';
  mkdirSync('docs/images', { recursive: true });
  await page.locator('body').screenshot({ path });
  console.log(path);
} finally {
  await browser.close();
}
