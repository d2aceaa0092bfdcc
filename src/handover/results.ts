import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { DEFAULTS } from '../config/schema/values.ts';
import { flatten } from '../forge/foreign.ts';
import { compareText } from '../records/order.ts';
import { type Result, readResult } from './result.ts';
import { type FoundFile, listResultFiles } from './result-files.ts';
import { placeOf, type ResultName, readResultName } from './result-name.ts';
import { MOST_IN_ALL } from './result-size.ts';

export type Collection = {
  /** Results, one for each job of each suite, by suite and job. */
  results: Result[];
  /** Files that were found and not taken, and why, in one line each. */
  problems: string[];
  /** Jobs of which two files arrived, maybe from two jobs: neither can be trusted to be complete. */
  claimed: { suite: string; index: number; name: string }[];
  /** Jobs of this run whose file was refused, as its name tells them; their measurements are unknown. */
  refused: RefusedJob[];
  /** Reasons why suites, or folders that may hold results, are left out, in one line each. */
  leftOut: string[];
};

/** Refused job; `place` as in `placeOf`, `reason` is one line. */
export type RefusedJob = Pick<ResultName, 'suite'> & ResultName['job'] & { reason: string };

/** Workflow run that measured: this one, or the one that a `workflow_run` event is about. */
export type MeasuringRun = { id: string; attempt: number };

export const MOST_SUITES = 32;

/**
 * Collects the result files of a workflow run from a folder. Their authors may be hostile: only regular files
 * with the name of a result are opened, no link is followed, and no content names a path. Files left from
 * another run, such as an old artifact, are not taken. The newest of several attempts of a job is taken. A
 * refused file of this run is a job that cannot pass.
 *
 * @param ids ids of the measuring jobs of the workflow; empty where it does not name them
 * @param expected suites that the workflow names; they are taken before any others
 */
export function collectResults(
  folder: string,
  run: MeasuringRun,
  ids: readonly string[] = [],
  expected: readonly string[] = [],
): Collection {
  const kept = new Map<string, Result>();
  const claimed = new Map<string, Collection['claimed'][number]>();
  const refused = new Map<string, ResultName & { reason: string }>();
  const { files, unreadable } = listResultFiles(folder);
  const problems = [...unreadable];
  const room = { ...MOST_IN_ALL };
  for (const file of byAttempt(files)) {
    const name = flatten(relative(folder, file.path), 200);
    let result: Result;
    try {
      result = readFile(file, run, room);
    } catch (error) {
      const reason = flatten((error as Error).message, 300);
      problems.push(`${name}: ${reason}`);
      const named = readResultName(basename(file.path));
      if (named && isOf(run, named)) keepNewest(refused, { ...named, reason });
      continue;
    }
    const { suite, job } = result;
    const key = `${suite} ${job.id} ${placeOf(job)}`;
    const other = kept.get(key);
    const isAgain = other !== undefined && other.run.attempt !== result.run.attempt;
    if (other && !isSame(other, result) && (!isAgain || isUnnamedCall(job, ids))) {
      problems.push(
        `${name}: a second result of job ${job.index + 1} of ${job.total}, id ${job.id}, of suite ${suite}`,
      );
      claimed.set(key, { suite, index: job.index, name: job.name });
    } else if (!other || other.run.attempt < result.run.attempt) {
      kept.set(key, result);
      // A job of a called workflow that ran again says nothing of another one that looks like it.
      if (ids.length === 0 || ids.includes(job.id)) claimed.delete(key);
    }
  }
  const results = [...kept.values()].sort(
    (a, b) =>
      compareText(a.suite, b.suite) || a.job.index - b.job.index || compareText(a.job.name, b.job.name),
  );
  // A job with a later result is known after all.
  const open = [...refused].filter(([key, { run }]) => !((kept.get(key)?.run.attempt ?? 0) > run.attempt));
  const collection = {
    results,
    problems,
    claimed: [...claimed.values()],
    refused: open.map(([, { suite, job, reason }]) => ({ suite, ...job, reason })),
    leftOut: unreadable,
  };
  return limitSuites(collection, expected.length > 0 ? expected : [DEFAULTS.suite]);
}

/** Sorts files by attempt: two results of one attempt are seen before a later one takes their place. */
function byAttempt(files: readonly FoundFile[]): FoundFile[] {
  const attemptOf = ({ path }: FoundFile) => readResultName(basename(path))?.run.attempt ?? 0;
  return [...files].sort((a, b) => attemptOf(a) - attemptOf(b));
}

/** Reads a file as a result of the run. @throws Error with a one-line reason */
function readFile({ path, refusal }: FoundFile, run: MeasuringRun, room: typeof MOST_IN_ALL): Result {
  if (refusal !== null) throw new Error(refusal);
  if (room.values < 0 || room.findings < 0) throw new Error('the results before it are too large together');
  const result = readResult(readFileSync(path, 'utf8'), room);
  checkOrigin(result, run);
  return result;
}

function isOf(measuring: MeasuringRun, { run }: ResultName): boolean {
  return run.id === measuring.id && run.attempt <= measuring.attempt;
}

function keepNewest<T extends ResultName>(refused: Map<string, T>, one: T): void {
  const key = `${one.suite} ${one.job.id} ${one.job.place}`;
  const other = refused.get(key);
  if (!other || other.run.attempt < one.run.attempt) refused.set(key, one);
}

/**
 * Tells whether a job of a called workflow does not say who called it. Several callers then look alike, and one that was
 * run again would take the place of another one that was not.
 */
function isUnnamedCall({ id, name, total }: Result['job'], ids: readonly string[]): boolean {
  return ids.length > 0 && !ids.includes(id) && name === '' && total === 1;
}

function isSame(a: Result, b: Result): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function checkOrigin({ run, outcome }: Result, measuring: MeasuringRun): void {
  if (run.id !== measuring.id) throw new Error(`of workflow run ${run.id}, not of ${measuring.id}`);
  if (run.attempt > measuring.attempt) {
    throw new Error(`of attempt ${run.attempt}, and this is the result of attempt ${measuring.attempt}`);
  }
  if (outcome.kind !== 'report') return;
  const { code, acceptances, refusals } = outcome.report.verdict;
  // The server is asked for acceptances when a verdict is published, so a result must not bring its own.
  if (code === 'accepted' || acceptances.length > 0 || refusals.length > 0) {
    throw new Error('it says itself that it was accepted, which a measuring job cannot know');
  }
}

/**
 * Limits the number of suites. Each is a comment, and the author of a fork must not flood a pull request, nor push out
 * those that are wanted (`first`).
 */
function limitSuites(collection: Collection, first: readonly string[]): Collection {
  const { results, problems, refused, leftOut } = collection;
  const found = new Set([...results, ...refused].map(({ suite }) => suite));
  const suites = [...new Set([...first.filter((suite) => found.has(suite)), ...[...found].sort()])];
  if (suites.length <= MOST_SUITES) return collection;
  const taken = suites.slice(0, MOST_SUITES);
  const problem = `${suites.length - MOST_SUITES} suites are left out; one run may have ${MOST_SUITES}`;
  return {
    ...collection,
    results: results.filter(({ suite }) => taken.includes(suite)),
    problems: [...problems, problem],
    refused: refused.filter(({ suite }) => taken.includes(suite)),
    leftOut: [...leftOut, problem],
  };
}
