/** Lines that git itself writes. */
const GENERATED = /^(?:Signed-off-by: |\(cherry picked from commit )/;

/** White space to git, and nothing else. */
const BLANK = /^[ \t\r]*$/;
const INDENTED = /^[ \t\r]/;

/**
 * Lists the values of a trailer in a commit message, unfolded to one line each, by the rules of
 * git-interpret-trailers. Only the last paragraph counts, and never the first one. It has nothing but trailers, or a
 * line that git itself writes and at least a quarter of trailers. Keys are compared without case.
 */
export function listTrailers(message: string, key: string): string[] {
  return readBlock(message)
    .filter((line) => keyOf(line)?.toLowerCase() === key.toLowerCase())
    .map((line) => line.slice(line.indexOf(':') + 1).trim());
}

/** Reads the lines of the trailer block, with continuations joined; empty when the last paragraph is none. */
function readBlock(message: string): string[] {
  const lines = message.split('\n');
  const title = lines.findIndex((line) => BLANK.test(line));
  const last = lines.findLastIndex((line) => !isComment(line) && !BLANK.test(line));
  const start = lines.findLastIndex((line, i) => i < last && BLANK.test(line)) + 1;
  const own = lines.slice(start, last + 1);
  if (title < 0 || start <= title || !isBlock(own)) return [];
  const block: string[] = [];
  for (const line of own) {
    const previous = block.at(-1);
    if (INDENTED.test(line) && previous !== undefined)
      block[block.length - 1] = `${previous.trimEnd()} ${line.trim()}`;
    else block.push(line);
  }
  return block;
}

function isBlock(lines: readonly string[]): boolean {
  let [trailers, others, indented] = [0, 0, 0];
  let generated = false;
  // The scan starts at the end, as in git: an indented line belongs to the line above it.
  for (const line of lines.toReversed()) {
    if (INDENTED.test(line)) {
      indented++;
      continue;
    }
    if (GENERATED.test(line)) generated = true;
    if (GENERATED.test(line) || keyOf(line) !== null) trailers++;
    else others += indented + Number(!isComment(line));
    indented = 0;
  }
  others += indented;
  return generated ? trailers * 3 >= others : trailers > 0 && others === 0;
}

function keyOf(line: string): string | null {
  return /^([A-Za-z0-9-]+)[ \t]*:/.exec(line)?.[1] ?? null;
}

function isComment(line: string): boolean {
  return line.startsWith('#');
}
