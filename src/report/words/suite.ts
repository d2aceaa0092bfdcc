import { EXIT } from '../../errors.ts';
import { combineJobs } from '../../handover/jobs.ts';
import type { Report } from '../../handover/report.ts';
import type { Job, SuiteReport } from '../../handover/suite.ts';
import { VERDICT_CODES, VERDICTS, type VerdictCode } from '../../verdict/codes.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { code, fromMessage, link, type Phrase, plain, say, strong } from '../format/phrase.ts';
import { TONES, type Tone } from '../format/tones.ts';
import { cleanLines, cut } from '../format/visible.ts';
import { groupJobs, type JobGroup } from '../rows/jobs.ts';
import { countGateChanges } from './gates.ts';
import { headline, sloCounts, verdictTone } from './headline.ts';
import { closingWords } from './method.ts';
import { counted, listed, shortCommit } from './terms.ts';

const NAMES = 4;
/** Most characters of the headline of a fault, and most that are read for it. */
export const LONGEST_HEADING = 120;
const LONGEST_FAULT = 20_000;

/** Writes tone and headline: `❌ 2 of 4 jobs worse · node 22: checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
export function suiteTitle(
  suite: SuiteReport,
  groups: readonly JobGroup[] = groupTold(suite),
): { tone: Tone; headline: Phrase } {
  const [first] = groups;
  if (!first) return { tone: 'unmeasured', headline: say`Not measured: no result arrived` };
  const tone = groupTone(first);
  const words = groupWords(first);
  if (suite.jobs.length === 1)
    return { tone, headline: first.outcome.kind === 'report' ? words : say`Not measured: ${words}` };
  const total = suite.jobs.length;
  const counts = countWords(groups.filter(({ code }) => isNews(code)));
  const gates = countGateChanges(distinctGateChanges(suite));
  if (counts === '') return { tone, headline: say`${passing(groups, total)}${gates}` };
  const who = first.names.length === total ? '' : say`${groupName(first)}: `;
  const [leading, ...others] = counts.split(', ');
  const count = [leading!.replace(' ', ` of ${formatCount(total)} jobs `), ...others].join(', ');
  return { tone, headline: say`${count} · ${who}${words}${gates}` };
}

/** Writes the headline of a suite in which no job needs attention. */
function passing(groups: readonly JobGroup[], total: number): Phrase {
  const all = total === 2 ? 'Both jobs' : `All ${formatCount(total)} jobs`;
  const faster = groups.filter(({ code }) => code === 'improved');
  if (faster[0])
    return say`${all} pass, ${formatCount(faster.length)} faster · ${groupName(faster[0])}: ${groupWords(faster[0])}`;
  // What all say alike needs no count.
  if (new Set(groups.map((group) => plain(groupWords(group)))).size === 1)
    return say`${all} · ${groupWords(groups[0]!)}`;
  const slos = sloCounts(reportsOf(groups).flatMap(({ verdict }) => verdict.slos));
  return say`${all} pass${slos && `; ${slos}`}`;
}

/** Groups the jobs, the gravest first, without changes of the gate where these are told once for several jobs. */
export function groupTold({ jobs }: SuiteReport): JobGroup[] {
  return groupJobs(jobs.length === 1 ? jobs : jobs.map(withoutGateChanges));
}

/** Writes the small print of several jobs: `Tailgate: 5 jobs, up to 4.9 % chance of any false alarm · Workflow run`. */
export function suiteClosing({ jobs, link: run }: SuiteReport, commit: string | null): Phrase {
  const errors = jobs.flatMap(({ outcome }) =>
    outcome.kind === 'report' && outcome.report.verdict.pair ? [outcome.report.verdict.pair.error] : [],
  );
  const any = formatShare(1 - errors.reduce((none, error) => none * (1 - error), 1), 2);
  const count = jobs.length > 1 ? counted(jobs.length, 'job') : '';
  const chance = errors.length > 1 ? `, up to ${any} chance of any false alarm` : '';
  const revision = commit === null ? '' : say`${count && ', '}${code(shortCommit(commit))}`;
  return closingWords(say`${count}${chance}${revision}`, 'Workflow run', run);
}

/** Writes `2 worse, 1 not measured, 5 pass`, of these jobs. */
export function countWords(groups: readonly JobGroup[]): string {
  const counts = new Map<string, number>();
  for (const verdict of VERDICT_CODES)
    for (const { code: own, names } of groups) {
      const { word } = VERDICTS[verdict];
      if (own === verdict) counts.set(word, (counts.get(word) ?? 0) + names.length);
    }
  return [...counts].map(([word, count]) => `${formatCount(count)} ${word}`).join(', ');
}

/** Writes the summary of the fold with the quiet jobs: `2 jobs pass: node 18 and node 20`. */
export function quietJobsWords(groups: readonly JobGroup[]): string {
  const names = groups.flatMap((group) => group.names);
  const undecided = groups.filter(({ code }) => code === 'inconclusive').length;
  const some = undecided > 0 ? `, ${formatCount(undecided)} undecided` : '';
  return `${counted(names.length, 'job')} ${names.length === 1 ? 'passes' : 'pass'}${some}: ${nameSome(names)}`;
}

export function groupTone({ outcome }: JobGroup): Tone {
  return outcome.kind === 'report' ? verdictTone(outcome.report.verdict) : 'unmeasured';
}

/** Writes `node 22`, or `node 20, node 22 and node 24`. */
export function groupName({ names }: JobGroup): string {
  return nameSome(names);
}

/** Describes the outcome, without icon and name. */
export function groupWords({ outcome }: JobGroup): Phrase {
  return outcome.kind === 'report'
    ? headline(outcome.report)
    : fromMessage(cut(faultLines(outcome.message)[0]!, LONGEST_HEADING));
}

/** Explains what to do about jobs without a verdict. @param run page of the workflow run, or null */
export function explainAbsence({ outcome }: JobGroup, run: string | null): Phrase {
  const where = say`The whole log is in ${link('the workflow run', run)}.`;
  return outcome.kind === 'fault' && outcome.exitCode === EXIT.configuration
    ? say`Nothing was measured: correct this, try it with ${code('tailgate plan')}, and push. ${where}`
    : say`${where} ${strong('This says nothing about your change.')}`;
}

/** Warns about a result that comes from a fork's own job. */
export function forkWords({ approvedBy, jobs }: Pick<SuiteReport, 'approvedBy' | 'jobs'>): Phrase {
  const start = say`${strong('From a fork')}: its author controls the run that this comes from.`;
  if (approvedBy !== undefined)
    return say`${start} ${`@${cut(approvedBy, 40)}`} has approved exactly this commit, so it counts.`;
  // An approval changes nothing about what blocks.
  if (combineJobs(jobs).blocks) return start;
  return say`${start} A pass is pending until somebody with write access approves exactly this commit, and re-runs the workflow run that wrote this.`;
}

/** Writes that nothing blocks, whatever was found. */
export function reportOnlyWords(): Phrase {
  return say`${strong('Report only')}: with ${code('fail-on: none')} nothing here blocks the merge.`;
}

/** Lists the changes of the gate in any job, each once. */
export function distinctGateChanges({ jobs }: SuiteReport): Report['verdict']['gateChanges'] {
  const gates = jobs.flatMap(({ outcome }) =>
    outcome.kind === 'report' ? outcome.report.verdict.gateChanges : [],
  );
  return [...new Map(gates.map((gate) => [JSON.stringify(gate), gate])).values()];
}

/** Removes the changes of the gate from a job. */
function withoutGateChanges(job: Job): Job {
  const { outcome } = job;
  if (outcome.kind !== 'report') return job;
  const verdict = { ...outcome.report.verdict, gateChanges: [] };
  return { ...job, outcome: { ...outcome, report: { ...outcome.report, verdict } } };
}

/** Writes icon and headline as plain text on one line, for a commit status, an output or a log. */
export function suiteHeadline(suite: SuiteReport): string {
  const { tone, headline: words } = suiteTitle(suite);
  return `${TONES[tone].icon} ${plain(words)}`;
}

function reportsOf(groups: readonly JobGroup[]): Report[] {
  return groups.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report] : []));
}

function isNews(code: VerdictCode): boolean {
  return VERDICT_CODES.indexOf(code) <= VERDICT_CODES.indexOf('inconclusive');
}

/** Lists the lines of a fault's message, without those for a terminal only. */
export function faultLines(message: string): string[] {
  const lines = cleanLines(cut(message.trim(), LONGEST_FAULT));
  return [lines[0]!.replace(/^error: /, '') || 'Tailgate exited without an error message', ...lines.slice(1)];
}

function nameSome(names: readonly string[]): string {
  const count = names.length === NAMES + 1 ? names.length : NAMES;
  const shown = names.slice(0, count).map((name) => cut(name, 60));
  const rest = names.length - shown.length;
  if (rest > 0) shown.push(`${formatCount(rest)} more`);
  // A name such as `node 22, os linux` has a comma of its own.
  return shown.some((name) => name.includes(',')) ? shown.join('; ') : listed(shown);
}
