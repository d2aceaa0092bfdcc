import { isShare, printMetric } from '../metrics/metric.ts';
import { formatMovement, formatSeconds, formatShare, formatValue } from '../report/format/numbers.ts';
import { clean, cut } from '../report/format/visible.ts';
import { counted, title } from '../report/words/terms.ts';
import { median } from '../statistics/median.ts';
import type { Seen } from './beginning.ts';
import { type ChangeEstimate, subtract, toInterval } from './estimate.ts';
import { measureAll, type Standing } from './search.ts';
import { type BisectQuestion, type BisectState, type Followed, listAttempts } from './state.ts';

/** Commit as it is told of. */
export type RangeCommit = { sha: string; parents: string[]; author: string; time: string; subject: string };

type Change = { value: number; low: number; high: number };

/** The end of a search as data, written as JSON. Changes are fractions against the good commit, or differences of shares. */
export type BisectResult = {
  schemaVersion: 1;
  result: 'commit' | 'range' | 'none' | 'undecided';
  good: string;
  bad: string;
  /** Step and metric by which the slowdown was followed; null without one. */
  label: string | null;
  metric: string | null;
  where: Followed['where'] | null;
  /** Commits that may have brought it, oldest first: one, unless others cannot be measured. */
  commits: (RangeCommit & { merge: boolean })[];
  /** Newest commit known to be without it, and oldest with it, beside the good one; intervals of 90 %. */
  before: Side | null;
  after: Side | null;
  /** Change between these two, and that of the whole range. */
  step: Change | null;
  whole: Change | null;
  /** Chance that the result is wrong, at most, if one commit brought the slowdown (fraction). */
  error: number | null;
  /** Of `none` and `undecided`: metrics that may be worse by more than their tolerance. */
  open: string[];
  skipped: { sha: string; reason: string }[];
  runs: number;
  seconds: number;
};

/** `value`: that of the good commit in its typical run, with the change. */
type Side = { sha: string; value: number | null; change: Change };

/** What a command shows at the end of a search. */
export type Found = { document: BisectResult; text: string };

/** Tells that there is no slowdown beyond the tolerances, or that this is not decided. */
export function describeUnfound(
  { good, bad }: Pick<BisectQuestion, 'good' | 'bad'>,
  { kind: result, rows, open }: { kind: 'none' | 'undecided' } & Seen,
  effort: Pick<BisectResult, 'runs' | 'seconds'>,
): Found {
  const range = `from ${short(good)} to ${short(bad)}`;
  const what =
    result === 'none'
      ? open.length === 0
        ? `No slowdown beyond its tolerance ${range}:`
        : `No slowdown found ${range}, though one of ${open.join(', ')} alone could have been missed:`
      : `Not decided whether something became slower ${range}; a larger \`--budget\` or a quieter machine may tell:`;
  const told = rows.length > 0 ? rows : ['nothing that is measured differs between them'];
  const took = `${counted(effort.runs, 'run')} in ${formatSeconds(effort.seconds)}`;
  const document: BisectResult = {
    schemaVersion: 1,
    result,
    good,
    bad,
    label: null,
    metric: null,
    where: null,
    commits: [],
    before: null,
    after: null,
    step: null,
    whole: null,
    error: null,
    open,
    skipped: [],
    ...effort,
  };
  return { document, text: [what, ...told.map((row) => `  ${row}`), took].join('\n') };
}

/** Tells what a search has found that has ended. @param commits of the range, oldest first */
export function describeFound(
  { without, withIt, ...standing }: Standing,
  commits: readonly RangeCommit[],
  state: BisectState,
): Found {
  const { question, alarm, runs } = state;
  const { metric, label, where } = state.followed;
  const attemptsOf = (index: number) => (index < 0 ? [] : listAttempts(state, commits[index]!.sha));
  const estimateOf = (index: number) => measureAll(index, attemptsOf(index))!;
  const shaOf = (index: number) => commits[index]?.sha ?? question.good;
  const show = (estimate: ChangeEstimate) => toInterval(metric, estimate);
  // Runs differ by more than commits do, so that values of two runs cannot stand side by side.
  const bases = runs.flatMap(({ outcome }) => ('base' in outcome ? (outcome.base ?? []) : []));
  const base = bases.length === 0 ? null : median(bases);
  const side = (index: number): Side => {
    const change = show(estimateOf(index));
    const move = (from: number) => (isShare(metric) ? from + change.value : from * (1 + change.value));
    return { sha: shaOf(index), value: base === null ? null : move(base), change };
  };
  const suspects = commits.slice(without + 1, withIt + 1);
  const [first] = suspects;
  const isOne = suspects.length === 1;
  const [before, after] = [side(without), side(withIt)];
  const step = show(subtract(estimateOf(withIt), estimateOf(without)));
  const whole = show(estimateOf(commits.length - 1));
  const error = Math.min(1, alarm + standing.error);
  const skipped = standing.skipped.map(({ index, reason }) => ({ sha: shaOf(index), reason }));
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const rows = [
    [without < 0 ? 'good' : 'before', before],
    [isOne ? 'with it' : 'after', after],
  ] as const;
  const lines = [
    isOne
      ? `The slowdown came with ${short(first!.sha)}:`
      : `The slowdown came with one of ${counted(suspects.length, 'commit')}; those before the last cannot be measured:`,
    ...suspects.map(describeCommit),
    '',
    `${title(label, metric, where)}, beside ${short(question.good)}:`,
    ...rows.map(([what, { sha, value, change }]) => {
      const shown = sha === question.good ? '' : `  ${formatMovement(metric, change)}`;
      return `  ${what.padEnd(8)}${short(sha)}  ${value === null ? '' : formatValue(metric, value)}${shown}`.trimEnd();
    }),
    ...(whole.low > step.high || step.low > whole.high
      ? [`Other commits changed it as well: ${formatMovement(metric, whole)} over the whole range.`]
      : []),
    ...skipped.map(({ sha, reason }) => `Skipped ${short(sha)}: ${cut(clean(reason), 200)}`),
    ...(isOne && isMerge(first!) ? [adviseMerge(first!)] : []),
    `Chance that this is wrong: at most ${formatShare(error, 2)}, if one commit brought it. ${counted(runs.length, 'run')} in ${formatSeconds(seconds)}.`,
  ];
  const document: BisectResult = {
    schemaVersion: 1,
    result: isOne ? 'commit' : 'range',
    good: question.good,
    bad: question.bad,
    label,
    metric: printMetric(metric),
    where,
    commits: suspects.map((commit) => ({ ...commit, merge: isMerge(commit) })),
    before,
    after,
    step,
    whole,
    error,
    open: [],
    skipped,
    runs: runs.length,
    seconds,
  };
  return { document, text: lines.join('\n') };
}

function isMerge({ parents }: RangeCommit): boolean {
  return parents.length > 1;
}

function describeCommit({ sha, subject, author, time }: RangeCommit): string {
  return `  ${short(sha)} ${cut(clean(subject), 80)} (${cut(clean(author), 40)}, ${time.slice(0, 10)})`;
}

function adviseMerge({ parents }: RangeCommit): string {
  const [first, second] = parents.map(short) as [string, string];
  return `It is a merge of the commits \`git log ${first}..${second}\`. To search them: \`tailgate bisect $(git merge-base ${first} ${second}) ${second}\`.`;
}

function short(sha: string): string {
  return sha.slice(0, 10);
}
