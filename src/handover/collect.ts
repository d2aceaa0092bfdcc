import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { EXIT } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import { readRegular } from '../records/folder.ts';
import { nameResult, type Result, readResult } from './result.ts';
import type { Job, SuiteReport } from './suite.ts';

/** Maximum number of results of all attempts of a run; a matrix has at most 256 per attempt. */
const MOST_RESULTS = 1000;

/**
 * Collects what the jobs of a workflow run handed over, one report for each expected suite. A suite is
 * complete with the results of all its jobs, from the newest attempt of each. Anything missing or unexpected
 * is a fault that names it, and lets nothing pass. The files may be an attacker's: only regular ones with the name of a
 * result of this run are opened, no link is followed, and no content names a path.
 *
 * @param run that measured: this one, or the one that a `workflow_run` event is about
 * @param expected suites that the workflow names
 */
export function collectSuites(
  folder: string,
  run: Result['run'],
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
    const jobs = own.map(({ job: { name }, outcome }): Job => ({ name, outcome }));
    return { suite, jobs: [...jobs, ...explain([...findGaps(suite, own), ...problems])], ...around };
  });
}

/**
 * Compares the results of a suite with the jobs that they say there must be: all of one job. They come from one release,
 * since releases may divide a suite among machines differently, and so leave parts out.
 */
function findGaps(suite: string, own: readonly Result[]): string[] {
  const total = Math.max(1, ...own.map(({ job }) => job.total));
  const ids = new Set(own.map(({ job }) => `${job.id} ${job.total}`));
  const releases = new Set(
    own.flatMap(({ outcome }) => (outcome.kind === 'report' ? [outcome.report.record.tailgate] : [])),
  );
  if (own.length === total && ids.size === 1 && releases.size < 2) return [];
  const found = own.map(({ job }) => `${job.id} ${job.index + 1} of ${job.total}`).join(', ') || 'none';
  return [`expected ${total} of ${suite}, of one job and release, found ${found}`];
}

function explain(lines: readonly string[]): Job[] {
  if (lines.length === 0) return [];
  const advice = 'Some results are missing; the logs of the measuring jobs say why. Re-run all jobs.';
  const message = [advice, ...lines.slice(0, 20).map((line) => flatten(line, 300))].join('\n');
  return [{ name: 'results', outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message } }];
}

/** Reads the newest results of a run, by job, and describes in a line each what is wrong with the files. */
function readResults(folder: string, run: Result['run']): { results: Result[]; problems: string[] } {
  const problems: string[] = [];
  const attempt = <T>(path: string, read: () => T[]): T[] => {
    try {
      return read();
    } catch (error) {
      problems.push(`${flatten(relative(folder, path), 200)}: ${(error as Error).message}`);
      return [];
    }
  };
  // Knowing the kind of each entry, no link to a folder is followed.
  const entries = attempt(folder, () => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const isOwn = (name: string) => name.startsWith('tailgate-result.') && name.includes(`.${run.id}-`);
  const paths = entries
    .filter((entry) => entry.isFile() && isOwn(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  if (paths.length > MOST_RESULTS) problems.push(`expected at most ${MOST_RESULTS} results, found more`);
  const all = paths
    .slice(0, MOST_RESULTS)
    .flatMap((path) => attempt(path, () => [readResult(readRegular(path))]))
    .filter(({ run: own }) => own.id === run.id && own.attempt <= run.attempt);
  const keyOf = ({ suite, job }: Result) => `${suite} ${job.id} ${job.index + 1}`;
  // In any attempt: the newer results may come from only one of two jobs.
  const names = all.map(nameResult);
  const again = all.filter((_, i) => names.indexOf(names[i]!) < i).map(keyOf);
  for (const key of again) problems.push(`expected one job or one matrix, found several of ${key}`);
  all.sort((a, b) => a.run.attempt - b.run.attempt);
  const newest = [...new Map(all.map((result) => [keyOf(result), result])).values()];
  return { results: newest.sort((a, b) => a.job.index - b.job.index), problems };
}
