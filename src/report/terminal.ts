import pc from 'picocolors';
import type { Report } from '../handover/report.ts';
import type { SuiteReport } from '../handover/suite.ts';
import { isSupplementary } from '../metrics/metric.ts';
import { composeSuite, type Document, type ToldJob } from './document.ts';
import { type Phrase, plain, say } from './format/phrase.ts';
import { alignTable, type TextCell, type TextColumn, tableWidth, wrapText } from './format/text-table.ts';
import { clean, cut, cutMiddle, lastLines } from './format/visible.ts';
import type { Row } from './rows/rows.ts';
import { quietWords } from './words/rows.ts';
import type { Tone } from './words/status.ts';
import { type ColumnKey, tabulate } from './words/table.ts';
import { counted } from './words/terms.ts';

export type TerminalOptions = {
  color: boolean;
  /** Columns of the terminal; 0 when it does not know. */
  width: number;
};

/** Most rows that are all listed. More would scroll the reasons away; then only important ones are. */
const ALL_ROWS = 24;
const MOST_ROWS = 200;
/** Most reasons of each kind that are explained, and logs that are shown. */
const CAUSES = 20;
const LOG_LINES = 20;
const GATES = 20;
const MESSAGE_LINES = 60;
/** Jobs shown in full; any more have a line each. */
const FULL_JOBS = 20;
const UNKNOWN_WIDTH = 100;
/** Earlier runs in a sparkline; more would not fit beside the rest. */
const TREND_RUNS = 11;
/** Columns that are left out one after another where the terminal is too narrow. */
const DISPENSABLE: ColumnKey[] = ['trend', 'slo', 'base'];
const MARKS: Record<Tone, string> = { bad: '✗', warn: '!', good: '✓', unsure: '?', new: '·' };

/**
 * Renders a suite for a terminal or a log; a single run is a suite of one job. Of several jobs those that must be seen
 * are shown in full, the gravest last, and then each has a line. The verdict is the last line.
 */
export function renderTerminal(suite: SuiteReport, { color, width: columns }: TerminalOptions): string {
  const style = { color, width: columns > 0 ? columns : UNKNOWN_WIDTH };
  const paint = pc.createColors(color);
  const wrap = (phrase: Phrase) => wrapText(plain(phrase), style.width);
  const told = composeSuite(suite);
  const writeBold = (icon: string, headline: Phrase) =>
    wrap(say`${icon} ${headline}`).map(paint.bold).join('\n');
  const isSingle = suite.jobs.length === 1;
  const jobs = told.jobs.toReversed();
  const shown = jobs.filter(({ open }) => open || isSingle).slice(-FULL_JOBS);
  const around = [
    ...told.attempts,
    ...(told.loosened ? loosenedLines(told.loosened) : []),
    ...told.notes,
  ].flatMap((phrase) => wrap(phrase).map(paint.dim));
  return [
    ...shown.flatMap((job) => [
      ...(isSingle ? [] : [paint.bold(`── ${plain(say`${job.name}`)}`)]),
      ...jobBlocks(job, style),
      ...(isSingle || job.compose === null ? [] : [writeBold(job.icon, job.headline)]),
    ]),
    ...(isSingle
      ? []
      : [jobs.flatMap(({ icon, name, headline }) => wrap(say`${icon} ${name}: ${headline}`)).join('\n')]),
    ...(around.length > 0 ? [around.join('\n')] : []),
    writeBold(told.icon, told.headline),
  ].join('\n\n');
}

function jobBlocks({ compose, message, absence }: ToldJob, style: TerminalOptions): string[] {
  if (compose !== null) return runBlocks(compose(CAUSES), style);
  const lines = message.slice(0, MESSAGE_LINES).map((line) => cut(line, 400));
  return [...(lines.length > 0 ? [lines.join('\n')] : []), wrapText(plain(absence), style.width).join('\n')];
}

/** Writes all of a run but its verdict: table, reasons, logs, what it is compared with. */
function runBlocks(document: Document, { color, width }: TerminalOptions): string[] {
  const paint = pc.createColors(color);
  const { report, rows, eyes, method } = document;
  const seen = new Set(eyes);
  const few = rows.filter((row) => seen.has(row) || !isSupplementary(row));
  const all = few.length <= ALL_ROWS ? few : rows.filter((row) => seen.has(row));
  const shown = all.slice(0, MOST_ROWS);
  const isShown = new Set(shown);
  const hidden = rows.filter((row) => !isShown.has(row));
  const blocks: string[][] = [];
  if (shown.length > 0) blocks.push(tableLines(report, shown, { color, width }));
  if (hidden.length > 0) blocks.push([paint.dim(`${shown.length > 0 ? 'and ' : ''}${quietWords(hidden)}`)]);
  const reasons = [
    ...document.causes,
    ...document.accepted,
    ...document.refused.map((refusal) => say`! ${refusal}`),
    ...document.blocking,
    ...document.slowdowns,
    ...document.reasons,
    ...document.figures,
    ...(document.loosened ? loosenedLines(document.loosened) : []),
    ...document.notes,
  ].flatMap((reason) => wrapText(plain(reason), width));
  if (reasons.length > 0) blocks.push(reasons);
  for (const { title, log } of document.logs) {
    const lines = lastLines(log, LOG_LINES).map((line) => paint.dim(`  ${cutMiddle(line, 400)}`));
    blocks.push([paint.bold(plain(title)), ...lines]);
  }
  const small = [
    ...(method ? [plain(method)] : []),
    `${document.effort}. Reproduce: ${clean(cut(report.reproduce, 300))}`,
  ];
  blocks.push(small.flatMap((text) => wrapText(text, width).map((line) => paint.dim(line))));
  return blocks.map((lines) => lines.join('\n'));
}

function loosenedLines({ heading, items }: NonNullable<Document['loosened']>): Phrase[] {
  if (items.length === 0) return [say`! ${heading}.`];
  const rest = items.length - GATES;
  const more = rest > 0 ? [say`  - and ${counted(rest, 'more gate')}, in the full result`] : [];
  return [say`! ${heading}`, ...items.slice(0, GATES).map((item) => say`  - ${item}`), ...more];
}

function tableLines(report: Report, rows: readonly Row[], { color, width }: TerminalOptions): string[] {
  const paint = pc.createColors(color);
  const tones: Record<Tone, (text: string) => string> = {
    bad: paint.red,
    warn: paint.yellow,
    good: paint.green,
    unsure: paint.dim,
    new: paint.green,
  };
  const full = tabulate(report, rows, TREND_RUNS);
  const columns = full.columns.map(({ key, header, right }) => ({
    key,
    header: shortHeader(report, key) ?? plain(header),
    right,
  }));
  const lines = full.rows.map(({ tone, cells }) =>
    cells.map((cell, i): TextCell => {
      const strong = cell.some((span) => span.kind === 'strong');
      if (columns[i]!.key === 'status') return { text: `${MARKS[tone]} ${plain(cell)}`, style: tones[tone] };
      return { text: plain(cell), style: strong ? paint.bold : undefined };
    }),
  );
  const kept = fitColumns(columns, lines, width);
  const pick = <T>(items: readonly T[]) => kept.map((i) => items[i]!);
  return alignTable(pick(columns), lines.map(pick), paint.dim);
}

/** Shortens headers that would be wider than their column. */
function shortHeader({ verdict, baseBranch }: Report, key: ColumnKey): string | null {
  if (key === 'trend') return 'trend';
  return key === 'base' && verdict.pair === null ? plain(say`${cut(baseBranch, 12)}`) : null;
}

/** Finds the indices of the columns that fit. */
function fitColumns(
  columns: readonly (TextColumn & { key: ColumnKey })[],
  lines: readonly TextCell[][],
  width: number,
): number[] {
  let kept = columns.map((_, i) => i);
  for (const key of DISPENSABLE) {
    const pick = <T>(items: readonly T[]) => kept.map((i) => items[i]!);
    if (tableWidth(pick(columns), lines.map(pick)) <= width) break;
    kept = kept.filter((i) => columns[i]!.key !== key);
  }
  return kept;
}
