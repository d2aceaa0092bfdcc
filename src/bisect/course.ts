import { EXIT, Interrupted, UserError } from '../errors.ts';
import type { Report } from '../handover/report.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { clean, cut } from '../report/format/visible.ts';
import { counted, shortCommit, title } from '../report/words/terms.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { readBeginning } from './beginning.ts';
import { findBrokenGood, readOutcome } from './outcome.ts';
import { describeFound, describeUnfound, type Found, type RangeCommit } from './result.ts';
import { isSideSure, MOST_RUNS, measureAll, type Standing, searchRange } from './search.ts';
import { type BisectQuestion, type BisectState, listAttempts, type Run } from './state.ts';

/** A search with what its runs need. */
export type Searching = {
  question: BisectQuestion;
  /** Of the range, oldest first. */
  commits: readonly RangeCommit[];
  /** Measures a commit beside the good one. @param only, settles as in `GateRequest` */
  measure: (
    commit: RangeCommit,
    told: string,
    only: string[],
    settles?: (verdict: Verdict) => boolean,
  ) => Promise<{ report: Report; seconds: number }>;
  /** @throws UserError where the configuration is no longer that of the search */
  check: () => void;
  /** Keeps what was measured, so that the search can go on from there. */
  keep: (state: BisectState) => void;
  note: (text: string) => void;
};

/** Measures one commit after the other until the search ends. @throws UserError (exit code 3) where nothing can be compared */
export async function runSearch(searching: Searching, left: BisectState | null): Promise<Found> {
  const { question, commits, measure, check, keep, note } = searching;
  const begun = left ?? (await begin(searching));
  if ('document' in begun) return begun;
  let state = begun;
  const last = commits.length - 1;
  for (;;) {
    const { followed, runs }: BisectState = state;
    const attemptsOf = (index: number) => listAttempts(state, commits[index]!.sha);
    const whole = measureAll(last, attemptsOf(last))!;
    const standing = searchRange(commits.length, whole, attemptsOf);
    if (standing.next === null) return describeFound(standing, commits, state);
    const commit = commits[standing.next]!;
    const only = followed.only ?? question.scenario;
    check();
    const run = await measure(
      commit,
      describeStep(standing, runs),
      only === null ? [] : [only],
      // It ends as soon as the side of the commit is known, whatever else is undecided.
      (verdict) => {
        const outcome = readOutcome(verdict, followed);
        if (outcome.kind !== 'measured') return false;
        const attempts = listAttempts({ runs: [...runs, { commit: commit.sha, outcome }] }, commit.sha);
        return isSideSure(attempts, whole, commits.length);
      },
    ).then(
      ({ report: { verdict }, seconds }): Run => {
        assertGood(verdict);
        return { commit: commit.sha, outcome: readOutcome(verdict, followed), seconds };
      },
      // A commit that cannot be laid out cannot be measured. What is of the machine would fail for every other as well.
      (error: unknown): Run => {
        if (!(error instanceof UserError) || error instanceof Interrupted) throw error;
        const isOfCommit = error.message.includes(shortCommit(commit.sha)!);
        if (error.exitCode === EXIT.unmeasured && !isOfCommit) throw error;
        const outcome = { kind: 'failed', reason: error.message, passing: true } as const;
        return { commit: commit.sha, outcome, seconds: 0 };
      },
    );
    if (run.outcome.kind === 'failed') note(`${nameCommit(commit)}: ${run.outcome.reason}`);
    state = { ...state, runs: [...runs, run] };
    keep(state);
  }
}

/** Measures the bad commit until it is known what to follow, or that there is nothing. */
async function begin({
  question,
  commits,
  measure,
  check,
  keep,
  note,
}: Searching): Promise<BisectState | Found> {
  const bad = commits.at(-1)!;
  const only = question.scenario === null ? [] : [question.scenario];
  const measured: { report: Report; seconds: number }[] = [];
  for (;;) {
    check();
    measured.push(await measure(bad, 'good beside bad', only));
    const reports = measured.map(({ report }) => report);
    assertGood(reports.at(-1)!.verdict);
    const beginning = readBeginning(reports);
    if (beginning.kind === 'slower') {
      const { followed, alarm } = beginning;
      const name = title(followed.label, followed.metric, followed.where);
      note(`${name} is slower, and is followed from here on`);
      const runs = measured.map(({ report, seconds }) => ({
        commit: bad.sha,
        seconds,
        outcome: readOutcome(report.verdict, followed),
      }));
      const state: BisectState = { schemaVersion: 1, question, followed, alarm, runs };
      keep(state);
      return state;
    }
    const reason = beginning.kind === 'unmeasured' ? beginning.reason : 'whether it is slower is not decided';
    if (beginning.passing && measured.length < MOST_RUNS) note(`${reason}: once more`);
    else if (beginning.kind !== 'unmeasured') {
      const seconds = measured.reduce((sum, run) => sum + run.seconds, 0);
      return describeUnfound(question, beginning, { runs: measured.length, seconds });
    } else {
      const what = `The good and the bad commit cannot be compared: ${reason}.`;
      throw new UserError({ what, exitCode: EXIT.unmeasured });
    }
  }
}

/** @throws UserError (exit code 3) where the good commit cannot be measured, and so no other one beside it */
function assertGood(verdict: Verdict): void {
  const broken = findBrokenGood(verdict);
  if (broken === null) return;
  const what = `The good commit cannot be measured: ${broken}.`;
  throw new UserError({ what, exitCode: EXIT.unmeasured });
}

function describeStep({ without, withIt, left }: Standing, runs: readonly Run[]): string {
  const mean = runs.reduce((sum, { seconds }) => sum + seconds, 0) / runs.length;
  const which = `one of ${counted(withIt - without, 'commit')}`;
  return `${which}, about ${counted(left, 'run')} and ${formatSeconds(left * mean)} left`;
}

/** Names a commit by its SHA and the start of its subject. */
export function nameCommit({ sha, subject }: RangeCommit): string {
  return `${sha.slice(0, 10)} ${cut(clean(subject), 40)}`;
}
