/**
 * Finds the last line of a function or class by its indentation, as formatters write all languages: it ends before the
 * next line of code that stands no deeper, or with the bracket there.
 *
 * @param lines of its file
 * @param begin line (from 1) in which it begins, with a decorator or an annotation or with its name
 * @returns infinity where it does not end
 */
export function findEnd(lines: readonly string[], begin: number): number {
  const indent = indentOf(lines[begin - 1] ?? '');
  let last = begin;
  for (let line = begin + 1; line <= lines.length; line++) {
    const text = lines[line - 1]!.trimStart();
    // Editors comment code out in the first column.
    if (text === '' || /^(\/\/|#)/.test(text)) continue;
    // The rest of its head: a parameter list on lines of its own, a name after decorators.
    const isHead = /^[)\]{]/.test(text) || lines[line - 2]!.trimStart().startsWith('@');
    if (!isHead && indentOf(lines[line - 1]!) <= indent) return text.startsWith('}') ? line : last;
    last = line;
  }
  return Number.POSITIVE_INFINITY;
}

/** Characters before the text of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
