import { type Phrase, say } from './phrase.ts';
import { clean, cut, cutMiddle, lastLines } from './visible.ts';

/**
 * Zero-width space that breaks a link. GitHub links mentions, issues and bare addresses after Markdown is
 * rendered, in the text that a reader sees. No Markdown escape prevents that.
 */
const APART = '&#8203;';
/** Longest address that browsers and servers accept without trouble. */
const LONGEST_ADDRESS = 2000;

/**
 * Characters in running text that Markdown, HTML or GitHub would interpret. Some count only at the start or end
 * of the text, where adjacent text might complete them.
 */
const active = new RegExp(
  [
    '&(?=[#\\w]| ?$)', // entities
    '<(?! )', // tags and autolinks; a blank after it makes it a mere sign, as in `< 80 ms`
    '[>\\\\`*[\\]|~$]', // quotes, escapes, code, emphasis, links, cells, strikethrough, formulas
    '(?<![A-Za-z0-9_])_+|(?<!_)_+(?![A-Za-z0-9_])', // emphasis; inside a word `_` is only itself
    '(?<=^ ?)(?:=|[+-](?=[ -]|$))|(?<=^ ?\\d{1,9})[.)](?= |$)', // rules and lists
    '(?<=^ ?)#|#(?=\\d| ?$)|GH-(?=\\d| ?$)|@', // headings, issues, mentions and mail addresses
    '[0-9a-f]{7,}', // commits, from seven digits on
    '://|www(?=\\.| ?$)|:(?=[\\w+-]+(?::| ?$)|$)', // bare addresses, emoji names
  ].join('|'),
  'gi',
);

/** Letters of right-to-left scripts, which would reorder the text around them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Escapes untrusted text as inert running text on one line. It is safe in Markdown, in a table cell and
 * within HTML elements: only entities are used, which are never structure (CommonMark 0.31, section 2.5).
 */
export function escapeText(text: string): string {
  const escaped = clean(text).replace(active, escapeActive);
  return rightToLeft.test(escaped) ? `&#8296;${escaped}&#8297;` : escaped;
}

function escapeActive(found: string): string {
  if (/^\w{7,}$/.test(found) && !/^_/.test(found)) return found.replace(/.{6}(?=.)/g, `$&${APART}`);
  switch (found.toLowerCase()) {
    case '://':
      return `:${APART}//`;
    case '#':
      return `&#35;${APART}`;
    case '@':
    case ':':
    case 'www':
    case 'gh-':
      return found + APART;
    case '$':
      return '<span>$</span>'; // GitHub documents this for a dollar sign that starts no formula
    default:
      return Array.from(found, (character) => `&#${character.codePointAt(0)};`).join('');
  }
}

/** Escapes untrusted text as code, on one line, where GitHub links nothing. Safe in tables and HTML too. */
export function escapeCode(text: string): string {
  const line = clean(text).trim();
  if (line === '') return '–';
  // Escapes do not work between backticks, neither for a backtick nor for the `|` that ends a cell.
  return /[`|\\$]/.test(line) || rightToLeft.test(line) ? `<code>${escapeText(line)}</code>` : `\`${line}\``;
}

/** Writes a phrase as Markdown on one line. */
export function toMarkdown(phrase: Phrase): string {
  return phrase
    .map((span, i) => {
      if (span.kind === 'text') return escapeText(span.text);
      if (span.kind === 'code') return escapeCode(span.text);
      if (span.kind === 'link') return writeLink(span.text, span.target);
      const [before, after] = [phrase[i - 1]?.text.at(-1) ?? ' ', phrase[i + 1]?.text.at(0) ?? ' '];
      // Emphasis by `**` next to punctuation may fail elsewhere (CommonMark 0.31, section 6.2).
      const marks = before === ' ' && /[ .,:;]/.test(after) ? ['**', '**'] : ['<b>', '</b>'];
      return marks.join(escapeText(span.text).trim());
    })
    .join('');
}

/** Writes a phrase within HTML where Markdown is not parsed, such as a `<summary>`. */
export function toHtml(phrase: Phrase): string {
  const element = { text: null, link: null, code: 'code', strong: 'b' };
  return phrase
    .map(({ kind, text }) => {
      const name = element[kind];
      return name === null ? escapeText(text) : `<${name}>${escapeText(text)}</${name}>`;
    })
    .join('');
}

/** Writes a link to an http(s) address; any other target as code. */
function writeLink(text: string, target: string): string {
  const address = webAddress(target);
  return address === null
    ? `${escapeText(text)}: ${escapeCode(cut(target, 300))}`
    : `[${escapeText(text)}](${address})`;
}

/** Writes a closed fold. The blank lines make GitHub parse its body as Markdown. */
export function fold(summary: Phrase, body: string): string {
  return `<details><summary>${toHtml(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** Writes rows of finished Markdown as a table; `alignment` has one of `-`, `-:` per column. */
export function table(
  header: readonly string[],
  alignment: readonly string[],
  rows: readonly string[][],
): string {
  return [header, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Writes raw texts and phrases as a table. @param right whether all columns but the first are right-aligned */
export function tabular(
  header: readonly string[],
  rows: readonly (readonly (string | Phrase)[])[],
  right = false,
): string {
  const write = (cells: readonly (string | Phrase)[]) => cells.map((one) => toMarkdown(say`${one}`).trim());
  const alignment = header.map((_, i) => (right && i > 0 ? '-:' : '-'));
  return table(write(header), alignment, rows.map(write));
}

/** Keeps numbers together with their units and signs at line breaks. */
export function keepUnits(cell: string): string {
  return cell.replace(/(?<=\d) (?=%|[mµ]?s\b|[kMG]?B\b|req\/s)|(?<=[<≤≥]|&#62;) (?=\d)/g, '\u00a0');
}

/** Writes the last lines of a log, unchanged, in a fence that none of them can close. */
export function fenceLog(log: string, lines: number, columns = 200): string {
  const shown = lastLines(log, lines).map((line) => cutMiddle(line, columns));
  const longest = Math.max(0, ...shown.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}text\n${shown.join('\n')}\n${fence}`;
}

/** Reads an http(s) address that can go between the parentheses of a link, or null. */
function webAddress(target: string): string | null {
  if (!URL.canParse(target)) return null;
  const url = new URL(target);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  // `URL` has already encoded spaces, quotes and all non-ASCII characters.
  const encoded = url.href.replace(
    /[()[\]|\\`*~$<>]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.length > LONGEST_ADDRESS ? null : encoded.replace(/&/g, '&amp;');
}
