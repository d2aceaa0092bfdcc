import { createHash } from 'node:crypto';
import { UserError } from '../errors.ts';

export type Form = 'markdown' | 'restructured';

/** Text between the markers of a page, and what is around it. */
export type Region = {
  /** Text before and after, the lines of the markers left out. */
  before: string;
  after: string;
  /** Hidden data of the last writing, as JSON; null in a region that was never filled. */
  data: string | null;
  /** Visible text, without blank lines around it. */
  body: string;
  /** Number of the line with the first marker, from 1. */
  line: number;
  /** Level that a heading in it has: one below the heading that it stands under. */
  level: number;
  /** End of line that the file uses. */
  end: '\n' | '\r\n';
};

/** Markers as they are written. */
const MARKERS = {
  markdown: { open: '<!-- tailgate:page -->', close: '<!-- /tailgate:page -->' },
  restructured: { open: '.. tailgate:page', close: '.. /tailgate:page' },
} as const;

const LINES = {
  markdown: {
    open: /^\s*<!--\s*tailgate:page\s*-->\s*$/,
    close: /^\s*<!--\s*\/tailgate:page\s*-->\s*$/,
    data: /^<!-- tailgate:data (\{.*\}) -->$/,
  },
  restructured: {
    open: /^\.\.\s+tailgate:page\s*$/,
    close: /^\.\.\s+\/tailgate:page\s*$/,
    data: /^\.\. tailgate:data (\{.*\})$/,
  },
} as const;

/** Says which form a file has, by its name. */
export function formOf(path: string): Form {
  return /\.rst$/i.test(path) ? 'restructured' : 'markdown';
}

/**
 * Finds the region of a page.
 *
 * @param shownAs name of the file in messages
 * @throws UserError when there is none, more than one, or one without an end
 */
export function findRegion(text: string, form: Form, shownAs: string): Region {
  const end = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const { hidden, headings } = form === 'markdown' ? readOutline(lines) : { hidden: new Set(), headings: [] };
  const find = (pattern: RegExp) =>
    lines.flatMap((line, i) => (pattern.test(line) && !hidden.has(i) ? [i] : []));
  const [opens, closes] = [find(LINES[form].open), find(LINES[form].close)];
  const { open, close } = MARKERS[form];
  const fail = (index: number, what: string, hint: string): never => {
    throw new UserError({ what, where: `${shownAs}:${index + 1}`, hint });
  };
  if (opens.length === 0 && closes.length === 0) {
    throw new UserError({
      what: `${shownAs} has no place for the page, and was left as it is.`,
      where: shownAs,
      detail: `${open}\n\n${close}`,
      hint: 'Add the two lines above where the results are to stand.',
    });
  }
  if (opens.length > 1) fail(opens[1]!, 'The region of the page begins twice.', `Keep one \`${open}\`.`);
  if (opens.length === 0)
    fail(closes[0]!, 'A region ends here that has not begun.', `Add \`${open}\` before it.`);
  const [first, last] = [opens[0]!, closes[0] ?? Number.NaN];
  if (closes.length === 0) fail(first, 'The region of the page has no end.', `Add \`${close}\` after it.`);
  if (closes.length > 1) fail(closes[1]!, 'The region of the page ends twice.', `Keep one \`${close}\`.`);
  if (last < first) fail(last, 'The region of the page ends before it begins.', 'Put the markers in order.');
  const inside = lines.slice(first + 1, last);
  const dataAt = inside.findIndex((line) => LINES[form].data.test(line));
  const above = headings.filter(({ index }) => index < first).at(-1)?.level ?? 1;
  return {
    before: lines.slice(0, first).join(end),
    after: lines.slice(last + 1).join(end),
    data: dataAt < 0 ? null : LINES[form].data.exec(inside[dataAt]!)![1]!,
    body: trimLines(inside.filter((_, i) => i !== dataAt)),
    line: first + 1,
    level: Math.min(5, above + 1),
    end,
  };
}

/** Writes the whole file anew, with another content of its region. @param data JSON on one line */
export function fillRegion({ before, after, end }: Region, form: Form, data: string, body: string): string {
  const { open, close } = MARKERS[form];
  const hidden = escapeData(data);
  const comment = form === 'markdown' ? `<!-- tailgate:data ${hidden} -->` : `.. tailgate:data ${hidden}`;
  const region = [open, '', comment, '', body, '', close].join('\n').split('\n').join(end);
  return `${before === '' ? '' : `${before}${end}`}${region}${end}${after}`;
}

/** Gives the text of a page that does not exist yet. */
export function startPage(title: string, form: Form): string {
  const { open, close } = MARKERS[form];
  const heading = form === 'markdown' ? `# ${title}` : `${title}\n${'='.repeat(title.length)}`;
  return `${heading}\n\n${open}\n${close}\n`;
}

/** Digest by which a change by hand is noticed. */
export function digestBody(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}

/** Keeps JSON from ending the comment that it stands in. What is escaped stands only within its texts. */
function escapeData(json: string): string {
  return json.replace(
    /[<>&]|(?<=-)-|-(?=-)|[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function trimLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .trimEnd()
    .replace(/^\s*\n/, '');
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
