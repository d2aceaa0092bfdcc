import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { throwIfInterrupted, UserError } from '../errors.ts';
import { listDeclared } from '../page/source.ts';
import { writeWhole } from '../processes/file.ts';
import type { Progress } from '../progress.ts';
import type { RunRecord } from '../records/record.ts';
import { nameRecord, type RecordStore } from '../records/store.ts';
import { formatCount } from '../report/format/numbers.ts';
import { STYLE_HASH } from '../report/html/style.ts';
import { writePages } from '../report/site/pages.ts';
import type { SitePage } from '../report/site/parts.ts';
import { writeReportPage, writeRunPage } from '../report/site/run.ts';
import { type Declared, listMetrics, readRun, type SiteRun } from '../report/site/runs.ts';
import { chooseReported, composeTracks } from '../report/site/tracks.ts';
import { counted } from '../report/words/terms.ts';
import { VERSION } from '../version.ts';
import { judgeRecord } from './judgement.ts';
import { readRepository } from './repository.ts';
import { assertOwn, digest, readSiteState, removePages, writeState } from './state.ts';

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

export type SiteResult = { runs: number; fresh: number; pages: number };

/** Records after which it is told how far the reading has come. */
const TOLD = 250;

/**
 * Writes a site from the records of a branch: an overview, a page for each scenario and for each run. Records that an
 * earlier call has read are not read again, and their pages stay. Each file is written whole or not at all, and only
 * our own are replaced or removed.
 *
 * @throws UserError when there is no record, or when the folder holds something else
 */
export async function writeSite(request: SiteRequest): Promise<SiteResult> {
  const { suites, folder, progress, environment, signal } = request;
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UserError({ what: '`--out` takes a folder, and a file is there.', where: folder });
  assertOwn(folder, 'index.html');
  const declared = suites.flatMap(({ config }) => listOf(config));
  const before = readSiteState(folder);
  const basis = digest(JSON.stringify([VERSION, STYLE_HASH, declared, request.repository ?? null]));
  const known = before?.basis === basis ? before.runs : [];
  const { runs, fresh, held } = await readRuns(request, declared, known);
  const branch = chooseBranch(runs, request.branch);
  const shown = runs.filter((run) => run.branch === branch && !run.dirty);
  if (shown.length === 0) throw explainNone(runs, request.branch);

  const commits = [
    ...new Set(shown.flatMap(({ commit }) => (/^[0-9a-f]{40,64}$/.test(commit ?? '') ? commit! : []))),
  ];
  const found = await readRepository(suites[0]!.config.directory, commits, environment, signal);
  const repository = { ...found, url: request.repository ?? found.url };
  progress.phase('looks for change points and draws');
  const tracks = composeTracks(declared, shown, branch);
  const pages = writePages({ tracks, runs: shown, branch, repository });
  const steps = declared.map((step) => ({ step, metrics: listMetrics(step) }));
  const isFresh = new Set(fresh);
  const reported = chooseReported(tracks);
  const were = new Set(known.length > 0 ? before?.reported : []);
  const outdated = shown.filter(
    ({ key, page }) =>
      isFresh.has(key) || reported.has(key) !== were.has(key) || !existsSync(join(folder, page)),
  );
  const write = ({ path, html }: SitePage) => {
    throwIfInterrupted(signal);
    assertOwn(folder, path);
    writeWhole(join(folder, path), html);
  };
  progress.phase(`writes ${counted(pages.length + outdated.length, 'page')}`);
  const due = new Map(outdated.flatMap((run) => (reported.has(run.key) ? [[run.key, run]] : [])));
  const written = await visitRecords(suites, { runs, held }, due, (record, run, config) => {
    const report = judgeRecord(record, config, branch ?? 'the baseline');
    write({ path: run.page, html: writeReportPage(run, report, declared, repository) });
  });
  for (const run of outdated)
    if (!written.has(run.key)) write({ path: run.page, html: writeRunPage(run, steps, repository) });
  for (const page of pages) write(page);
  const files = [...pages.map(({ path }) => path), ...shown.map(({ page }) => page)];
  removePages(folder, before?.files ?? [], new Set(files));
  const isReported = ({ key }: SiteRun) =>
    written.has(key) || (were.has(key) && reported.has(key) && !due.has(key));
  const stay = shown.filter(isReported).map(({ key }) => key);
  writeState(folder, { schemaVersion: 1, basis, runs, files, reported: stay });
  return { runs: shown.length, fresh: outdated.length, pages: files.length };
}

function listOf(config: Config): Declared[] {
  const { steps, searches } = listDeclared(config);
  return [
    ...steps.map(({ scenario, label, work, load, slos }) => ({ scenario, label, work, load, slos })),
    ...searches.map(({ scenario, label, work, slos }) => ({ scenario, label, work, load: null, slos })),
  ].map((one) => ({ suite: config.suite, ...one }));
}

/** Most new records that are held in memory, so that one of them need not be read twice for its report. */
const MOST_HELD = 10;

/** Reads the records that are new, and keeps what is known of those that are still there. `held`: some of the new ones. */
async function readRuns(
  { suites, progress, signal }: SiteRequest,
  declared: readonly Declared[],
  known: readonly SiteRun[],
): Promise<{ runs: SiteRun[]; fresh: string[]; held: Map<string, RunRecord> }> {
  const held = new Map<string, RunRecord>();
  const runs: SiteRun[] = [];
  const fresh: string[] = [];
  for (const { config, store } of suites) {
    progress.phase(`reads records of ${config.suite}`);
    const own = new Map(known.flatMap((run) => (run.suite === config.suite ? [[run.key, run]] : [])));
    const steps = declared.filter(({ suite }) => suite === config.suite);
    const { keys, unreadable } = await store.scan(new Set(own.keys()), (record, key) => {
      throwIfInterrupted(signal);
      const page = `runs/${config.suite}/${nameRecord(record).replace(/\.json$/, '.html')}`;
      own.set(key, readRun({ ...record, suite: config.suite }, steps, { key, page }));
      fresh.push(key);
      if (held.size < MOST_HELD) held.set(key, record);
      if (fresh.length % TOLD === 0) progress.phase(`has read ${formatCount(fresh.length)} records`);
    });
    for (const { name, reason } of unreadable) progress.note(`left out: ${name}: ${reason}`);
    runs.push(...keys.flatMap((key) => own.get(key) ?? []));
  }
  return { runs, fresh, held };
}

/**
 * Visits records, and reads those once more that are not held, as far as they are still there.
 *
 * @returns the keys of those that were visited
 */
async function visitRecords(
  suites: SiteRequest['suites'],
  { runs, held }: { runs: readonly SiteRun[]; held: ReadonlyMap<string, RunRecord> },
  due: ReadonlyMap<string, SiteRun>,
  visit: (record: RunRecord, run: SiteRun, config: Config) => void,
): Promise<Set<string>> {
  const visited = new Set<string>();
  for (const { config, store } of suites) {
    const take = (record: RunRecord, key: string) => {
      const run = due.get(key);
      if (run?.suite !== config.suite || visited.has(key)) return;
      visit({ ...record, suite: config.suite }, run, config);
      visited.add(key);
    };
    for (const [key, record] of held) take(record, key);
    const own = runs.filter(({ suite }) => suite === config.suite).map(({ key }) => key);
    const others = own.filter((key) => !due.has(key) || visited.has(key));
    if (others.length < own.length) await store.scan(new Set(others), take);
  }
  return visited;
}

/** Runs outside git have no branch. */
function chooseBranch(runs: readonly SiteRun[], branch: string): string | null {
  return runs.length > 0 && runs.every((run) => run.branch === null) ? null : branch;
}

function explainNone(runs: readonly SiteRun[], branch: string): UserError {
  const others = [...new Set(runs.flatMap((run) => (run.dirty ? [] : (run.branch ?? []))))].slice(0, 5);
  if (others.length > 0)
    return new UserError({
      what: `There is no record of ${JSON.stringify(branch)} to make a site from.`,
      hint: `Records are there of ${others.map((name) => JSON.stringify(name)).join(', ')}: choose one with \`--branch\`.`,
    });
  return new UserError({
    what:
      runs.length === 0
        ? 'There is no record to make a site from.'
        : 'All records are of work trees with changes that were not committed. A site shows commits.',
    hint: '`tailgate run --record` makes one. Where records are kept in the repository, add `--store git`.',
  });
}
