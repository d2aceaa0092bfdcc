/** Opens pages from disk and looks at them: what they ask for, and what a reader gets. */
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';

/** What a page has. `faint`: texts without the contrast that WCAG AA asks for. */
export type Look = {
  title: string;
  headings: string[];
  wider: number;
  scripts: number;
  pictures: { name: string; description: string }[];
  /** Captions that are so narrow that their letters stand below each other. */
  cramped: string[];
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
    && element.checkVisibility())
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
    })),
    cramped: [...document.querySelectorAll('caption')]
      .filter((caption) => caption.checkVisibility() && caption.getBoundingClientRect().width < 60)
      .map((caption) => caption.textContent),
    faint,
    text: document.body.textContent,
  };
})()`;

export type Opened = { page: Page; looked: Look; seen: string[]; close: () => Promise<void> };

type How = { width?: number; dark?: boolean; print?: boolean };

/** Looks at a page again: in another width, in the dark, on paper. */
export async function lookAt(page: Page, { width = 1120, dark = false, print = false }: How): Promise<Look> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ media: print ? 'print' : 'screen', colorScheme: dark ? 'dark' : 'light' });
  return (await page.evaluate(look)) as Look;
}

/** Opens a file. `seen`: messages, errors, dialogs, and requests for anything but the file itself. */
export async function openFile(browser: Browser, path: string, how: How = {}): Promise<Opened> {
  const context = await browser.newContext();
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
  await page.goto(own);
  return { page, looked: await lookAt(page, how), seen, close: () => context.close() };
}
