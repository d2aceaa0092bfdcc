import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { removeFolder, removeStale } from '../../processes/folder.ts';
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
  const home = environment.HOME || homedir();
  const xdg = environment.XDG_CACHE_HOME ?? '';
  const usual = platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  // The XDG base directory specification says to ignore relative paths.
  const own = join(isAbsolute(xdg) ? xdg : usual, 'tailgate');
  return environment.RUNNER_TOOL_CACHE ? [environment.RUNNER_TOOL_CACHE, own] : [own];
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
  const { root, staging } = createStaging(cacheRoots(around.environment, around.platform));
  try {
    const binary = await make(staging);
    const probe = await probeK6(binary, around);
    if (probe.kind === 'unusable') throw new InstallFailed(`it gave no usable k6: ${probe.reason}`);
    if (probe.version !== version) {
      throw new InstallFailed(`it gave k6 ${probe.version} instead of ${version}`);
    }
    const folder = entryFolder(root, version, around.arch);
    mkdirSync(folder, { recursive: true });
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

/** Creates a folder on the cache's own file system, in the first cache that can be written. */
function createStaging(roots: string[]): { root: string; staging: string } {
  const refused: string[] = [];
  for (const root of roots) {
    const parent = join(root, 'k6');
    try {
      mkdirSync(parent, { recursive: true });
      accessSync(parent, constants.W_OK);
      removeStale(parent, STAGING);
      return { root, staging: mkdtempSync(join(parent, STAGING)) };
    } catch (error) {
      refused.push(`${parent} (${(error as NodeJS.ErrnoException).code ?? error})`);
    }
  }
  throw new InstallFailed(`no cache folder can be written: ${refused.join(', ')}`);
}

function entryFolder(root: string, version: string, arch: string): string {
  return join(root, 'k6', version, arch);
}
