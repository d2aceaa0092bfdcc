import { UserError } from '../errors.ts';
import type { Checkout } from './checkout.ts';
import { askGit, explain, findCommit, type Git } from './git.ts';

/** One commit as git tells it. Author and subject are foreign text. */
export type Commit = {
  /** Full SHA. */
  sha: string;
  parents: string[];
  author: string;
  /** When it was committed, ISO 8601. */
  time: string;
  subject: string;
};

/** Resolves a name of the user's. @param role what it is given as, for messages @throws UserError */
export async function resolveCommit(
  { git, top, remote }: Checkout,
  name: string,
  role: string,
): Promise<string> {
  // A clone of a workflow has one branch of its own; the others are those of the remote. Its `HEAD` is never meant.
  const isOfRemote = remote !== null && !/^HEAD(?:[~^@]|$)/.test(name);
  const commit =
    (await findCommit(git, name)) ??
    (isOfRemote ? await findCommit(git, `refs/remotes/${remote}/${name}`) : null);
  if (commit !== null) return commit;
  throw new UserError({
    what: `${role} names no commit of this clone: ${JSON.stringify(name)}.`,
    where: top,
    hint: 'Give a branch, a tag or a commit; `git fetch --tags --unshallow` gets what a shallow clone lacks.',
  });
}

/**
 * Lists the commits after `good` up to `bad`, oldest first, along first parents: a merge stands for all that it brings.
 *
 * @throws UserError where `good` is not on that line, or is `bad`
 */
export async function listRange(
  checkout: Checkout,
  { good, bad }: { good: string; bad: string },
): Promise<Commit[]> {
  const { git, top } = checkout;
  if (good === bad)
    throw new UserError({ what: 'Both names are the same commit, so there is nothing to search.' });
  const commits = await listCommits(git, ['--first-parent', '--reverse', `${good}..${bad}`]);
  if (commits[0]?.parents[0] === good) return commits;
  const base = await askGit(git, 'merge-base', good, bad);
  const newer = base === bad;
  throw new UserError({
    what: newer
      ? `BAD, ${bad.slice(0, 10)}, is older than GOOD, ${good.slice(0, 10)}.`
      : `GOOD, ${good.slice(0, 10)}, is not on the line of first parents of BAD, ${bad.slice(0, 10)}.`,
    where: top,
    hint: newer
      ? 'The good commit comes first: `tailgate bisect GOOD BAD`.'
      : await adviseStart(git, base, { good, bad }),
  });
}

/** Lists commits by arguments of `git log`. @throws UserError */
export async function listCommits(git: Git, args: readonly string[]): Promise<Commit[]> {
  const format = '--format=%H%x00%P%x00%an%x00%cI%x00%s';
  const listed = await git(['log', '-z', '--no-show-signature', '--no-color', format, ...args, '--']);
  if (!listed.ok)
    throw new UserError({ what: `The history could not be read: ${explain(listed)}.`, exitCode: 3 });
  const fields = listed.stdout.split('\0');
  return Array.from({ length: Math.floor(fields.length / 5) }, (_, i) => {
    const [sha, parents, author, time, subject] = fields.slice(5 * i, 5 * i + 5) as [
      string,
      string,
      string,
      string,
      string,
    ];
    return { sha, parents: parents.split(' ').filter(Boolean), author, time, subject };
  });
}

/** Names a commit from which the search can start. */
async function adviseStart(
  git: Git,
  base: string | null,
  { good, bad }: { good: string; bad: string },
): Promise<string> {
  if (base === null)
    return 'They have no history in common here. Is the clone shallow? `git fetch --unshallow`.';
  if (base !== good) return `Start where they parted: ${base.slice(0, 10)}.`;
  // The good one was merged: the first parent of that merge is the last commit of the line that did not have it.
  const path = await askGit(git, 'rev-list', '--first-parent', '--reverse', `${good}..${bad}`);
  const first = path?.split('\n')[0];
  const parent = first && (await findCommit(git, `${first}^`));
  return parent
    ? `Start at the commit of that line before it was merged: ${parent.slice(0, 10)}.`
    : 'Choose another one.';
}
