import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { clean } from '../format/visible.ts';
import { STYLE_HASH, STYLE_SHEET } from './style.ts';

/** HTML in which all text is already escaped. Only this file and the serializer of pictures create it. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

export type Child = Markup | string | null | readonly Child[];

/**
 * Makes an element. Texts and attribute values are raw: they are cleaned to one line and escaped here, so no untrusted
 * text can become markup.
 */
export function element(tag: string, attributes: Record<string, string>, ...children: Child[]): Markup {
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeText(value)}"`);
  const start = `<${[tag, ...written].join(' ')}>`;
  return new Markup(tag === 'meta' ? start : `${start}${write(children)}</${tag}>`);
}

/** Makes an element with at most classes: `p.soft`. */
export function h(name: string, ...children: Child[]): Markup {
  const [tag, ...classes] = name.split('.');
  return element(tag!, classes.length > 0 ? { class: classes.join(' ') } : {}, ...children);
}

/** What our Markdown turns into; any other tag is shown as text. */
const TAG = new RegExp(
  [
    '<(?!/?(?:h[1-6]|p|ul|ol|li|code|pre|details|summary|table|thead|tbody|tr|th|td|strong|em|b|sub|span)>',
    '|(?:br|hr) ?/?>|/a>|a href="https?://[^"<>]*">|code class="language-text">|t[hd] align="right">)',
  ].join(''),
  'g',
);

/** Renders our own Markdown. Whatever is wider than the page scrolls, also by keyboard. */
export function showMarkdown(markdown: string): Markup {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    ...{ extensions: [gfm()], htmlExtensions: [gfmHtml()] },
  });
  return new Markup(
    html
      .replace(TAG, '&lt;')
      .replaceAll('\u200b', '')
      .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0" role="group" aria-label="Log">')
      .replaceAll('<a href', '<a rel="noreferrer" href'),
  );
}

/** Marks a page as ours, so that it may be replaced. */
export const GENERATOR = '<meta name="generator" content="Tailgate">';

/** Writes a page that loads and runs nothing: its policy allows only its one style sheet. */
export function writeDocument(title: string, ...body: Child[]): string {
  const policy = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
  const head = [
    element('meta', { charset: 'utf-8' }),
    new Markup(GENERATOR),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'referrer', content: 'no-referrer' }),
    h('title', title),
    new Markup(`<style>${STYLE_SHEET}</style>`),
  ];
  return `<!doctype html>\n${element('html', { lang: 'en' }, h('head', ...head), h('body', ...body)).html}\n`;
}

function write(child: Child): string {
  if (child === null) return '';
  if (child instanceof Markup) return child.html;
  return typeof child === 'string' ? escapeText(clean(child)) : child.map(write).join('');
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
