import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { parseDuration } from '../config/language/duration.ts';
import { findConfig } from '../config/read.ts';
import { splitNames } from '../config/selection.ts';
import { EXIT, UserError } from '../errors.ts';
import { readCredentials } from '../forge/forge.ts';
import { explainUnwritable, followLinks, writeWhole } from '../processes/file.ts';
import type { RecordStore } from '../records/folder.ts';
import { openRecordStore, readPlace } from '../records/store.ts';
import { findCheckout } from '../revision/checkout.ts';
import { askGit, bindGit, gitEnvironment } from '../revision/git.ts';
import { showProgress } from '../terminal/progress.ts';
import { chooseColor, measureWidth } from '../terminal/stream.ts';

/** Options of all commands that measure or plan. `config` absent: the file is looked for. */
export type CommonOptions = { config?: string; only?: string[]; budget?: string; verbose?: boolean };

/** Reads the options that commands share, as a request of the gate has them. */
export function readCommon({ config, only = [], budget, verbose }: CommonOptions, signal: AbortSignal) {
  return {
    configPath: chooseConfigPath(config),
    only: only.flatMap(splitNames),
    budgetSeconds: budget === undefined ? undefined : parseDuration(budget),
    environment: process.env,
    progress: showProgress(verbose),
    signal,
  };
}

/** Takes the path of `--config`, or finds the file. One that is not `tailgate.yml` here is said on standard error. */
export function chooseConfigPath(asked: string | undefined): string {
  if (asked !== undefined) return resolve(asked);
  const { path, said } = findConfig(process.cwd());
  if (said !== null) process.stderr.write(`using ${said}\n`);
  return path;
}

/** Opens the records of a suite. @param place value of `--store` @throws UserError for an empty one */
export async function openStore(
  { suite, directory }: Config,
  place: string | undefined,
  signal: AbortSignal,
): Promise<RecordStore> {
  const { env: environment } = process;
  const checkout = await findCheckout(directory, environment, signal);
  const around = { suite, checkout, credentials: readCredentials(environment), environment, signal };
  return openRecordStore(readPlace(place, directory), around);
}

/** How standard output shows something. */
export const chooseStyle = () => ({
  color: chooseColor(process.stdout, process.env),
  width: measureWidth(process.stdout),
});

/** Files for results, by option. `true` is standard output. */
type Places = Record<string, string | true | undefined>;

/** Checks where results go, before they are there. @throws UserError for a place that cannot be written, or is in use */
export async function checkPlaces(places: Places, configPath: string, signal: AbortSignal): Promise<void> {
  const taken = new Set([followLinks(configPath)]);
  for (const [option, path] of Object.entries(places)) {
    if (typeof path !== 'string') continue;
    const unwritable = explainUnwritable(path);
    const file = unwritable === null ? followLinks(path) : resolve(path);
    const git = bindGit(dirname(file), gitEnvironment(process.env), signal);
    const isTracked = existsSync(file) && (await askGit(git, 'ls-files', '--error-unmatch', '--', file));
    const isTaken = taken.has(file) && 'this command reads or writes it already';
    const reason = unwritable ?? (isTaken || (isTracked && 'git tracks it, so it is no result'));
    const hint = 'Name another file.';
    if (reason)
      throw new UserError({ what: `--${option} cannot write its file: ${reason}.`, where: path, hint });
    if (!file.startsWith('/dev/')) taken.add(file);
  }
}

/** Writes each result that has a file, whole or not at all. @throws UserError for those that could not be written */
export async function writeResults(
  results: [path: Places[string], render: () => string | Promise<string>][],
): Promise<void> {
  const failures: string[] = [];
  for (const [path, render] of results) {
    if (typeof path !== 'string') continue;
    try {
      writeWhole(path, `${(await render()).replace(/\n$/, '')}\n`);
    } catch (error) {
      failures.push(`${resolve(path)}: ${(error as Error).message}`);
    }
  }
  const what = 'The run is complete, and a result of it could not be written.';
  if (failures.length > 0)
    throw new UserError({ what, detail: failures.join('\n'), exitCode: EXIT.unmeasured });
}
