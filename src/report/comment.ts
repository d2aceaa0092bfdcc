import type { SuiteReport } from '../handover/suite.ts';
import { composeSuite, type SuiteDocument, type ToldJob } from './document.ts';
import { fenceLog, fold, toMarkdown } from './format/markdown.ts';
import { say, strong } from './format/phrase.ts';
import { clean, cut } from './format/visible.ts';
import { type CommentPart, dropFolds, GAP, type Share, shareRoom } from './room.ts';
import { CAUSES, loosenedList, sectionsOf, small } from './sections.ts';
import { LONGEST_HEADING, quietJobsWords, standingsWords } from './words/suite.ts';
import { counted } from './words/terms.ts';

/** Most characters of a comment. GitHub refuses more than 65,536; some room is left for how it counts. */
export const COMMENT_LIMIT = 65_000;
/** Most characters of a job summary. GitHub takes 1 MiB per step; a character has three bytes at worst. */
const SUMMARY_CHARACTERS = 300_000;
/** Most characters of the name of a suite, beside which may stand that of a job: 100 as the configuration has it, and 200. */
const LONGEST_SUITE = 320;
const MESSAGE_LINES = 30;
/** Room for notes on jobs that do not fit, and for the fold around those that pass. */
const RESERVE = 6000;

/** Makes the hidden first line of a suite's comment, by which the comment is found again. */
export function commentMarker(suite: string): string {
  return `<!-- tailgate:${encodeURIComponent(cut(clean(suite), LONGEST_SUITE))} -->`;
}

/**
 * Renders the suite's one comment on a pull request: GitHub Markdown, at most 65,000 characters, all foreign
 * text escaped. A single run is a suite of one job. The first line is the marker. The second is `state`, a hidden line
 * by which a later run reads the results of this one; it is left out when it is empty.
 */
export function renderComment(suite: SuiteReport, state = ''): string {
  const start = [commentMarker(suite.suite), ...(state === '' ? [] : [state]), ''].join('\n');
  return start + renderBody(suite, COMMENT_LIMIT - start.length);
}

/** Renders the same for the job summary, which has more room and needs no hidden lines. */
export function renderSummary(suite: SuiteReport): string {
  return renderBody(suite, SUMMARY_CHARACTERS);
}

function renderBody(report: SuiteReport, limit: number): string {
  const suite = composeSuite(report);
  const { jobs, loosened } = suite;
  const isSingle = jobs.length === 1 && jobs[0]!.compose !== null;
  const start = [
    `### ${suite.icon} ${toMarkdown(suite.headline)}`,
    ...suite.notes.map(toMarkdown),
    ...(loosened ? [loosenedList(loosened)] : []),
  ];
  // A single report has a closing line of its own.
  const end = [...(isSingle ? [] : [small(suite.closing)]), ...attemptLines(suite)];
  const fixed = [...start, ...end].join(GAP).length + (isSingle ? GAP.length : RESERVE);
  const open = jobs.filter((job) => job.open || isSingle);
  const quiet = jobs.filter((job) => !open.includes(job));
  const ordered = [...open, ...quiet];
  const blocks = ordered.map((job, i) =>
    i === 0 && open.length > 0 ? openBlock(job, suite) : foldedBlock(job),
  );
  const shares = shareRoom(blocks, limit - fixed);
  const told = shares.slice(0, open.length).flatMap(({ text }) => (text ? [text] : []));
  const folded = shares.slice(open.length).flatMap(({ text }) => (text === null ? [] : [text]));
  if (folded.length > 0) told.push(fold(say`${quietJobsWords(quiet, open.length === 0)}`, folded.join(GAP)));
  return `${[...start, ...told, ...leftOut(ordered, shares), ...end].join(GAP)}\n`;
}

/** Makes the block of the gravest job: its name, and the report below the heading that the comment has already. */
function openBlock(job: ToldJob, { jobs, commit }: SuiteDocument): CommentPart {
  const title = `#### ${job.icon} ${toMarkdown(say`${job.name}`)}`;
  const line = jobs.length === 1 && job.names.length === 1 ? '' : title;
  // The end of the comment names the revision that all jobs share.
  const without = ['heading', ...(commit === null ? [] : ['footer'])];
  const bodies = () => bodiesOf(job, without).map((body) => (line === '' ? body : line + GAP + body));
  return { line, bodies };
}

/** Makes the block of any other job: a line with its verdict, and a fold with the rest. */
function foldedBlock(job: ToldJob): CommentPart {
  const line = say`${job.icon} ${strong(job.name)}: ${job.headline}`;
  const bodies = () => bodiesOf(job, ['heading', 'values', 'trend'], true).map((body) => fold(line, body));
  return { line: toMarkdown(line), bodies };
}

/** Lists what can be said of a job, the longest first; nested in a fold, one fold less is enough. */
function bodiesOf(job: ToldJob, without: readonly string[], isNested = false): string[] {
  if (job.compose === null) return [absence(job)];
  const sections = sectionsOf(job.compose(CAUSES)).filter(({ kind }) => !without.includes(kind));
  return dropFolds(sections).map((kept) =>
    kept.map(({ kind, text, body }) => (isNested && kind === 'quiet rows' && body ? body : text)).join(GAP),
  );
}

/** Explains why there is no result, as far as it is known, and what to do. */
function absence({ message, absence: advice }: ToldJob): string {
  const [first, ...rest] = message;
  // The heading has the first line, unless it was too long.
  const untold = first === undefined || cut(first, LONGEST_HEADING) === first ? rest : message;
  const log = untold.length === 0 ? [] : [fenceLog(untold.slice(0, MESSAGE_LINES).join('\n'), MESSAGE_LINES)];
  return [...log, toMarkdown(advice)].join(GAP);
}

/** Names the jobs that are shown in short, and those that are not shown at all. */
function leftOut(jobs: readonly ToldJob[], shares: readonly Share[]): string[] {
  const without = (lacks: Share['lacks']) => jobs.filter((_, i) => shares[i]!.lacks === lacks);
  const count = (some: readonly ToldJob[]) =>
    counted(
      some.reduce((sum, { names }) => sum + names.length, 0),
      'job',
    );
  const [details, all] = [without('details'), without('all')];
  return [
    ...(all.length > 0 ? [`**And ${count(all)} more**: ${standingsWords(all)}.`] : []),
    ...(details.length > 0 ? [`Left out for want of room: the tables of ${count(details)}.`] : []),
  ];
}

/** Lists the headlines of earlier attempts: a line, or a fold of several. */
function attemptLines({ attempts }: SuiteDocument): string[] {
  const lines = attempts.map(toMarkdown);
  if (lines.length < 2) return lines.map((line) => `<sub>${line}</sub>`);
  const summary = say`${counted(lines.length, 'earlier attempt')}`;
  return [fold(summary, lines.map((line) => `- ${line}`).join('\n'))];
}
