import { books } from './catalogue.mjs';
import { makeIndex } from './index.mjs';

/** What can be searched: every book with its words. */
const entries = books.map((book) => ({
  book,
  title: wordsOf(book.title),
  description: wordsOf(book.description),
}));
const index = makeIndex(entries);

/** A word in the title says more about a book than one in its description. */
const TITLE_WEIGHT = 5;

/**
 * Finds the books in which every word of the query occurs, best first; equally good ones by id.
 * @returns {{ total: number, results: { book: object, score: number }[] }} at most `limit` results of `total`
 */
export function search(query, limit = 10) {
  const words = wordsOf(query);
  const candidates = index.entriesWith(words);
  const found = [];
  for (const entry of candidates) {
    const score = scoreOf(entry, words);
    if (score > 0) found.push({ book: entry.book, score });
  }
  found.sort((a, b) => b.score - a.score || a.book.id - b.book.id);
  return { total: found.length, results: found.slice(0, limit) };
}

/** Occurrences of the words, those in the title counted TITLE_WEIGHT times; 0 unless every word occurs. */
function scoreOf(entry, words) {
  let score = 0;
  for (const word of words) {
    const occurrences = TITLE_WEIGHT * count(entry.title, word) + count(entry.description, word);
    if (occurrences === 0) return 0;
    score += occurrences;
  }
  return score;
}

function count(words, wanted) {
  let occurrences = 0;
  for (const word of words) if (word === wanted) occurrences += 1;
  return occurrences;
}

/** The lower-case words of a text, in order: books are cut up in the same way as what is asked. */
function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
