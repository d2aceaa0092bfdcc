import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { throwIfInterrupted, UserError } from '../errors.ts';
import { listDeclared } from '../page/source.ts';
import { writeWhole } from '../processes/file.ts';
import type { Progress } from '../progress.ts';
import type { RecordStore } from '../records/folder.ts';
import type { RunRecord } from '../records/record.ts';
import { GENERATOR } from '../report/html/markup.ts';
import { writeSitePage } from '../report/site/overview.ts';
import { composeTracks } from '../report/site/tracks.ts';
import { readRemote } from './repository.ts';

export type SiteRequest = {
  /** Suites, each with the store of its records. */
  suites: readonly { config: Config; store: RecordStore }[];
  /** Absolute path of the folder. */
  folder: string;
  branch: string;
  progress: Progress;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

/** Characters at the beginning of a page in which its origin is stated. */
const HEAD = 400;

/**
 * Writes a site, one page, from the newest records of a branch. It is written completely or not at all, and only over our own.
 *
 * @throws UserError if there is no record, or if the folder contains something else
 */
export async function writeSite(request: SiteRequest): Promise<{ runs: number; path: string }> {
  const { suites, folder, progress, environment, signal } = request;
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UserError({ what: '`--out` takes a folder, but this is a file.', where: folder });
  const path = join(folder, 'index.html');
  const isOwn = () =>
    statSync(path).isFile() && readFileSync(path, 'utf8').slice(0, HEAD).includes(GENERATOR);
  if (existsSync(path) && !isOwn())
    throw new UserError({
      what: 'It contains an index.html that Tailgate did not write. Nothing was changed.',
      where: folder,
      hint: 'Give the site a folder of its own: `--out performance`.',
    });
  const runs = await readRuns(request);
  // Runs outside git have no branch.
  const isOutside = runs.length > 0 && runs.every((run) => run.branch === null);
  const branch = isOutside ? null : request.branch;
  const shown = runs.filter((run) => run.branch === branch && !run.dirty);
  if (shown.length === 0)
    throw new UserError({
      what: `There is no record of a commit of ${JSON.stringify(request.branch)} to make a site from.`,
      hint: '`tailgate run --record` creates one if all changes are committed. `--branch` selects another branch, `--store git` the records in the repository.',
    });
  const url = await readRemote(suites[0]!.config.directory, environment, signal);
  progress.phase('finding change points and drawing');
  const declared = suites.flatMap(({ config }) => {
    const { steps, searches } = listDeclared(config);
    return [...steps, ...searches].map((one) => ({ ...one, suite: config.suite }));
  });
  const tracks = composeTracks(declared, shown, branch);
  writeWhole(path, writeSitePage({ tracks, runs: shown, branch, url }));
  return { runs: shown.length, path };
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
