import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.ts';
import { hideUsers, redact } from '../../processes/environment.ts';
import { type Credentials, encodeLogin, reachServer } from '../../revision/authorization.ts';
import { type Checkout, findCheckout } from '../../revision/checkout.ts';
import { bindGit, explain, FETCH, type GitOutcome, gitEnvironment, IDENTITY } from '../../revision/git.ts';
import { createRepository } from '../../revision/scratch.ts';
import { startKeeper } from '../../services/keeper.ts';
import { WORKSPACE_PREFIX } from '../../services/workspace.ts';
import { NEWEST_RECORDS, type RecordStore } from '../store.ts';
import { listNewest, readFolder, writeRecord } from './directory.ts';

export type GitStoreOptions = {
  suite: string;
  /** Absolute path of a folder in the repository's work tree; any folder when `url` is given. */
  directory: string;
  /** The repository's URL, where it is known without a checkout. Null: the URL of the checkout's remote. */
  url: string | null;
  credentials: Credentials | null;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

/** Where records are pushed to, and the checkout that says how. */
type Remote = Pick<Checkout, 'top' | 'format' | 'local'> & { url: string };

/** Most writers at once: whoever loses tries again, and each time another one has won. */
const MOST_WRITERS = 20;
/** Tries of a request, and of a push while the reference does not move: then nobody was quicker. */
const TRIES = 3;
const PAUSE_MS = 1000;
/** Longest time of a request (ms). */
const TIMEOUT_MS = 60_000;
const TIP = 'refs/own/tip';

const INSTEAD = 'A folder keeps records as well: `--store .tailgate`, in the action the input `store`.';
const HINT = `Is the server there? May the token do this: \`permissions: contents: write\`, to read \`contents: read\`? (Runs of forks never write; \`mode: measure\` reads with \`github-token: \${{ github.token }}\` alone.) Is the disk full, or does a rule or hook of the server refuse references such as this? ${INSTEAD}`;

/**
 * Keeps records in the repository itself: the newest as files of one commit without parents at `refs/tailgate/<suite>`,
 * made anew on each write. A push is refused when the reference has moved since it was read, and the commit is made again
 * from the new one. A kill at any time leaves the reference as it was, or with all the records.
 *
 * Its methods throw UserError (exit code 3) for what the server or the machine refuses, Interrupted on abort.
 */
export function openGitStore(options: GitStoreOptions): RecordStore {
  const ref = `refs/tailgate/${options.suite}`;
  let remote: Promise<Remote> | null = null;
  const visit = async <T>(use: (repository: Repository) => Promise<T>): Promise<T> => {
    // The remote is looked up once. A run does it before it starts anything of the repository.
    remote ??= findRemote(options);
    return withRepository(await remote, ref, options, use);
  };
  return {
    list: (note) =>
      visit(async ({ files, fetch }) => {
        await fetch();
        return listNewest(files, note);
      }),
    append: (...records) =>
      visit(async ({ files, fetch, push, make, check }) => {
        let unmoved = 0;
        for (let lost = 1, last: string | null = ''; ; lost++) {
          const tip = await fetch();
          unmoved = tip === last ? unmoved + 1 : 0;
          last = tip;
          const names = records.map((record) => writeRecord(files, record));
          const old = readFolder(files, () => {}).slice(0, -NEWEST_RECORDS);
          for (const { name } of old) rmSync(join(files, name));
          await make('add', '--all', '--force', '.');
          const commit = await make('commit-tree', '-m', 'Records of Tailgate', await make('write-tree'));
          const pushed = await push(`--force-with-lease=${ref}:${tip ?? ''}`, `${commit}:${ref}`);
          if (pushed.ok) return names.map((name) => `${ref}:${name}`);
          if (pushed.timedOut || unmoved === TRIES || lost === MOST_WRITERS) check(pushed);
          // Writers that lost come one after the other rather than all at once.
          await pause(Math.random() * Math.min(2 ** lost, 16) * 100, options.signal);
        }
      }),
  };
}

/** Waits until an abort at the longest: the next call of git throws then. */
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

/** Finds where records are pushed to. Code under test may change the checkout later, to no effect. @throws UserError */
async function findRemote({ directory, url, environment, signal }: GitStoreOptions): Promise<Remote> {
  const checkout = await findCheckout(directory, environment, signal);
  const isCheckout = !('kind' in checkout);
  // Records are written where the checkout fetches from, whatever `pushurl` says.
  const found = url ?? (isCheckout ? checkout.remote?.url : undefined);
  if (found !== undefined)
    return { ...(isCheckout ? checkout : { top: directory, format: 'sha1', local: [] }), url: found };
  const { message, hint = INSTEAD } = isCheckout ? { message: 'the repository has no remote.' } : checkout;
  throw new UserError({ what: `There is nowhere to keep records: ${message}`, where: directory, hint });
}

/** A repository of our own, for one operation on the records, with a folder of their files. */
type Repository = {
  files: string;
  /** Runs git in it. @returns its output @throws UserError where it failed */
  make(...args: string[]): Promise<string>;
  /** Brings the newest commit into `files`, without history. @returns its id; null where there is none */
  fetch(): Promise<string | null>;
  push(lease: string, refspec: string): Promise<GitOutcome>;
  check(outcome: GitOutcome): string;
};

/** Makes the repository. A keeper ends git and its children, and removes the repository, on every path. */
async function withRepository<T>(
  remote: Remote,
  ref: string,
  { environment: own, credentials, signal }: GitStoreOptions,
  use: (repository: Repository) => Promise<T>,
): Promise<T> {
  const folder = join(own.RUNNER_TEMP || tmpdir(), `${WORKSPACE_PREFIX}${randomUUID()}`);
  const [path, files] = [join(folder, 'records.git'), join(folder, 'files')];
  const keeper = startKeeper(folder);
  try {
    mkdirSync(files, { recursive: true, mode: 0o700 });
    const marked = { ...own, ...keeper.mark };
    const { url, environment } = reachServer(remote.url, remote.local, credentials, marked);
    const settings = gitEnvironment(environment, [
      ['remote.records.url', url],
      // Somebody may have put links there, which are files then.
      ['core.symlinks', 'false'],
    ]);
    const places = { GIT_DIR: path, LC_ALL: 'C', LANGUAGE: '', ...IDENTITY };
    // Relative paths, as of a remote in a folder, start from the checkout.
    const atTop = bindGit(remote.top, { ...settings, ...places }, signal);
    await createRepository(path, remote, atTop, true);
    // Nor do attributes that somebody has put there change a byte, or run a filter.
    writeFileSync(join(path, 'info/attributes'), '* -text -filter -ident -working-tree-encoding\n');
    const git = bindGit(files, { ...settings, ...places, GIT_WORK_TREE: files }, signal);
    const secrets = credentials ? [credentials.token, encodeLogin(credentials.token)] : [];
    const check = (outcome: GitOutcome) => {
      if (outcome.ok) return outcome.stdout;
      throw new UserError({
        // A server may echo what it was sent.
        what: `The records could not be read or written: ${redact(explain(outcome), secrets)}.`,
        where: `${ref} of ${hideUsers(url)}`,
        hint: HINT,
        exitCode: 3,
      });
    };
    const make = async (...args: string[]) => check(await git(args));
    const ask = async (...args: string[]) => {
      for (let left = TRIES - 1; ; left--) {
        const outcome = await atTop(args, { timeoutMs: TIMEOUT_MS });
        if (outcome.ok || outcome.timedOut || left === 0) return check(outcome);
        await pause(PAUSE_MS, signal);
      }
    };
    const fetch = async () => {
      const refs = await ask('ls-remote', '--', 'records', ref);
      if (!refs.split('\n').some((line) => line.endsWith(`\t${ref}`))) return null;
      await ask(...FETCH, '--depth=1', '--', 'records', `+${ref}:${TIP}`);
      await make('reset', '--quiet', '--hard', TIP);
      return make('rev-parse', '--verify', `${TIP}^{commit}`);
    };
    const push = (lease: string, refspec: string) =>
      atTop(['push', '--no-verify', lease, '--', 'records', refspec], { timeoutMs: TIMEOUT_MS });
    return await use({ files, make, fetch, push, check });
  } finally {
    await keeper.close();
  }
}
