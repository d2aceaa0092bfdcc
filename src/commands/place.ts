import { join, resolve } from 'node:path';
import type { StorePlace } from '../baseline/place.ts';
import type { Credentials } from '../revision/authorization.ts';

/**
 * What `--store` says: `git`, `git:BRANCHES` for the branches `BRANCHES/SUITE`, or a folder (`./git` for one of that
 * name).
 *
 * @param directory the configuration's folder, which has the records where nothing is said
 */
export function readPlace(text: string | undefined, directory: string): StorePlace {
  if (text === undefined) return { kind: 'directory', path: join(directory, '.tailgate') };
  if (text === 'git') return { kind: 'git', url: null, branches: null };
  if (text.startsWith('git:')) return { kind: 'git', url: null, branches: text.slice('git:'.length) };
  return { kind: 'directory', path: resolve(text) };
}

/** In a job of a workflow, its token; on a laptop git has the user's own login. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials | null {
  const token = environment.GITHUB_TOKEN || environment.GH_TOKEN;
  const serverUrl = environment.GITHUB_SERVER_URL;
  return environment.CI === 'true' && token && serverUrl ? { token, serverUrl } : null;
}
