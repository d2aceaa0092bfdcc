import { type Child, h, Markup, writeDocument } from '../html/markup.ts';
import { SITE_STYLE } from './style.ts';

/** Says that a page is ours, and so may be replaced. */
export const GENERATOR = '<meta name="generator" content="Tailgate">';

/**
 * Writes a page of the site.
 *
 * @param digest of `SITE_STYLE`, as `sha256-…`
 * @param up links to the pages above, outermost first
 */
export function writeShell(
  { title, up, digest }: { title: string; up: readonly { href: string; text: string }[]; digest: string },
  ...body: Child[]
): string {
  return writeDocument(
    { title, style: SITE_STYLE, digest, marks: [new Markup(GENERATOR)] },
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
  );
}
