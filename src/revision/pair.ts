import { appendFileSync, cpSync, existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UserError } from '../errors.ts';
import type { Credentials } from './authorization.ts';
import { type Base, type BaseTrigger, findBase } from './base.ts';
import type { Checkout, NoBase } from './checkout.ts';
import { type Git, IDENTITY, must } from './git.ts';
import { isRelevant, type Watched } from './relevance.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { layOutTrees, type Trees } from './trees.ts';

export type PairRequest = {
  checkout: Checkout | NoBase;
  environment: NodeJS.ProcessEnv;
  /** True: the base is also what is checked out. */
  identical?: boolean;
  /** Value of `--base`, or null. */
  asked: string | null;
  trigger: BaseTrigger;
  /** A private folder of the run. */
  folder: string;
  credentials: Credentials | null;
  /** Absolute paths that a snapshot leaves out: the folder of records and that of kept files. */
  leaveOut: string[];
  /** Files of which one must differ for a run to be worthwhile. Absent: any file. */
  watched?: Watched;
  signal: AbortSignal;
};

/** The revision under test. */
export type Head = {
  /** Full SHA. That of a snapshot exists only in Tailgate's store. */
  commit: string;
  /** Hash of all its files, with the commits of submodules. */
  tree: string;
  /** True for a snapshot of uncommitted changes. */
  dirty: boolean;
};

/** Head and base that are to be compared. */
type Both = { base: Base; head: Head };

export type Pair =
  /** `irrelevant`: head and base differ, but not in watched files. */
  | ({ kind: 'identical' | 'irrelevant' } & Both)
  /** `layOut` checks out head and base below `root`. It throws UserError. */
  | ({ kind: 'different'; layOut(root: string): Promise<Trees> } & Both);

/**
 * Chooses head and base. The head is the commit that is checked out, on a laptop with all uncommitted changes.
 * Nothing is checked out before it is known that the two differ.
 *
 * @throws UserError if the requested base is not available, Interrupted on abort
 */
export async function choosePair(request: PairRequest): Promise<Pair | NoBase> {
  const pair = await choose(request);
  if (pair.kind !== 'none' || request.asked === null) return pair;
  const what = `--base ${JSON.stringify(request.asked)} cannot be used: ${pair.message}`;
  throw new UserError({ what, hint: pair.hint });
}

async function choose(request: PairRequest): Promise<Pair | NoBase> {
  const { asked, trigger, checkout, identical, watched, leaveOut } = request;
  if ('kind' in checkout) return checkout;
  const { head: commit } = checkout;
  if (commit === null) return { kind: 'none', reason: 'no-commit', message: 'Nothing is committed yet.' };
  const store = await openScratch(checkout, request.folder, request);
  const head =
    trigger.kind === 'local' ? await takeSnapshot(store, commit, leaveOut) : await readHead(store, commit);
  const base: Base | NoBase = identical
    ? { kind: 'base', commit: head.commit, tree: head.tree, because: 'asked' }
    : await findBase(store, { head: commit, dirty: head.dirty, asked, trigger });
  if (base.kind === 'none') return base;
  const both = { base, head };
  if (base.tree === head.tree && !identical) return { kind: 'identical', ...both };
  const trees = { base: base.tree, head: head.tree };
  if (watched && !(await isRelevant(store, watched, trees))) return { kind: 'irrelevant', ...both };
  return { kind: 'different', ...both, layOut: (root) => layOutTrees(store, root, both) };
}

async function readHead({ git }: Scratch, commit: string): Promise<Head> {
  const found = await git(['rev-parse', '--verify', `${commit}^{tree}`]);
  return { commit, tree: must('The commit could not be read', found), dirty: false };
}

/**
 * Takes a snapshot of the work tree, with all new files that are not ignored. Git writes the index, the objects and the
 * files that filters keep (LFS) to the store. The user's repository is only read.
 *
 * @param leaveOut absolute paths that do not belong to the service, such as Tailgate's own records
 */
export async function takeSnapshot(store: Scratch, commit: string, leaveOut: string[]): Promise<Head> {
  const { checkout, path, bind } = store;
  const { top, gitFolder } = checkout;
  // With the original file times, git reads only changed files. A split index has a second file.
  for (const name of readdirSync(gitFolder).filter((one) => /^(index|sharedindex\.[0-9a-f]+)$/.test(one)))
    cpSync(join(gitFolder, name), join(path, name), { preserveTimestamps: true });
  const places = { GIT_DIR: path, GIT_WORK_TREE: top, GIT_INDEX_FILE: join(path, 'index') };
  const git = bind(top, places);
  const run = async (...asked: Parameters<Git>) =>
    must('The files of the checkout could not be read', await git(...asked));
  const out = leaveOut
    .map((one) => relative(top, existsSync(one) ? realpathSync(one) : one))
    .filter((one) => !one.startsWith('..'));
  // A pathspec that excludes ignored files as well makes `git add` fail.
  const lines = out.map((one) => `\n/${one.replace(/[\\*?[\] ]/g, '\\$&')}`);
  appendFileSync(join(path, 'info/exclude'), `${lines.join('')}\n`);
  await run(['add', '--all']);
  const tree = await run(['write-tree']);
  if (tree === (await run(['rev-parse', '--verify', `${commit}^{tree}`])))
    return { commit, tree, dirty: false };
  const date = await run(['log', '-1', '--no-show-signature', '--format=%cI', commit]);
  const environment = { ...IDENTITY, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const args = ['commit-tree', '-p', commit, '-m', 'Changes that are not committed', tree];
  return { commit: await run(args, { environment }), tree, dirty: true };
}
