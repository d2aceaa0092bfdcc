import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Finds the folder for Tailgate's own files below the user's caches. Null for a user without a home, such as one of a
 * container. The XDG base directory specification says to ignore a relative `XDG_CACHE_HOME`.
 *
 * @param usual path of the caches in the home
 */
export function findCacheFolder(environment: NodeJS.ProcessEnv, usual: string): string | null {
  const named = environment.XDG_CACHE_HOME ?? '';
  if (isAbsolute(named)) return join(named, 'tailgate');
  try {
    const home = environment.HOME || homedir();
    return isAbsolute(home) ? join(home, usual, 'tailgate') : null;
  } catch {
    return null;
  }
}
