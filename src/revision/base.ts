import { UserError } from '../errors.ts';
import type { PairSummary } from '../verdict/verdict.ts';
import type { NoBase } from './checkout.ts';
import { explain, FETCH, findCommit, isObjectName, must } from './git.ts';
import { fetchCommit, NO_REMOTE, type Scratch } from './scratch.ts';

/** What triggered the run, which determines the base: the event that started the workflow, or a person in a terminal. */
export type BaseTrigger =
  | {
      kind: 'pull_request';
      baseBranch: string;
      baseSha: string | null;
      /** Tip of the base before this event; absent if it kept its base. */
      formerBaseSha?: string;
      headSha: string;
    }
  | { kind: 'merge_group'; baseSha: string; headSha: string }
  /** `before` is null or zeros for a new branch. */
  | { kind: 'push'; before: string | null; branch: string | null }
  | { kind: 'local'; baseBranch: string };

type Found = { commit: string; because: PairSummary['because'] };

export type Base = Found & { kind: 'base'; tree: string };

/**
 * Chooses the revision to compare with, and makes it available in the store. A commit that is known by name is fetched if
 * necessary; history that a shallow clone lacks is not.
 *
 * @throws UserError if `asked`, the value of `--base`, names no revision
 */
export async function findBase(
  store: Scratch,
  options: { head: string; dirty: boolean; asked: string | null; trigger: BaseTrigger },
): Promise<Base | NoBase> {
  const { head, dirty, asked, trigger } = options;
  const found: Found | NoBase =
    asked === null
      ? await follow(store, trigger, head, dirty)
      : { commit: await resolveAsked(store, asked), because: 'asked' };
  if (!('commit' in found)) return found;
  const problem = await fetchCommit(store, found.commit);
  if (problem !== null) return lack(nameCommit(found.commit), problem);
  const tree = await store.git(['rev-parse', '--verify', `${found.commit}^{tree}`]);
  return { kind: 'base', ...found, tree: tree.stdout };
}

async function follow(
  store: Scratch,
  trigger: BaseTrigger,
  head: string,
  dirty: boolean,
): Promise<Found | NoBase> {
  const { git } = store;
  // A shallow clone has no `HEAD^` even if its commit names the parent.
  const stdout = must('The commit could not be read', await git(['cat-file', 'commit', head]));
  const [header = ''] = stdout.split('\n\n', 1);
  const parents = [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, one]) => one!);
  const parent: Found | NoBase =
    parents[0] === undefined
      ? { kind: 'none', reason: 'root-commit', message: 'The first commit has no parent.' }
      : { commit: parents[0], because: 'parent' };
  switch (trigger.kind) {
    case 'pull_request': {
      const { baseBranch, headSha } = trigger;
      // GitHub's test merge. Its merge base with the branch would blame the change for everything that main has gained.
      if (parents.length !== 2 || !parents.includes(headSha)) return findMergeBase(store, head, baseBranch);
      const commit = parents.find((one) => one !== headSha)!;
      // After the base was changed, GitHub may not have redone the merge yet.
      if (trigger.formerBaseSha !== undefined && commit !== trigger.baseSha) {
        const tip = commit === trigger.formerBaseSha ? null : await findTip(store, baseBranch);
        const isOn = typeof tip === 'string' && (await git(['merge-base', '--is-ancestor', commit, tip])).ok;
        if (!isOn) return lack(`The test merge with ${baseBranch}`, FORMER);
      }
      return { commit, because: 'merge-parent' };
    }
    case 'merge_group':
      return { commit: trigger.baseSha, because: 'merge-group' };
    case 'push': {
      const { before } = trigger;
      if (before === null || !isObjectName(before) || /^0+$/.test(before) || before === head) return parent;
      return { commit: before, because: 'before-push' };
    }
    case 'local': {
      const { branch } = store.checkout;
      if (branch !== trigger.baseBranch) {
        const found = await findMergeBase(store, head, trigger.baseBranch);
        // GitLab, Jenkins and Buildkite check out the base branch itself without its name: HEAD is on it then.
        const isOnBase = branch === null && 'commit' in found && found.commit === head;
        if (!isOnBase) return found;
      }
      return dirty ? { commit: head, because: 'parent' } : parent;
    }
  }
}

async function findMergeBase(store: Scratch, head: string, branch: string): Promise<Found | NoBase> {
  // A nearer one may lie beyond the cut.
  if (store.checkout.isShallow) return lack(`The merge base with ${branch}`, SHALLOW);
  const tip = await findTip(store, branch);
  if (typeof tip !== 'string') return tip;
  const { ok, stdout } = await store.git(['merge-base', head, tip]);
  if (ok) return { commit: stdout, because: 'merge-base' };
  const message = `The checked-out revision and ${branch} have no common ancestor.`;
  return { kind: 'none', reason: 'unrelated', message };
}

/** Finds the tip of a branch: on the remote, otherwise here. Only a full clone fetches it: history would be missing. */
async function findTip({ git, checkout }: Scratch, branch: string): Promise<string | NoBase> {
  const { remote, isShallow } = checkout;
  const there = remote && (await findCommit(checkout.git, `refs/remotes/${remote.name}/${branch}`));
  const known = there ?? (await findCommit(checkout.git, `refs/heads/${branch}`));
  if (known !== null) return known;
  const what = `The branch ${JSON.stringify(branch)}`;
  if (isShallow) return lack(what, SHALLOW);
  if (remote === null) return lack(what, NO_REMOTE, 'unknown-branch');
  const own = 'refs/tailgate/tip';
  const fetched = await git([...FETCH, '--', 'origin', `+refs/heads/${branch}:${own}`]);
  return (fetched.ok && (await findCommit(git, own))) || lack(what, explain(fetched), 'unknown-branch');
}

/** Asks the user's repository, since it knows upstreams and reflogs. @throws UserError */
async function resolveAsked({ checkout: { git, top, remote } }: Scratch, asked: string): Promise<string> {
  // After actions/checkout, only the remote has the other branches.
  for (const name of [asked, ...(remote ? [`refs/remotes/${remote.name}/${asked}`] : [])]) {
    const here = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
    // A tag stands for its commit. This is a separate call, since `:/words` would take a suffix for words too.
    const peeled = here.ok && isObjectName(here.stdout) ? await findCommit(git, here.stdout) : null;
    if (peeled !== null) return peeled;
  }
  if (isObjectName(asked)) return asked;
  throw new UserError({
    what: `--base does not name a revision: ${JSON.stringify(asked)}.`,
    where: top,
    hint: 'Use a branch, tag or commit that this clone has: `fetch-depth: 0` for actions/checkout, `git fetch` elsewhere.',
  });
}

const SHALLOW = 'this clone is shallow';
const FORMER = 'the checkout may still be the merge with the previous base until a new commit is pushed';

const nameCommit = (commit: string) => `The base revision ${commit.slice(0, 10)}`;

function lack(what: string, problem: string, reason: NoBase['reason'] = 'unobtainable'): NoBase {
  const message = `${what} is not in this clone and could not be obtained: ${problem}.`;
  const hint =
    'Check out the whole history: `fetch-depth: 0` for actions/checkout, `GIT_DEPTH: 0` for GitLab, `git fetch --unshallow` elsewhere. Or name another base: `--base REVISION`, `--base-branch BRANCH`.';
  return { kind: 'none', reason, message, hint };
}
