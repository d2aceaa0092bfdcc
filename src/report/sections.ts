import type { Report } from '../handover/report.ts';
import { isLatency, isTypical } from '../metrics/metric.ts';
import type { Document } from './document.ts';
import { fenceLog, fold, keepUnits, table, toMarkdown } from './format/markdown.ts';
import { code, type Phrase, say } from './format/phrase.ts';
import { cut } from './format/visible.ts';
import { groupByLabel, type Row } from './rows/rows.ts';
import { drawTrend } from './rows/trend.ts';
import { variantTable } from './variant-table.ts';
import { infinityNote, trendWords } from './words/notes.ts';
import { quietWords } from './words/rows.ts';
import { ICONS } from './words/status.ts';
import { type RowTable, tabulate, tabulateBriefly } from './words/table.ts';
import { counted } from './words/terms.ts';

/** Most rows in the open, and most items of a list there: a reader has ten seconds. */
const UNFOLDED_ROWS = 6;
/** Most rows in the open where nothing is compared, so that there is little else to read. */
const UNFOLDED_VALUES = 8;
const UNFOLDED_GATES = 3;
const UNFOLDED_ACCEPTANCES = 1;
/** Most rows of a table; a job summary has no room for more. */
const MOST_ROWS = 1000;
/** Most characters of the rest of a list; sections without a limit would not fit a comment. */
const REST_LIMIT = 10_000;
/** Most causes and reasons that are told one by one. */
export const CAUSES = 6;
const LOG_LINES = 30;
/** Lines of the log that is not folded. */
const OPEN_LOG_LINES = 15;
const LONG_CELL = 40;
const LONG_NAME = 10;
const LONG_VALUES = 18;
const LONG_WORD = /\S{14}/;

/** Part of a comment's body, as Markdown. */
export type Section = {
  kind: SectionKind;
  text: string;
  /** Content of a fold. */
  body?: string;
};
export type SectionKind =
  | 'heading'
  | 'causes'
  | 'explanation'
  | 'rows'
  | 'values'
  | 'loosened'
  | 'statement'
  | 'footer'
  | Droppable;

/** Sections that may be left out for want of room; the first in the list goes first. */
export const DROPPABLE = ['trend', 'logs', 'quiet rows', 'variants', 'further rows'] as const;
export type Droppable = (typeof DROPPABLE)[number];

/**
 * Divides a report into sections in the order of reading: what happened, whether it blocks and why, the rows of news,
 * what to do. All else is folded; the footer is last.
 */
export function sectionsOf(document: Document): Section[] {
  const { report, rows, eyes, reasons, steps } = document;
  const values = listValues(document);
  const most = values.length > 0 ? UNFOLDED_VALUES : UNFOLDED_ROWS;
  const whole = values.length > 0 ? values : addTypical(eyes, rows);
  const few = values.length > 0 ? values.filter(({ slo }) => slo !== null) : eyes;
  const news = whole.length > most && few.length > 0 ? few : whole;
  const [shown, further] = [news.slice(0, most), news.slice(most)];
  const sections: Section[] = [
    { kind: 'heading', text: `### ${document.icon} ${toMarkdown(document.headline)}` },
  ];
  const add = (kind: SectionKind, text: string | null) => {
    if (text) sections.push({ kind, text });
  };
  const undecided = report.verdict.code === 'inconclusive';
  // Reasons for an undecided verdict stand at the top; in any other run they are a remark.
  add(
    'explanation',
    paragraph([
      ...document.blocking,
      ...document.slowdowns,
      ...(undecided ? reasons : []),
      ...(news.length === 0 ? [document.unchanged] : []),
    ]),
  );
  add('explanation', listFirst(document.accepted.map(toMarkdown), UNFOLDED_ACCEPTANCES, 'more acceptance'));
  const refused = document.refused.map((refusal) => `⚠️ ${toMarkdown(refusal)}`);
  add('explanation', listFirst(refused, UNFOLDED_ACCEPTANCES, 'more acceptance', ' without effect'));
  add('causes', list(document.causes.map(toMarkdown)));
  for (const [index, { title, log }] of document.logs.entries()) {
    // The last words of what failed first are what its author needs.
    add('logs', index === 0 ? openLog(title, log) : fold(title, fenceLog(log, LOG_LINES)));
  }
  if (shown.length > 0) add(values.length > 0 ? 'values' : 'rows', rowTable(tabulateBriefly(report, shown)));
  const infinity = infinityNote(shown, false);
  if (infinity) add('statement', small(infinity));
  add('variants', variantTable(report, rows));
  add('loosened', document.loosened && loosenedList(document.loosened));
  add('explanation', paragraph(undecided ? [] : reasons));
  add('explanation', steps && toMarkdown(steps));
  if (further.length > 0) {
    const summary = say`${counted(further.length, 'more row')}: ${quietWords(further)}`;
    add('further rows', fold(summary, longTable(report, further)));
  }
  if (rows.length > 0) {
    const body = wholeTable(document);
    sections.push({ kind: 'quiet rows', text: fold(say`${wholeWords(report, rows)}`, body), body });
  }
  add('trend', trendFold(report, eyes[0] ?? rows.find((row) => row.slo) ?? rows[0]));
  sections.push({ kind: 'footer', text: small(document.closing) });
  return sections;
}

/** Lists what a run says by itself where nothing is compared: its SLOs and typical requests. Else empty. */
function listValues({ report, rows, eyes }: Document): Row[] {
  const { code } = report.verdict;
  if (eyes.length > 0 || code === 'skipped' || rows.some(({ base }) => base !== null)) return [];
  return rows.filter((row) => row.slo !== null || isTypicalRow(row));
}

/** Adds to the news of each scenario its typical request. */
function addTypical(eyes: readonly Row[], rows: readonly Row[]): Row[] {
  const typicals = new Map(
    rows.filter((row) => isTypicalRow(row) && row.base !== null).map((row) => [row.label, row]),
  );
  return [...groupByLabel(eyes)].flatMap(([label, own]) => {
    const typical = own.find(isTypicalRow) ?? typicals.get(label);
    const isLatencyNews = own.some(
      ({ metric, slo, change }) =>
        isLatency(metric) && (slo?.code === 'missed' || (change !== null && change.code !== 'inconclusive')),
    );
    const first = typical && (isLatencyNews || own.includes(typical)) ? [typical] : [];
    return [...first, ...own.filter((row) => row !== typical)];
  });
}

function isTypicalRow({ metric, where }: Row): boolean {
  return where !== 'alone' && isTypical(metric);
}

function openLog(title: Phrase, log: string): string {
  return `${toMarkdown(title)}:\n\n${fenceLog(log, OPEN_LOG_LINES)}`;
}

/** Writes a single line as it is, and several as a list. */
function list(lines: readonly string[]): string {
  return lines.length > 1 ? lines.map((line) => `- ${line}`).join('\n') : (lines[0] ?? '');
}

/** Lists loosened gates: the gravest never folded, since they could let a slowdown through, and never left out. */
export function loosenedList({ icon, heading, items }: NonNullable<Document['loosened']>): string {
  const title = `${icon} ${toMarkdown(heading)}`;
  if (items.length === 0) return `${title}.`;
  const lines = items.map((item) => `- ${toMarkdown(item)}`);
  return `${title}\n\n${listFirst(lines, UNFOLDED_GATES, 'more gate')}`;
}

/** Lists the first lines in the open, and folds the rest with a count of it. */
function listFirst(lines: readonly string[], open: number, what: string, end = ''): string {
  const shown = lines.slice(0, open).join('\n');
  const rest = lines.length - open;
  if (rest <= 0) return shown;
  const listed: string[] = [];
  let length = 0;
  for (const line of lines.slice(open)) {
    length += line.length;
    if (length > REST_LIMIT) break;
    listed.push(line.startsWith('- ') ? line : `- ${line}`);
  }
  if (listed.length < rest) listed.push(`- and ${counted(rest - listed.length, what)}, in the full result`);
  return `${shown}\n\n${fold(say`And ${counted(rest, what)}${end}`, listed.join('\n'))}`;
}

function paragraph(phrases: readonly (Phrase | null)[]): string {
  return phrases.flatMap((phrase) => (phrase ? [toMarkdown(phrase)] : [])).join(' ');
}

/** Writes all rows with their intervals, and how sure they are. */
function wholeTable({ report, rows, figures, method, notes, steps }: Document): string {
  const again = steps === null ? say`Reproduce: ${code(cut(report.reproduce, 300))}` : null;
  const text = paragraph([...figures, method, ...notes, again]);
  return [longTable(report, rows), ...(text ? [text] : [])].join('\n\n');
}

/** Names the fold of all rows: `How sure is this? 2 metrics worse, 10 unchanged`. */
function wholeWords(report: Report, rows: readonly Row[]): string {
  const isCompared = rows.some(({ change }) => change !== null && change.code !== 'first-run');
  return `${isCompared && report.verdict.code !== 'skipped' ? 'How sure is this? ' : ''}${quietWords(rows)}`;
}

function trendFold(report: Report, row: Row | undefined): string | null {
  const trend = row ? drawTrend(report, row) : null;
  if (!trend) return null;
  return fold(say`Trend`, `${toMarkdown(trendWords(trend))}\n\n\`\`\`mermaid\n${trend.chart}\n\`\`\``);
}

function longTable(report: Report, rows: readonly Row[]): string {
  const rest = rows.length - MOST_ROWS;
  const more = rest > 0 ? `\n\nAnd ${counted(rest, 'more row')}, in the full result.` : '';
  return rowTable(tabulate(report, rows.slice(0, MOST_ROWS))) + more;
}

function rowTable({ columns, rows: lines }: RowTable): string {
  const names = lines.map(({ cells }) => toMarkdown(cells[0]!));
  // Beside a long word two values have no room on one line; nor have two rates anywhere.
  const mostValues = names.some((name) => LONG_WORD.test(name)) ? 0 : LONG_VALUES;
  return table(
    columns.map(({ key, header }) => (key === 'head' ? keepEnd(toMarkdown(header)) : toMarkdown(header))),
    columns.map((column) => (column.right ? '-:' : '-')),
    lines.map(({ tone, cells }) =>
      cells.map((cell, i) => {
        const text = toMarkdown(cell);
        switch (columns[i]!.key) {
          case 'status':
            // On a narrow screen the icon stands above words, so that these are not cut off; a number has room beside it.
            return `${ICONS[tone]}${/^[+−]/.test(text) ? '\u00a0' : ' '}${keepUnits(text)}`.trimEnd();
          case 'metric':
            return text.length > LONG_NAME ? keepUnits(keepInside(text)) : keepTogether(text);
          default:
            return text.length > mostValues
              ? text.split('→ ').map(keepTogether).join('→ ')
              : keepTogether(text);
        }
      }),
    ),
  );
}

/** Keeps a number and its unit together; a narrow table may break a cell before an interval. */
function keepTogether(cell: string): string {
  return cell.length > LONG_CELL ? cell : cell.replace(/ (?!\()/g, '\u00a0');
}

/** Keeps the name of this run together; that of the base before it may break. */
function keepEnd(header: string): string {
  const at = Math.max(0, header.lastIndexOf('→'));
  return header.slice(0, at) + keepTogether(header.slice(at));
}

/** Keeps parentheses together; a long name may break between other words. */
function keepInside(name: string): string {
  return name.replace(/\([^()]*/g, (inside) => inside.replaceAll(' ', '\u00a0'));
}

/** Writes small print. */
export function small(phrase: Phrase): string {
  return `<sub>${toMarkdown(phrase)}</sub>`;
}
