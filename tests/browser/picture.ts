/** Writes docs/images/comment.png and docs/images/report.png: the comment and the report of a pull request that is
 * slower than main, rendered by the real renderers in a real browser. Needs a font with colour emoji. */
import { mkdirSync } from 'node:fs';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { renderHtml } from '../../src/report/html/html.ts';
import { cases } from '../report/cases.ts';
import { situations } from '../report/html/situations.ts';
import { openBrowser, openPage } from './page.ts';

const browser = await openBrowser();
try {
  const markdown = renderComment({ ...asSuite(cases['pair regressed']!()), labelReader: 'publish' });
  const { page, show } = await openPage(browser, { width: 900, scale: 2 });
  const { errors } = await show(markdown);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const path = 'docs/images/comment.png';
  mkdirSync('docs/images', { recursive: true });
  await page.locator('body').screenshot({ path });
  console.log(path);
  const report = await browser.newPage({ viewport: { width: 1120, height: 1180 } });
  await report.setContent(renderHtml(situations['slower, with all that a record holds']!()));
  await report.screenshot({ path: 'docs/images/report.png' });
  console.log('docs/images/report.png');
} finally {
  await browser.close();
}
