import type { SuiteReport } from '../handover/suite.ts';
import { type SuiteDocument, type ToldJob, tellSuite } from './document.ts';
import { fenceLog, fold, keepUnits, table, toMarkdown } from './format/markdown.ts';
import { type Passage, type Table, TONES } from './format/passages.ts';
import { type Phrase, say, strong } from './format/phrase.ts';
import { clean, cut } from './format/visible.ts';
import { countWords } from './words/suite.ts';
import { counted, listSome } from './words/terms.ts';

/** Maximum number of characters of a comment. GitHub refuses more than 65,536; some room is left for how it counts. */
export const COMMENT_LIMIT = 65_000;
/** Maximum number of characters of a job summary. GitHub allows 1 MiB per step; a character has at most three bytes. */
const SUMMARY_CHARACTERS = 300_000;
/** Maximum number of characters of the name of a suite, possibly with that of a job: 100 from the configuration, and 200. */
const LONGEST_SUITE = 320;
/** Room for the mention of jobs that do not fit, and for the folds around a job and around passing ones. */
const RESERVE = 4000;
const FOLD_LENGTH = 200;
/** Maximum number of visible items of a list, and of characters and items of the folded rest. */
const MOST = { items: 3, rest: 8000, folded: 500 };
/** Visible and folded lines of a log. */
const LOG_LINES = { open: 15, spare: 30 };
/** Blank line between blocks of Markdown. */
const GAP = '\n\n';

/** Makes the hidden first line of a suite's comment, which identifies it. */
export function commentMarker(suite: string): string {
  return `<!-- tailgate:${encodeURIComponent(cut(clean(suite), LONGEST_SUITE))} -->`;
}

/**
 * Renders the suite's only comment on a pull request: GitHub Markdown, at most 65,000 characters, all untrusted
 * text escaped. A single run is a suite of one job. The first line is the marker.
 */
export function renderComment(suite: SuiteReport): string {
  const start = `${commentMarker(suite.suite)}\n`;
  return start + renderBody(tellSuite(suite), COMMENT_LIMIT - start.length, false);
}

/** Renders the same for the job summary, which has more room, shared by `suites`, and needs no marker. */
export function renderSummary(suite: SuiteReport, told = tellSuite(suite), suites = 1): string {
  return renderBody(told, SUMMARY_CHARACTERS / suites, true);
}

/** @param isWhole whether each job, not only the first, is shown with its optional parts */
function renderBody(suite: SuiteDocument, limit: number, isWhole: boolean): string {
  const start = [
    `### ${TONES[suite.tone].icon} ${toMarkdown(suite.headline)}`,
    ...suite.notes.map(writeBlock),
  ];
  const end = suite.closing.map(writeBlock);
  const room = limit - [...start, ...end, ''].join(GAP).length - 1;
  const [job, ...others] = suite.jobs;
  const body =
    job && others.length === 0
      ? [fitBlocks(job.tell(), room) ?? '']
      : writeJobs(suite.jobs, room - RESERVE, isWhole);
  return `${[...start, ...body, ...end].join(GAP)}\n`;
}

/** Writes a line for each job while there is room, then their details in order: the first one open, the others folded. */
function writeJobs(jobs: readonly ToldJob[], limit: number, isWhole: boolean): string[] {
  const lead = jobs[0]?.isOpen ? jobs[0] : null;
  const summaryOf = ({ tone, name, headline }: ToldJob) =>
    say`${TONES[tone].icon} ${strong(name)}: ${headline}`;
  const lines = jobs.map((job) =>
    job === lead
      ? `#### ${TONES[job.tone].icon} ${toMarkdown(say`${job.name}`)}`
      : toMarkdown(summaryOf(job)),
  );
  const shown = jobs.slice(0, countFitting(lines, limit));
  let left = limit - lines.slice(0, shown.length).join(GAP).length;
  let short = 0;
  const texts = shown.map((job, i) => {
    // From the first details that do not fit, all are left out.
    const body = short > 0 ? null : fitBlocks(job.tell(), left - FOLD_LENGTH, isWhole || job === lead);
    if (body === null) short++;
    if (!body) return lines[i]!;
    const text = job === lead ? lines[i] + GAP + body : fold(summaryOf(job), body);
    left -= text.length - lines[i]!.length;
    return text;
  });
  const quiet = shown.filter(({ isOpen }) => !isOpen);
  const textsOf = (isOpen: boolean) => texts.filter((_, i) => shown[i]!.isOpen === isOpen);
  const rest = jobs.slice(shown.length);
  const names = quiet.map(({ name }) => name);
  return [
    ...textsOf(true),
    ...(quiet.length > 0
      ? [fold(say`${countWords(quiet)}: ${listSome(names, 4)}`, textsOf(false).join(GAP))]
      : []),
    ...(rest.length > 0 ? [`**And ${counted(rest.length, 'job')} more**: ${countWords(rest)}.`] : []),
    ...(short > 0 ? [`Left out for lack of space: the details of ${counted(short, 'job')}.`] : []),
  ];
}

/** Counts how many of the texts fit, in order. */
function countFitting(texts: readonly string[], room: number): number {
  let left = room;
  const over = texts.findIndex((text) => {
    left -= text.length + GAP.length;
    return left < 0;
  });
  return over < 0 ? texts.length : over;
}

/** Fits blocks into `room` characters: all, or those that are not optional. Null if not even these fit. */
function fitBlocks(blocks: readonly Passage[], room: number, isWhole = true): string | null {
  const lean = blocks.filter(({ weight }) => weight === 'open').map(writeBlock);
  const note = isWhole ? ['Left out for lack of space: tables and logs.'] : [];
  const whole = isWhole ? [blocks.map(writeBlock)] : [];
  const tries = [...whole, [...lean.slice(0, -1), ...note, ...lean.slice(-1)]];
  return tries.map((texts) => texts.join(GAP)).find(({ length }) => length <= room) ?? null;
}

/** Writes a block as Markdown. */
export function writeBlock(block: Passage): string {
  switch (block.kind) {
    case 'text': {
      const text = block.phrases.map(toMarkdown).join(' ');
      return block.small ? `<sub>${text}</sub>` : text;
    }
    case 'list':
      return writeList(block);
    case 'table':
      return writeTable(block);
    case 'log': {
      const log = fenceLog(block.log, LOG_LINES[block.weight]);
      if (block.weight === 'spare') return fold(block.title, log);
      return block.title.length === 0 ? log : `${toMarkdown(block.title)}:${GAP}${log}`;
    }
    case 'fold':
      return fold(block.summary, block.blocks.map(writeBlock).join(GAP));
  }
}

/** Shows the first items, folds the rest as far as there is room, and counts what is left. */
function writeList({ tone, items }: Extract<Passage, { kind: 'list' }>): string {
  const all = items.slice(0, MOST.items + MOST.folded);
  const lines = all.map((item) => `${tone ? `${TONES[tone].icon} ` : ''}${toMarkdown(item)}`);
  if (lines.length === 1) return lines[0]!;
  const [shown, rest] = [lines.slice(0, MOST.items), lines.slice(MOST.items)];
  const listed = rest.slice(0, countFitting(rest, MOST.rest));
  const hidden = items.length - shown.length;
  const more = hidden - listed.length;
  const end = more > 0 ? [`and ${more} more, in the full result`] : [];
  const listOf = (some: readonly string[]) => some.map((line) => `- ${line}`).join('\n');
  const folded = rest.length > 0 ? [fold(say`And ${hidden} more`, listOf([...listed, ...end]))] : [];
  return [listOf(shown), ...folded].join(GAP);
}

function writeTable({ columns, rows, more = 0 }: Table): string {
  const write = (phrase: Phrase) => keepUnits(toMarkdown(phrase));
  const text = table(
    columns.map(({ header }) => write(header)),
    columns.map(({ right }) => (right ? '-:' : '-')),
    rows.map(({ tone, cells }) =>
      cells.map((cell, i) => {
        const shown = write(cell);
        return columns[i]!.signed && shown !== '' ? `${TONES[tone].icon} ${shown}` : shown;
      }),
    ),
  );
  return more > 0 ? `${text}${GAP}And ${counted(more, 'more row')}.` : text;
}
