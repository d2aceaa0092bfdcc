import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareText } from '../baseline/store.ts';
import { flatten } from './foreign.ts';
import { LARGEST_RESULT, RESULT_NAME, type Result, readResult } from './result.ts';

export type Collection = {
  /** One for each leg of each suite, by suite and leg. */
  results: Result[];
  /** What was found and not taken, and why, in one line each. */
  problems: string[];
  /** Legs that two files of one attempt claim to be, with different contents: neither can be trusted to be all. */
  claimed: { suite: string; index: number; name: string }[];
};

/** The workflow run that measured: this one, or the one that a `workflow_run` event is about. */
export type MeasuringRun = { id: string; attempt: number };

/** One folder for each artifact, as actions/download-artifact lays them out, and one more to be generous. */
const LEVELS = 2;
const MOST_FILES = 256;
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_SUITES = 32;

/**
 * Reads the result files of a workflow run from a folder. Their authors may be hostile: only regular files with a
 * name of ours are opened, no link is followed, and nothing in them names a path. What is left of another run, as an
 * old artifact, is not taken; of several attempts of a leg the newest is.
 */
export function collectResults(folder: string, run: MeasuringRun): Collection {
  const problems: string[] = [];
  const kept = new Map<string, Result>();
  const claimed = new Map<string, Collection['claimed'][number]>();
  for (const path of listFiles(folder, problems)) {
    const name = flatten(relative(folder, path), 200);
    let result: Result;
    try {
      result = readResult(readFileSync(path, 'utf8'));
      checkOrigin(result, run);
    } catch (error) {
      problems.push(`${name}: ${flatten((error as Error).message, 300)}`);
      continue;
    }
    const { suite, leg } = result;
    const key = `${suite} ${placeOf(leg)}`;
    const other = kept.get(key);
    if (other?.run.attempt === result.run.attempt && !isSame(other, result)) {
      problems.push(
        `${name}: a second leg ${leg.index + 1} of suite ${suite}; give each job its own \`leg\``,
      );
      claimed.set(key, { suite, index: leg.index, name: leg.name });
    } else if (!other || other.run.attempt < result.run.attempt) {
      kept.set(key, result);
      claimed.delete(key);
    }
  }
  const results = [...kept.values()].sort(
    (a, b) =>
      compareText(a.suite, b.suite) || a.leg.index - b.leg.index || compareText(a.leg.name, b.leg.name),
  );
  return { ...limitSuites(results, problems), claimed: [...claimed.values()] };
}

/** Runners other than GitHub's do not count the jobs of a matrix; there its values alone tell them apart. */
function placeOf({ name, index, total }: Result['leg']): string {
  return total > 1 ? String(index) : name;
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
  // Whether somebody may accept is asked of the server when a verdict is published.
  if (code === 'accepted' || acceptances.length > 0 || refusals.length > 0) {
    throw new Error('it says itself that it was accepted, which a measuring job cannot know');
  }
}

/** Each suite is a comment: the author of a fork must not be able to flood a pull request with them. */
function limitSuites(results: Result[], problems: string[]): Pick<Collection, 'results' | 'problems'> {
  const suites = [...new Set(results.map(({ suite }) => suite))];
  if (suites.length <= MOST_SUITES) return { results, problems };
  const taken = suites.slice(0, MOST_SUITES);
  problems.push(`${suites.length - MOST_SUITES} suites are left out; one run may have ${MOST_SUITES}`);
  return { results: results.filter(({ suite }) => taken.includes(suite)), problems };
}

/** Paths of the files to open, sorted. */
function listFiles(folder: string, problems: string[]): string[] {
  const found: string[] = [];
  let bytes = 0;
  const visit = (directory: string, levels: number): void => {
    for (const entry of readFolder(directory, problems)) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && levels > 0) visit(path, levels - 1);
      if (!entry.isFile() || !RESULT_NAME.test(entry.name)) continue;
      const { size } = lstatSync(path);
      bytes += size;
      if (size > LARGEST_RESULT) problems.push(`${entry.name}: larger than ${LARGEST_RESULT} bytes`);
      else if (found.length >= MOST_FILES) problems.push(`${entry.name}: more than ${MOST_FILES} results`);
      else if (bytes > MOST_BYTES)
        problems.push(`${entry.name}: more than ${MOST_BYTES} bytes in all results`);
      else found.push(path);
    }
  };
  visit(folder, LEVELS);
  return found;
}

/** Sorted by name; a folder that is not there has no results, which is told as such. */
function readFolder(directory: string, problems: string[]): Dirent[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    problems.push(`no results can be read: ${flatten((error as Error).message, 300)}`);
    return [];
  }
}
