import type { Config } from '../config/config.ts';
import { readCredentials } from '../forge/forge.ts';
import type { RecordStore } from '../records/store.ts';
import { openRecordStore, readPlace } from '../records/stores/place.ts';

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
