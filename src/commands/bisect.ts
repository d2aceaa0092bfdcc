import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { nameCommit, runSearch, type Searching } from '../bisect/course.ts';
import type { BisectResult } from '../bisect/result.ts';
import { type BisectQuestion, type BisectState, readSearch } from '../bisect/state.ts';
import { parseDuration } from '../config/language/duration.ts';
import { readConfig } from '../config/read.ts';
import { selectScenarios } from '../config/selection.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { gate } from '../gate/gate.ts';
import { childEnvironment } from '../processes/environment.ts';
import { writeWhole } from '../processes/file.ts';
import { findLock, takeLock } from '../processes/lock.ts';
import type { Progress } from '../progress.ts';
import { listWorkFiles, readWorkFile } from '../records/work-files.ts';
import { counted } from '../report/words/terms.ts';
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

const EXITS: Record<BisectResult['result'], ExitCode> = {
  commit: EXIT.failed,
  range: EXIT.failed,
  none: EXIT.pass,
  undecided: EXIT.unmeasured,
};

/** Arguments as they were given. */
type Names = { good?: string; bad?: string; scenario?: string };

/**
 * `tailgate bisect GOOD BAD`: finds the commit of a slowdown. Each run compares a commit with the good one. What was
 * measured is kept in the git folder, so that a search that was left goes on where it was.
 *
 * @returns 0 where there surely is no slowdown, 1 where one was found, 3 where that is not decided
 * @throws UserError (exit code 3) where the two cannot be compared, Interrupted
 */
export async function bisect(names: Names, options: BisectOptions, signal: AbortSignal): Promise<ExitCode> {
  const configPath = chooseConfigPath(options.config);
  await checkPlaces({ json: options.json }, [configPath], signal);
  const checkout = await needCheckout(configPath, signal);
  const place = join(checkout.gitFolder, 'tailgate-bisect.json');
  const progress = showProgress(options);
  // Another search here would overwrite what this one keeps.
  const free = await takeLock(progress, signal, findLock(`tailgate-bisect-${digest(place).slice(0, 16)}`));
  let isKept = false;
  try {
    if (options.reset) rmSync(place, { force: true });
    if (options.reset && names.good === undefined) return EXIT.pass;
    const left = readLeft(place);
    const question = await ask(names, left, { configPath, checkout, budget: options.budget });
    const kept = isDeepStrictEqual(left?.question, question) ? left : null;
    const commits = await listRange(checkout, question);
    progress.note(describeStart(commits, kept, left !== null));
    const measure = await prepareRuns(question, { configPath, checkout, progress }, signal);
    const keep = (state: BisectState) => {
      writeWhole(place, `${JSON.stringify(state)}\n`, 0o600);
      isKept = true;
    };
    isKept = kept !== null;
    const check = () => checkConfig(configPath, question);
    const { document, text } = await runSearch(
      { question, commits, check, keep, note: progress.note, measure },
      kept,
    );
    const json = () => JSON.stringify(document, null, 2);
    process.stdout.write(`${options.json === true ? json() : text}\n`);
    await writeResults([[options.json, json]]);
    rmSync(place, { force: true });
    return EXITS[document.result];
  } catch (error) {
    if (error instanceof UserError && isKept)
      process.stderr.write('What was measured is kept: `tailgate bisect` goes on.\n');
    throw error;
  } finally {
    free();
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
  const config = digestLoad(configPath);
  const budgetSeconds = budget === undefined ? null : parseDuration(budget);
  if (good === undefined || bad === undefined) {
    if (good === undefined && left !== null)
      return { ...left.question, config, budgetSeconds: budgetSeconds ?? left.question.budgetSeconds };
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
    budgetSeconds,
    config,
  };
}

/** Runs of two configurations say nothing together. @throws UserError where it was changed or removed meanwhile */
function checkConfig(path: string, { config }: BisectQuestion): void {
  let now: string | null = null;
  try {
    now = digestLoad(path);
  } catch (error) {
    // It has a mistake now, or one of its files is gone.
    if (!(error instanceof UserError)) throw error;
  }
  if (now === config) return;
  throw new UserError({
    what: 'The configuration, or a script or data file of it, was changed while the search went on.',
    where: path,
    hint: 'Put it back and run `tailgate bisect` to go on, or begin anew with `tailgate bisect GOOD BAD`.',
  });
}

/**
 * Makes a digest of the configuration and of the files of its load, which all runs read from the checkout.
 *
 * @throws UserError for a configuration that cannot be read
 */
function digestLoad(path: string): string {
  const { scenarios } = readConfig(path, process.cwd());
  const files = [path, ...scenarios.flatMap(({ work }) => listWorkFiles(work))];
  return digest(files.map((file) => digest(readWorkFile(file) ?? '')).join(' '));
}

function digest(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
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
    told = `${step}, ${nameCommit(commit)}`;
    const startedAt = performance.now();
    const { report } = await gate(
      await describe({ base: good, head: commit.sha, only, ...(settles && { settles }) }),
    );
    return { report, seconds: (performance.now() - startedAt) / 1000 };
  };
}

function readLeft(place: string): BisectState | null {
  try {
    return readSearch(readFileSync(place, 'utf8'));
  } catch {
    return null; // There is none, or it is of no use.
  }
}

function describeStart(commits: readonly Commit[], kept: BisectState | null, isLeft: boolean): string {
  const merges = commits.filter(({ parents }) => parents.length > 1).length;
  const all = `${counted(commits.length, 'commit')}${merges === 0 ? '' : ` by first parents, ${counted(merges, 'merge')} among them`}`;
  const most = 1 + Math.ceil(Math.log2(commits.length));
  const anew = isLeft
    ? '; the search that was left had another range, budget, configuration, script or data file'
    : '';
  return kept === null
    ? `${all}: about ${counted(most, 'run')}${anew}`
    : `${all}: the search goes on after ${counted(kept.runs.length, 'run')}; \`--reset\` begins anew`;
}
