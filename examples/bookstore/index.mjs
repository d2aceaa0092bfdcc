/** Makes an inverted index: from each word to the entries in whose title or description it occurs. */
export function makeIndex(entries) {
  const entriesByWord = new Map();
  for (const entry of entries) {
    for (const word of [...entry.title, ...entry.description]) {
      if (!entriesByWord.has(word)) entriesByWord.set(word, new Set());
      entriesByWord.get(word).add(entry);
    }
  }
  return {
    /** The entries in which every one of the words occurs; none when there are no words. */
    entriesWith(words) {
      const sets = words.map((word) => entriesByWord.get(word) ?? new Set());
      const [rarest, ...others] = sets.sort((a, b) => a.size - b.size);
      return [...(rarest ?? [])].filter((entry) => others.every((set) => set.has(entry)));
    },
  };
}
