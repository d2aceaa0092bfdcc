import type { Phrase } from '../format/phrase.ts';
import { clean } from '../format/visible.ts';

/** HTML in which all text is escaped already. Only this file and the serializer of pictures make it. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

export type Child = Markup | string | number | null | readonly Child[];

const VOID = new Set(['meta', 'br']);

/**
 * Makes an element. Texts and values of attributes are raw: they are cleaned to one line and escaped here, so no foreign
 * text can become markup.
 *
 * @param attributes those that are null or false are left out; `true` has no value
 */
export function h(
  tag: string,
  attributes: Record<string, string | number | boolean | null>,
  ...children: Child[]
): Markup {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === false
      ? []
      : [value === true ? name : `${name}="${escapeText(String(value))}"`],
  );
  const start = `<${[tag, ...written].join(' ')}>`;
  return new Markup(VOID.has(tag) ? start : `${start}${write(children)}</${tag}>`);
}

/** Writes a phrase: its code and strong parts as elements. */
export function show(phrase: Phrase): Markup {
  const parts = phrase.map(({ kind, text }) => (kind === 'text' ? text : h(kind, {}, text)));
  return new Markup(write(parts));
}

/** Writes lines that keep their indentation, in a `pre`. The lines are cleaned already. */
export function verbatim(lines: readonly string[], label: string): Markup {
  const text = lines.map(escapeText).join('\n');
  // A focus lets people scroll it with the keyboard.
  return new Markup(
    `<pre tabindex="0" role="region" aria-label="${escapeText(clean(label))}">\n${text}\n</pre>`,
  );
}

/** Writes a table of texts: the first cell of a row names it. */
export function tabular(header: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return h(
    'table',
    { class: 'values' },
    h('thead', {}, h('tr', {}, ...header.map((text) => h('th', { scope: 'col' }, text)))),
    h(
      'tbody',
      {},
      ...rows.map(([name, ...cells]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name!),
          ...cells.map((text, i) => h('td', { 'data-label': header[i + 1]! }, text)),
        ),
      ),
    ),
  );
}

/**
 * Writes a page that loads and runs nothing: its policy allows its one style sheet.
 *
 * @param digest of the style sheet, as `sha256-…`
 * @param marks further elements of the head
 */
export function writeDocument(
  { title, style, digest, marks = [] }: { title: string; style: string; digest: string; marks?: Markup[] },
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
      ...marks,
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', {}, title),
      new Markup(`<style>${style}</style>`),
    ),
    h('body', {}, ...body),
  );
  return `<!doctype html>\n${page.html}\n`;
}

function write(child: Child): string {
  if (child === null) return '';
  if (child instanceof Markup) return child.html;
  if (typeof child === 'object') return child.map(write).join('');
  return escapeText(clean(String(child)));
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
