import { UserError } from '../errors.ts';

/** Text between the markers of a page, and what is around it. */
export type Region = {
  /** Text before and after, the lines of the markers left out. */
  before: string;
  after: string;
  /** Hidden data of the last writing, as JSON; null in a region that was never filled. */
  data: string | null;
  /** Visible text, without blank lines around it. */
  body: string;
  /** Level that a heading in it has: one below the heading that it stands under. */
  level: number;
  /** End of line that the file uses. */
  end: '\n' | '\r\n';
};

/** Markers as they are written. */
const OPEN = '<!-- tailgate:page -->';
const CLOSE = '<!-- /tailgate:page -->';
const LINES = {
  open: /^\s*<!--\s*tailgate:page\s*-->\s*$/,
  close: /^\s*<!--\s*\/tailgate:page\s*-->\s*$/,
  data: /^<!-- tailgate:data (\{.*\}) -->$/,
};

/**
 * Finds the region of a page.
 *
 * @param shownAs name of the file in messages
 * @throws UserError when its markers do not stand there once, in order
 */
export function findRegion(text: string, shownAs: string): Region {
  const end = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const { hidden, headings } = readOutline(lines);
  const find = (pattern: RegExp) =>
    lines.flatMap((line, i) => (pattern.test(line) && !hidden.has(i) ? [i] : []));
  const [opens, closes] = [find(LINES.open), find(LINES.close)];
  const [first = Number.NaN, last = Number.NaN] = [opens[0], closes[0]];
  if (opens.length !== 1 || closes.length !== 1 || last < first) {
    const line = opens[1] ?? closes[1] ?? closes[0] ?? opens[0];
    throw new UserError({
      what: 'The place of the page is between two lines, which stand in the file once. It was left as it is.',
      where: line === undefined ? shownAs : `${shownAs}:${line + 1}`,
      detail: `${OPEN}\n\n${CLOSE}`,
      hint: 'Put these two lines where the results are to stand.',
    });
  }
  const inside = lines.slice(first + 1, last);
  const dataAt = inside.findIndex((line) => LINES.data.test(line));
  const above = headings.findLast(({ index }) => index < first)?.level ?? 1;
  return {
    before: lines.slice(0, first).join(end),
    after: lines.slice(last + 1).join(end),
    data: dataAt < 0 ? null : LINES.data.exec(inside[dataAt]!)![1]!,
    body: inside
      .filter((_, i) => i !== dataAt)
      .join('\n')
      .trimEnd()
      .replace(/^\s*\n/, ''),
    level: Math.min(5, above + 1),
    end,
  };
}

/** Writes the whole file anew, with another content of its region. @param data JSON on one line */
export function fillRegion({ before, after, end }: Region, data: string, body: string): string {
  // What is escaped stands only within texts of the JSON: it must not end the comment.
  const escaped = data.replace(
    /[<>&]|(?<=-)-|-(?=-)|[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const comment = `<!-- tailgate:data ${escaped} -->`;
  const region = [OPEN, '', comment, '', body, '', CLOSE].join('\n').split('\n').join(end);
  return `${before === '' ? '' : `${before}${end}`}${region}${end}${after}`;
}

/** Gives the text of a page that does not exist yet. */
export function startPage(title: string): string {
  return `# ${title}\n\n${OPEN}\n${CLOSE}\n`;
}

/** Finds lines in fences of code, where markers are only shown, and the headings outside of them. */
function readOutline(lines: readonly string[]): {
  hidden: Set<number>;
  headings: { index: number; level: number }[];
} {
  const hidden = new Set<number>();
  const headings: { index: number; level: number }[] = [];
  let fence: string | null = null;
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line);
    if (fence !== null) {
      hidden.add(index);
      if (mark && mark[1]!.startsWith(fence) && mark[2]!.trim() === '') fence = null;
    } else if (mark) fence = mark[1]!;
    else {
      const heading = /^ {0,3}(#{1,6})(?:\s|$)/.exec(line);
      if (heading) headings.push({ index, level: heading[1]!.length });
    }
  }
  return { hidden, headings };
}
