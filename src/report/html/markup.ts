import { type Phrase, plain } from '../format/phrase.ts';
import { clean } from '../format/visible.ts';
import { ICONS, type Tone } from '../words/status.ts';
import { STYLE_HASH, STYLE_SHEET } from './style.ts';

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

/** Writes a phrase: its links, code and strong parts as elements. */
export function show(phrase: Phrase): Markup {
  const parts = phrase.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind !== 'link') return h(part.kind, {}, part.text);
    const href = webAddress(part.target);
    return href === null ? plain([part]) : h('a', { href, rel: 'noreferrer' }, part.text);
  });
  return new Markup(write(parts));
}

/** Gives a target as the address of a page on the web; null where it is none. */
export function webAddress(target: string): string | null {
  return URL.canParse(target) && /^https?:$/.test(new URL(target).protocol) ? new URL(target).href : null;
}

/** Writes lines that keep their indentation, in a `pre`. The lines are cleaned already. */
export function verbatim(lines: readonly string[], label: string): Markup {
  const text = lines.map(escapeText).join('\n');
  // A focus lets people scroll it with the keyboard.
  return new Markup(
    `<pre tabindex="0" role="region" aria-label="${escapeText(clean(label))}">\n${text}\n</pre>`,
  );
}

/** Column of a table; `title` is its name where that has more than text, and `isRight` aligns it. */
export type HtmlColumn = { name: string; title?: Child; isRight?: boolean };

/**
 * Writes a table: the first cell of a row names it. Where a narrow screen has a cell below the other, each says the name
 * of its column.
 */
export function tabular(
  { style = null, caption = null }: { style?: string | null; caption?: string | null },
  columns: readonly (string | HtmlColumn)[],
  rows: readonly (readonly Child[])[],
): Markup {
  const all = columns.map((column) => (typeof column === 'string' ? { name: column } : column));
  const side = ({ isRight }: HtmlColumn) => (isRight ? 'right' : null);
  const head = all.map((one) => h('th', { scope: 'col', class: side(one) }, one.title ?? one.name));
  const body = rows.map(([name, ...cells]) => {
    const rest = cells.map((cell, i) => {
      const column = all[i + 1]!;
      return h('td', { class: side(column), 'data-label': cell === null ? null : column.name }, cell);
    });
    return h('tr', {}, h('th', { scope: 'row' }, name!), ...rest);
  });
  return h(
    'table',
    { class: style },
    caption === null ? null : h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...head)),
    h('tbody', {}, ...body),
  );
}

/** Signs beside the words of a tone: letters of any font, so that no colour and no emoji is needed to tell them apart. */
export const SIGNS: Record<Tone, string> = { bad: '✕', warn: '!', good: '✓', unsure: '?', new: '•' };

/** Writes the sign of a tone, which its words say already. */
export function signOf(tone: Tone): Markup {
  return h('span', { class: `sign ${tone}`, 'aria-hidden': 'true' }, SIGNS[tone]);
}

const OTHERS: Record<string, Tone> = { '⛔': 'bad', '☑️': 'good' };

/** Gives the tone that an icon of a verdict stands for. */
export function toneOf(icon: string): Tone {
  const tones = Object.keys(ICONS) as Tone[];
  return tones.find((tone) => ICONS[tone] === icon) ?? OTHERS[icon] ?? 'unsure';
}

/** Writes a page that loads and runs nothing: its policy allows its one style sheet. @param marks further elements of the head */
export function writeDocument(title: string, marks: readonly Markup[], ...body: Child[]): string {
  const policy = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;
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
      new Markup(`<style>${STYLE_SHEET}</style>`),
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
