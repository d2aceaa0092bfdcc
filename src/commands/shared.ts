import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { parseDurationWithin } from '../config/language/duration.ts';
import { findConfig } from '../config/read.ts';
import { BUDGET } from '../config/schema/schema.ts';
import { splitNames } from '../config/selection.ts';
import { UserError } from '../errors.ts';
import { readCredentials } from '../forge/forge.ts';
import { explainUnwritable, isFile, writeWhole } from '../processes/file.ts';
import type { RecordStore } from '../records/folder.ts';
import { openRecordStore, readPlace } from '../records/store.ts';
import { findCheckout } from '../revision/checkout.ts';
import { showProgress } from '../terminal/progress.ts';
import { chooseColor, measureWidth } from '../terminal/stream.ts';

/** Options of all commands that measure or plan. `config` absent: the file is searched for. */
export type CommonOptions = { config?: string; only?: string[]; budget?: string };

/** Reads the options that commands share, as a request to the gate. */
export function readCommon({ config, only = [], budget }: CommonOptions, signal: AbortSignal) {
  return {
    configPath: chooseConfigPath(config),
    only: only.flatMap(splitNames),
    budgetSeconds: budget === undefined ? undefined : parseDurationWithin(budget, ...BUDGET),
    environment: process.env,
    progress: showProgress(),
    signal,
  };
}

/** Uses the path of `--config`, or finds the file. If that is not `tailgate.yml` here, standard error says so. */
export function chooseConfigPath(asked: string | undefined): string {
  if (asked !== undefined) return resolve(asked);
  const { path, said } = findConfig(process.cwd());
  if (said !== null) process.stderr.write(`using ${said}\n`);
  return path;
}

/** Opens the records of a suite. @param place value of `--store` @throws UserError if it is empty */
export async function openStore(
  { suite, directory }: Pick<Config, 'suite' | 'directory'>,
  place: string | undefined,
  signal: AbortSignal,
): Promise<RecordStore> {
  const { env: environment } = process;
  const checkout = await findCheckout(directory, environment, signal);
  const around = { suite, checkout, credentials: readCredentials(environment), environment, signal };
  return openRecordStore(readPlace(place, directory), around);
}

/** How standard output is formatted. */
export const chooseStyle = () => ({
  color: chooseColor(process.stdout, process.env),
  width: measureWidth(process.stdout),
});

/** Files for results, by option. `true` is standard output. */
type Places = Record<string, string | true | undefined>;

/** Checks in advance where results go: each into its own file, and none over the configuration. @throws UserError */
export function checkPlaces(configPath: string, places: Places): void {
  const locate = (path: string) => (isFile(path) ? realpathSync(path) : resolve(path));
  const taken = new Set([locate(configPath)]);
  for (const [option, path] of Object.entries(places)) {
    if (typeof path !== 'string') continue;
    const isTaken = taken.has(locate(path));
    const reason = isTaken ? 'it is the configuration, or another option uses it' : explainUnwritable(path);
    if (!path.startsWith('/dev/')) taken.add(locate(path));
    if (reason !== null) throw new UserError({ what: `--${option} cannot write ${path}: ${reason}.` });
  }
}

/** Writes each result that has a file, completely or not at all. @throws the system's error, which is no verdict */
export async function writeResults(
  results: [path: Places[string], render: () => string | Promise<string>][],
): Promise<void> {
  const all = results.map(async ([path, render]) => {
    if (typeof path === 'string') writeWhole(path, `${(await render()).replace(/\n$/, '')}\n`);
  });
  await Promise.allSettled(all);
  await Promise.all(all);
}
