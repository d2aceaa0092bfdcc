import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { throwIfInterrupted, UserError } from '../errors.ts';
import { listDeclared } from '../page/source.ts';
import { writeWhole } from '../processes/file.ts';
import type { Progress } from '../progress.ts';
import type { RunRecord } from '../records/record.ts';
import type { RecordStore } from '../records/store.ts';
import { GENERATOR } from '../report/html/markup.ts';
import { writePages } from '../report/site/pages.ts';
import { composeTracks, type Declared } from '../report/site/tracks.ts';
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

export type SiteResult = { runs: number; pages: number };

/** Characters at the beginning of a page within which it says whose it is. */
const HEAD = 400;

/**
 * Writes a site from the newest records of a branch: an overview, and a page for each scenario. Each file is written
 * whole or not at all, and only our own are replaced or removed.
 *
 * @throws UserError when there is no record, or when the folder holds something else
 */
export async function writeSite(request: SiteRequest): Promise<SiteResult> {
  const { suites, folder, progress, environment, signal } = request;
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UserError({ what: '`--out` takes a folder, and a file is there.', where: folder });
  assertOwn(folder, 'index.html');
  const declared = suites.flatMap(({ config }) => listOf(config));
  const runs = await readRuns(request);
  const branch = chooseBranch(runs, request.branch);
  const shown = runs.filter((run) => run.branch === branch && !run.dirty);
  if (shown.length === 0) throw explainNone(runs, request.branch);

  const { directory } = suites[0]!.config;
  const url = request.repository ?? (await readRemote(directory, environment, signal));
  progress.phase('looks for change points and draws');
  const tracks = composeTracks(declared, shown, branch);
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

function listOf(config: Config): Declared[] {
  const { steps, searches } = listDeclared(config);
  return [
    ...steps.map(({ scenario, label, work, load, slos }) => ({ scenario, label, work, load, slos })),
    ...searches.map(({ scenario, label, work, slos }) => ({ scenario, label, work, load: null, slos })),
  ].map((one) => ({ suite: config.suite, ...one }));
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

/**
 * Checks that a page may be written to a place.
 *
 * @throws UserError where something else is
 */
function assertOwn(folder: string, path: string): void {
  const file = join(folder, path);
  if (!existsSync(file) || isOwn(file)) return;
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
    const file = join(scenarios, name);
    if (
      /^[^/\\]+[/\\][^/\\]+\.html$/.test(name) &&
      !now.has(`scenarios/${name.replace('\\', '/')}`) &&
      isOwn(file)
    )
      rmSync(file);
  }
}

/** Runs outside git have no branch. */
function chooseBranch(runs: readonly RunRecord[], branch: string): string | null {
  return runs.length > 0 && runs.every((run) => run.branch === null) ? null : branch;
}

function explainNone(runs: readonly RunRecord[], branch: string): UserError {
  const others = [...new Set(runs.flatMap((run) => (run.dirty ? [] : (run.branch ?? []))))].slice(0, 5);
  return new UserError({
    what: `There is no record of a commit of ${JSON.stringify(branch)} to make a site from.`,
    hint:
      others.length > 0
        ? `Records are there of ${others.map((name) => JSON.stringify(name)).join(', ')}: choose one with \`--branch\`.`
        : '`tailgate run --record` makes one, where all changes are committed. Where records are kept in the repository, add `--store git`.',
  });
}
