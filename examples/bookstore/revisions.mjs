/** The changes that the demo proposes, as edits; each `old` is in its file exactly once. */

/** A tidy-up that looks harmless: 7,000 books are not many, so why keep an index? */
export const withoutIndex = {
  branch: 'simplify-search',
  message: 'Simplify search: no need for an index',
  replace: [
    { file: 'search.mjs', old: "import { makeIndex } from './index.mjs';\n", new: '' },
    { file: 'search.mjs', old: 'const index = makeIndex(entries);\n', new: '' },
    { file: 'search.mjs', old: 'index.entriesWith(words)', new: 'entries' },
  ],
};

/** A change that cannot matter for latency. */
export const rewordedComment = {
  branch: 'reword-comment',
  message: 'Say it better',
  replace: [
    {
      file: 'search.mjs',
      old: 'A word in the title says more about a book than one in its description.',
      new: 'What a title says about a book weighs more than what its description says.',
    },
  ],
};

/** Fewer connections cost less, and most of them are idle. Under the declared load the others are not enough. */
export const smallerPool = {
  branch: 'fewer-connections',
  message: 'Keep fewer connections to the payment provider',
  replace: [{ file: 'payments.mjs', old: 'const CONNECTIONS = 20;', new: 'const CONNECTIONS = 2;' }],
};
