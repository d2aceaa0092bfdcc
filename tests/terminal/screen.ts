/**
 * Lays out what a person sees of what was written to a terminal: what was erased is gone. Understands just what a live
 * table needs (ECMA-48: CUU, CUD, CHA, ED, EL), and throws for anything else but colours and modes.
 */
export function layOutScreen(text: string): string[] {
  const lines: string[] = [''];
  let [row, column] = [0, 0];
  for (const [, sequence, count, kind, character] of text.matchAll(PIECES)) {
    const line = lines[row] ?? '';
    if (sequence === undefined) {
      if (character === '\n') {
        row++;
        column = 0;
        lines[row] ??= '';
      } else if (character === '\r') column = 0;
      else lines[row] = line.slice(0, column).padEnd(column) + character + line.slice(++column);
      continue;
    }
    if (kind === 'A') row = Math.max(0, row - Number(count || 1));
    else if (kind === 'B') row = Math.min(lines.length - 1, row + Number(count || 1));
    else if (kind === 'G') column = Number(count || 1) - 1;
    else if (kind === 'K') lines[row] = count === '2' ? '' : line.slice(0, column);
    else if (kind === 'J') lines.splice(row, lines.length, line.slice(0, column));
    else if (!/[mhl]/.test(kind!)) throw new Error(`unknown sequence ${JSON.stringify(sequence)}`);
  }
  // Blank lines below the cursor are the terminal's own.
  return lines.slice(
    0,
    1 +
      Math.max(
        row,
        lines.findLastIndex((line) => line !== ''),
      ),
  );
}

/** A sequence with its number and its letter, or a character. */
const PIECES = new RegExp(`(${'\u001b'}\\[([0-9;?]*)([A-Za-z]))|([\\s\\S])`, 'gu');

/** Lays out each moment of a screen: log-update marks where one is complete. */
export function listScreens(text: string): string[] {
  const parts = text.split('\u001b[?2026l');
  return parts.map((_, index) => layOutScreen(parts.slice(0, index + 1).join('')).join('\n'));
}

/** Tells whether something was written that would outlast a run: a hidden cursor, another screen. */
export function lasts(text: string): boolean {
  return ['\u001b[?25l', '\u001b[?1049h'].some((sequence) => text.includes(sequence));
}
