/** The lower-case words of a text, in order: what is indexed is cut up in the same way as what is asked. */
export function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
