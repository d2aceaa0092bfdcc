import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Checkout } from './checkout.ts';
import { type Git, IDENTITY, must } from './git.ts';
import type { Scratch } from './scratch.ts';

/** The revision under test. */
export type Head = {
  /** Full SHA. That of a snapshot exists in Tailgate's store only. */
  commit: string;
  /** Hash of all its files, with the commits of submodules. */
  tree: string;
  /** True for a snapshot of changes that are not committed. */
  dirty: boolean;
  /** Sentences about what a snapshot leaves out. */
  notes: string[];
};

/**
 * Takes a snapshot of the work tree, with all new files that are not ignored. Git writes the index, the objects and the
 * files that filters keep (LFS) into the store. The user's repository is only read.
 *
 * @param leaveOut absolute paths that do not belong to the service, such as Tailgate's own records
 */
export async function takeSnapshot(store: Scratch, commit: string, leaveOut: string[]): Promise<Head> {
  const { checkout, path, bind } = store;
  const { top, gitFolder } = checkout;
  // With the times that files had, git reads only those that have changed. A split index has a second file.
  for (const name of readdirSync(gitFolder).filter((one) => /^(index|sharedindex\.[0-9a-f]+)$/.test(one)))
    cpSync(join(gitFolder, name), join(path, name), { preserveTimestamps: true });
  const places = { GIT_DIR: path, GIT_WORK_TREE: top, GIT_INDEX_FILE: join(path, 'index') };
  const git = bind(top, 'filters', places);
  const run = async (...asked: Parameters<Git>) =>
    must('The files of the checkout could not be read', await git(...asked));
  const out = leaveOut
    .map((one) => relative(top, existsSync(one) ? realpathSync(one) : one))
    .filter((one) => !one.startsWith('..'));
  // A pathspec that leaves out what is ignored as well makes `git add` fail.
  const lines = out.map((one) => `\n/${one.replace(/[\\*?[\] ]/g, '\\$&')}`);
  mkdirSync(join(path, 'info'), { recursive: true });
  appendFileSync(join(path, 'info/exclude'), `${lines.join('')}\n`);
  await run(['add', '--all']);
  const tree = await run(['write-tree']);
  const notes = await listDirtySubmodules(checkout);
  if (tree === (await run(['rev-parse', '--verify', `${commit}^{tree}`])))
    return { commit, tree, dirty: false, notes };
  const date = await run(['log', '-1', '--no-show-signature', '--format=%cI', commit]);
  const environment = { ...IDENTITY, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const args = ['commit-tree', '-p', commit, '-m', 'Changes that are not committed', tree];
  return { commit: await run(args, { environment }), tree, dirty: true, notes };
}

async function listDirtySubmodules({ top, git }: Checkout): Promise<string[]> {
  if (!existsSync(join(top, '.gitmodules'))) return [];
  const { stdout } = await git(['status', '--porcelain=v2', '-z', '--ignore-submodules=none']);
  const paths = [...stdout.matchAll(/(?:^|\0)1 .. S.(?:M.|.U) (?:\S+ ){5}([^\0]*)/g)].map(([, one]) => one!);
  const what = 'are measured only once they are committed in it';
  return paths.map((path) => `Changes in the submodule ${JSON.stringify(path)} ${what}.`);
}
