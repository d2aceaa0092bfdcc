import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import { askGit, explain, findCommit, type Git, type GitOutcome } from './git.ts';
import { borrowObjects, createRepository } from './repository.ts';
import type { Scratch } from './scratch.ts';

/** Time-out of one fetch. People wait as long as three of them, those of `fetchMergeBase`, for a job to start. */
const TIMEOUT_MS = 180_000;

/** Depth that means the whole history to git (`fetch --unshallow` sends the same number). */
const WHOLE = 2_147_483_647;

/**
 * Depths of history that are fetched one after the other. 2,000 is enough for nearly all branches. Without trees a
 * history of 100,000 commits has some 30 MB.
 */
const DEPTHS = [100, 2000, WHOLE];

/** A fetch that leaves nothing behind but what it is asked for. */
export const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--refmap=',
];

/** Tells whether a text is an object name. Then git cannot take it for an option or an expression. */
export function isObjectName(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Tells whether the commit and its tree can be read. */
async function hasCommit(store: Scratch, commit: string): Promise<boolean> {
  if (!isObjectName(commit)) return false;
  const found = await store.git(['cat-file', '-e', `${commit}^{tree}`], {
    environment: { GIT_NO_LAZY_FETCH: '1' },
  });
  return found.ok;
}

/**
 * Fetches a commit with its files, and without history, into the store.
 *
 * @param branch has the commit in its history; for servers that only serve branches and tags
 * @returns null when the commit is there, else why not
 */
export async function fetchCommit(
  store: Scratch,
  commit: string,
  branch: string | null,
): Promise<string | null> {
  if (await hasCommit(store, commit)) return null;
  if (store.checkout.remote === null) return 'the repository has no remote to fetch it from';
  if (!isObjectName(commit)) return 'it is no full object name';
  const exact = await fetchInto(store, ['--depth=1'], `${commit}:refs/tailgate/${commit}`);
  if (await hasCommit(store, commit)) return null;
  const ref = branch === null ? null : await nameRef(store, `refs/heads/${branch}`);
  if (ref === null || exact.timedOut) return explain(exact);
  const whole = await fetchInto(store, [`--depth=${WHOLE}`], `${ref}:refs/tailgate/branch`);
  if (await hasCommit(store, commit)) return null;
  return whole.ok ? explain(exact) : explain(whole);
}

/**
 * Fetches the files of a commit that a partial clone, or LFS, keeps on the server. Git would fetch them when it lays
 * them out, but then it runs filters, and has no token. What could not be fetched is missed there.
 */
export async function fetchFiles(
  { git, checkout: { remote, settings } }: { git: Git; checkout: Pick<Checkout, 'remote' | 'settings'> },
  commit: string,
): Promise<void> {
  if (remote === null) return;
  if (settings.some(([key]) => /^remote\..+\.promisor$/.test(key))) {
    const listed = await git(['rev-list', '--objects', '--missing=print', `${commit}^{tree}`]);
    const missing = [...listed.stdout.matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id]) => `${id}\n`);
    const args = [...FETCH, '--filter=blob:none', '--stdin', '--', remote];
    if (missing.length > 0) await git(args, { input: missing.join(''), timeoutMs: TIMEOUT_MS });
  }
  if (settings.some(([key]) => key.startsWith('filter.lfs.')))
    await git(['lfs', 'fetch', remote, commit], { timeoutMs: TIMEOUT_MS });
}

/** Fetches the tip of a branch or tag (`refs/…`) into the store. @returns its commit, or null */
export async function fetchTip(store: Scratch, name: string): Promise<string | null> {
  const ref = await nameRef(store, name);
  if (ref === null || store.checkout.remote === null) return null;
  const own = 'refs/tailgate/tip';
  const got = await fetchInto(store, ['--depth=1'], `+${ref}:${own}`);
  return got.ok ? findCommit(store.git, own) : null;
}

/**
 * Fetches enough history to find the merge base of two commits, where the user's clone does not have it. Null when
 * there is none. The history comes without files, in growing steps, into a repository of its own. Among the store's
 * objects its commits without trees would pass for whole ones.
 */
export async function fetchMergeBase(
  store: Scratch,
  commit: string,
  other: string,
): Promise<{ commit: string | null } | { problem: string }> {
  const { checkout } = store;
  if (checkout.remote === null) return { problem: 'the repository has no remote to fetch its history from' };
  // These are the commits where the clone was cut. The server knows them, but not the commits made on top of them.
  const roots = await store.git(['rev-list', '--max-parents=0', commit, other]);
  const wanted = roots.stdout.split('\n').filter(isObjectName);
  if (!roots.ok || wanted.length === 0) return { problem: explain(roots) };
  const path = join(store.path, '..', 'history.git');
  const git: Git = (args, options) =>
    store.git(args, { ...options, environment: { GIT_DIR: path, ...options?.environment } });
  await createRepository(path, checkout, git, true);
  try {
    for (const depth of DEPTHS) {
      borrowObjects(path, []);
      const refs = wanted.map((one) => `${one}:refs/tailgate/${one}`);
      const args = [...FETCH, '--filter=tree:0', `--depth=${depth}`, '--', checkout.remote, ...refs];
      const got = await git(args, { timeoutMs: TIMEOUT_MS });
      if (!got.ok) return { problem: explain(got) };
      borrowObjects(path, store.objects);
      const base = await askGit(git, 'merge-base', commit, other);
      const isNearest = base !== null && (depth === WHOLE || !(await isCutAfter(git, base, [commit, other])));
      if (isNearest) return { commit: base };
    }
    return { commit: null };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Tells whether history is cut off at a commit that is younger than this one: a nearer merge base may lie behind it. */
export async function isCutAfter(git: Git, base: string, tips: string[]): Promise<boolean> {
  // Not by `git show`, which would ask the server for the trees that were left out.
  const list = async (...args: string[]) => (await askGit(git, 'rev-list', '--timestamp', ...args)) ?? '';
  const own = Number.parseInt(await list('--max-count=1', base), 10);
  const roots = await list('--max-parents=0', ...tips);
  return roots.split('\n').some((line) => Number.parseInt(line, 10) > own);
}

async function fetchInto(store: Scratch, options: string[], refspec: string): Promise<GitOutcome> {
  const args = [...FETCH, ...options, '--', store.checkout.remote!, refspec];
  return store.git(args, { timeoutMs: TIMEOUT_MS });
}

/** Returns the full name of a reference that git accepts: without colon, star or blank, which refspecs use. */
async function nameRef(store: Scratch, name: string): Promise<string | null> {
  const valid = await store.git(['check-ref-format', name]);
  return valid.ok ? name : null;
}
