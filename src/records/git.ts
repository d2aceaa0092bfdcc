import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { hideUsers, redact } from '../processes/environment.ts';
import { type Credentials, encodeLogin, reachServer } from '../revision/authorization.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { bindGit, explain, FETCH, gitEnvironment, IDENTITY } from '../revision/git.ts';
import { createRepository } from '../revision/scratch.ts';
import { startKeeper } from '../services/keeper.ts';
import { WORKSPACE_PREFIX } from '../services/workspace.ts';
import { type RecordStore, readNewest, writeRecord } from './folder.ts';

export type GitStoreOptions = {
  suite: string;
  /** As it was before anything of the repository was started: code under test may change it. */
  checkout: Checkout | NoBase;
  /** The repository's URL, if known without a checkout. Absent: the URL of the checkout's remote. */
  url?: string | undefined;
  credentials: Credentials | null;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

/** Maximum number of pushes: after losing to another writer, it tries again. */
const TRIES = 20;
/** Maximum number of pushes while the reference does not move: then no other writer was faster. */
const TRIES_UNMOVED = 3;
const TIP = 'refs/own/tip';

const HINT =
  'May the token do this: `permissions: contents: write`, or `contents: read` to read (with `mode: measure`, `github-token: ${{ github.token }}`)? A folder can keep records too: `--store .tailgate`, or the input `store` of the action.';

/** Runs git. @returns its output @throws UserError (exit code 3) if it failed, Interrupted */
type Run = (...args: string[]) => Promise<string>;

/**
 * Keeps records in the repository itself: the newest as files of one commit without parents at `refs/tailgate/<suite>`,
 * made anew on each write. A push is refused if the reference has moved since it was read; then the commit is made again
 * from the new one. A kill at any time leaves the reference as it was, or with all the records.
 *
 * @throws UserError if there is no remote. Its methods also throw it (exit code 3) for what the server or the machine
 *   refuses, and Interrupted on abort.
 */
export function openGitStore(options: GitStoreOptions): RecordStore {
  const { suite, checkout, credentials, environment: own, signal } = options;
  const nowhere = { top: tmpdir(), local: [], remote: null };
  const { top, local, remote } = 'kind' in checkout ? nowhere : checkout;
  // Records are written where the checkout fetches from, whatever `pushurl` says.
  const place = options.url ?? remote?.url;
  if (place === undefined) throw new UserError({ what: 'There is no remote to keep records.', hint: HINT });
  const ref = `refs/tailgate/${suite}`;

  /** Makes a repository for one operation; its work tree, `files`, contains only the records. */
  const visit = async <T>(use: (run: Run, files: string) => Promise<T>): Promise<T> => {
    const files = join(own.RUNNER_TEMP || tmpdir(), `${WORKSPACE_PREFIX}${randomUUID()}`);
    // It ends git and its children, and always removes the folder.
    const keeper = startKeeper(files);
    try {
      mkdirSync(files, { recursive: true, mode: 0o700 });
      const { url, environment } = reachServer(place, local, credentials, { ...own, ...keeper.mark });
      const settings = gitEnvironment(environment, [['remote.records.url', url]]);
      // Relative paths, such as that of a remote in a folder, start from the checkout.
      const path = await createRepository(files, bindGit(top, settings, signal));
      // Attributes that somebody put there change no byte, and run no filter.
      writeFileSync(join(path, 'info/attributes'), '* -text -filter -ident -working-tree-encoding\n');
      const places = { GIT_DIR: path, GIT_WORK_TREE: files, LC_ALL: 'C', LANGUAGE: '', ...IDENTITY };
      const git = bindGit(top, { ...settings, ...places }, signal);
      const run: Run = async (...args) => {
        const outcome = await git(args);
        if (outcome.ok) return outcome.stdout;
        const secrets = credentials ? [credentials.token, encodeLogin(credentials.token)] : [];
        // A server may echo what it was sent.
        const what = `The records could not be read or written: ${redact(explain(outcome), secrets)}.`;
        throw new UserError({ what, where: `${ref} of ${hideUsers(url)}`, hint: HINT, exitCode: 3 });
      };
      return await use(run, files);
    } finally {
      await keeper.close();
    }
  };

  /** Brings the newest commit into `files`, without history. @returns its id; empty if there is none */
  const fetch = async (run: Run): Promise<string> => {
    if ((await run('ls-remote', '--', 'records', ref)) === '') return '';
    await run(...FETCH, '--depth=1', '--', 'records', `+${ref}:${TIP}`);
    await run('reset', '--quiet', '--hard', TIP);
    return run('rev-parse', '--verify', `${TIP}^{commit}`);
  };

  return {
    list: (note) =>
      visit(async (run, files) => {
        await fetch(run);
        return readNewest(files, note).newest.map(({ record }) => record);
      }),
    append: (...records) =>
      visit(async (run, files) => {
        for (let tries = 1, unmoved = 0, last: string | null = null; ; tries++) {
          const tip = await fetch(run);
          unmoved = tip === last ? unmoved + 1 : 1;
          last = tip;
          const names = records.map((record) => writeRecord(files, record));
          for (const { name } of readNewest(files, () => {}).older) rmSync(join(files, name));
          await run('add', '--all', '--force');
          const commit = await run('commit-tree', '-m', 'Records of Tailgate', await run('write-tree'));
          try {
            const lease = `--force-with-lease=${ref}:${tip}`;
            await run('push', '--no-verify', lease, '--', 'records', `${commit}:${ref}`);
            return names.map((name) => `${ref}:${name}`);
          } catch (error) {
            if (signal.aborted || unmoved === TRIES_UNMOVED || tries === TRIES) throw error;
          }
          // Writers that lost come one after the other. An abort is thrown by the next call of git.
          await sleep(Math.random() * Math.min(2 ** tries, 16) * 100, undefined, { signal }).catch(() => {});
        }
      }),
  };
}
