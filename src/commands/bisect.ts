import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findBrokenGood, readBeginning, readOutcome } from '../bisect/outcome.ts';
import { concludeSearch, describeFound, describeNone, type Found } from '../bisect/result.ts';
import { measureAll, type Standing, searchRange } from '../bisect/search.ts';
import {
  type BisectQuestion,
  type BisectState,
  listAttempts,
  type Run,
  readSearch,
} from '../bisect/state.ts';
import { parseDuration } from '../config/language/duration.ts';
import { readConfig } from '../config/read.ts';
import { selectScenarios } from '../config/selection.ts';
import { EXIT, type ExitCode, Interrupted, UserError } from '../errors.ts';
import { gate } from '../gate/gate.ts';
import type { GateRequest } from '../gate/request.ts';
import type { Report } from '../handover/report.ts';
import { childEnvironment } from '../processes/environment.ts';
import { writeWhole } from '../processes/file.ts';
import type { Progress } from '../progress.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { clean, cut } from '../report/format/visible.ts';
import { counted, title } from '../report/words/terms.ts';
import type { Checkout } from '../revision/checkout.ts';
import { type Commit, listRange, resolveCommit } from '../revision/range.ts';
import { showProgress } from '../terminal/progress.ts';
import { chooseConfigPath } from './config-path.ts';
import { checkPlaces, writeResults } from './result-file.ts';
import { describeRuns, needCheckout } from './revisions.ts';

type BisectOptions = {
  config?: string;
  budget?: string;
  json?: string | true;
  /** Forgets a search that was left. */
  reset?: boolean;
  verbose?: boolean;
};

/** Arguments as they were given. */
type Names = { good?: string; bad?: string; scenario?: string };

/** A search with what its runs need. */
type Searching = {
  question: BisectQuestion;
  commits: Commit[];
  /** File that keeps what was measured. */
  place: string;
  progress: Progress;
  /** Measures a commit beside the good one. @param only, settles as in `GateRequest` */
  measure: (
    commit: Commit,
    told: string,
    only: string[],
    settles?: GateRequest['settles'],
  ) => Promise<{ report: Report; seconds: number }>;
};

/**
 * `tailgate bisect GOOD BAD`: finds the commit of a slowdown. Each run compares a commit with the good one. What was
 * measured is kept in the git folder, so that a search that was left goes on where it was.
 *
 * @returns 0 where no slowdown was shown, 1 where one was found
 * @throws UserError (exit code 3) where the two cannot be compared, Interrupted
 */
export async function bisect(names: Names, options: BisectOptions, signal: AbortSignal): Promise<ExitCode> {
  const configPath = chooseConfigPath(options.config);
  await checkPlaces({ json: options.json }, [configPath], signal);
  const checkout = await needCheckout(configPath, signal);
  const place = join(checkout.gitFolder, 'tailgate-bisect.json');
  if (options.reset) rmSync(place, { force: true });
  if (options.reset && names.good === undefined) return EXIT.pass;
  const left = readLeft(place);
  const question = await ask(names, left, { configPath, checkout, budget: options.budget });
  const kept = isDeepStrictEqual(left?.question, question) ? left : null;
  const commits = await listRange(checkout, question);
  const progress = showProgress(options);
  progress.note(describeStart(commits, kept));
  const measure = await prepareRuns(question, { configPath, checkout, progress }, signal);
  try {
    const { document, text } = await search({ question, commits, place, progress, measure }, kept);
    rmSync(place, { force: true });
    const json = () => JSON.stringify(document, null, 2);
    process.stdout.write(`${options.json === true ? json() : text}\n`);
    writeResults([[options.json, json]]);
    return document.result === 'none' ? EXIT.pass : EXIT.failed;
  } catch (error) {
    if (error instanceof Interrupted && readLeft(place) !== null)
      process.stderr.write('What was measured is kept: `tailgate bisect` goes on.\n');
    throw error;
  }
}

/** Takes the question of the arguments, or without any that of the search that was left. @throws UserError */
async function ask(
  { good, bad, scenario }: Names,
  left: BisectState | null,
  { configPath, checkout, budget }: { configPath: string; checkout: Checkout; budget?: string },
): Promise<BisectQuestion> {
  const variables = childEnvironment(process.env);
  const calling = { command: 'tailgate bisect', variables };
  const config = createHash('sha256').update(readFileSync(configPath)).digest('hex');
  if (good === undefined || bad === undefined) {
    if (good === undefined && left !== null) return { ...left.question, config };
    throw new UserError({
      what: good === undefined ? 'There is no search to go on with.' : 'Which commit is slow?',
      hint: '`tailgate bisect GOOD BAD`, for instance `tailgate bisect v1.4.0 main`.',
    });
  }
  const only = scenario === undefined ? [] : [scenario];
  selectScenarios(readConfig(configPath, process.cwd(), { only, calling }), only);
  return {
    good: await resolveCommit(checkout, good, 'GOOD'),
    bad: await resolveCommit(checkout, bad, 'BAD'),
    scenario: scenario ?? null,
    budgetSeconds: budget === undefined ? null : parseDuration(budget),
    config,
  };
}

/** Measures one commit after the other until the search ends. @throws UserError (exit code 3) where nothing can be compared */
async function search(
  { question, commits, measure, place, progress }: Searching,
  left: BisectState | null,
): Promise<Found> {
  let state = left;
  if (state === null) {
    const bad = commits.at(-1)!;
    const only = question.scenario === null ? [] : [question.scenario];
    const { report, seconds } = await measure(bad, 'good beside bad', only);
    const beginning = readBeginning(report);
    if (beginning.kind === 'unmeasured')
      throw new UserError({
        what: `The good and the bad commit cannot be compared: ${beginning.reason}.`,
        exitCode: EXIT.unmeasured,
      });
    if (beginning.kind === 'none') return describeNone(question, report.verdict, seconds);
    const { followed, outcome, alarm } = beginning;
    progress.note(
      `${title(followed.label, followed.metric, followed.where)} is slower, and is followed from here on`,
    );
    state = { schemaVersion: 1, question, followed, alarm, runs: [{ commit: bad.sha, seconds, outcome }] };
    keep(place, state);
  }
  for (;;) {
    const { followed, runs }: BisectState = state;
    const last = commits.length - 1;
    const stand = (runs: Run[]) => {
      const attemptsOf = (index: number) => listAttempts({ runs }, commits[index]!.sha);
      return searchRange(commits.length, measureAll(last, attemptsOf(last))!, attemptsOf);
    };
    const standing = stand(runs);
    if (standing.next === null) return describeFound(concludeSearch(standing, commits, state), followed);
    const commit = commits[standing.next]!;
    const only = followed.only ?? question.scenario;
    const run: Omit<Run, 'commit'> = await measure(
      commit,
      describeStep(standing, runs),
      only === null ? [] : [only],
      // It ends as soon as the side of the commit is known, whatever else is undecided.
      (verdict) =>
        stand([...runs, { commit: commit.sha, outcome: readOutcome(verdict, followed), seconds: 0 }]).next !==
        standing.next,
    ).then(
      ({ report, seconds }) => ({ outcome: readOutcome(report.verdict, followed), seconds }),
      readRefusal,
    );
    if (run.outcome.kind === 'failed') progress.note(`${name(commit)}: ${run.outcome.reason}`);
    state = { ...state, runs: [...runs, { commit: commit.sha, ...run }] };
    keep(place, state);
  }
}

/** Takes a commit that cannot be laid out for one that cannot be measured. */
function readRefusal(error: unknown): Omit<Run, 'commit'> {
  if (!(error instanceof UserError) || error instanceof Interrupted || error instanceof SearchEnd)
    throw error;
  return { outcome: { kind: 'failed', reason: error.message, passing: true }, seconds: 0 };
}

/** Makes the function that measures a commit. */
async function prepareRuns(
  { good, budgetSeconds }: BisectQuestion,
  { configPath, checkout, progress }: { configPath: string; checkout: Checkout; progress: Progress },
  signal: AbortSignal,
): Promise<Searching['measure']> {
  let told = '';
  const within = {
    ...progress,
    phase: (text: string, seconds?: number) => progress.phase(`${told}: ${text}`, seconds),
  };
  const options = { budgetSeconds: budgetSeconds ?? undefined, progress: within };
  const describe = await describeRuns(configPath, checkout, options, signal);
  return async (commit, step, only, settles) => {
    told = `${step}, ${name(commit)}`;
    const startedAt = performance.now();
    const { report } = await gate(
      await describe({ base: good, head: commit.sha, only, ...(settles && { settles }) }),
    );
    const broken = findBrokenGood(report.verdict);
    if (broken !== null)
      throw new SearchEnd({
        what: `The good commit cannot be measured: ${broken}.`,
        exitCode: EXIT.unmeasured,
      });
    return { report, seconds: (performance.now() - startedAt) / 1000 };
  };
}

/** An error after which no other commit can be measured either. */
class SearchEnd extends UserError {}

function readLeft(place: string): BisectState | null {
  try {
    return readSearch(readFileSync(place, 'utf8'));
  } catch {
    return null; // There is none, or it is of no use.
  }
}

function keep(place: string, state: BisectState): void {
  writeWhole(place, `${JSON.stringify(state)}\n`, 0o600);
}

function describeStart(commits: readonly Commit[], left: BisectState | null): string {
  const merges = commits.filter(({ parents }) => parents.length > 1).length;
  const all = `${counted(commits.length, 'commit')}${merges === 0 ? '' : ` by first parents, ${counted(merges, 'merge')} among them`}`;
  const most = 1 + Math.ceil(Math.log2(commits.length));
  return left === null
    ? `${all}: about ${counted(most, 'run')}`
    : `${all}: the search goes on after ${counted(left.runs.length, 'run')}; \`--reset\` begins anew`;
}

function describeStep({ without, withIt, left }: Standing, runs: readonly Run[]): string {
  const mean = runs.reduce((sum, { seconds }) => sum + seconds, 0) / runs.length;
  const which = `one of ${counted(withIt - without, 'commit')}`;
  return `${which}, about ${counted(left, 'run')} and ${formatSeconds(left * mean)} left`;
}

function name({ sha, subject }: Commit): string {
  return `${sha.slice(0, 10)} ${cut(clean(subject), 40)}`;
}
