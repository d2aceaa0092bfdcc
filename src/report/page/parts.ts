import type { Phrase } from '../format/phrase.ts';

/** Part of a page, before it is Markdown or reStructuredText. Phrases are raw text: each form escapes in its own way. */
export type PagePart =
  | { kind: 'heading'; depth: 0 | 1; text: Phrase }
  | { kind: 'paragraph'; text: Phrase }
  /** `right`: columns of numbers. All rows have as many cells as the header. */
  | {
      kind: 'table';
      header: readonly Phrase[];
      right: readonly boolean[];
      rows: readonly (readonly Phrase[])[];
    }
  /** `path`: relative to the page, with `/`. `alt`: what it shows, for those who do not see it. */
  | { kind: 'picture'; path: string; alt: string };

/** Most rows of a table with one column for each of its rows when it is turned. */
const MOST_COLUMNS = 8;

/**
 * Makes a table of named rows; when it would be wider than a screen and has few rows, rows become columns.
 *
 * @param keys headers of the cells that name a row
 */
export function makeTable(
  keys: readonly string[],
  columns: readonly string[],
  rows: readonly { names: readonly Phrase[]; cells: readonly Phrase[] }[],
): PagePart {
  const isTurned = columns.length > MOST_COLUMNS && rows.length < 5 && keys.length === 1;
  if (isTurned) {
    return {
      kind: 'table',
      header: [plainText(''), ...rows.map(({ names }) => names[0]!)],
      right: [false, ...rows.map(() => true)],
      rows: columns.map((column, i) => [plainText(column), ...rows.map(({ cells }) => cells[i]!)]),
    };
  }
  return {
    kind: 'table',
    header: [...keys, ...columns].map(plainText),
    right: [...keys.map(() => false), ...columns.map(() => true)],
    rows: rows.map(({ names, cells }) => [...names, ...cells]),
  };
}

/** Makes a table of texts, such as names and facts. @param isNumeric whether all columns but the first hold numbers */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isNumeric = false,
): PagePart {
  return {
    kind: 'table',
    header: header.map(plainText),
    right: header.map((_, i) => isNumeric && i > 0),
    rows: rows.map((row) => row.map(plainText)),
  };
}

export function plainText(text: string): Phrase {
  return [{ kind: 'text', text }];
}
