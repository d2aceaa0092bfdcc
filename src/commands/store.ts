import type { Config } from '../config/config.ts';
import type { RecordStore } from '../records/store.ts';
import { openRecordStore, readPlace } from '../records/stores/place.ts';
import type { Credentials } from '../revision/authorization.ts';

/** Opens the records of a suite. @param place value of `--store` @throws UserError for an empty one */
export function openStore(
  { suite, directory }: Config,
  place: string | undefined,
  signal: AbortSignal,
): RecordStore {
  const { env: environment } = process;
  const around = { suite, directory, credentials: readCredentials(environment), environment, signal };
  return openRecordStore(readPlace(place, directory), around);
}

/** The token of a workflow's job; null on a laptop, where git has the user's own login. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials | null {
  const token = environment.GITHUB_TOKEN || environment.GH_TOKEN;
  const serverUrl = environment.GITHUB_SERVER_URL;
  return environment.CI === 'true' && token && serverUrl ? { token, serverUrl } : null;
}
