import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../processes/file.ts';
import { removeFolder, removeStale } from '../../processes/folder.ts';
import { explainForeignFile, explainForeignFolder, explainForeignParent } from '../../processes/ownership.ts';
import { findUserFolder } from '../../processes/user-folders.ts';
import type { Progress } from '../../progress.ts';
import { probeK6 } from './version.ts';

/** Reason why one way of getting k6 did not work; the search goes on with the next way. */
export class InstallFailed extends Error {
  override readonly name: string = 'InstallFailed';
}

/** Context of the search for k6 and its installation. */
export type InstallContext = {
  environment: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** Architecture as in `process.arch`. */
  arch: string;
  progress: Progress;
  signal: AbortSignal;
};

const STAGING = '.staging-';

/**
 * Lists the folders in which installed tools are kept, best first: the runner's tool cache (shared by all jobs of a
 * self-hosted runner), then the user's own. The second also serves where the first cannot be written.
 */
export function cacheRoots(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const usual = platform === 'darwin' ? join('Library', 'Caches') : '.cache';
  const own = findUserFolder(environment, 'XDG_CACHE_HOME', usual);
  return [environment.RUNNER_TOOL_CACHE, own].filter(
    (root) => typeof root === 'string' && root !== '',
  ) as string[];
}

/**
 * Finds an installed k6. The layout is that of @actions/tool-cache (`k6/<version>/<arch>` with a marker
 * `<arch>.complete` beside it), so entries that other actions made are found too. An entry without its marker
 * is half-written and not returned.
 *
 * @returns its path, or null
 */
export function findCached(root: string, version: string, arch: string): string | null {
  const folder = entryFolder(root, version, arch);
  const path = join(folder, 'k6');
  const whole = existsSync(`${folder}.complete`) && statSync(path, { throwIfNoEntry: false })?.isFile();
  return whole ? path : null;
}

/**
 * Explains why a k6 that was found is not run: another user may have put it there.
 *
 * @returns null when file and folders are this user's or root's, and nobody else may write there
 */
export function explainDistrust(root: string, version: string, arch: string): string | null {
  const reason = explainFolders(root, version, arch);
  if (reason !== null) return reason;
  const foreign = explainForeignFile(join(entryFolder(root, version, arch), 'k6'));
  return foreign && `${foreign}; ${TRUSTED}`;
}

const TRUSTED = "only what is yours or root's alone is used";

/** Explains why another user may put things into the folders of an entry, those that are there. */
function explainFolders(root: string, version: string, arch: string): string | null {
  const folders = [join(root, 'k6'), join(root, 'k6', version), entryFolder(root, version, arch)];
  const foreign = [
    [root, explainForeignParent(root)] as const,
    ...folders.map((path) => [path, explainForeignFolder(path)] as const),
  ].find(([, reason]) => reason !== null);
  return foreign === undefined ? null : `${foreign[0]}: ${foreign[1]}; ${TRUSTED}`;
}

/**
 * Makes k6 in a folder beside the cache, checks that it runs here, and only then moves it in. The rename
 * replaces the file of an earlier process in one step. Processes that install at once all end with a whole
 * file, and a process that runs the replaced file keeps it.
 *
 * @param make leaves k6 in the folder given, which is empty and our own; returns its path
 * @returns the path in the cache
 * @throws InstallFailed, and what `make` throws
 */
export async function installInCache(
  version: string,
  around: InstallContext,
  make: (folder: string) => Promise<string>,
): Promise<string> {
  const { root, staging } = createStaging(version, around);
  try {
    const binary = await make(staging);
    const probe = await probeK6(binary, around);
    if (probe.kind === 'unusable') throw new InstallFailed(`it gave no usable k6: ${probe.reason}`);
    if (probe.version !== version) {
      throw new InstallFailed(`it gave k6 ${probe.version} instead of ${version}`);
    }
    const folder = entryFolder(root, version, around.arch);
    makeFolder(folder, FOLDER_MODE);
    // Other users may run it, whatever the umask is.
    chmodSync(binary, 0o755);
    const path = join(folder, 'k6');
    renameSync(binary, path);
    writeFileSync(`${folder}.complete`, '');
    return path;
  } finally {
    removeFolder(staging);
  }
}

/** Others may run k6, but not put one there, whatever the umask is. */
const FOLDER_MODE = 0o755;

/** Creates a folder on the cache's own file system, in the first cache that we can write, and no stranger. */
function createStaging(
  version: string,
  { environment, platform, arch }: InstallContext,
): { root: string; staging: string } {
  const refused: string[] = [];
  for (const root of cacheRoots(environment, platform)) {
    const parent = join(root, 'k6');
    try {
      makeFolder(parent, FOLDER_MODE);
      accessSync(parent, constants.W_OK);
      const reason = explainFolders(root, version, arch);
      if (reason !== null) {
        refused.push(reason);
        continue;
      }
      removeStale(parent, STAGING);
      return { root, staging: mkdtempSync(join(parent, STAGING)) };
    } catch (error) {
      refused.push(`${parent} (${(error as NodeJS.ErrnoException).code ?? error})`);
    }
  }
  throw new InstallFailed(`no cache folder can be written: ${refused.join(', ') || 'there is no home'}`);
}

function entryFolder(root: string, version: string, arch: string): string {
  return join(root, 'k6', version, arch);
}
