import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { throwIfInterrupted, UserError } from '../errors.ts';
import { listDeclared } from '../page/source.ts';
import { writeWhole } from '../processes/file.ts';
import type { Progress } from '../progress.ts';
import type { RecordStore } from '../records/folder.ts';
import type { RunRecord } from '../records/record.ts';
import { GENERATOR } from '../report/html/markup.ts';
import { writePages } from '../report/site/pages.ts';
import { composeTracks } from '../report/site/tracks.ts';
import { counted } from '../report/words/terms.ts';
import { readRemote } from './repository.ts';

export type SiteRequest = {
  /** Suites, each with the store of its records. */
  suites: readonly { config: Config; store: RecordStore }[];
  /** Absolute path of the folder. */
  folder: string;
  branch: string;
  /** Address of the repository on the web. Absent: that of git's remote. */
  repository?: string;
  progress: Progress;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

/** Characters at the beginning of a page within which it says whose it is. */
const HEAD = 400;

/**
 * Writes a site from the newest records of a branch: an overview, and a page for each scenario. Each file is written
 * whole or not at all, and only our own are replaced or removed.
 *
 * @throws UserError when there is no record, or when the folder holds something else
 */
export async function writeSite(request: SiteRequest): Promise<{ runs: number; pages: number }> {
  const { suites, folder, progress, environment, signal } = request;
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UserError({ what: '`--out` takes a folder, and a file is there.', where: folder });
  assertOwn(folder, 'index.html');
  const runs = await readRuns(request);
  // Runs outside git have no branch.
  const isOutside = runs.length > 0 && runs.every((run) => run.branch === null);
  const branch = isOutside ? null : request.branch;
  const shown = runs.filter((run) => run.branch === branch && !run.dirty);
  if (shown.length === 0) throw explainNone(request.branch);

  const url = request.repository ?? (await readRemote(suites[0]!.config.directory, environment, signal));
  progress.phase('looks for change points and draws');
  const tracks = composeTracks(
    suites.flatMap(({ config }) => {
      const { steps, searches } = listDeclared(config);
      return [...steps, ...searches].map((one) => ({ ...one, suite: config.suite }));
    }),
    shown,
    branch,
  );
  const pages = writePages({ tracks, runs: shown, branch, url });
  progress.phase(`writes ${counted(pages.length, 'page')}`);
  for (const { path } of pages) assertOwn(folder, path);
  for (const { path, html } of pages) {
    throwIfInterrupted(signal);
    writeWhole(join(folder, path), html);
  }
  removePages(folder, new Set(pages.map(({ path }) => path)));
  return { runs: shown.length, pages: pages.length };
}

async function readRuns({ suites, progress, signal }: SiteRequest): Promise<RunRecord[]> {
  const runs: RunRecord[] = [];
  for (const { config, store } of suites) {
    progress.phase(`reads records of ${config.suite}`);
    const records = await store.list((text) => progress.note(text));
    throwIfInterrupted(signal);
    runs.push(...records.map((record) => ({ ...record, suite: config.suite })));
  }
  return runs;
}

/** Checks that a page may be written to a place. @throws UserError where something else is */
function assertOwn(folder: string, path: string): void {
  if (!existsSync(join(folder, path)) || isOwn(join(folder, path))) return;
  throw new UserError({
    what: `There is a ${path} that Tailgate has not written. Nothing was changed.`,
    where: folder,
    hint: 'Name a folder of its own for the site: `--out performance`.',
  });
}

function isOwn(file: string): boolean {
  return statSync(file).isFile() && readFileSync(file, 'utf8').slice(0, HEAD).includes(GENERATOR);
}

/** Removes pages of scenarios that the site has no more, by the mark in them. */
function removePages(folder: string, now: ReadonlySet<string>): void {
  const scenarios = join(folder, 'scenarios');
  if (!existsSync(scenarios)) return;
  for (const name of readdirSync(scenarios, { recursive: true, encoding: 'utf8' })) {
    const path = `scenarios/${name.replaceAll(sep, '/')}`;
    if (path.endsWith('.html') && !now.has(path) && isOwn(join(folder, path))) rmSync(join(folder, path));
  }
}

function explainNone(branch: string): UserError {
  return new UserError({
    what: `There is no record of a commit of ${JSON.stringify(branch)} to make a site from.`,
    hint: '`tailgate run --record` makes one, where all changes are committed. `--branch` names another branch, and `--store git` takes the records in the repository.',
  });
}
