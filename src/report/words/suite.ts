import { EXIT } from '../../errors.ts';
import type { Report } from '../../handover/report.ts';
import { combineJobs, type Job, type SuiteReport } from '../../handover/suite.ts';
import { VERDICT_CODES, VERDICTS, type VerdictCode } from '../../verdict/codes.ts';
import { formatCount, formatShare } from '../format/numbers.ts';
import { remember, TONES, type Tone } from '../format/passages.ts';
import { code, fromMessage, join, link, type Phrase, plain, say, strong } from '../format/phrase.ts';
import { clean, cleanLines, cut } from '../format/visible.ts';
import { bySeverity, type Row, rowsOf } from '../rows/rows.ts';
import { countGateChanges, loginOf } from './gate.ts';
import { headline, verdictTone } from './headline.ts';
import { closingWords } from './method.ts';
import { counted, shortCommit } from './terms.ts';
import { NOTHING_SAID } from './troubles.ts';

/** Maximum number of characters of a fault's headline, and of its message that are read. */
const LONGEST_HEADING = 120;
const LONGEST_FAULT = 20_000;

/** A job as it is shown. `isOpen`: visible without unfolding. */
type RankedJob = ReturnType<typeof rankJobs>[number];

/** Ranks the jobs, gravest first, without gate changes if these are shown once for several jobs. */
export const rankJobs = remember(({ jobs }: SuiteReport) => {
  const told = jobs.length === 1 ? jobs : jobs.map(withoutGateChanges);
  const ranked = told.map(({ name, outcome }, i) => {
    const own = { name: cut(clean(name).trim() || `job ${i + 1}`, 60), outcome };
    if (outcome.kind === 'fault') {
      const [code, tone]: [VerdictCode, Tone] = ['invalid', 'unmeasured'];
      const text = fromMessage(faultLines(outcome.message).heading);
      return { ...own, rows: [], code, blocks: true, tone, headline: text };
    }
    const { verdict } = outcome.report;
    const [rows, tone] = [rowsOf(outcome.report), verdictTone(verdict)];
    const blocks = verdict.blocks || verdict.code === 'invalid';
    return { ...own, rows, code: verdict.code, blocks, tone, headline: headline(outcome.report, rows) };
  });
  const worst = new Map(ranked.map((job) => [job, job.rows.toSorted(bySeverity)[0]]));
  const compare = (a?: Row, b?: Row) => (a && b ? bySeverity(a, b) : 0);
  ranked.sort(
    (a, b) =>
      Number(b.blocks) - Number(a.blocks) ||
      rankOf(a.code) - rankOf(b.code) ||
      (isNews(a.code) ? compare(worst.get(a), worst.get(b)) : 0),
  );
  // As with rows, an undecided job need only be seen if nothing is worse.
  const isSeen = ({ code, blocks }: (typeof ranked)[number]) =>
    code !== 'inconclusive' || blocks || ranked[0]!.code === 'inconclusive';
  return ranked.map((job) => ({ ...job, isOpen: isNews(job.code) && isSeen(job) }));
});

/** Writes tone and headline: `❌ 2 of 4 jobs worse · node 22: checkout p99 is 18 % slower: 62.2 ms → 73.3 ms`. */
export function suiteTitle(
  suite: SuiteReport,
  ranked: readonly RankedJob[] = rankJobs(suite),
): { tone: Tone; headline: Phrase } {
  const [first] = ranked;
  if (!first) return { tone: 'unmeasured', headline: say`Not measured: no result arrived` };
  const { tone, headline: words } = first;
  const total = formatCount(ranked.length);
  if (ranked.length === 1)
    return { tone, headline: first.outcome.kind === 'report' ? words : say`Not measured: ${words}` };
  const gates = countGateChanges(distinctGateChanges(suite));
  const [leading, ...others] = countWords(ranked.filter(({ code }) => isNews(code))).split(', ');
  const isOne = new Set(ranked.map((job) => plain(job.headline))).size === 1;
  const who = isOne ? '' : say`${first.name}: `;
  const count = leading
    ? [leading.replace(' ', ` of ${total} jobs `), ...others].join(', ')
    : `All ${total} jobs${isOne ? '' : ' pass'}`;
  return { tone, headline: say`${count} · ${who}${words}${gates}` };
}

/** Writes icon and headline as plain text on one line, for a commit status, an output or a log. */
export function suiteHeadline(suite: SuiteReport): string {
  const { tone, headline: words } = suiteTitle(suite);
  return `${TONES[tone].icon} ${plain(words)}`;
}

/** Writes the small print of several jobs: `Tailgate: 5 jobs, up to 4.9 % chance of any false alarm, 1a95462 · Workflow run`. */
export function suiteClosing({ jobs, link: run }: SuiteReport): Phrase {
  const reports = jobs.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report] : []));
  const errors = reports.flatMap(({ verdict: { pair } }) => (pair ? [pair.error] : []));
  const any = formatShare(1 - errors.reduce((none, error) => none * (1 - error), 1), 2);
  const commits = [...new Set(reports.flatMap(({ record }) => record.commit ?? []))];
  const facts = [
    ...(jobs.length > 1 ? [say`${counted(jobs.length, 'job')}`] : []),
    ...(errors.length > 1 ? [say`up to ${any} chance of any false alarm`] : []),
    ...commits.slice(0, 3).map((commit) => code(shortCommit(commit))),
  ];
  return closingWords(join(facts), 'Workflow run', run);
}

/** Writes `2 worse, 1 not measured, 5 pass`, of these jobs. */
export function countWords(jobs: readonly Pick<RankedJob, 'code'>[]): string {
  const words = jobs.map(({ code }) => code).sort((a, b) => rankOf(a) - rankOf(b));
  const counts = new Map<string, number>();
  for (const { word } of words.map((code) => VERDICTS[code])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${formatCount(count)} ${word}`).join(', ');
}

/** Explains what to do about a job without a verdict. @param run page of the workflow run, or null */
export function explainAbsence(exitCode: number, run: string | null): Phrase {
  const where = say`The full log is in ${link('the workflow run', run)}.`;
  return exitCode === EXIT.configuration
    ? say`Nothing was measured: fix this, check it with ${code('tailgate plan')}, and push. ${where}`
    : say`${where} ${NOTHING_SAID}`;
}

/** Warns about a result that comes from a fork's own job. */
export function forkWords({ approvedBy, jobs }: Pick<SuiteReport, 'approvedBy' | 'jobs'>): Phrase {
  const start = say`${strong('From a fork')}: its author controls the run that produced this result.`;
  if (approvedBy !== undefined)
    return say`${start} ${loginOf(approvedBy)} approved this exact commit, so it counts.`;
  // An approval does not affect what blocks.
  if (combineJobs(jobs).blocks) return start;
  return say`${start} A pass stays pending until someone with write access approves this exact commit and re-runs the workflow that wrote this comment.`;
}

/** Lists the gate changes of all jobs, each once. */
export function distinctGateChanges({ jobs }: SuiteReport): Report['verdict']['gateChanges'] {
  const gates = jobs.flatMap(({ outcome }) =>
    outcome.kind === 'report' ? outcome.report.verdict.gateChanges : [],
  );
  return [...new Map(gates.map((gate) => [JSON.stringify(gate), gate])).values()];
}

/** Removes the gate changes from a job. */
function withoutGateChanges(job: Job): Job {
  const { outcome } = job;
  if (outcome.kind !== 'report') return job;
  const verdict = { ...outcome.report.verdict, gateChanges: [] };
  return { ...job, outcome: { ...outcome, report: { ...outcome.report, verdict } } };
}

function rankOf(code: VerdictCode): number {
  return VERDICT_CODES.indexOf(code);
}

function isNews(code: VerdictCode): boolean {
  return rankOf(code) <= rankOf('inconclusive');
}

/** Splits a fault's message into its heading, without parts meant only for a terminal, and the rest. */
export function faultLines(message: string): { heading: string; rest: string } {
  const [first, ...others] = cleanLines(cut(message.trim(), LONGEST_FAULT));
  const line = first!.replace(/^error: /, '') || 'Tailgate exited without an error message';
  const heading = cut(line, LONGEST_HEADING);
  return { heading, rest: [...(heading === line ? [] : [line]), ...others].join('\n') };
}
