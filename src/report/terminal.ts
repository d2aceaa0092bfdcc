import pc from 'picocolors';
import stringWidth from 'string-width';
import type { SuiteReport } from '../handover/suite.ts';
import { type ToldJob, tellSuite } from './document.ts';
import { type Passage, type Table, TONES, type Tone } from './format/passages.ts';
import { type Phrase, plain, say } from './format/phrase.ts';
import { alignTable, type TextCell, wrapText } from './format/text-table.ts';
import { cutMiddle, lastLines } from './format/visible.ts';
import { counted } from './words/terms.ts';

/** Maximum number of rows for which all are listed. More would scroll the reasons away, so then only the news is shown. */
const ALL_ROWS = 24;
/** Maximum number of items of a list, lines of a log, and jobs shown in full. */
const MOST = 20;
const LONGEST_LINE = 400;

type Style = { paint: ReturnType<typeof pc.createColors>; width: number };

/**
 * Renders a suite for a terminal or a log of a given width; a single run is a suite of one job. With several jobs, those
 * that must be seen are shown in full, gravest last, followed by a line for each. The verdict is the last line.
 */
export function renderTerminal(
  suite: SuiteReport,
  { color, width }: { color: boolean; width: number },
): string {
  const style: Style = { paint: pc.createColors(color), width };
  const told = tellSuite(suite);
  const isSingle = suite.jobs.length === 1;
  const jobs = told.jobs.toReversed();
  const shown = jobs.filter(({ isOpen }) => isOpen || isSingle).slice(-MOST);
  const line = ({ tone, name, headline }: ToldJob) =>
    wrap(style, say`${TONES[tone].icon} ${name}: ${headline}`);
  return [
    ...shown.flatMap((job) => [
      ...(isSingle ? [] : [style.paint.bold(`── ${plain(say`${job.name}`)}`)]),
      ...writeAll(style, job.tell()),
      ...(isSingle ? [] : [writeHeadline(style, job.tone, job.headline)]),
    ]),
    ...(isSingle ? [] : [jobs.flatMap(line).join('\n')]),
    ...writeAll(style, told.notes),
    writeHeadline(style, told.tone, told.headline),
  ].join('\n\n');
}

function wrap(style: Style, phrase: Phrase): string[] {
  return wrapText(plain(phrase), style.width);
}

function writeHeadline(style: Style, tone: Tone, headline: Phrase): string {
  return wrap(style, say`${TONES[tone].icon} ${headline}`).map(style.paint.bold).join('\n');
}

/** Writes blocks. If there are only a few rows, all are shown instead of the news. */
function writeAll(style: Style, blocks: readonly Passage[]): string[] {
  const isFew = (block: Passage) => block.kind === 'table' && block.rows.length <= ALL_ROWS;
  const isWhole = blocks.some((block) => block.kind === 'fold' && block.blocks.some(isFew));
  const shown = blocks.flatMap((block): readonly Passage[] => {
    if (block.kind !== 'fold') return block.kind === 'table' && isWhole ? [] : [block];
    const summary: Passage = { kind: 'text', weight: 'open', small: true, phrases: [block.summary] };
    return isWhole ? block.blocks : [summary, ...block.blocks.filter(({ kind }) => kind !== 'table')];
  });
  return shown.map((block) => writeBlock(style, block).join('\n'));
}

function writeBlock(style: Style, block: Passage): string[] {
  const { paint } = style;
  switch (block.kind) {
    case 'text': {
      const lines = block.phrases.flatMap((phrase) => wrap(style, phrase));
      return block.small ? lines.map(paint.dim) : lines;
    }
    case 'list': {
      const { tone, items } = block;
      const sign = tone ? `${TONES[tone].mark} ` : '';
      const rest = items.length - MOST;
      return [
        ...items.slice(0, MOST).flatMap((item) => wrap(style, say`${sign}${item}`)),
        ...(rest > 0 ? [`and ${rest} more, in the full result`] : []),
      ];
    }
    case 'log': {
      const lines = lastLines(block.log, MOST).map((line) => paint.dim(`  ${cutMiddle(line, LONGEST_LINE)}`));
      return [...(block.title.length > 0 ? [paint.bold(plain(block.title))] : []), ...lines];
    }
    case 'table':
      return writeTable(style, block);
    case 'fold':
      return block.blocks.flatMap((one) => writeBlock(style, one));
  }
}

function writeTable({ paint, width }: Style, { columns, rows, more = 0 }: Table): string[] {
  const colourOf = (tone: Tone) =>
    tone === 'bad' ? paint.red : tone === 'good' ? paint.green : paint.yellow;
  const header = columns.map(({ header: words, right = false }) => ({ header: plain(words), right }));
  const lines = rows.map(({ tone, cells }) =>
    cells.map((cell, i): TextCell => {
      const text = plain(cell);
      if (columns[i]!.signed && text !== '')
        return { text: `${TONES[tone].mark} ${text}`, style: colourOf(tone) };
      return { text, style: cell.some(({ kind }) => kind === 'strong') ? paint.bold : undefined };
    }),
  );
  // If the terminal is too narrow, the trend is left out, then the values of the base: the change implies them.
  const tries = [[], ['trend'], ['trend', 'base']].map((without: string[]) => {
    const pick = <T>(items: readonly T[]) => items.filter((_, i) => !without.includes(columns[i]!.key));
    return alignTable(pick(header), lines.map(pick), paint.dim);
  });
  const fits = tries.find((aligned) => aligned.every((line) => stringWidth(line) <= width));
  return [...(fits ?? tries.at(-1)!), ...(more > 0 ? [paint.dim(`and ${counted(more, 'more row')}`)] : [])];
}
