/** Real repositories that records are pushed to. */
import { join } from 'node:path';
import type { RecordStore } from '../../src/records/folder.ts';
import { type GitStoreOptions, openGitStore } from '../../src/records/git.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { environment, git, makeFolder, makeRepository } from '../revision/fixture.ts';

/** A bare repository, and a clone of it whose one commit is pushed. */
export function makeProject(): { server: string; clone: string; scratch: string } {
  const clone = makeRepository();
  const server = join(makeFolder(), 'shop.git');
  git(clone, 'clone', '--quiet', '--bare', clone, server);
  git(clone, 'remote', 'add', 'origin', `file://${server}`);
  git(clone, 'fetch', '--quiet', 'origin');
  return { server, clone, scratch: makeFolder() };
}

/** A store whose temporary folders are below `scratch`, and whose checkout is looked at when it is first asked. */
export function open(
  { clone, scratch }: { clone: string; scratch: string },
  parts: Partial<GitStoreOptions> = {},
): RecordStore {
  const { signal = new AbortController().signal } = parts;
  const own = { ...environment, RUNNER_TEMP: scratch, ...parts.environment };
  const around = { suite: 'default', credentials: null, signal, ...parts, environment: own };
  let checkout: ReturnType<typeof findCheckout>;
  const start = async () => {
    checkout ??= findCheckout(clone, environment, signal);
    return openGitStore({ ...around, checkout: await checkout });
  };
  return {
    append: async (...records) => (await start()).append(...records),
    list: async (note) => (await start()).list(note),
  };
}

export const REF = 'refs/tailgate/default';

/** File names at the reference, on the server. */
export const listRef = (server: string) => git(server, 'ls-tree', '--name-only', REF).split('\n');
