import { printMetric } from '../metrics/metric.ts';
import {
  formatChangeOf,
  formatMovement,
  formatSeconds,
  formatShare,
  formatValue,
} from '../report/format/numbers.ts';
import { clean, cut } from '../report/format/visible.ts';
import { counted, title } from '../report/words/terms.ts';
import type { ChangeFinding } from '../verdict/findings.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type ChangeEstimate, subtract, toInterval } from './estimate.ts';
import { measureAll, type Standing } from './search.ts';
import { type BisectQuestion, type BisectState, type Followed, listAttempts } from './state.ts';

/** Commit as it is told of. */
type Told = { sha: string; parents: string[]; author: string; time: string; subject: string };

type Change = { value: number; low: number; high: number };

/** The end of a search as data, written as JSON. Changes are fractions against the good commit, or differences of shares. */
export type BisectResult = {
  schemaVersion: 1;
  result: 'commit' | 'range' | 'none';
  good: string;
  bad: string;
  /** Step and metric by which the slowdown was followed; null without one. */
  label: string | null;
  metric: string | null;
  where: Followed['where'] | null;
  /** Commits that may have brought it, oldest first: one, unless others cannot be measured. */
  commits: (Told & { merge: boolean })[];
  /** Newest commit known to be without it, and oldest with it, beside the good one; intervals of 90 %. */
  before: Side | null;
  after: Side | null;
  /** Change between these two, and that of the whole range. */
  step: Change | null;
  whole: Change | null;
  /** Chance that the result is wrong, at most (fraction). */
  error: number | null;
  skipped: { sha: string; reason: string }[];
  runs: number;
  seconds: number;
};

type Side = { sha: string; value: number | null; change: Change };

/** What a command shows at the end of a search. */
export type Found = { document: BisectResult; text: string };

/** Tells that no slowdown was shown, and how small a one would have been seen. */
export function describeNone(
  { good, bad }: Pick<BisectQuestion, 'good' | 'bad'>,
  verdict: Verdict,
  seconds: number,
): Found {
  const document: BisectResult = {
    schemaVersion: 1,
    result: 'none',
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
    skipped: [],
    runs: 1,
    seconds,
  };
  const rows = verdict.changes.map((change) => `  ${describeChange(change)}`);
  const what = `No slowdown from ${short(good)} to ${short(bad)} was shown.`;
  return { document, text: [what, ...rows, `1 run in ${formatSeconds(seconds)}`].join('\n') };
}

function describeChange(change: ChangeFinding): string {
  const name = title(change.label, change.metric, change.where);
  if (change.kind !== 'paired') return `${name}: not compared`;
  const { metric, change: interval, code, detectable } = change;
  const seen =
    detectable === null
      ? 'how large a one would have been seen is not known'
      : `8 runs of 10 would have shown ${formatChangeOf(metric, detectable)}`;
  const undecided = code === 'inconclusive' ? ', undecided' : '';
  return `${name}: ${formatMovement(metric, interval)}${undecided}; ${seen}`;
}

/** Concludes a search that has ended. @param commits of the range, oldest first */
export function concludeSearch(
  standing: Standing,
  commits: readonly Told[],
  state: BisectState,
): BisectResult {
  const { question, followed, alarm, runs } = state;
  const attemptsOf = (index: number) => (index < 0 ? [] : listAttempts(state, commits[index]!.sha));
  const estimateOf = (index: number) => measureAll(index, attemptsOf(index))!;
  const shaOf = (index: number) => commits[index]?.sha ?? question.good;
  const { without, withIt, error, skipped } = standing;
  const show = (estimate: ChangeEstimate) => toInterval(followed.metric, estimate);
  const readValue = (index: number) => {
    const values = runs.flatMap(({ commit, outcome }) =>
      commit === shaOf(index) && outcome.kind === 'measured' ? [outcome.head] : [],
    );
    return values.at(-1) ?? null;
  };
  const side = (index: number): Side => ({
    sha: shaOf(index),
    value: readValue(index),
    change: show(estimateOf(index)),
  });
  const suspects = commits.slice(without + 1, withIt + 1);
  return {
    schemaVersion: 1,
    result: suspects.length === 1 ? 'commit' : 'range',
    good: question.good,
    bad: question.bad,
    label: followed.label,
    metric: printMetric(followed.metric),
    where: followed.where,
    commits: suspects.map((commit) => ({ ...commit, merge: commit.parents.length > 1 })),
    before: side(without),
    after: side(withIt),
    step: show(subtract(estimateOf(withIt), estimateOf(without))),
    whole: show(estimateOf(commits.length - 1)),
    error: Math.min(1, alarm + error),
    skipped: skipped.map(({ index, reason }) => ({ sha: shaOf(index), reason })),
    runs: runs.length,
    seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** Tells what a search has found. */
export function describeFound(document: BisectResult, { metric, label, where }: Followed): Found {
  const { commits, before, after, step, whole, error, skipped, runs, seconds, result } = document;
  const [first] = commits;
  const rows = [
    [before!.sha === document.good ? 'good' : 'before', before!],
    [result === 'commit' ? 'with it' : 'after', after!],
  ] as const;
  const rest = whole!.low > step!.high || step!.low > whole!.high;
  const lines = [
    result === 'commit'
      ? `The slowdown came with ${short(first!.sha)}:`
      : `The slowdown came with one of ${counted(commits.length, 'commit')}; those before the last cannot be measured:`,
    ...commits.map(describeCommit),
    '',
    `${title(label, metric, where)}, beside ${short(document.good)}:`,
    ...rows.map(([what, { sha, value, change }]) => {
      const shown = sha === document.good ? '' : `  ${formatMovement(metric, change)}`;
      return `  ${what.padEnd(8)}${short(sha)}  ${value === null ? '' : formatValue(metric, value)}${shown}`.trimEnd();
    }),
    ...(rest
      ? [`Other commits changed it as well: ${formatMovement(metric, whole!)} over the whole range.`]
      : []),
    ...skipped.map(({ sha, reason }) => `Skipped ${short(sha)}: ${cut(clean(reason), 200)}`),
    ...(first?.merge && result === 'commit' ? [adviseMerge(first)] : []),
    `Chance that this is wrong: at most ${formatShare(error!, 2)}. ${counted(runs, 'run')} in ${formatSeconds(seconds)}.`,
  ];
  return { document, text: lines.join('\n') };
}

function describeCommit({ sha, subject, author, time }: Told): string {
  return `  ${short(sha)} ${cut(clean(subject), 80)} (${cut(clean(author), 40)}, ${time.slice(0, 10)})`;
}

function adviseMerge({ parents }: Told): string {
  const [first, second] = parents.map(short) as [string, string];
  return `It is a merge of the commits \`git log ${first}..${second}\`. To search them: \`tailgate bisect $(git merge-base ${first} ${second}) ${second}\`.`;
}

function short(sha: string): string {
  return sha.slice(0, 10);
}
