import { UserError } from '../errors.ts';

/** Text between the markers of a page, and what is around it. */
export type Region = {
  /** Text before and after, without the lines of the markers. */
  before: string;
  after: string;
  /** Hidden data from when it was last written, as JSON; null in a region that was never filled. */
  data: string | null;
  /** Visible text, without surrounding blank lines. */
  body: string;
  /** Level of a heading in it: one below the heading that precedes it. */
  level: number;
  /** Line ending that the file uses. */
  end: '\n' | '\r\n';
};

/** Markers as they are written, lines that are markers, and headings. */
const OPEN = '<!-- tailgate:page -->';
const CLOSE = '<!-- /tailgate:page -->';
const MARK = /^\s*<!--\s*(\/?tailgate:page)\s*-->\s*$/;
const DATA = /^<!-- tailgate:data (\{.*\}) -->$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s|$)/;

/**
 * Finds the region of a page.
 *
 * @param shownAs name of the file in messages
 * @throws UserError unless each of its markers appears once, in order
 */
export function findRegion(text: string, shownAs: string): Region {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const marks = lines.map((line) => (MARK.exec(line) ?? HEADING.exec(line))?.[1]);
  const [first, last] = [marks.indexOf('tailgate:page'), marks.indexOf('/tailgate:page')];
  const found = marks.flatMap((mark, i) => (mark?.endsWith('tailgate:page') ? [i] : []));
  if (found.length !== 2 || first < 0 || last < first) {
    const line = found[2] ?? found[0];
    throw new UserError({
      what: 'The results go between two lines, which must each appear once. The file was not changed.',
      where: line === undefined ? shownAs : `${shownAs}:${line + 1}`,
      detail: `${OPEN}\n\n${CLOSE}`,
      hint: 'Put these two lines where the results belong.',
    });
  }
  const inside = lines.slice(first + 1, last);
  const data = inside.find((line) => DATA.test(line));
  const above = marks.slice(0, first).findLast((mark) => mark !== undefined);
  const body = inside.filter((line) => line !== data).join('\n');
  return {
    before: lines.slice(0, first).join(end),
    after: lines.slice(last + 1).join(end),
    data: data === undefined ? null : DATA.exec(data)![1]!,
    body: body.trimEnd().replace(/^\s*\n/, ''),
    level: Math.min(5, (above?.length ?? 1) + 1),
    end,
  };
}

/** Writes the whole file again, with new contents of its region. @param data JSON on one line */
export function fillRegion({ before, after, end }: Region, data: string, body: string): string {
  // Escapes only occur within strings of the JSON: it must not end the comment.
  const escaped = data.replace(
    /[<>&]|(?<=-)-|-(?=-)|[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const comment = `<!-- tailgate:data ${escaped} -->`;
  const region = [OPEN, '', comment, '', body, '', CLOSE].join('\n').split('\n').join(end);
  return `${before === '' ? '' : `${before}${end}`}${region}${end}${after}`;
}

/** Returns the text of a page that does not exist yet. */
export function startPage(title: string): string {
  return `# ${title}\n\n${OPEN}\n${CLOSE}\n`;
}
