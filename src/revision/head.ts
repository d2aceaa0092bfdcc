import { copyFileSync, existsSync, readdirSync, realpathSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UserError } from '../errors.ts';
import { addSettings, bindGit, explain, type Git, type GitOutcome, IDENTITY } from './git.ts';
import type { Scratch } from './scratch.ts';

/** The revision under test. */
export type Head = {
  /** Full SHA. That of a snapshot exists in Tailgate's store only. */
  commit: string;
  /** Hash of all its files, with the commits of submodules. */
  tree: string;
  /** True for a snapshot of changes that are not committed. */
  dirty: boolean;
  /** Sentences about what the snapshot leaves out. */
  notes: string[];
};

/** Settings that git made when it looked at the checkout's file system. It needs them to read the files again. */
const ABOUT_FILES = /^core\.(filemode|symlinks|ignorecase|precomposeunicode|trustctime|checkstat)$/;

/** Takes the commit that is checked out, as it is committed. */
export async function takeCommit(store: Scratch, commit: string): Promise<Head> {
  const tree = await must(store.git, ['rev-parse', '--verify', `${commit}^{tree}`]);
  return { commit, tree, dirty: false, notes: [] };
}

/**
 * Takes a snapshot of the work tree: tracked changes, and new files that are not ignored. Git writes the index, the
 * objects and the files that filters keep (LFS) into the store. The user's repository is only read.
 *
 * @param leaveOut absolute paths that do not belong to the service, such as Tailgate's own records
 */
export async function takeSnapshot(
  store: Scratch,
  commit: string,
  leaveOut: readonly string[] = [],
): Promise<Head> {
  const { checkout } = store;
  const index = join(store.path, 'index');
  copyIndex(checkout.gitFolder, store.path);
  const git = bindGit(
    checkout.top,
    {
      ...addSettings(store.environment, [
        ...checkout.settings.filter(([key]) => ABOUT_FILES.test(key)),
        ['core.looseCompression', '0'],
        ['core.bare', 'false'],
      ]),
      GIT_DIR: store.path,
      GIT_WORK_TREE: checkout.top,
      GIT_INDEX_FILE: index,
    },
    store.signal,
  );
  await must(git, ['add', '--update']);
  const { stdout } = await git(['ls-files', '-z', '--others', '--exclude-standard'], { encoding: 'latin1' });
  const out = leaveOut
    .map((path) => (existsSync(path) ? realpathSync(path) : path))
    .map((path) => Buffer.from(relative(checkout.top, path)).toString('latin1'));
  const untracked = stdout
    .split('\0')
    .filter((path) => path !== '' && !out.some((one) => path === one || path.startsWith(`${one}/`)));
  // Folders in this list are repositories of their own.
  const files = untracked.filter((path) => !path.endsWith('/'));
  const nested = untracked.filter((path) => path.endsWith('/'));
  const input = Buffer.from(files.map((path) => `${path}\0`).join(''), 'latin1');
  // `--remove` is there for files that have gone since they were listed: they are no error.
  await must(git, ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], input);
  const tree = await must(git, ['write-tree']);
  const notes = [
    ...nested.map((path) => `${show(path)} is a git repository of its own and not part of the snapshot.`),
    ...(await listDirtySubmodules(store, git)),
  ];
  if (tree === (await must(git, ['rev-parse', '--verify', `${commit}^{tree}`]))) {
    return { commit, tree, dirty: false, notes };
  }
  const date = await must(git, ['show', '--no-patch', '--format=%cI', commit]);
  const snapshot = await git(['commit-tree', '-p', commit, '-m', 'Changes that are not committed', tree], {
    environment: { ...IDENTITY, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
  return { commit: check(snapshot), tree, dirty: true, notes };
}

/**
 * Copies the user's index, so that only changed files are read. The copy is made older than the original: git looks
 * into files that are not older than the index, since they may have changed within the clock's resolution.
 */
function copyIndex(gitFolder: string, target: string): void {
  for (const name of readdirSync(gitFolder)) {
    if (name !== 'index' && !/^sharedindex\.[0-9a-f]+$/.test(name)) continue;
    copyFileSync(join(gitFolder, name), join(target, name));
    const seconds = Math.floor(statSync(join(gitFolder, name)).mtimeMs / 1000);
    utimesSync(join(target, name), seconds, seconds);
  }
}

async function listDirtySubmodules({ checkout }: Scratch, git: Git): Promise<string[]> {
  const { stdout } = await git(['ls-files', '-z', '--stage'], { encoding: 'latin1' });
  const paths = [...stdout.matchAll(/(?:^|\0)160000 [^\t\0]*\t([^\0]*)/g)].map(([, path]) => path!);
  const notes: string[] = [];
  for (const path of paths) {
    const folder = join(checkout.top, Buffer.from(path, 'latin1').toString());
    if (!existsSync(join(folder, '.git'))) continue;
    const status = await checkout.git(['status', '--porcelain'], { cwd: folder });
    if (status.stdout !== '') {
      notes.push(`Changes in the submodule ${show(path)} are measured only once they are committed in it.`);
    }
  }
  return notes;
}

async function must(git: Git, args: string[], input?: Uint8Array): Promise<string> {
  return check(await git(args, input === undefined ? {} : { input }));
}

function check(outcome: GitOutcome): string {
  if (outcome.ok) return outcome.stdout;
  throw new UserError({
    what: `The files of the checkout could not be read: ${explain(outcome)}.`,
    hint: 'Does `git status` work there?',
    exitCode: 3,
  });
}

function show(path: string): string {
  return JSON.stringify(Buffer.from(path, 'latin1').toString());
}
