import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { UserError } from '../errors.ts';
import type { Config } from './config.ts';
import { DataFault, MOST_DATA_BYTES } from './data.ts';
import { sanitize } from './diagnostics/words.ts';
import { type Need, parseConfig } from './document.ts';
import { DEFAULTS, NAME } from './schema/values.ts';

/** Names of the file, of which a folder may contain one. The first is the default. */
export const CONFIG_NAMES = ['tailgate.yml', 'tailgate.yaml'] as const;
/** Largest file that is read: far larger than any configuration. A larger one was named by mistake. */
const LARGEST_BYTES = 1024 * 1024;

/** Reads and checks the file at a path, which messages show relative to `cwd`. @throws UserError, ConfigError */
export function readConfig(path: string, cwd: string, need?: Need): Config {
  const absolute = resolve(cwd, path);
  const shown = relative(cwd, absolute);
  const shownAs = sanitize(shown === '' || shown.startsWith('../../') ? absolute : shown);
  const directory = dirname(absolute);
  return parseConfig(
    readOwn(absolute, shownAs),
    { path: absolute, directory, shownAs },
    { ...need, checkFile, readText: readDataText },
  );
}

function readOwn(path: string, shownAs: string): string {
  const where = sanitize(path);
  if (!existsSync(path))
    throw new UserError({ what: `There is no ${shownAs}.`, where, hint: '`tailgate init` writes one.' });
  try {
    return readDataText(path, LARGEST_BYTES);
  } catch (cause) {
    const hint = 'Name a UTF-8 text file, such as tailgate.yml.';
    throw new UserError({ what: `${shownAs} cannot be read. ${(cause as DataFault).message}`, where, hint });
  }
}

/** Reads the text of a file. @throws DataFault if it is too large, or not UTF-8 text */
export function readDataText(path: string, most = MOST_DATA_BYTES): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new Error('It is not a file.');
    if (stats.size > most) throw new Error(`It is ${stats.size} bytes long; the limit is ${most}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new DataFault(error instanceof TypeError ? 'It is not UTF-8 text.' : (error as Error).message);
  }
}

/**
 * Finds the configuration for a command without `--config`: in the working directory, or in a folder above it up
 * to the root of the repository, which is the folder with `.git`. If there is none, it is the default one in `cwd`.
 *
 * @returns `said`: the path as a user would write it, if it is not the default
 */
export function findConfig(cwd: string): { path: string; said: string | null } {
  const usual = join(cwd, CONFIG_NAMES[0]);
  const all = listFoldersUp(cwd).flatMap((folder) => CONFIG_NAMES.map((name) => join(folder, name)));
  const path = all.find((one) => existsSync(one)) ?? usual;
  return { path, said: path === usual ? null : relative(cwd, path) };
}

/** Lists the folder and those above it, up to the root of its repository. Outside of one, only the folder. */
function listFoldersUp(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (at === dirname(at)) return [folder];
    folders.push(dirname(at));
  }
  return folders;
}

function checkFile(path: string): string | undefined {
  if (!existsSync(path)) return 'There is no such file.';
  return statSync(path).isFile() ? undefined : 'This is not a regular file.';
}

/** Reads the suite of a configuration, even if it has mistakes: these are then shown with the suite's verdicts. */
export function readSuiteName(text: string): string {
  const { contents } = parseDocument(text, { logLevel: 'silent' });
  const suite = isMap(contents) ? contents.get('suite') : null;
  return typeof suite === 'string' && NAME.test(suite) ? suite : DEFAULTS.suite;
}
