import { type Child, h, Markup } from '../html/markup.ts';
import { SITE_STYLE } from './style.ts';

/** Says that a page is ours, and so may be replaced. */
export const GENERATOR = '<meta name="generator" content="Tailgate">';

/**
 * Writes a page. It loads and runs nothing: its policy allows its one style sheet.
 *
 * @param digest of `SITE_STYLE`, as `sha256-…`
 * @param up links to the pages above, outermost first
 */
export function writeShell(
  { title, up, digest }: { title: string; up: readonly { href: string; text: string }[]; digest: string },
  ...body: Child[]
): string {
  const policy = `default-src 'none'; style-src '${digest}'; base-uri 'none'; form-action 'none'`;
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      {},
      h('meta', { charset: 'utf-8' }),
      new Markup(GENERATOR),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', {}, title),
      new Markup(`<style>${SITE_STYLE}</style>`),
    ),
    h(
      'body',
      {},
      h(
        'header',
        {},
        h(
          'nav',
          { 'aria-label': 'Pages above' },
          ...up.map(({ href, text }) => [h('a', { href }, text), ' / ']),
          'Tailgate',
        ),
        h('h1', {}, title),
      ),
      h('main', {}, ...body),
      h('footer', {}, 'Written by tailgate site. This page loads nothing.'),
    ),
  );
  return `<!doctype html>\n${page.html}\n`;
}
