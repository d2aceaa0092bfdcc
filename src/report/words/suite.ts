import { EXIT } from '../../errors.ts';
import { combineJobs } from '../../handover/jobs.ts';
import type { Report } from '../../handover/report.ts';
import type { Job, JobOutcome, SuiteReport } from '../../handover/suite.ts';
import { VERDICT_CODES, VERDICTS, type VerdictCode } from '../../verdict/codes.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { code, fromMessage, link, type Phrase, plain, say, strong } from '../format/phrase.ts';
import { TONES, type Tone } from '../format/tones.ts';
import { clean, cleanLines, cut } from '../format/visible.ts';
import { bySeverity, type Row, rowsOf } from '../rows/rows.ts';
import { countGateChanges } from './gates.ts';
import { headline, verdictTone } from './headline.ts';
import { closingWords } from './method.ts';
import { counted, listSome, shortCommit } from './terms.ts';

/** Most characters of the headline of a fault, and most that are read for it. */
const LONGEST_HEADING = 120;
const LONGEST_FAULT = 20_000;

/** Job as it is told. `isOpen`: shown without unfolding. */
export type RankedJob = {
  name: string;
  outcome: JobOutcome;
  code: VerdictCode;
  tone: Tone;
  headline: Phrase;
  isOpen: boolean;
};

/** Ranks the jobs, the gravest first, without changes of the gate where these are told once for several of them. */
export function rankJobs({ jobs }: SuiteReport): RankedJob[] {
  const told = jobs.length === 1 ? jobs : jobs.map(withoutGateChanges);
  const ranked = told
    .map(({ name, outcome }, i) => ({
      name: cut(clean(name).trim() || `job ${i + 1}`, 60),
      outcome,
      ...(outcome.kind === 'report' ? outcome.report.verdict : { code: 'invalid' as const, blocks: true }),
    }))
    .map((job) => ({ ...job, blocks: job.blocks || job.code === 'invalid', worst: worstRow(job) }))
    .sort(
      (a, b) =>
        Number(b.blocks) - Number(a.blocks) ||
        rankOf(a.code) - rankOf(b.code) ||
        (a.worst && b.worst ? bySeverity(a.worst, b.worst) : 0),
    );
  // An undecided job must be seen only when nothing is worse, as with rows.
  const mayBeOpen = (job: (typeof ranked)[number]) => job.blocks || ranked[0]!.code === 'inconclusive';
  return ranked.map((job) => ({
    ...{ name: job.name, outcome: job.outcome, code: job.code, ...tellJob(job.outcome) },
    isOpen: isNews(job.code) && (job.code !== 'inconclusive' || mayBeOpen(job)),
  }));
}

/** Finds the worst row. It takes time, so it is used only where it decides the order. */
function worstRow({ outcome, code }: Pick<RankedJob, 'outcome' | 'code'>): Row | undefined {
  if (outcome.kind !== 'report' || !['regressed', 'missed', 'improved'].includes(code)) return undefined;
  return rowsOf(outcome.report).sort(bySeverity)[0];
}

function tellJob(outcome: JobOutcome): { tone: Tone; headline: Phrase } {
  if (outcome.kind === 'report')
    return { tone: verdictTone(outcome.report.verdict), headline: headline(outcome.report) };
  return { tone: 'unmeasured', headline: fromMessage(faultLines(outcome.message).heading) };
}

/** Writes tone and headline: `❌ 2 of 4 jobs worse · node 22: checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
export function suiteTitle(
  suite: SuiteReport,
  ranked: readonly RankedJob[] = rankJobs(suite),
): { tone: Tone; headline: Phrase } {
  const [first] = ranked;
  if (!first) return { tone: 'unmeasured', headline: say`Not measured: no result arrived` };
  const { tone, headline: words } = first;
  const total = ranked.length;
  if (total === 1)
    return { tone, headline: first.outcome.kind === 'report' ? words : say`Not measured: ${words}` };
  const gates = countGateChanges(distinctGateChanges(suite));
  const [leading, ...others] = countWords(ranked.filter(({ code }) => isNews(code))).split(', ');
  const who = new Set(ranked.map((job) => plain(job.headline))).size === 1 ? '' : say`${first.name}: `;
  const all = total === 2 ? 'Both jobs' : `All ${formatCount(total)} jobs`;
  const count = leading
    ? [leading.replace(' ', ` of ${formatCount(total)} jobs `), ...others].join(', ')
    : `${all}${who && ' pass'}`;
  return { tone, headline: say`${count} · ${who}${words}${gates}` };
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
export function countWords(jobs: readonly Pick<RankedJob, 'code'>[]): string {
  const words = jobs.map(({ code }) => code).sort((a, b) => rankOf(a) - rankOf(b));
  const counts = new Map<string, number>();
  for (const { word } of words.map((code) => VERDICTS[code])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${formatCount(count)} ${word}`).join(', ');
}

/** Writes the summary of the fold with the quiet jobs: `2 jobs pass: node 18 and node 20`. */
export function quietJobsWords(jobs: readonly RankedJob[]): string {
  const undecided = jobs.filter(({ code }) => code === 'inconclusive').length;
  const some = undecided > 0 ? `, ${formatCount(undecided)} undecided` : '';
  const names = jobs.map(({ name }) => name);
  return `${counted(jobs.length, 'job passes', 'jobs pass')}${some}: ${listSome(names, 4)}`;
}

/** Explains what to do about a job without a verdict. @param run page of the workflow run, or null */
export function explainAbsence(exitCode: number, run: string | null): Phrase {
  const where = say`The whole log is in ${link('the workflow run', run)}.`;
  return exitCode === EXIT.configuration
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

function rankOf(code: VerdictCode): number {
  return VERDICT_CODES.indexOf(code);
}

function isNews(code: VerdictCode): boolean {
  return rankOf(code) <= rankOf('inconclusive');
}

/** Reads the heading of a fault's message, without what is for a terminal only, and what it says beyond that. */
export function faultLines(message: string): { heading: string; rest: string } {
  const [first, ...others] = cleanLines(cut(message.trim(), LONGEST_FAULT));
  const line = first!.replace(/^error: /, '') || 'Tailgate exited without an error message';
  const heading = cut(line, LONGEST_HEADING);
  return { heading, rest: [...(heading === line ? [] : [line]), ...others].join('\n') };
}
