import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EXIT } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import { readRegular } from '../records/folder.ts';
import { nameResult, type Result, readResult } from './result.ts';
import { mergeShards } from './shards.ts';
import type { Job, SuiteReport } from './suite.ts';

/** Workflow run that measured: this one, or the one that a `workflow_run` event is about. */
type MeasuringRun = { id: string; attempt: number };

/** Most results of all attempts of a run, of which a matrix has 256 at most; and most lines of a fault. */
const MOST_RESULTS = 1000;
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
  const { results, problems } = readResults(folder, run);
  for (const { suite, outcome } of results.filter((one) => !expected.includes(one.suite))) {
    // A mistake in the configuration may hide the name of its suite.
    const mistake = outcome.kind === 'fault' ? `: ${outcome.message}` : '';
    problems.push(`expected no suite ${suite}: name it in \`suites\`${mistake}`);
  }
  return expected.map((suite) => {
    const own = results.filter((result) => result.suite === suite);
    return {
      suite,
      jobs: [...mergeShards(own), ...explain([...findGaps(suite, own), ...problems])],
      ...around,
    };
  });
}

/** Compares the results of a suite with what its jobs say that there must be: all of one job, and of one revision. */
function findGaps(suite: string, own: readonly Result[]): string[] {
  const total = Math.max(1, ...own.map(({ job }) => job.total));
  const isWhole = own.length === total && new Set(own.map(({ job }) => `${job.id} ${job.total}`)).size === 1;
  const found = own.map(({ job }) => `${job.id} ${job.index + 1} of ${job.total}`).join(', ') || 'none';
  // Each release may split a suite in its own way, so a shard of another one may leave parts out.
  const subjectOf = ({ outcome }: Result) => {
    if (outcome.kind === 'fault') return [];
    const { record, baseBranch } = outcome.report;
    return `${record.commit} ${record.tailgate} ${baseBranch}`;
  };
  const isMixed = new Set(own.flatMap(subjectOf)).size > 1;
  return [
    ...(isWhole ? [] : [`expected ${total} of ${suite}, found ${found}`]),
    ...(isMixed ? [`expected one commit, base and release of Tailgate for ${suite}`] : []),
  ];
}

function explain(lines: readonly string[]): Job[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MOST_LINES).map((line) => flatten(line, 300));
  const message = `Not all results are there: the logs of the jobs that measure say why. Re-run all jobs.\n${shown.join('\n')}`;
  return [{ name: 'results', outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message } }];
}

/** Reads the newest results of a run, by job, and says in a line each what is wrong with the files. */
function readResults(folder: string, run: MeasuringRun): { results: Result[]; problems: string[] } {
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
  const isOwn = (name: string) => name.startsWith('tailgate-result.') && name.includes(`.${run.id}-`);
  const paths = entries
    .filter((entry) => entry.isFile() && isOwn(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  if (paths.length > MOST_RESULTS) problems.push(`expected ${MOST_RESULTS} results at most, found more`);
  const all = paths
    .slice(0, MOST_RESULTS)
    .flatMap((path) => attempt(path, () => [readResult(readRegular(path))]))
    .filter(({ run: own }) => own.id === run.id && own.attempt <= run.attempt);
  const keyOf = ({ job }: Result) => `${job.id} ${job.index + 1}`;
  const names = new Set<string>();
  const attempts = new Map<string, number>();
  for (const result of all) {
    // In any attempt: what is newer may be of one of two jobs alone.
    const name = nameResult(result);
    if (names.has(name)) problems.push(`expected one job or one matrix, found several of ${keyOf(result)}`);
    names.add(name);
    attempts.set(keyOf(result), Math.max(result.run.attempt, attempts.get(keyOf(result)) ?? 0));
  }
  const results = all.filter((result) => result.run.attempt === attempts.get(keyOf(result)));
  return { results: results.sort((a, b) => a.job.index - b.job.index), problems };
}
