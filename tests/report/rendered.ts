/** Reads what a Markdown renderer made of a text, without a DOM. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** HTML as GitHub's dialect gives it; raw HTML is let through, so that whatever got in can be seen. */
export function toHtml(markdown: string): string {
  return micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

/** Opening tags with their attributes, in order. */
export function tagsOf(html: string): string[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)\b[^>]*>/gi)].map((match) => match[0]);
}

export function namesOf(html: string): string[] {
  return tagsOf(html).map((tag) => /[a-z0-9]+/i.exec(tag)![0].toLowerCase());
}

/** Text between the tags, entities decoded. */
export function textOf(html: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replace(/<!--.*?-->|<[^>]*>/gs, '')
    .replace(/&(?:#(\d+)|(\w+));/g, (entity, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (named[name] ?? entity),
    );
}

/** Removes what escaping adds to stop links and reordering: zero-width spaces and isolates. */
export function withoutGuards(text: string): string {
  return text.replace(/[\u200b\u2068\u2069]/g, '');
}

/** What GitHub turns into links and images in rendered text outside of code: none of it should be left. */
export const linked = /@\w|#\d|GH-\d|:\/\/|www\.|:[\w+-]+:/i;
