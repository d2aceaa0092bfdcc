import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { EXIT } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import { LARGEST_RESULT, nameResult, type Result, readResult } from './result.ts';
import { mergeShards } from './shards.ts';
import type { Job, SuiteReport } from './suite.ts';

/** Workflow run that measured: this one, or the one that a `workflow_run` event is about. */
type MeasuringRun = { id: string; attempt: number };

/** Most results of a run, of which a matrix has 256 at most. */
const MOST_RESULTS = 300;
/** Most lines of a fault. */
const MOST_LINES = 20;

/**
 * Collects what the jobs of a workflow run have handed over, one report for each suite that is expected. A suite is
 * whole with the results of all its jobs, of each the newest attempt. What is missing, or arrived and should not have,
 * is a fault that names it, and lets nothing pass. The files may be an attacker's: only regular ones with the name of a
 * result of this run are opened, no link is followed, and no content names a path.
 *
 * @param expected suites that the workflow names
 */
export function collectSuites(
  folder: string,
  run: MeasuringRun,
  expected: readonly string[],
  around: Pick<SuiteReport, 'trust' | 'link'>,
): SuiteReport[] {
  const { results, problems } = readResults(folder, run, expected);
  const mistakes: Job[] = [];
  const strange = new Set<string>();
  for (const { suite, job, outcome } of results) {
    if (expected.includes(suite)) continue;
    // A mistake in a file may hide the name of its suite.
    if (outcome.kind === 'fault') mistakes.push({ name: job.name || job.id, outcome });
    else strange.add(suite);
  }
  for (const suite of strange) problems.push(`expected no suite ${suite}: name it in \`suites\``);
  return expected.map((suite) => {
    const own = results.filter((result) => result.suite === suite);
    const isHidden = own.length === 0 && mistakes.length > 0;
    const lines = [...(isHidden ? [] : findFaults(suite, own)), ...problems];
    return { suite, jobs: [...mergeShards(own), ...mistakes, ...explain(lines)], ...around };
  });
}

/** Compares the results of a suite with what its jobs say that there must be. */
function findFaults(suite: string, own: readonly Result[]): string[] {
  const ids = new Set(own.map(({ job }) => job.id));
  const totals = new Set(own.map(({ job }) => job.total));
  const total = Math.max(1, ...totals);
  const found = own.map(({ job }) => job.index + 1);
  if (ids.size > 1) return [tellSeveral(suite, [...ids].join(', '))];
  if (found.length === total && totals.size === 1) return [];
  return [`expected ${total} of ${suite}, found ${found.join(', ') || 'none'}`];
}

const tellSeveral = (suite: string, ids: string) =>
  `expected one job or one matrix for ${suite}, found several of ${ids}`;

function explain(lines: readonly string[]): Job[] {
  if (lines.length === 0) return [];
  const [first, ...others] = lines.slice(0, MOST_LINES).map((line) => flatten(line, 300));
  const rest = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : [];
  const advice = 'The logs of the jobs that measure say why; then re-run all jobs.';
  const message = [`Not all results are there: ${first}.`, ...others, ...rest, advice].join('\n');
  return [{ name: 'results', outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message } }];
}

/** Reads the newest results of a run, by job, and says in a line each what is wrong with the files. */
function readResults(
  folder: string,
  run: MeasuringRun,
  expected: readonly string[],
): { results: Result[]; problems: string[] } {
  const problems: string[] = [];
  const attempt = <T>(path: string, read: () => T[]): T[] => {
    try {
      return read();
    } catch (error) {
      problems.push(`${flatten(relative(folder, path), 200)}: ${(error as Error).message}`);
      return [];
    }
  };
  // With the kind of each entry no link to a folder is followed.
  const entries = attempt(folder, () => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const found = entries.flatMap((entry) =>
    entry.isFile() ? readName(join(entry.parentPath ?? entry.path, entry.name), run) : [],
  );
  const names = new Set<string>();
  // In any attempt: what is newer may be of one of two jobs alone.
  for (const { path, suite, job } of found)
    if (names.size === names.add(basename(path)).size) problems.push(tellSeveral(suite, job));
  const newest = new Map<string, number>();
  for (const { suite, job, attempt } of found)
    for (const key of [`${suite} ${job}`, job]) newest.set(key, Math.max(attempt, newest.get(key) ?? 0));
  // A later attempt may be without the mistake that made the name of a suite.
  const keyOf = ({ suite, job }: Named) => (expected.includes(suite) ? `${suite} ${job}` : job);
  const paths = found.filter((one) => one.attempt === newest.get(keyOf(one))).map(({ path }) => path);
  if (paths.length > MOST_RESULTS) problems.push(`expected ${MOST_RESULTS} results at most, found more`);
  const results = paths.sort().flatMap((path, index) =>
    attempt(path, () => {
      if (index >= MOST_RESULTS) return [];
      if (lstatSync(path).size > LARGEST_RESULT) throw new Error(`larger than ${LARGEST_RESULT} bytes`);
      const result = readResult(readFileSync(path, 'utf8'));
      if (nameResult(result) !== basename(path)) throw new Error('it is of another job than its name says');
      return [result];
    }),
  );
  return { results: results.sort((a, b) => a.job.index - b.job.index), problems };
}

/** What the name of a file says: its suite, the job with its place in a matrix, and the attempt. */
type Named = { path: string; suite: string; job: string; attempt: number };

/** Reads the name of a result of this run. Other files are left over from an older one, or of a later attempt. */
function readName(path: string, run: MeasuringRun): Named[] {
  const name = /^tailgate-result\.(.+)\.([\w-]+\.\d+)-of-\d+\.(\d{1,20})-(\d{1,6})\.json$/;
  const [, suite = '', job = '', id, attempt] = name.exec(basename(path)) ?? [];
  const isOwn = id === run.id && Number(attempt) <= run.attempt;
  return isOwn ? [{ path, suite, job, attempt: Number(attempt) }] : [];
}
