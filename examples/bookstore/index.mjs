import { wordsOf } from './words.mjs';

/** Makes an inverted index over titles and descriptions. */
export function makeIndex(books) {
  const booksByWord = new Map();
  for (const book of books) {
    for (const word of new Set(wordsOf(`${book.title} ${book.description}`))) {
      if (!booksByWord.has(word)) booksByWord.set(word, new Set());
      booksByWord.get(word).add(book);
    }
  }
  return {
    /** The books in which every one of the words occurs; none when there are no words. */
    booksWith(words) {
      const sets = words.map((word) => booksByWord.get(word) ?? new Set());
      const [rarest, ...others] = sets.sort((a, b) => a.size - b.size);
      return [...(rarest ?? [])].filter((book) => others.every((set) => set.has(book)));
    },
  };
}
