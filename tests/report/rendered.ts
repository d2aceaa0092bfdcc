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

/** Text between the tags, entities decoded. A `<` that no name follows is text, as in HTML. */
export function textOf(html: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replace(/<!--.*?-->|<\/?[a-z][^>]*>/gis, '')
    .replace(/&(?:#(\d+)|(\w+));/g, (entity, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (named[name] ?? entity),
    );
}

/** Removes what escaping adds to stop links and reordering: zero-width spaces and isolates. */
export function withoutGuards(text: string): string {
  return text.replace(/[\u200b\u2068\u2069]/g, '');
}

/** Texts that stand between tags, entities decoded, outside of code: where GitHub looks for what it can link. */
export function runningTexts(html: string): string[] {
  return html
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(pre|code|a)\b.*?<\/\1>/gs, '<hr>')
    .split(/<[^>]*>/)
    .map(textOf);
}

/**
 * What GitHub would link in rendered text: addresses, mentions of people and teams, issues and pull requests with or
 * without their repository, and commits from seven digits on ("Autolinked references and URLs" and "Mentioning people
 * and teams" in its documentation). Read more strictly than GitHub does, which asks for word boundaries and for the
 * thing to exist.
 */
export const references = /@[\p{L}\p{N}]|#\p{N}|GH-\p{N}|[0-9a-f]{7}|[a-z][a-z0-9+.-]*:\/\/|www\./iu;

/** Characters that reorder others, but for the isolates that escaping puts round foreign text. */
export const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/;

/** The part that is seen without unfolding anything, folds within folds left out as well, with usual blanks. */
export function unfolded(markdown: string): string {
  let text = markdown.replaceAll('\u00a0', ' ');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/<details>(?:(?!<details>).)*?<\/details>\n*/s, '');
  }
  return text;
}

/** Counts the words and numbers that are seen without unfolding anything. */
export function countOpenWords(markdown: string): number {
  const text = withoutGuards(textOf(toHtml(unfolded(markdown)).replaceAll('</t', ' </t')));
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** How many cells each row of each table has. */
export function tableWidths(html: string): number[][] {
  return [...html.matchAll(/<table>(.*?)<\/table>/gs)].map((table) =>
    [...table[1]!.matchAll(/<tr>(.*?)<\/tr>/gs)].map((row) => (row[1]!.match(/<t[dh][ >]/g) ?? []).length),
  );
}

/** What GitHub turns into links and images in rendered text outside of code: none of it should be left. */
export const linked = /@\w|#\d|GH-\d|:\/\/|www\.|:[\w+-]+:/i;
