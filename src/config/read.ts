import { existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import type { Config } from './config.ts';
import { DataFault, MOST_DATA_BYTES } from './data.ts';
import { nearest } from './diagnostics/words.ts';
import { type Need, parseConfig, SMALLEST_EXAMPLE } from './document.ts';
import { DEFAULTS } from './schema/values.ts';
import type { CheckFile } from './script.ts';

/** Names of the file, of which a folder may have one. The first is the usual one. */
export const CONFIG_NAMES = ['tailgate.yml', 'tailgate.yaml'] as const;
const CONFIG_NAME = /^\.?tailgate\.ya?ml$/i;
/** Largest file that is read: far more than any configuration. A larger one was named by mistake. */
const LARGEST_BYTES = 1024 * 1024;

/**
 * Reads and checks the configuration file.
 *
 * @param path of the file, absolute or relative to `cwd`
 * @param cwd absolute; messages name the file relative to it
 * @param need tells which variables must be there; without it none
 * @throws UserError when the file cannot be read, and the errors of `parseConfig`
 */
export function readConfig(path: string, cwd: string, need?: Omit<Need, 'readText'>): Config {
  const absolute = resolve(cwd, path);
  const shownAs = showPath(absolute, cwd);
  const text = readText(absolute, shownAs, cwd);
  const directory = dirname(absolute);
  return parseConfig(text, { path: absolute, directory, shownAs }, (file) => checkFile(file, directory), {
    ...need,
    readText: readDataText,
  });
}

/** Reads the text of a data file. @throws DataFault for one that is too large, or no UTF-8 text */
export function readDataText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MOST_DATA_BYTES) throw new DataFault(`It has ${size} bytes; ${MOST_DATA_BYTES} are the most.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof DataFault) throw error;
    throw new DataFault(
      error instanceof TypeError ? 'It is not UTF-8 text.' : `It cannot be read: ${messageOf(error)}.`,
    );
  }
}

/**
 * Finds the configuration that a command without `--config` uses: in the working directory, or in a folder above it up
 * to the root of the repository, which is the folder with `.git`.
 *
 * @param cwd absolute
 * @returns its absolute path; the usual one in `cwd` where there is none. `said`: the path as a user would write it,
 *   where it is not the usual one
 * @throws UserError when a folder has it under both names
 */
export function findConfig(cwd: string): { path: string; said: string | null } {
  const usual = join(cwd, CONFIG_NAMES[0]);
  for (const folder of listFoldersUp(cwd)) {
    const [path, other] = CONFIG_NAMES.map((name) => join(folder, name)).filter((one) => existsSync(one));
    if (path === undefined) continue;
    if (other !== undefined) {
      throw new UserError({
        what: `There are both ${showPath(path, cwd)} and ${showPath(other, cwd)}.`,
        where: folder,
        hint: 'Remove one of them, or name one: `--config`, in the action the input `config`.',
      });
    }
    return { path, said: path === usual ? null : relative(cwd, path) };
  }
  return { path: usual, said: null };
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

function readText(path: string, shownAs: string, cwd: string): string {
  const stats = examine(path);
  if (!stats && namesIn(dirname(path)).includes(basename(path))) {
    throw new UserError({
      what: `${shownAs} is a link to a file that is not there.`,
      where: path,
      hint: 'Point it to a file, or remove it.',
    });
  }
  if (!stats) {
    const found = findConfigs(path, cwd);
    throw new UserError({
      what: `There is no ${shownAs}.`,
      where: path,
      detail: found.length === 0 ? SMALLEST_EXAMPLE : undefined,
      hint:
        found.length > 0
          ? `Found nearby: ${found.join(', ')}`
          : '`tailgate init` proposes one; the smallest useful one looks like that above.',
    });
  }
  if (!stats.isFile()) {
    const inside = stats.isDirectory() ? configsIn(path)[0] : undefined;
    throw new UserError({
      what: `${shownAs} is ${stats.isDirectory() ? 'a folder' : 'not a regular file'}.`,
      where: path,
      hint: inside
        ? `Did you mean ${showPath(inside, cwd)}?`
        : 'Name the file itself, for instance tailgate.yml.',
    });
  }
  if (stats.size > LARGEST_BYTES) {
    throw new UserError({
      what: `${shownAs} has ${stats.size} bytes; a configuration has at most ${LARGEST_BYTES}.`,
      where: path,
      hint: 'Is this the right file?',
    });
  }
  return decode(readBytes(path, shownAs), path, shownAs);
}

function readBytes(path: string, shownAs: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new UserError({ what: `${shownAs} cannot be read: ${messageOf(cause)}`, where: path, cause });
  }
}

function decode(bytes: Uint8Array, path: string, shownAs: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    throw new UserError({
      what: `${shownAs} is ${isUtf16 ? 'UTF-16, not UTF-8' : 'not UTF-8 text'}.`,
      where: path,
      hint: 'Save it as UTF-8.',
      cause,
    });
  }
}

function examine(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw new UserError({
      what: `The path cannot be looked at: ${messageOf(cause)}`,
      where: path.replaceAll('\0', '\uFFFD'),
      cause,
    });
  }
}

/** Finds configurations beside the missing one, in the working directory, above it and one level below. */
function findConfigs(path: string, cwd: string): string[] {
  const folders = [dirname(path), cwd];
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) folders.push(dirname(folder));
  const below = namesIn(cwd)
    .filter((name) => name === '.github' || (!name.startsWith('.') && name !== 'node_modules'))
    .map((name) => join(cwd, name));
  const found = [...folders, ...below].flatMap(configsIn);
  return [...new Set(found)].slice(0, 5).map((config) => showPath(config, cwd));
}

function configsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => CONFIG_NAME.test(name))
    .map((name) => join(folder, name));
}

/** Lists the names in a folder; none when it is no folder or may not be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function checkFile(path: string, directory: string): ReturnType<CheckFile> {
  const stats = examine(path);
  if (stats?.isFile()) return undefined;
  if (stats) return { fault: 'folder' };
  const name = basename(path);
  const names = namesIn(dirname(path));
  // A missing extension, `browse` for `browse.js`, is likelier than any typing mistake.
  const near = names.find((other) => basename(other, extname(other)) === name) ?? nearest(name, names);
  return {
    fault: 'missing',
    nearest: near && relative(directory, join(dirname(path), near)),
  };
}

function showPath(path: string, cwd: string): string {
  const shown = relative(cwd, path);
  return shown === '' || shown.startsWith('../../') ? path : shown;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Reads the suite that a configuration seems to name, even if the configuration has mistakes. The mistakes can then
 * be shown where the suite's verdicts are.
 */
export function readSuiteName(text: string): string {
  return text.match(/^suite:[ \t]*(["']?)([a-z][a-z0-9_-]{0,99})\1[ \t]*(?:#.*)?$/m)?.[2] ?? DEFAULTS.suite;
}
