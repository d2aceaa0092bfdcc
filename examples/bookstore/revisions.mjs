/** The changes that the demo proposes, as edits of one file each. */

/** A tidy-up that looks harmless: 7,000 books are not many, so why keep an index? */
export const withoutIndex = {
  branch: 'simplify-search',
  message: 'Simplify search: no need for an index',
  file: 'search.mjs',
  edit: (source) =>
    replaceOnce(source, [
      ["import { makeIndex } from './index.mjs';\n", ''],
      ['const index = makeIndex(entries);\n', ''],
      ['const candidates = index.entriesWith(words);', 'const candidates = entries;'],
    ]),
};

/** A change that cannot matter for latency. */
export const rewordedComment = {
  branch: 'reword-comment',
  message: 'Say it better',
  file: 'search.mjs',
  edit: (source) =>
    replaceOnce(source, [
      [
        'A word in the title says more about a book than one in its description.',
        'What a title says about a book weighs more than what its description says.',
      ],
    ]),
};

/** Fewer connections cost less, and most of them are idle. Under the declared load the others are not enough. */
export const smallerPool = {
  branch: 'fewer-connections',
  message: 'Keep fewer connections to the payment provider',
  file: 'payments.mjs',
  edit: (source) => replaceOnce(source, [['const CONNECTIONS = 20;', 'const CONNECTIONS = 2;']]),
};

function replaceOnce(source, replacements) {
  return replacements.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2)
      throw new Error(`${JSON.stringify(before)} is not there exactly once`);
    return text.replace(before, () => after);
  }, source);
}
