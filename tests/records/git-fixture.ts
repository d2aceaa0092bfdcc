/** Real repositories that records are pushed to. */
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
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
  const { signal } = parts.signal ? { signal: parts.signal } : new AbortController();
  let store: Promise<RecordStore> | null = null;
  const start = async () => {
    const checkout = await findCheckout(clone, environment, signal);
    const own = { ...environment, RUNNER_TEMP: scratch, ...parts.environment };
    return openGitStore({
      suite: 'default',
      checkout,
      credentials: null,
      signal,
      ...parts,
      environment: own,
    });
  };
  const get = () => {
    store ??= start();
    return store;
  };
  return {
    append: async (...records) => (await get()).append(...records),
    list: async (note) => (await get()).list(note),
  };
}

export const REF = 'refs/tailgate/default';

/** File names at the reference, on the server. */
export function listRef(server: string, ref = REF): string[] {
  return git(server, 'ls-tree', '--name-only', ref).split('\n').filter(Boolean);
}

/** Puts files beside the records, as an older or newer program may have. */
export function plant(server: string, files: Record<string, string>, ref = REF): void {
  const feed = (input: string, ...args: string[]) =>
    execFileSync('git', args, { cwd: server, env: environment, input, encoding: 'utf8' }).trim();
  const there = git(server, 'for-each-ref', ref) === '' ? '' : `${git(server, 'ls-tree', ref)}\n`;
  const added = Object.entries(files).map(
    ([name, text]) => `100644 blob ${feed(text, 'hash-object', '-w', '--stdin')}\t${name}\n`,
  );
  const tree = feed(there + added.join(''), 'mktree');
  git(server, 'update-ref', ref, git(server, 'commit-tree', '-m', 'planted', tree));
}

/** Runs the recorder to its end. */
export function record(
  recorder: string,
  clone: string,
  attempt: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [recorder, clone, attempt], { env }, (_, __, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}

export async function buildRecorder(): Promise<string> {
  const outfile = join(makeFolder(), 'recorder.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('recorder.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
    loader: { '.child.js': 'text' },
    logLevel: 'error',
  });
  return outfile;
}

/** What a store has left in its temporary folder. */
export function listLeftovers(scratch: string): string[] {
  return readdirSync(scratch);
}
