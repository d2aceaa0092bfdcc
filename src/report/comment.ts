import type { Report } from '../handover/report.ts';
import type { Job, SuiteReport } from '../handover/suite.ts';
import { escapeCode, fenceLog, fold, link, toMarkdown } from './format/markdown.ts';
import { type Phrase, say, strong } from './format/phrase.ts';
import { clean, cut } from './format/visible.ts';
import { type CommentPart, dropFolds, fitSections, GAP, type Share, shareRoom } from './room.ts';
import { groupJobs, type JobGroup } from './rows/jobs.ts';
import { loosenedList, type Section, sectionsOf } from './sections.ts';
import {
  attemptWords,
  distinctLoosened,
  explainAbsence,
  faultLines,
  forkWords,
  groupIcon,
  groupName,
  groupWords,
  jobsWords,
  LONGEST_HEADING,
  quietJobsWords,
  reportOnlyWords,
  standingsWords,
  suiteTitle,
  withoutLoosened,
} from './words/suite.ts';
import { counted, shortCommit } from './words/terms.ts';

/** Most characters of a comment. GitHub refuses more than 65,536; some room is left for how it counts. */
export const COMMENT_LIMIT = 65_000;
/** Most characters of a job summary. GitHub takes 1 MiB per step; a character has three bytes at worst. */
const SUMMARY_CHARACTERS = 300_000;
/** Most characters of a name in the marker, which must leave room for the text. */
const LONGEST_NAME = 100;
/** Longest state. A longer one is not valid, and must not keep the verdict out. */
const STATE_LIMIT = 20_000;
const MESSAGE_LINES = 30;
const ATTEMPTS = 10;
const ATTEMPTS_LIMIT = 5000;
/** Room for notes on jobs that do not fit, and for the fold around those that pass. */
const RESERVE = 6000;

/** Makes the hidden first line of a suite's comment, by which the comment is found again. */
export function commentMarker(suite: string): string {
  const name = clean(suite);
  const start = cut(name, LONGEST_NAME);
  // Jobs of a matrix may differ in their last words alone, and must not share a comment.
  const ending = start === name ? '' : `-${hash(name)}`;
  return `<!-- tailgate:${encodeURIComponent(start)}${ending} -->`;
}

/** Hashes with FNV-1a over UTF-16 units, to eight hexadecimal digits. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}

/**
 * Renders the suite's one comment on a pull request: GitHub Markdown, at most 65,000 characters, all foreign
 * text escaped. A single run is a suite of one job. The first line is the marker. The second is `state`, a hidden line
 * by which a later run reads the results of this one; it is left out when it is empty or far too long.
 */
export function renderComment(suite: SuiteReport, state = ''): string {
  const hidden = [commentMarker(suite.suite), ...(state === '' || state.length > STATE_LIMIT ? [] : [state])];
  const start = `${hidden.join('\n')}\n`;
  return start + renderBody(suite, COMMENT_LIMIT - start.length);
}

/** Renders the same for the job summary, which has more room and needs no hidden lines. */
export function renderSummary(suite: SuiteReport): string {
  return renderBody(suite, SUMMARY_CHARACTERS);
}

function renderBody(suite: SuiteReport, limit: number): string {
  const [only] = suite.jobs;
  return suite.jobs.length === 1 && only!.outcome.kind === 'report'
    ? renderSingle(suite, only!.outcome.report, limit)
    : renderSeveral(suite, limit);
}

/** Renders a report as usual, with the facts of its suite below the heading and at the end. */
function renderSingle(suite: SuiteReport, report: Report, limit: number): string {
  const [heading, ...rest] = sectionsOf(report);
  const notes = noteLines(suite).map((text): Section => ({ kind: 'explanation', text }));
  const attempts = attemptLines(suite).join(GAP);
  const end = attempts === '' ? '' : `\n${attempts}\n`;
  return fitSections([heading!, ...notes, ...rest], limit - end.length) + end;
}

function renderSeveral(suite: SuiteReport, limit: number): string {
  const commit = commonCommit(suite.jobs);
  const groups = groupJobs(suite.jobs.map((job) => withoutCommon(job, suite, commit)));
  const { icon, words } = suiteTitle(suite, groups);
  const start = [`### ${icon} ${toMarkdown(words)}`, ...noteLines(suite), ...loosenedLines(suite)];
  const end = [...footer(suite, commit), ...attemptLines(suite)];
  const fixed = [...start, ...end].join(GAP).length;
  const open = groups.filter((group) => group.open);
  const quiet = groups.filter((group) => !group.open);
  const ordered = [...open, ...quiet];
  const blocks = ordered.map((group, i) =>
    i === 0 && group.open ? openBlock(group, suite) : foldedBlock(group, suite),
  );
  const shares = shareRoom(blocks, limit - fixed - RESERVE);
  const told = shares.slice(0, open.length).flatMap(({ text }) => (text ? [text] : []));
  const folded = shares.slice(open.length).flatMap(({ text }) => (text === null ? [] : [text]));
  if (folded.length > 0) told.push(fold(say`${quietJobsWords(quiet, open.length === 0)}`, folded.join(GAP)));
  return `${[...start, ...told, ...leftOut(ordered, shares), ...end].join(GAP)}\n`;
}

/** Makes the block of the gravest job: its name, and the report below the heading that the comment has already. */
function openBlock(group: JobGroup, suite: SuiteReport): CommentPart {
  const only = suite.jobs.length === 1;
  const line = only ? '' : `#### ${groupIcon(group)} ${toMarkdown(say`${groupName(group)}`)}`;
  const bodies = () => jobBodies(group, suite, { trend: true, nested: false });
  return { line, bodies: () => bodies().map((body) => (only ? body : line + GAP + body)) };
}

/** Makes the block of any other job: a line with its verdict, and a fold with the rest. */
function foldedBlock(group: JobGroup, suite: SuiteReport): CommentPart {
  const line = say`${groupIcon(group)} ${strong(groupName(group))}: ${groupWords(group)}`;
  const bodies = () => jobBodies(group, suite, { trend: false, nested: true });
  return { line: toMarkdown(line), bodies: () => bodies().map((body) => fold(line, body)) };
}

/** Lists what can be said of a job, the longest first. */
function jobBodies(group: JobGroup, suite: SuiteReport, how: { trend: boolean; nested: boolean }): string[] {
  const { outcome } = group;
  return outcome.kind === 'report' ? reportBodies(outcome.report, how) : [absence(group, suite)];
}

/** Lists bodies of a report, the longest first; nested in a fold, one fold less is enough. */
function reportBodies(report: Report, { trend, nested }: { trend: boolean; nested: boolean }): string[] {
  const without = [
    'heading',
    ...(trend ? [] : ['trend']),
    ...(nested || report.record.commit ? [] : ['footer']),
  ];
  const sections = sectionsOf(report).filter(({ kind }) => !without.includes(kind));
  return dropFolds(sections).map(({ kept }) =>
    kept.map(({ kind, text, body }) => (nested && kind === 'quiet rows' && body ? body : text)).join(GAP),
  );
}

/** Explains why there is no result, as far as it is known, and what to do. */
function absence(group: JobGroup, { link: target }: SuiteReport): string {
  const { before, after } = explainAbsence(group);
  const run = target === null ? 'the workflow run' : link('the workflow run', target);
  const advice = `${toMarkdown(before)}${run}${toMarkdown(after)}`;
  if (group.outcome.kind !== 'fault') return advice;
  const [first, ...rest] = faultLines(group.outcome.message);
  const untold = cut(first!, LONGEST_HEADING) === first ? rest : [first!, ...rest];
  if (untold.length === 0) return advice;
  return fenceLog(untold.slice(0, MESSAGE_LINES).join('\n'), MESSAGE_LINES) + GAP + advice;
}

/** Lines below the heading: whether it blocks, and whose word it is. */
function noteLines(suite: SuiteReport): string[] {
  const said = suite.jobs.some(({ outcome }) => outcome.kind !== 'missing');
  return [
    ...(suite.reportOnly ? [toMarkdown(reportOnlyWords())] : []),
    ...(suite.trust === 'fork' && said ? [toMarkdown(forkWords(suite))] : []),
  ];
}

/** Lists loosened gates, never folded, as in a single report; a matrix has the same gates in every job. */
function loosenedLines(suite: SuiteReport): string[] {
  const report = suite.jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report] : []))[0];
  const loosened = distinctLoosened(suite);
  const list = report ? loosenedList({ ...report, verdict: { ...report.verdict, loosened } }) : null;
  return list === null ? [] : [list];
}

/** Names the jobs that are shown in short, and those that are not shown at all. */
function leftOut(groups: readonly JobGroup[], shares: readonly Share[]): string[] {
  const without = (lacks: Share['lacks']) => groups.filter((_, i) => shares[i]!.lacks === lacks);
  const jobs = (some: readonly JobGroup[]) =>
    counted(
      some.reduce((sum, { names }) => sum + names.length, 0),
      'job',
    );
  const [folds, details, all] = [without('folds'), without('details'), without('all')];
  const shortened = [
    ...(details.length > 0 ? [`the tables of ${jobs(details)}`] : []),
    ...(folds.length > 0 ? [`folds of ${jobs(folds)}`] : []),
  ];
  return [
    ...(all.length > 0 ? [`**And ${jobs(all)} more**: ${standingsWords(all)}.`] : []),
    ...(shortened.length > 0 ? [`Left out for want of room: ${shortened.join(', ')}.`] : []),
  ];
}

/** Lists the headlines of the newest earlier attempts: a line, or a fold of several. */
function attemptLines(suite: SuiteReport): string[] {
  const runs = new Set(suite.attempts.map(({ run }) => run));
  const own = /\/actions\/runs\/(\d+)/.exec(suite.link ?? '')?.[1];
  if (own) runs.add(own);
  const lines: string[] = [];
  let length = 0;
  for (const attempt of suite.attempts.slice(-ATTEMPTS).reverse()) {
    const line = toMarkdown(attemptWords(attempt, runs.size));
    length += line.length;
    if (length > ATTEMPTS_LIMIT) break;
    lines.unshift(line);
  }
  const more = suite.attempts.length - lines.length;
  if (lines.length === 0) return [];
  if (lines.length === 1 && more === 0) return [`<sub>${lines[0]}</sub>`];
  const earlier = more > 0 ? [`- ${counted(more, 'attempt')} before`] : [];
  const summary: Phrase = say`${counted(suite.attempts.length, 'earlier attempt')}`;
  return [fold(summary, [...earlier, ...lines.map((line) => `- ${line}`)].join('\n'))];
}

function footer({ jobs, link: target }: SuiteReport, commit: string | null): string[] {
  const parts = [
    ...(target === null ? [] : [link('Workflow run', target)]),
    ...(jobs.length > 1 ? [jobsWords(jobs)] : []),
    ...(commit === null ? [] : [escapeCode(shortCommit(commit)!)]),
  ];
  return parts.length > 0 ? [parts.join(' · ')] : [];
}

/** Finds the revision of all reports, if it is one and committed. */
function commonCommit(jobs: readonly Job[]): string | null {
  const records = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.record] : []));
  const commits = new Set(records.map(({ commit, dirty }) => (dirty ? null : commit)));
  return commits.size === 1 ? [...commits][0]! : null;
}

/** Removes from a job the facts that the comment tells once for all of them. */
function withoutCommon(job: Job, suite: SuiteReport, commit: string | null): Job {
  const bare = withoutLoosened(job);
  if (bare.outcome.kind !== 'report') return bare;
  const { report } = bare.outcome;
  return {
    ...bare,
    outcome: {
      ...bare.outcome,
      report: {
        ...report,
        link: report.link === suite.link ? null : report.link,
        record: commit === null ? report.record : { ...report.record, commit: null },
      },
    },
  };
}
