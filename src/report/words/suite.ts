import { EXIT } from '../../errors.ts';
import { combineJobs } from '../../handover/jobs.ts';
import type { Report } from '../../handover/report.ts';
import type { EarlierAttempt, Job, SuiteReport } from '../../handover/suite.ts';
import { isLatency } from '../../metrics/metric.ts';
import { VERDICT_CODES, VERDICTS, type VerdictCode } from '../../verdict/codes.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { code, fromMessage, link, type Phrase, plain, say, strong } from '../format/phrase.ts';
import { cleanLines, cut } from '../format/visible.ts';
import { groupJobs, type JobGroup } from '../rows/jobs.ts';
import { loosenedCount } from './gates.ts';
import { headline, sloCounts, verdictIcon } from './headline.ts';
import { closingWords } from './notes.ts';
import { counted, listed, shortCommit } from './terms.ts';

const NAMES = 4;
const LONGEST_NAME = 60;
/** Most characters of a headline, and most characters that are read for it. */
export const LONGEST_HEADING = 120;
const LONGEST_FAULT = 20_000;

/** Writes icon and headline: `❌ 2 of 4 jobs slower · node 22: checkout p99 is 18 % slower (+12 … +24 %)`. */
export function suiteTitle(
  suite: SuiteReport,
  groups: readonly JobGroup[] = groupTold(suite),
): { icon: string; words: Phrase } {
  const [first] = groups;
  if (!first) return { icon: VERDICTS.invalid.icon, words: say`Not measured: no result arrived` };
  const icon = groupIcon(first);
  if (suite.jobs.length === 1) {
    const words =
      first.outcome.kind === 'report' ? groupWords(first) : say`Not measured: ${groupWords(first)}`;
    return { icon, words };
  }
  const looser = loosenedCount(distinctLoosened(suite));
  return { icon, words: say`${outcome(groups, suite.jobs.length)}${looser}` };
}

/** Groups the jobs, the gravest first, without loosened gates where these are told once for several jobs. */
export function groupTold({ jobs }: SuiteReport): JobGroup[] {
  return groupJobs(jobs.length === 1 ? jobs : jobs.map(withoutLoosened));
}

function outcome(groups: readonly JobGroup[], total: number): Phrase {
  const first = groups[0]!;
  const counts = countCodes(groups).filter(([code]) => isNews(code));
  if (counts.length === 0) return passing(groups, total);
  const words = counts.map(
    ([code, count], i) =>
      `${formatCount(count)}${i === 0 ? ` of ${formatCount(total)} jobs` : ''} ${codeWord(code, groups)}`,
  );
  const all = first.names.length === total;
  return say`${words.join(', ')} · ${all ? '' : say`${groupName(first)}: `}${groupWords(first)}`;
}

/** Writes the headline of a suite in which no job needs attention. */
function passing(groups: readonly JobGroup[], total: number): Phrase {
  const reports = reportsOf(groups);
  const slos = sloCounts(reports.flatMap(({ verdict }) => verdict.slos));
  const codes = new Set(groups.map(({ code }) => code));
  const all = total === 2 ? 'Both jobs' : `All ${formatCount(total)} jobs`;
  const faster = groups.filter(({ code }) => code === 'improved');
  if (faster.length > 0) {
    const count =
      faster.length === total ? `${all} faster` : `${all} pass, ${formatCount(faster.length)} faster`;
    return say`${count} · ${groupName(faster[0]!)}: ${groupWords(faster[0]!)}`;
  }
  const suffix = slos === '' ? '' : `; ${slos}`;
  if (codes.size > 1) return say`${all} pass${suffix}`;
  switch (groups[0]!.code) {
    case 'unchanged':
      return say`${all} pass: nothing slower than the tolerance${suffix}`;
    case 'first-run':
      return say`First run of ${formatCount(total)} jobs: ${slos === '' ? '' : `${slos}, `}nothing to compare with yet`;
    case 'skipped':
      return new Set(groups.map((group) => plain(groupWords(group)))).size === 1
        ? groupWords(groups[0]!)
        : say`${all} skipped`;
    default:
      return say`${all} pass${suffix}`;
  }
}

/** Writes the small print of several jobs: `Tailgate: 5 jobs, up to 4.9 % chance of any false alarm · Workflow run`. */
export function suiteClosing({ jobs, link: run }: SuiteReport, commit: string | null): Phrase {
  const facts = [
    ...(jobs.length > 1 ? [say`${jobsWords(jobs)}`] : []),
    ...(commit === null ? [] : [say`${code(shortCommit(commit)!)}`]),
  ];
  return closingWords(facts, 'Workflow run', run);
}

function jobsWords(jobs: readonly Job[]): string {
  const errors = jobs.flatMap(({ outcome }) =>
    outcome.kind === 'report' && outcome.report.verdict.pair ? [outcome.report.verdict.pair.error] : [],
  );
  const count = counted(jobs.length, 'job');
  if (errors.length < 2) return count;
  const any = formatShare(1 - errors.reduce((none, error) => none * (1 - error), 1), 2);
  return `${count}, up to ${any} chance of any false alarm`;
}

/** Counts jobs by verdict, the gravest first. */
export function countCodes(groups: readonly JobGroup[]): [VerdictCode, number][] {
  return VERDICT_CODES.map((code): [VerdictCode, number] => [
    code,
    groups.filter((group) => group.code === code).reduce((sum, { names }) => sum + names.length, 0),
  ]).filter(([, count]) => count > 0);
}

/** Writes `2 slower, 1 not measured, 5 pass`, of these jobs. */
export function standingsWords(groups: readonly JobGroup[]): string {
  const counts = new Map<string, number>();
  for (const [code, count] of countCodes(groups)) {
    const word = codeWord(code, groups);
    counts.set(word, (counts.get(word) ?? 0) + count);
  }
  return [...counts].map(([word, count]) => `${formatCount(count)} ${word}`).join(', ');
}

/** Writes the summary of the fold with the quiet jobs: `2 jobs pass: node 18 and node 20`. */
export function quietJobsWords(groups: readonly JobGroup[], all: boolean): string {
  const names = nameSome(groups.flatMap((group) => group.names));
  // The headline has told it already.
  if (all) return names;
  const undecided = groups.filter(({ code }) => code === 'inconclusive').length;
  const some = undecided === groups.length ? ', undecided' : `, ${formatCount(undecided)} of them undecided`;
  const pass = `${counted(groups.length, 'job')} ${groups.length === 1 ? 'passes' : 'pass'}`;
  return `${pass}${undecided > 0 ? some : ''}: ${names}`;
}

export function groupIcon({ outcome }: JobGroup): string {
  return outcome.kind === 'report' ? verdictIcon(outcome.report.verdict) : VERDICTS.invalid.icon;
}

/** Writes `node 22`, or `node 20, node 22 and node 24`. */
export function groupName({ names }: JobGroup): string {
  return nameSome(names);
}

/** Describes the outcome, without icon and name. */
export function groupWords({ outcome }: JobGroup): Phrase {
  switch (outcome.kind) {
    case 'report':
      return headline(outcome.report);
    case 'missing':
      return say`no result arrived`;
    case 'fault':
      return fromMessage(cut(faultLines(outcome.message)[0]!, LONGEST_HEADING));
  }
}

/** Explains what to do about jobs without a verdict. @param run page of the workflow run, or null */
export function explainAbsence({ names, outcome }: JobGroup, run: string | null): Phrase {
  const many = names.length > 1;
  const nothing = strong('This says nothing about your change.');
  const where = link('the workflow run', run);
  if (outcome.kind === 'missing') {
    const fate = many
      ? 'Their jobs failed before they measured, were cancelled, or never started. Their logs'
      : 'The job failed before it measured, was cancelled, or never started. Its log';
    const step = many ? 'say why; then re-run them' : 'says why; then re-run it';
    return say`${fate} in ${where} ${step}. ${nothing}`;
  }
  if (outcome.kind === 'fault' && outcome.exitCode === EXIT.configuration) {
    return say`Nothing was measured: correct this, try it with ${code('tailgate plan')}, and push. The whole log is in ${where}.`;
  }
  return say`The whole log is in ${where}. ${nothing}`;
}

/** Warns about a result that comes from a fork's own job. */
export function forkWords({ approvedBy, jobs }: Pick<SuiteReport, 'approvedBy' | 'jobs'>): Phrase {
  const start = say`${strong('From a fork')}: its author controls the run that this comes from.`;
  // An approval changes nothing about what blocks.
  if (approvedBy === undefined && combineJobs(jobs).blocks) return start;
  return approvedBy === undefined
    ? say`${start} A pass is pending until somebody who may write approves exactly this commit, and re-runs the workflow run that wrote this.`
    : say`${start} ${`@${cut(approvedBy, 40)}`} has approved exactly this commit, so it counts.`;
}

/** Writes that nothing blocks, whatever was found. */
export function reportOnlyWords(): Phrase {
  return say`${strong('Report only')}: with ${code('fail-on: none')} nothing here blocks the merge.`;
}

/** Writes `Attempt 1: ❌ checkout p99 is 18 % slower`; `runs` counts the workflow runs to tell apart. */
export function attemptWords({ run, attempt, headline: words }: EarlierAttempt, runs: number): Phrase {
  const which = runs > 1 ? `Run ${cut(run, 20)}, attempt` : 'Attempt';
  return say`${which} ${attempt}: ${cut(words, 160)}`;
}

/** Lists the gates that the change loosens in any job, each once. */
export function distinctLoosened({ jobs }: SuiteReport): Report['verdict']['loosened'] {
  const gates = jobs.flatMap(({ outcome }) =>
    outcome.kind === 'report' ? outcome.report.verdict.loosened : [],
  );
  return [...new Map(gates.map((gate) => [JSON.stringify(gate), gate])).values()];
}

/** Removes the loosened gates from a job. */
function withoutLoosened(job: Job): Job {
  const { outcome } = job;
  if (outcome.kind !== 'report') return job;
  const { report } = outcome;
  return {
    ...job,
    outcome: { ...outcome, report: { ...report, verdict: { ...report.verdict, loosened: [] } } },
  };
}

/** Writes icon and headline as plain text on one line, for a commit status, an output or a log. */
export function suiteHeadline(suite: SuiteReport): string {
  const { icon, words } = suiteTitle(suite);
  return `${icon} ${plain(words)}`;
}

function reportsOf(groups: readonly JobGroup[]): Report[] {
  return groups.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report] : []));
}

function isNews(code: VerdictCode): boolean {
  return VERDICT_CODES.indexOf(code) <= VERDICT_CODES.indexOf('inconclusive');
}

function codeWord(code: VerdictCode, groups: readonly JobGroup[]): string {
  const rows = groups.flatMap((group) => (group.code === code && group.worst ? [group.worst] : []));
  const isSlower = code === 'regressed' && rows.every(({ metric }) => isLatency(metric));
  return isSlower ? 'slower' : VERDICTS[code].word;
}

/** Lists the lines of a fault's message, without those for a terminal only. */
export function faultLines(message: string): string[] {
  const lines = cleanLines(cut(message.trim(), LONGEST_FAULT));
  return [lines[0]!.replace(/^error: /, '') || 'Tailgate ended without a word', ...lines.slice(1)];
}

function nameSome(names: readonly string[]): string {
  const count = names.length === NAMES + 1 ? names.length : NAMES;
  const shown = names.slice(0, count).map((name) => cut(name, LONGEST_NAME));
  const rest = names.length - shown.length;
  if (rest > 0) shown.push(`${formatCount(rest)} more`);
  // A name such as `node 22, os linux` has a comma of its own.
  return shown.some((name) => name.includes(',')) ? shown.join('; ') : listed(shown);
}
