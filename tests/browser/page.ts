/** Shows Markdown in a real Chromium as GitHub would: its dialect, its style sheet. No network. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { toHtml } from '../report/rendered.ts';

// The picture is drawn from a bundle elsewhere, so paths start at the project's root, where npm runs its scripts.
const root = process.cwd();
const here = join(root, 'tests/browser');

export async function openBrowser(): Promise<Browser> {
  const unused = ['gpu', 'background-networking', 'component-update', 'sync'];
  const args = ['--no-sandbox', '--no-first-run', ...unused.map((one) => `--disable-${one}`)];
  return chromium.launch({ executablePath: findChromium(), args });
}

function findChromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (!found) throw new Error('No Chromium found: set CHROMIUM to its path, or put `chromium` on the PATH.');
  return found;
}

export type ShowOptions = {
  width?: number;
  scale?: number;
};

export type CommentPage = {
  page: Page;
  /** Puts the text in place of what was shown. */
  show: (markdown: string) => Promise<Observed>;
};

/** What the page tried since the last comment was put there: no comment may ask for anything. */
export type Observed = { requests: string[]; errors: string[] };

/** A page for comments, with GitHub's style: it takes a second, so tests show many comments on one. */
export async function openPage(
  browser: Browser,
  { width = 900, scale = 1 }: ShowOptions = {},
): Promise<CommentPage> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, deviceScaleFactor: scale });
  const page = await context.newPage();
  const observed: Observed = { requests: [], errors: [] };
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) observed.requests.push(request.url());
  });
  page.on('pageerror', (error) => observed.errors.push(error.message));
  page.on('dialog', (dialog) => {
    observed.errors.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.setContent(pageHtml());
  await page.evaluate('document.fonts.ready');
  const show = async (markdown: string) => {
    await page.evaluate(`document.querySelector('article').innerHTML = ${JSON.stringify(toHtml(markdown))}`);
    await page.evaluate('document.fonts.ready');
    return { requests: observed.requests.splice(0), errors: observed.errors.splice(0) };
  };
  return { page, show };
}

function pageHtml(): string {
  const style = readFileSync(
    join(root, `node_modules/github-markdown-css/github-markdown-light.css`),
    'utf8',
  );
  const faces = ['latin', 'latin-ext'].flatMap((subset) =>
    [400, 600].map((weight) => fontFace(subset, weight)),
  );
  // Fonts that some machines have and others lack, such as Arial or Liberation Mono, would make other widths.
  return `<!doctype html><meta charset="utf-8"><title>comment</title>
    <style>${faces.join('\n')}</style><style>${style}</style>
    <style>
      body { margin: 0; padding: 20px; background: #ffffff; }
      .comment { border: 1px solid #d1d9e0; border-radius: 6px; }
      .by { padding: 8px 16px; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0;
            background: #f6f8fa; color: #59636e;
            font: 14px/21px "Noto Sans", Helvetica, Arial, sans-serif; }
      .by b { color: #1f2328; font-weight: 600; }
      .by i { font-style: normal; font-size: 12px; margin-left: 4px; padding: 0 6px; border-radius: 2em;
              border: 1px solid #d1d9e0; }
      .markdown-body { padding: 16px; font-family: "Noto Sans", "DejaVu Sans Mono", sans-serif; font-size: 14px; }
      .markdown-body code, .markdown-body pre { font-family: "DejaVu Sans Mono", monospace; }
    </style>
    <div class="comment"><div class="by"><b>github-actions</b> <i>bot</i> commented on this pull request</div>
    <article class="markdown-body"></article></div>`;
}

function fontFace(subset: string, weight: number): string {
  const path = join(
    here,
    `node_modules/@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff2`,
  );
  if (!existsSync(path)) return '';
  const data = readFileSync(path).toString('base64');
  return `@font-face { font-family: "Noto Sans"; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}); }`;
}
