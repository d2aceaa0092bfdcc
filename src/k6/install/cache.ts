import {
  access,
  constants,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** How an installed k6 was checked: against a SHA-256 in Tailgate's source, or the release's own checksums file. */
export type Verified = 'pinned' | 'release-checksums' | 'not-applicable';

/** Where the k6 of a cache entry comes from; written into its `.complete` marker. */
export type Provenance = { source: 'download' | 'go'; from: string; verified: Verified };

/** Why one way of getting k6 did not work; not an end, as the next way is tried. */
export class InstallFailed extends Error {
  override readonly name = 'InstallFailed';
}

export type CacheKey = { version: string; arch: string };

/** A folder on the cache's own file system, so that what is made in it can be renamed into place. */
export type Staging = { root: string; folder: string };

const STAGING = '.staging-';
const STAGING_LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * Folders in which installed tools are kept, best first: the runner's tool cache (shared by all jobs of a
 * self-hosted runner), then the user's own. The second also serves where the first cannot be written.
 */
export function cacheRoots(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  const roots: string[] = [];
  if (environment.RUNNER_TOOL_CACHE) roots.push(environment.RUNNER_TOOL_CACHE);
  const home = environment.HOME || homedir();
  const xdg = environment.XDG_CACHE_HOME;
  // The XDG base directory specification says to ignore relative paths.
  if (xdg && isAbsolute(xdg)) roots.push(join(xdg, 'tailgate'));
  else if (platform === 'darwin') roots.push(join(home, 'Library', 'Caches', 'tailgate'));
  else roots.push(join(home, '.cache', 'tailgate'));
  return roots;
}

/**
 * Looks an installed k6 up. The layout is that of @actions/tool-cache (`k6/<version>/<arch>` with a marker
 * `<arch>.complete` beside it), so entries that other actions made are found too. An entry without its marker is
 * half-written and not returned.
 */
export async function findCached(
  root: string,
  key: CacheKey,
): Promise<{ path: string; verified: Verified } | null> {
  const folder = entryFolder(root, key);
  const path = join(folder, 'k6');
  const marker = await readFile(`${folder}.complete`, 'utf8').catch(() => null);
  const binary = await stat(path).catch(() => null);
  if (marker === null || !binary?.isFile()) return null;
  return { path, verified: readVerified(marker) };
}

/**
 * Makes a fresh folder in the first cache that can be written, and removes those that killed runs left behind.
 *
 * @throws InstallFailed naming every folder that could not be written.
 */
export async function createStaging(roots: string[]): Promise<Staging> {
  const refused: string[] = [];
  for (const root of roots) {
    const parent = join(root, 'k6');
    try {
      await mkdir(parent, { recursive: true });
      await access(parent, constants.W_OK);
      const folder = await mkdtemp(join(parent, STAGING));
      await sweepStaging(parent);
      return { root, folder };
    } catch (error) {
      refused.push(`${parent} (${(error as NodeJS.ErrnoException).code ?? error})`);
    }
  }
  throw new InstallFailed(`no cache folder can be written: ${refused.join(', ')}`);
}

/**
 * Moves a finished binary into the cache and returns its path there. The rename replaces whatever an earlier
 * process left, in one step: processes that install at once all end with a whole file, and one that runs the
 * replaced file keeps it.
 */
export async function storeInCache(
  staging: Staging,
  key: CacheKey,
  binary: string,
  provenance: Provenance,
): Promise<string> {
  const folder = entryFolder(staging.root, key);
  await mkdir(folder, { recursive: true });
  const handle = await open(binary, 'r+');
  try {
    await handle.chmod(0o755);
    // Otherwise the marker could survive a power cut that the binary does not.
    await handle.datasync();
  } finally {
    await handle.close();
  }
  const path = join(folder, 'k6');
  await rename(binary, path);
  const marker = join(staging.folder, 'complete');
  await writeFile(marker, `${JSON.stringify(provenance)}\n`);
  await rename(marker, `${folder}.complete`);
  return path;
}

function entryFolder(root: string, { version, arch }: CacheKey): string {
  return join(root, 'k6', version, arch);
}

/** Markers of other tools are empty: nothing is known of how theirs was checked. */
function readVerified(marker: string): Verified {
  try {
    const { verified } = JSON.parse(marker) as Partial<Provenance>;
    return verified === 'pinned' || verified === 'release-checksums' ? verified : 'not-applicable';
  } catch {
    return 'not-applicable';
  }
}

async function sweepStaging(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(STAGING)) continue;
    const folder = join(parent, name);
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > STAGING_LIFE_MS) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
