import type { Credentials } from '../revision/authorization.ts';
import { openDirectory } from './directory.ts';
import { openGitStore } from './git.ts';
import type { Store } from './store.ts';

/** Where records are kept. */
export type StorePlace =
  /** `path`: absolute. */
  | { kind: 'directory'; path: string }
  /** `url` and `branches`: see `GitStoreOptions`. */
  | { kind: 'git'; url: string | null; branches: string | null };

/** @throws UserError when there can be no such place */
export function openStore(
  place: StorePlace,
  around: {
    suite: string;
    /** Absolute path of the configuration's folder. */
    directory: string;
    credentials: Credentials | null;
    environment: NodeJS.ProcessEnv;
    signal: AbortSignal;
  },
): Store {
  switch (place.kind) {
    case 'directory':
      return openDirectory(place.path, around.suite);
    case 'git':
      return openGitStore({ ...around, url: place.url, branches: place.branches });
  }
}
