import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserError } from '../../errors.ts';
import { hideUsers, redact } from '../../processes/environment.ts';
import { removeFolder } from '../../processes/folder.ts';
import { authorize, type Credentials } from '../../revision/authorization.ts';
import { FETCH } from '../../revision/fetch.ts';
import {
  bindGit,
  type Git,
  type GitOutcome,
  type GitSetting,
  IDENTITY,
  ownEnvironment,
} from '../../revision/git.ts';
import { createRepository } from '../../revision/repository.ts';
import { startKeeper } from '../../services/keeper.ts';
import { WORKSPACE_PREFIX } from '../../services/workspace.ts';
import { LARGEST_RECORD } from '../record.ts';
import { type Entry, parseEntries, printEntries } from './entries.ts';
import { isOvertaken, isPassing, nameGitFault } from './faults.ts';
import type { Remote } from './remote.ts';

/** Surroundings of an operation on the records. */
type Around = {
  remote: Remote;
  /** Full name of the reference that holds the records. */
  ref: string;
  credentials: Credentials | null;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
};

type Blob = { id: string; bytes: number; text: string };

/** Bare repository of our own, for one operation on the records. */
export type RecordRepository = {
  /**
   * Fetches the newest commit, with names but without contents if the server can.
   *
   * @returns null where there is none
   */
  fetchTip(): Promise<string | null>;
  listEntries(commit: string): Promise<Entry[]>;
  /**
   * Reads contents by object name; what is larger than a record may be comes as an empty text. Those that are not here
   * yet are fetched in one go.
   */
  readBlobs(ids: readonly string[]): AsyncIterable<Blob>;
  writeBlob(text: string): Promise<string>;
  /** Makes a commit without parents. The server may forget the objects that it does not list. */
  commit(entries: readonly Entry[]): Promise<string>;
  /**
   * Pushes a commit.
   *
   * @returns null when it has landed, git's error when another push seems to have been quicker
   * @throws UserError
   */
  push(commit: string, expected: string | null): Promise<UserError | null>;
};

/** Name of the remote, and of its commit, in our repository. */
const REMOTE = 'records';
const TIP = 'refs/own/tip';

const TIMEOUT_MS = 60_000;

/** Tries of an operation that fails for a passing reason, and the pause between them. */
const TRIES = 3;
const PAUSE_MS = 1000;

/**
 * Options for a repository on this machine. The server side is a child of ours then, and is allowed what hosted servers
 * allow. The command is a constant, and never goes over ssh.
 */
const LOCAL_SERVER =
  '--upload-pack=git -c uploadpack.allowFilter=true -c uploadpack.allowAnySHA1InWant=true upload-pack';

/** Setting that hides the commits that are here: the server would think that their contents are here as well. */
const WISHES = ['-c', 'fetch.negotiationAlgorithm=noop'];

/** Number of blobs that one `cat-file` prints. Records have some 10 to 100 kB, and this many of the largest fit. */
const AT_ONCE = 25;

/**
 * Makes the repository, and removes it on every path. A keeper ends git and its children if this process is killed. The
 * next run removes the folder, which the keeper has noted before it is made.
 */
export async function withRepository<T>(
  around: Around,
  use: (repository: RecordRepository) => Promise<T>,
): Promise<T> {
  const parent = around.environment.RUNNER_TEMP || tmpdir();
  const folder = join(parent, `${WORKSPACE_PREFIX}${randomUUID()}`);
  const keeper = startKeeper(folder);
  try {
    mkdirSync(folder, { mode: 0o700 });
    const environment = { ...around.environment, ...keeper.mark };
    return await use(await openRepository(join(folder, 'records.git'), { ...around, environment }));
  } finally {
    // What git has started may outlive it for a moment, and write there.
    await keeper.close(() => removeFolder(folder));
  }
}

async function openRepository(path: string, around: Around): Promise<RecordRepository> {
  const { remote, ref, credentials, signal } = around;
  const bind = (settings: readonly GitSetting[]): Git => {
    const environment = ownEnvironment(around.environment, [
      [`remote.${REMOTE}.url`, remote.url],
      ...settings,
    ]);
    return bindGit(
      remote.cwd,
      // Git speaks English, since its words are searched. It fetches nothing unasked (git 2.45).
      { ...environment, GIT_DIR: path, LC_ALL: 'C', LANGUAGE: '', GIT_NO_LAZY_FETCH: '1', ...IDENTITY },
      signal,
    );
  };
  const plain = bind(remote.settings);
  await createRepository(path, remote, plain, true);
  const url = (await plain(['ls-remote', '--get-url', REMOTE])).stdout;
  const header = await authorize(url, plain, credentials);
  const git = header === null ? plain : bind([...remote.settings, header]);
  const fetch = [...FETCH, ...(isLocal(url) ? [LOCAL_SERVER] : []), '--filter=blob:none'];
  const where = redact(`${ref} of ${hideUsers(url)}`, listTokens(credentials));

  const fail = (outcome: GitOutcome, doing: 'read' | 'write') =>
    nameGitFault({ ...outcome, stderr: redact(outcome.stderr, listTokens(credentials)) }, doing, where);
  const must = async (doing: 'read' | 'write', ...asked: Parameters<Git>): Promise<string> => {
    const outcome = await git(...asked);
    if (outcome.ok) return outcome.stdout;
    throw fail(outcome, doing);
  };
  const persist = async (...[args, options]: Parameters<Git>): Promise<GitOutcome> => {
    for (let left = TRIES; ; left--) {
      const outcome = await git(args, { timeoutMs: TIMEOUT_MS, ...options });
      if (left === 1 || !isPassing(outcome) || isOvertaken(outcome)) return outcome;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };

  return {
    async fetchTip() {
      for (let left = TRIES; ; left--) {
        const fetched = await persist([...fetch, '--depth=1', '--', REMOTE, `+${ref}:${TIP}`]);
        if (fetched.ok) return must('read', ['rev-parse', '--verify', `${TIP}^{commit}`]);
        // A fetch fails alike for a missing reference and for a server it cannot reach.
        const listed = await persist(['ls-remote', '--', REMOTE, ref]);
        if (listed.ok && listed.stdout === '') return null;
        // The reference may have been made in between.
        if (!listed.ok || left === 1) throw fail(listed.ok ? fetched : listed, 'read');
      }
    },
    async listEntries(commit) {
      return parseEntries(await must('read', ['ls-tree', '-z', commit], { encoding: 'latin1' }));
    },
    async *readBlobs(ids) {
      if (ids.length === 0) return;
      const listed = await must('read', ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
      const here = new Set(listed.split('\n'));
      const missing = [...new Set(ids)].filter((id) => !here.has(id));
      if (missing.length > 0) {
        const asked = { input: listLines(missing) };
        const fetched = await persist([...WISHES, ...fetch, '--stdin', '--', REMOTE], asked);
        if (!fetched.ok) throw fail(fetched, 'read');
      }
      const sizes = await must('read', ['cat-file', '--batch-check'], { input: listLines(ids) });
      const found = [...sizes.matchAll(/^(\w+) \w+ (\d+)$/gm)].map(([, id, size]) => ({
        id: id!,
        bytes: Number(size),
      }));
      yield* found.filter(({ bytes }) => bytes > LARGEST_RECORD).map((one) => ({ ...one, text: '' }));
      const whole = found.filter(({ bytes }) => bytes <= LARGEST_RECORD).map(({ id }) => id);
      for (let first = 0; first < whole.length; first += AT_ONCE) {
        const input = listLines(whole.slice(first, first + AT_ONCE));
        const printed = await must('read', ['cat-file', '--batch'], { input, encoding: 'latin1' });
        yield* parseBatch(printed);
      }
    },
    writeBlob: (text) => must('write', ['hash-object', '-w', '--stdin'], { input: text }),
    async commit(entries) {
      const input = Buffer.from(printEntries(entries), 'latin1');
      const tree = await must('write', ['mktree', '-z', '--missing'], { input });
      return must('write', ['commit-tree', '-m', 'Records of Tailgate', tree]);
    },
    async push(commit, expected) {
      const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
      const args = ['push', '--porcelain', '--no-verify', lease, '--', REMOTE, `${commit}:${ref}`];
      const pushed = await persist(args);
      if (pushed.ok) return null;
      if (isOvertaken(pushed)) return fail(pushed, 'write');
      throw fail(pushed, 'write');
    },
  };
}

/** Tells a path from `host:path`, as git does. */
function isLocal(url: string): boolean {
  return url.startsWith('file://') || !/^[^/]*:/.test(url);
}

function listTokens(credentials: Credentials | null): string[] {
  if (credentials === null) return [];
  const { token } = credentials;
  return [token, Buffer.from(`x-access-token:${token}`).toString('base64')].filter(
    (text) => text.length >= 4,
  );
}

/** Parses objects: name, kind and size in bytes on a line, then the bytes and a line end. */
function* parseBatch(printed: string): Generator<Blob> {
  for (let at = 0; at < printed.length; ) {
    const first = printed.indexOf('\n', at) + 1;
    const [, id, size] = printed.slice(at, first).match(/^(\w+) \w+ (\d+)$/m)!;
    const bytes = Number(size);
    yield { id: id!, bytes, text: Buffer.from(printed.slice(first, first + bytes), 'latin1').toString() };
    at = first + bytes + 1;
  }
}

function listLines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}
