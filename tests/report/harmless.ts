/** What must be true of a comment, and of any HTML, whatever stands in the texts that came from outside. */
import { expect } from 'vitest';
import {
  namesOf,
  references,
  reordering,
  runningTexts,
  tableWidths,
  tagsOf,
  textOf,
  toHtml,
} from './rendered.ts';

const allowed =
  /^(h3|h4|p|ul|li|code|pre|details|summary|table|thead|tbody|tr|th|td|strong|b|sub|span|br|a)$/;
const intended = /^<(?:a href="https:\/\/[^"]*"|code class="language-text"|(?:td|th) align="right"|\w+)>$/;

/** What holds of any HTML of ours. @param elements that it may have */
export function expectPlain(html: string, elements: RegExp): void {
  expect(namesOf(html).filter((name) => !elements.test(name))).toEqual([]);
  for (const table of tableWidths(html)) expect(new Set(table).size).toBe(1);
  expect(runningTexts(html).filter((text) => references.test(text))).toEqual([]);
  expect(textOf(html)).not.toMatch(reordering);
}

/** `hidden`: the comments of HTML that it should have, in order; the first of them is its first line. */
export function expectHarmless(markdown: string, hidden: readonly string[]): void {
  expect(markdown.length).toBeLessThanOrEqual(65_000);
  if (hidden.length > 0) expect(markdown.split('\n')[0]).toBe(hidden[0]);
  const html = toHtml(markdown);
  expect(html.match(/<!--.*?-->/gs) ?? []).toEqual(hidden);
  expectPlain(html, allowed);
  expect(tagsOf(html).filter((tag) => !intended.test(tag))).toEqual([]);
  expect(namesOf(html).filter((name) => name === 'h3')).toHaveLength(1);
  expect((html.match(/<details>/g) ?? []).length).toBe((html.match(/<\/details>/g) ?? []).length);
  // Block by block: within one, a character that is kept from being a formula has an element of its own.
  for (const block of html.split(/<\/?(?:p|li|h[34]|t[dh]|summary|pre)\b/)) {
    const text = textOf(block);
    expect((text.match(/\u2068/g) ?? []).length).toBe((text.match(/\u2069/g) ?? []).length);
  }
}
