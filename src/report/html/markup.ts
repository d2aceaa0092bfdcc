import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { table, toMarkdown } from '../format/markdown.ts';
import type { Phrase } from '../format/phrase.ts';
import { clean } from '../format/visible.ts';
import { STYLE_HASH, STYLE_SHEET } from './style.ts';

/** HTML in which all text is escaped already. Only this file and the serializer of pictures make it. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

export type Child = Markup | string | null | readonly Child[];

/**
 * Makes an element. Texts and values of attributes are raw: they are cleaned to one line and escaped here, so no foreign
 * text can become markup.
 */
export function h(tag: string, attributes: Record<string, string | null>, ...children: Child[]): Markup {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [`${name}="${escapeText(value)}"`],
  );
  const start = `<${[tag, ...written].join(' ')}>`;
  return new Markup(tag === 'meta' ? start : `${start}${write(children)}</${tag}>`);
}

/** What our Markdown becomes; any other tag is shown as the text that it is. */
const TAG = new RegExp(
  [
    '<(?!/?(?:h[1-6]|p|ul|ol|li|code|pre|details|summary|table|thead|tbody|tr|th|td|strong|em|b|sub|span)>',
    '|(?:br|hr) ?/?>|/a>|a href="https?://[^"<>]*">|code class="language-text">|t[hd] align="right">)',
  ].join(''),
  'g',
);
const APART = /\u200b/g;

/** Writes Markdown of ours. What is wider than the page scrolls within it, by the keyboard as well. */
export function showMarkdown(markdown: string): Markup {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    ...{ extensions: [gfm()], htmlExtensions: [gfmHtml()] },
  });
  return new Markup(
    html
      .replace(TAG, '&lt;')
      .replace(APART, '')
      .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0" role="group" aria-label="Log">')
      .replaceAll('<a href', '<a rel="noreferrer" href'),
  );
}

/** Writes rows of phrases as a table. @param right whether all columns but the first are aligned to the right */
export function tabular(
  header: readonly string[],
  rows: readonly (readonly Phrase[])[],
  right = false,
): Markup {
  const cells = (row: readonly Phrase[]) => row.map((cell) => toMarkdown(cell));
  const align = header.map((_, i) => (right && i > 0 ? '-:' : '-'));
  return showMarkdown(table(cells(header.map((text) => [{ kind: 'text', text }])), align, rows.map(cells)));
}

/** Writes lines that keep their indentation. The lines are cleaned already. */
export function verbatim(lines: readonly string[], label: string): Markup {
  const open = `<pre tabindex="0" role="group" aria-label="${escapeText(clean(label))}">`;
  return new Markup(`${open}\n${lines.map(escapeText).join('\n')}\n</pre>`);
}

/** Says that a page is ours, and so may be replaced. */
export const GENERATOR = '<meta name="generator" content="Tailgate">';

/** Writes a page that loads and runs nothing: its policy allows its one style sheet. */
export function writeDocument(title: string, ...body: Child[]): string {
  const policy = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  const head = [
    h('meta', { charset: 'utf-8' }),
    new Markup(GENERATOR),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'referrer', content: 'no-referrer' }),
    h('title', {}, title),
    new Markup(`<style>${STYLE_SHEET}</style>`),
  ];
  return `<!doctype html>\n${h('html', { lang: 'en' }, h('head', {}, ...head), h('body', {}, ...body)).html}\n`;
}

function write(child: Child): string {
  if (child === null) return '';
  if (child instanceof Markup) return child.html;
  return typeof child === 'string' ? escapeText(clean(child)) : child.map(write).join('');
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
