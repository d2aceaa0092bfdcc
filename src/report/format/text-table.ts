import stringWidth from 'string-width';

/** Cell of a table. Its width is counted without the colours of `style`, which are added after the padding. */
export type TextCell = { text: string; style?: (text: string) => string };

/** Aligns a table in lines, with columns two spaces apart. */
export function alignTable(
  columns: readonly { header: string; right: boolean }[],
  rows: readonly (readonly TextCell[])[],
  headerStyle: (text: string) => string = (text) => text,
): string[] {
  const header = columns.map((column) => ({ text: column.header, style: headerStyle }));
  const lines = [header, ...rows];
  const widths = columns.map((_, i) => Math.max(0, ...lines.map((cells) => stringWidth(cells[i]!.text))));
  return lines.map((cells) => {
    const last = cells.findLastIndex((cell) => cell.text !== '');
    return cells
      .slice(0, last + 1)
      .map(({ text, style }, i) => {
        const space = ' '.repeat(widths[i]! - stringWidth(text));
        const shown = style ? style(text) : text;
        if (columns[i]!.right) return space + shown;
        return i === last ? shown : shown + space;
      })
      .join('  ');
  });
}

/** A space where a line may break: between words, but not between a number and its unit. */
const breakable = / (?!(?:%|ms|µs|s|req\/s|min)(?!\w))/;

/** Wraps text to lines of at most `width` columns, breaking at spaces; a longer word stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(breakable)) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isFull = line !== '' && stringWidth(longer) > width;
    if (isFull) lines.push(line);
    line = isFull ? word : longer;
  }
  return line === '' ? lines : [...lines, line];
}
