import { type Child, h, Markup, writeDocument } from '../html/markup.ts';

/** Says that a page is ours, and so may be replaced. */
export const GENERATOR = '<meta name="generator" content="Tailgate">';

/** Writes a page of the site. @param up address of the overview; null there */
export function writeShell(title: string, up: string | null, ...body: Child[]): string {
  return writeDocument(
    title,
    [new Markup(GENERATOR)],
    h(
      'header',
      {},
      h(
        'nav',
        { 'aria-label': 'Pages above' },
        ...(up === null ? [] : [h('a', { href: up }, 'All scenarios'), ' / ']),
        'Tailgate',
      ),
      h('h1', {}, title),
    ),
    h('main', {}, ...body),
    h('footer', {}, 'Written by tailgate site. This page loads nothing.'),
  );
}
