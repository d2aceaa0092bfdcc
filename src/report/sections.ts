import type { Report } from '../handover/report.ts';
import { escapeCode, fenceLog, fold, link, table, toMarkdown } from './format/markdown.ts';
import { type Phrase, say } from './format/phrase.ts';
import { cut } from './format/visible.ts';
import { type Row, rowsOf, selectForEyes } from './rows/rows.ts';
import { drawTrend } from './rows/trend.ts';
import { variantTable } from './variant-table.ts';
import { acceptHint, explainAcceptances, explainRefusals } from './words/acceptance.ts';
import { explainInvalid, explainServiceFault, logsOf } from './words/causes.ts';
import {
  comparisonStatement,
  explainBlocking,
  explainReasons,
  explainUndecided,
} from './words/comparison.ts';
import { costWords, explainSlowdowns } from './words/costs.ts';
import { explainLoosened, suspectWords } from './words/gates.ts';
import { headline, verdictIcon } from './words/headline.ts';
import { effortWords, infinityNote, scenarioNotes, trendWords } from './words/notes.ts';
import { explainRelative } from './words/relative.ts';
import { quietWords } from './words/rows.ts';
import { ICONS } from './words/status.ts';
import { tabulate } from './words/table.ts';
import { counted, shortCommit } from './words/terms.ts';
import { explainWork } from './words/work.ts';

const UNFOLDED_ROWS = 12;
const UNFOLDED_GATES = 8;
/** Most characters of the fold with further gates; sections without a limit would not fit a comment. */
const GATES_LIMIT = 10_000;
const CAUSES = 6;
const LOG_LINES = 30;
const LONG_CELL = 40;
const LONG_NAME = 14;

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
  | 'loosened'
  | 'statement'
  | 'footer'
  | Droppable;

/** Sections that may be left out for want of room; the first in the list goes first. */
export const DROPPABLE = ['trend', 'logs', 'quiet rows', 'variants', 'further rows'] as const;
export type Droppable = (typeof DROPPABLE)[number];

/** Divides a report into sections in the order of reading: the heading first, the footer last. */
export function sectionsOf(report: Report): Section[] {
  const rows = rowsOf(report);
  const eyes = selectForEyes(rows, report);
  const [shown, further] = [eyes.slice(0, UNFOLDED_ROWS), eyes.slice(UNFOLDED_ROWS)];
  const quiet = rows.filter((row) => !eyes.includes(row));
  const sections: Section[] = [
    { kind: 'heading', text: `### ${verdictIcon(report.verdict)} ${toMarkdown(headline(report))}` },
  ];
  const undecided = report.verdict.code === 'inconclusive';
  for (const text of causes(report)) sections.push({ kind: 'causes', text });
  const accepted = consentList(report);
  if (accepted) sections.push({ kind: 'explanation', text: accepted });
  const reasons = [explainUndecided(report, rows), ...explainReasons(report).slice(0, CAUSES)];
  // Reasons for an undecided verdict stand at the top; in any other run they are a remark.
  const before = paragraph([
    explainBlocking(report),
    ...explainSlowdowns(report),
    ...(undecided ? reasons : []),
  ]);
  const after = paragraph(undecided ? [] : reasons);
  if (before) sections.push({ kind: 'explanation', text: before });
  for (const { title, log } of logsOf(report.verdict.faults, report.verdict.invalid).slice(0, CAUSES)) {
    sections.push({ kind: 'logs', text: fold(title, fenceLog(log, LOG_LINES)) });
  }
  if (shown.length > 0) sections.push({ kind: 'rows', text: rowTable(report, shown) });
  const variants = variantTable(report, rows);
  if (variants) sections.push({ kind: 'variants', text: variants });
  const loosened = loosenedList(report);
  if (loosened) sections.push({ kind: 'loosened', text: loosened });
  const statement = shown.length > 0 ? comparisonStatement(report, shown) : null;
  const small = paragraph([
    ...explainRelative(report).slice(0, CAUSES),
    infinityNote(shown),
    statement,
    costWords(report),
    suspectWords(report),
  ]);
  if (small) sections.push({ kind: 'statement', text: `<sub>${small}</sub>` });
  if (after) sections.push({ kind: 'explanation', text: after });
  if (further.length > 0) {
    const summary = say`${counted(further.length, 'more row')}: ${quietWords(further)}`;
    sections.push({ kind: 'further rows', text: fold(summary, rowTable(report, further)) });
  }
  if (quiet.length > 0) {
    const body = quietTable(report, quiet, statement !== null);
    sections.push({ kind: 'quiet rows', text: fold(say`${quietWords(quiet)}`, body), body });
  }
  const trend = trendFold(report, eyes[0] ?? rows.find((row) => row.slo) ?? rows[0]);
  if (trend) sections.push({ kind: 'trend', text: trend });
  sections.push({ kind: 'footer', text: footer(report, eyes) });
  return sections;
}

/** Lists the causes of a failure, as one paragraph or a list. */
function causes(report: Report): string[] {
  const { verdict } = report;
  const all = [
    ...verdict.invalid.map(explainInvalid),
    ...verdict.faults.map(explainServiceFault),
    ...explainWork(report),
  ];
  const listed = all.slice(0, CAUSES);
  if (all.length > CAUSES) listed.push(say`And ${counted(all.length - CAUSES, 'more cause')}.`);
  const lines = listed.map(toMarkdown);
  return lines.length > 1 ? [lines.map((line) => `- ${line}`).join('\n')] : lines;
}

/** Lists the people who accepted something, and acceptances that do not count. */
function consentList(report: Report): string | null {
  const lines = [
    ...explainAcceptances(report).slice(0, CAUSES).map(toMarkdown),
    ...explainRefusals(report).map((refusal) => `⚠️ ${toMarkdown(refusal)}`),
  ];
  if (lines.length === 0) return null;
  return lines.length > 1 ? lines.map((line) => `- ${line}`).join('\n') : lines[0]!;
}

/** Lists loosened gates: the gravest never folded, since they could let a slowdown through, and never left out. */
export function loosenedList(report: Report): string | null {
  const loosened = explainLoosened(report);
  if (!loosened) return null;
  const heading = `⚠️ ${toMarkdown(loosened.heading)}`;
  if (loosened.items.length === 0) return `${heading}.`;
  const lines = loosened.items.map((item) => `- ${toMarkdown(item)}`);
  const shown = lines.length <= UNFOLDED_GATES + 1 ? lines.length : UNFOLDED_GATES;
  const list = [`${heading}\n\n${lines.slice(0, shown).join('\n')}`];
  if (lines.length > shown) list.push(gateFold(lines.slice(shown)));
  return list.join('\n\n');
}

function gateFold(lines: readonly string[]): string {
  const listed: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length;
    if (length > GATES_LIMIT) break;
    listed.push(line);
  }
  const rest = lines.length - listed.length;
  if (rest > 0) listed.push(`- and ${counted(rest, 'more gate')}, in the full result`);
  return fold(say`And ${counted(lines.length, 'more gate')}`, listed.join('\n'));
}

function paragraph(phrases: readonly (Phrase | null)[]): string {
  return phrases.flatMap((phrase) => (phrase ? [toMarkdown(phrase)] : [])).join(' ');
}

function quietTable(report: Report, quiet: readonly Row[], statementShown: boolean): string {
  const statement = statementShown ? null : comparisonStatement(report, quiet);
  const notes = paragraph([infinityNote(quiet), statement, ...scenarioNotes(report)]);
  return [rowTable(report, quiet), ...(notes ? [notes] : [])].join('\n\n');
}

function trendFold(report: Report, row: Row | undefined): string | null {
  const trend = row ? drawTrend(report, row) : null;
  if (!trend) return null;
  return fold(say`Trend`, `${toMarkdown(trendWords(trend))}\n\n\`\`\`mermaid\n${trend.chart}\n\`\`\``);
}

function rowTable(report: Report, rows: readonly Row[]): string {
  const { columns, rows: lines } = tabulate(report, rows);
  return table(
    columns.map(({ key, header }) =>
      key === 'head' ? keepTogether(toMarkdown(header)) : toMarkdown(header),
    ),
    columns.map((column) => (column.right ? '-:' : '-')),
    lines.map(({ tone, cells }) =>
      cells.map((cell, i) => {
        const text = toMarkdown(cell);
        switch (columns[i]!.key) {
          case 'status':
            return `${ICONS[tone]}\u00a0${text}`;
          case 'metric':
            return text.length > LONG_NAME ? keepUnits(text) : keepTogether(text);
          default:
            return keepTogether(text);
        }
      }),
    ),
  );
}

/** Keeps a number and its unit together; a narrow table may break a cell before an interval. */
function keepTogether(cell: string): string {
  return cell.length > LONG_CELL ? cell : cell.replace(/ (?!\()/g, '\u00a0');
}

/** Keeps parentheses together; a long name may break between other words. */
function keepUnits(name: string): string {
  return name.replace(/(?<=\d) (?=[mµ]?s\b)|(?<=\([^)]*) /g, '\u00a0');
}

function footer(report: Report, rows: readonly Row[]): string {
  const commit = shortCommit(report.record.commit);
  const parts = [`Reproduce: ${escapeCode(cut(report.reproduce, 300))}`];
  const hint = acceptHint(report);
  if (hint) parts.push(toMarkdown(hint));
  if (report.link !== null) parts.push(link('Report', report.link));
  const effort = effortWords(report, rows);
  const revision =
    commit === null ? [] : [escapeCode(commit) + (report.record.dirty ? ' with uncommitted changes' : '')];
  parts.push([effort, ...revision].join(', '));
  return parts.join(' · ');
}
