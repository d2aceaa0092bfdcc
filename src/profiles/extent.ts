/**
 * Finds the last line of a function or class by its indentation, as formatters write all languages: it ends before the
 * next line that stands no deeper, or with the bracket there.
 *
 * @param lines of its file
 * @param begin line (from 1) in which it begins, with a decorator or an annotation or with its name
 * @returns infinity where it does not end
 */
export function findEnd(lines: readonly string[], begin: number): number {
  const indent = indentOf(lines[begin - 1] ?? '');
  for (let line = begin + 1; line <= lines.length; line++) {
    const text = lines[line - 1]!.trimStart();
    if (text === '' || indentOf(lines[line - 1]!) > indent) continue;
    // The rest of its head: a parameter list on lines of its own, a name after decorators.
    if (/^[)\]{]/.test(text) || lines[line - 2]!.trimStart().startsWith('@')) continue;
    return text.startsWith('}') ? line : line - 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Characters before the text of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
