import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../errors.ts';
import { hideUsers, redact } from '../../processes/environment.ts';
import { type Credentials, encodeLogin, reachServer } from '../../revision/authorization.ts';
import { type Checkout, findCheckout, type NoBase } from '../../revision/checkout.ts';
import {
  bindGit,
  explain,
  FETCH,
  type Git,
  type GitOutcome,
  gitEnvironment,
  IDENTITY,
} from '../../revision/git.ts';
import { createRepository } from '../../revision/repository.ts';
import { startKeeper } from '../../services/keeper.ts';
import { WORKSPACE_PREFIX } from '../../services/workspace.ts';
import { assertSize, LARGEST_RECORD, type RunRecord } from '../record.ts';
import {
  addRecord,
  finishListing,
  type Listing,
  NEWEST_RECORDS,
  nameRecord,
  type RecordStore,
} from '../store.ts';

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

/** Line of a git tree. `name` is in Latin-1, which keeps file names of any encoding unchanged. */
type Entry = { mode: string; type: string; id: string; bytes: number; name: string };

/** Most writers at once: whoever loses tries again, and each time another one has won. */
const MOST_WRITERS = 20;
/** Lost pushes in a row while the reference does not move: then nobody was quicker, and the server refuses. */
const MOST_UNMOVED = 3;
/** Tries of a request that fails for a passing reason, the pause between them, and its longest time (ms). */
const TRIES = 3;
const PAUSE_MS = 1000;
const TIMEOUT_MS = 60_000;
/** Records that one `cat-file` prints, so that this many of the largest fit. */
const AT_ONCE = 25;
const TIP = 'refs/own/tip';

const PASSING =
  /error: (429|5\d\d)|HTTP (429|5\d\d)|RPC failed|early EOF|disconnect|Connection (reset|refused|timed out)|Recv failure|Send failure/i;
/** What git says before it sends anything, and what servers say that find the reference locked or moved. */
const OVERTAKEN =
  /stale info|cannot lock ref|failed to lock|failed to update ref|incorrect old value|already exists|fetch first|non-fast-forward|reference changed/i;
const FORBIDDEN =
  /error: 40[134]|Permission to .{0,200} denied|Write access to repository not granted|not allowed to push|could not read|Authentication failed|Permission denied \(/i;

const INSTEAD = 'A folder keeps records as well: `--store .tailgate`, in the action the input `store`.';
const HINTS = {
  read: `Is the server there, and may the token read the repository (\`permissions: contents: read\`)? A step with \`mode: measure\` that compares with records needs \`github-token: \${{ github.token }}\`. ${INSTEAD}`,
  write: `Is the disk full, or does a rule or hook of the server refuse references such as this? ${INSTEAD}`,
  forbidden: `The token may not write: give the job \`permissions: contents: write\`. Runs of forks never may. ${INSTEAD}`,
};

/**
 * Keeps records in the repository itself: the newest in one commit without parents at `refs/tailgate/<suite>`, made anew on
 * each write. A push is refused when the reference has moved since it was read, and the commit is made again from the new
 * one. A kill at any time leaves the reference as it was, or with all the records.
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
    append: (...records) =>
      visit(async (repository) => {
        const { run, check } = repository;
        const own: Entry[] = [];
        for (const record of records) {
          const input = `${JSON.stringify(record)}\n`;
          const id = await run('write', ['hash-object', '-w', '--stdin'], { input });
          own.push({ mode: '100644', type: 'blob', id, bytes: input.length, name: nameEntry(record) });
        }
        let unmoved = 0;
        for (let lost = 1, last: string | null = ''; ; lost++) {
          const { tip, entries } = await fetchEntries(repository, ref);
          unmoved = tip === last ? unmoved + 1 : 0;
          last = tip;
          const input = Buffer.from(addTo(entries, own).map(printEntry).join(''), 'latin1');
          const tree = await run('write', ['mktree', '-z'], { input });
          const commit = await run('write', ['commit-tree', '-m', 'Records of Tailgate', tree]);
          const lease = `--force-with-lease=${ref}:${tip ?? ''}`;
          const push = ['push', '--porcelain', '--no-verify', lease, '--', 'records', `${commit}:${ref}`];
          const pushed = await repository.try(push);
          if (pushed.ok) return own.map(({ name }) => `${ref}:${name}`);
          const isOvertaken = OVERTAKEN.test(`${pushed.stdout}\n${pushed.stderr}`);
          if (!isOvertaken || unmoved === MOST_UNMOVED || lost === MOST_WRITERS) check(pushed, 'write');
          // Writers that lost come one after the other rather than all at once.
          await pause(Math.random() * Math.min(2 ** lost, 16) * 100, options.signal);
        }
      }),
    list: () =>
      visit(async (repository) => {
        const listing: Listing = { records: [], unreadable: [] };
        const { entries } = await fetchEntries(repository, ref);
        const stored = pickNewest(entries.filter(isRecord));
        for (let first = 0; first < stored.length; first += AT_ONCE) {
          const some = stored.slice(first, first + AT_ONCE);
          const input = some.flatMap(({ id, bytes }) => (bytes > LARGEST_RECORD ? [] : `${id}\n`)).join('');
          const printed = await repository.run('read', ['cat-file', '--batch'], {
            input,
            encoding: 'latin1',
          });
          let at = 0;
          // Name, kind and size of an object on a line, then its bytes and a line end.
          const take = (bytes: number) => {
            assertSize(bytes);
            const start = printed.indexOf('\n', at) + 1;
            at = start + bytes + 1;
            return Buffer.from(printed.slice(start, start + bytes), 'latin1').toString();
          };
          for (const { name, bytes } of some)
            addRecord(listing, Buffer.from(name, 'latin1').toString(), () => take(bytes));
        }
        return finishListing(listing);
      }),
  };
}

/** Waits until an abort at the longest: the next call of git throws then. */
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

/** Format of names: times of commit and measurement in UTC, so that they sort by them, then the name of the record. */
const STAMP = /^\d{8}T\d{9}Z-\d{8}T\d{9}Z-(?=.+\.json$)/;

function nameEntry(record: RunRecord): string {
  const measured = stamp(record.recordedAt) ?? '00000000T000000000Z';
  return `${stamp(record.commitTime) ?? measured}-${measured}-${nameRecord(record)}`;
}

function stamp(time: string | null): string | null {
  const ms = Date.parse(time ?? '');
  // Years with more than four digits have a sign, and would not sort.
  return ms >= 0 && ms < 253_402_300_800_000 ? new Date(ms).toISOString().replace(/[-:.]/g, '') : null;
}

/** A README or a folder that somebody put beside the records is none. */
const isRecord = ({ type, name }: Entry) => type === 'blob' && name.endsWith('.json');

const pickNewest = (records: readonly Entry[]) =>
  [...records].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(-NEWEST_RECORDS);

const printEntry = ({ mode, type, id, name }: Entry) => `${mode} ${type} ${id}\t${name}\0`;

/** Adds records to those that are there, in place of those of the same name, and lets go of the oldest. */
function addTo(entries: readonly Entry[], own: readonly Entry[]): Entry[] {
  const nameOf = ({ name }: Entry) => name.replace(STAMP, '');
  const names = new Set(own.map(nameOf));
  const kept = entries.filter((entry) => isRecord(entry) && !names.has(nameOf(entry)));
  return [...entries.filter((entry) => !isRecord(entry)), ...pickNewest([...kept, ...own])];
}

/** Finds where records are pushed to. Code under test may change the checkout later, to no effect. @throws UserError */
async function findRemote({ directory, url, environment, signal }: GitStoreOptions): Promise<Remote> {
  const checkout = await findCheckout(directory, environment, signal);
  if (!('kind' in checkout)) {
    // Records are written where the checkout fetches from, whatever `pushurl` says.
    const found = url ?? checkout.remote?.url;
    if (found !== undefined) return { ...checkout, url: found };
  } else if (url !== null) return { url, top: directory, format: 'sha1', local: [] };
  const refused: Partial<NoBase> = 'kind' in checkout ? checkout : {};
  const { message = 'the repository has no remote.', hint = INSTEAD } = refused;
  throw new UserError({ what: `There is nowhere to keep records: ${message}`, where: directory, hint });
}

type Doing = 'read' | 'write';

/** Bare repository of our own, for one operation on the records. Its remote is `records`. */
type Repository = {
  /** Runs git, up to three times where the connection breaks. */
  try(...asked: Parameters<Git>): Promise<GitOutcome>;
  /** @returns the output @throws UserError where it failed */
  check(outcome: GitOutcome, doing: Doing): string;
  /** Both. */
  run(doing: Doing, ...asked: Parameters<Git>): Promise<string>;
};

/** Makes the repository. A keeper ends git and its children, and removes the repository, on every path. */
async function withRepository<T>(
  remote: Remote,
  ref: string,
  { environment: own, credentials, signal }: GitStoreOptions,
  use: (repository: Repository) => Promise<T>,
): Promise<T> {
  const folder = join(own.RUNNER_TEMP || tmpdir(), `${WORKSPACE_PREFIX}${randomUUID()}`);
  const keeper = startKeeper(folder);
  try {
    mkdirSync(folder, { mode: 0o700 });
    const path = join(folder, 'records.git');
    const marked = { ...own, ...keeper.mark };
    const { url, environment } = reachServer(remote.url, remote.local, credentials, marked);
    // Git speaks English, since its words are searched.
    const places = { GIT_DIR: path, LC_ALL: 'C', LANGUAGE: '', ...IDENTITY };
    const settings = gitEnvironment(environment, [['remote.records.url', url]]);
    const git = bindGit(remote.top, { ...settings, ...places }, signal);
    await createRepository(path, remote, git, true);
    const token = credentials?.token;
    const secrets = token ? [token, encodeLogin(token)] : [];
    const check: Repository['check'] = (outcome, doing) => {
      if (outcome.ok) return outcome.stdout;
      const isForbidden = doing === 'write' && FORBIDDEN.test(outcome.stderr);
      const what = doing === 'read' ? 'The records could not be read' : 'The record could not be written';
      throw new UserError({
        what: `${what}: ${redact(nameReason(outcome), secrets)}.`,
        where: redact(`${ref} of ${hideUsers(url)}`, secrets),
        hint: HINTS[isForbidden ? 'forbidden' : doing],
        exitCode: 3,
      });
    };
    const attempt: Repository['try'] = async (args, asked) => {
      for (let left = TRIES; ; left--) {
        const outcome = await git(args, { timeoutMs: TIMEOUT_MS, ...asked });
        if (outcome.ok || left === 1 || outcome.timedOut || !PASSING.test(outcome.stderr)) return outcome;
        await pause(PAUSE_MS, signal);
      }
    };
    const run: Repository['run'] = async (doing, ...asked) => check(await attempt(...asked), doing);
    return await use({ try: attempt, check, run });
  } finally {
    await keeper.close();
  }
}

/** Fetches the newest commit, without history. `tip` is null where there is none. */
async function fetchEntries({ run }: Repository, ref: string) {
  const refs = await run('read', ['ls-remote', '--', 'records', ref]);
  if (!refs.split('\n').some((line) => line.endsWith(`\t${ref}`))) return { tip: null, entries: [] };
  await run('read', [...FETCH, '--depth=1', '--', 'records', `+${ref}:${TIP}`]);
  const tip = await run('read', ['rev-parse', '--verify', `${TIP}^{commit}`]);
  const listed = await run('read', ['ls-tree', '-z', '-l', tip], { encoding: 'latin1' });
  const entries = listed.split('\0').flatMap((entry) => {
    const [, mode, type, id, size, name] = /^(\d+) (\w+) ([0-9a-f]+) +([\d-]+)\t(.+)/s.exec(entry) ?? [];
    return name === undefined ? [] : [{ mode: mode!, type: type!, id: id!, bytes: Number(size), name }];
  });
  return { tip, entries };
}

/** Quotes the server's reason where it gave one, else git's. One line. */
function nameReason(outcome: GitOutcome): string {
  const refused = /^!\t[^\t]*\t\[(?:remote )?rejected\] \((.*)\)$/m.exec(outcome.stdout)?.[1];
  if (refused === undefined) return explain(outcome);
  const told = [...outcome.stderr.matchAll(/^remote: (.*\w.*)$/gm)].map(([, line]) => line!.trim());
  // `explain` makes the text fit for a message.
  return explain({ ...outcome, stderr: [`rejected (${refused})`, ...told].join('; ') });
}
