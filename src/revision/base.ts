import { nearest } from '../config/diagnostics/words.ts';
import { UserError } from '../errors.ts';
import type { PairSummary } from '../verdict/verdict.ts';
import { findTips } from './ancestry.ts';
import type { NoBase } from './checkout.ts';
import { fetchCommit, fetchMergeBase, fetchTip, isCutAfter, isObjectName } from './fetch.ts';
import { findCommit } from './git.ts';
import type { Scratch } from './scratch.ts';

/** Trigger of the run, which decides on the base: the event that started the workflow, or a person at a terminal. */
export type BaseTrigger =
  | {
      kind: 'pull_request';
      baseBranch: string;
      baseSha: string | null;
      /** Tip of the base before this event; absent when it kept its base. */
      formerBaseSha?: string;
      headSha: string;
    }
  | { kind: 'merge_group'; baseSha: string; headSha: string }
  /** `before` is null or zeros for a new branch. */
  | { kind: 'push'; before: string | null; branch: string | null }
  /**
   * `event`: name of an event that says nothing of a base; absent at a terminal. `commented`: number of the pull
   * request that was commented on, which is not checked out.
   */
  | { kind: 'local'; baseBranch: string; event?: string; commented?: number };

export type Base = {
  kind: 'base';
  commit: string;
  tree: string;
  because: PairSummary['because'];
};

type Found = { commit: string; because: Base['because']; branch: string | null };

const FETCH_MORE =
  'A full clone has it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop. To fetch it later, the job needs `contents: read`.';

/**
 * Chooses the revision to compare with and has it in the store afterwards, fetched if need be.
 *
 * @param options `head`: the commit that is checked out; `dirty`: whether there are changes that are not committed;
 *   `asked`: the value of `--base`, or null
 * @throws UserError when `asked` names no revision
 */
export async function findBase(
  store: Scratch,
  options: { head: string; dirty: boolean; asked: string | null; trigger: BaseTrigger },
): Promise<Base | NoBase> {
  const { head } = options;
  const found =
    options.asked === null
      ? await follow(store, options.trigger, head, options.dirty)
      : ({ commit: await resolveAsked(store, options.asked), because: 'asked', branch: null } as const);
  if (!('commit' in found)) return found;
  const problem = await fetchCommit(store, found.commit, found.branch);
  if (problem !== null) return unobtainable(`The base revision ${found.commit.slice(0, 10)}`, problem);
  const tree = await store.git(['rev-parse', '--verify', `${found.commit}^{tree}`]);
  return { kind: 'base', commit: found.commit, tree: tree.stdout, because: found.because };
}

async function follow(
  store: Scratch,
  trigger: BaseTrigger,
  head: string,
  dirty: boolean,
): Promise<Found | NoBase> {
  switch (trigger.kind) {
    case 'pull_request': {
      const parents = await readParents(store, head);
      // This is GitHub's test merge. Its merge base with the branch would blame the change for all that main has
      // gained.
      if (parents.length === 2 && parents.includes(trigger.headSha)) {
        const commit = parents.find((one) => one !== trigger.headSha)!;
        const { formerBaseSha, baseSha, baseBranch } = trigger;
        // GitHub may not have made the test merge anew yet. What it knows of the former base may be older than that merge.
        const isFormer =
          formerBaseSha !== undefined &&
          commit !== baseSha &&
          (commit === formerBaseSha || !(await isOn(store, commit, baseBranch, baseSha)));
        if (isFormer) return outdated(baseBranch);
        return { commit, because: 'merge-parent', branch: trigger.baseBranch };
      }
      return findMergeBase(store, head, trigger.baseBranch, trigger.baseSha);
    }
    case 'merge_group':
      return { commit: trigger.baseSha, because: 'merge-group', branch: null };
    case 'push': {
      const { before, branch } = trigger;
      const known = before !== null && isObjectName(before) && !/^0+$/.test(before) && before !== head;
      // The server may have forgotten the earlier commit after a forced push.
      if (known && (await fetchCommit(store, before, branch)) === null) {
        return { commit: before, because: 'before-push', branch };
      }
      return findParent(store, head, branch);
    }
    case 'local': {
      if (store.checkout.branch !== trigger.baseBranch) {
        const found = await findMergeBase(store, head, trigger.baseBranch, null);
        // GitLab, Jenkins and Buildkite check the base branch itself out without its name: HEAD is on it then.
        const isOnBase = store.checkout.branch === null && 'commit' in found && found.commit === head;
        if (!isOnBase) return found;
      }
      if (dirty) return { commit: head, because: 'parent', branch: trigger.baseBranch };
      return findParent(store, head, trigger.baseBranch);
    }
  }
}

/** Tells whether a branch has a commit, as far as this clone knows or can find out. */
async function isOn(
  store: Scratch,
  commit: string,
  branch: string,
  lastKnown: string | null,
): Promise<boolean> {
  const tip = await findTip(store, branch, lastKnown);
  if (typeof tip !== 'string') return false;
  if (tip === commit || (await store.git(['merge-base', '--is-ancestor', commit, tip])).ok) return true;
  // The branch may have moved on since the merge was made, and a shallow clone does not tell.
  if (!store.isShallow() || (await fetchCommit(store, commit, branch)) !== null) return false;
  const base = await fetchMergeBase(store, commit, tip);
  return 'commit' in base && base.commit === commit;
}

async function findParent(store: Scratch, head: string, branch: string | null): Promise<Found | NoBase> {
  const [commit] = await readParents(store, head);
  if (commit !== undefined) return { commit, because: 'parent', branch };
  return { kind: 'none', reason: 'root-commit', message: 'The first commit has none before it.' };
}

/** Reads the parents from the commit itself. A shallow clone has no `HEAD^` even if it knows the parent's name. */
async function readParents(store: Scratch, commit: string): Promise<string[]> {
  const { stdout } = await store.git(['cat-file', 'commit', commit]);
  const [header = ''] = stdout.split('\n\n', 1);
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent!);
}

async function findMergeBase(
  store: Scratch,
  head: string,
  branch: string,
  lastKnown: string | null,
): Promise<Found | NoBase> {
  const tip = await findTip(store, branch, lastKnown);
  if (tip !== null && typeof tip === 'object') return unobtainable(`The branch ${branch}`, tip.problem);
  if (tip === null) {
    return {
      kind: 'none',
      reason: 'unknown-branch',
      message: `There is no branch ${JSON.stringify(branch)} to compare with, here or on the remote.`,
      hint: 'Name one with `--base-branch`, or a revision with `--base`.',
    };
  }
  const near = await store.git(['merge-base', head, tip]);
  const isShallow = store.isShallow();
  const isSure = near.ok && !(isShallow && (await isCutAfter(store.git, near.stdout, [head, tip])));
  if (isSure) return { commit: near.stdout, because: 'merge-base', branch };
  const far = isShallow ? await fetchMergeBase(store, head, tip) : { commit: null };
  if ('problem' in far) {
    if (near.ok) return { commit: near.stdout, because: 'merge-base', branch };
    return unobtainable(`The merge base with ${branch}`, far.problem);
  }
  if (far.commit !== null) return { commit: far.commit, because: 'merge-base', branch };
  return {
    kind: 'none',
    reason: 'unrelated',
    message: `The revision that is checked out and ${branch} have no history in common.`,
  };
}

async function findTip(
  store: Scratch,
  branch: string,
  lastKnown: string | null,
): Promise<string | { problem: string } | null> {
  const [known] = await findTips(store.git, store.checkout.remote, branch);
  // A folder that a runner keeps may have the branch as an earlier job fetched it. To fetch a tip cuts its history.
  const isSure = lastKnown === null || known === lastKnown || !store.isShallow();
  if (known !== undefined && isSure) return known;
  const fetched = await fetchTip(store, `refs/heads/${branch}`);
  if (fetched !== null || lastKnown === null) return fetched;
  const problem = await fetchCommit(store, lastKnown, null);
  return problem === null ? lastKnown : (known ?? { problem });
}

async function resolveAsked(store: Scratch, asked: string): Promise<string> {
  const { git, top, remote } = store.checkout;
  // The user's repository is asked first, since it knows upstreams and reflogs.
  const here = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', asked]);
  if (here.ok && isObjectName(here.stdout)) {
    // A tag stands for its commit. This is a second call, since `:/words` would take a suffix for words too.
    const peeled = await findCommit(git, here.stdout);
    if (peeled !== null) return peeled;
  }
  if (isObjectName(asked) && (await fetchCommit(store, asked, null)) === null) return asked;
  const name = remote !== null && asked.startsWith(`${remote}/`) ? asked.slice(remote.length + 1) : asked;
  for (const ref of [`refs/heads/${name}`, `refs/tags/${name}`]) {
    const fetched = await fetchTip(store, ref);
    if (fetched !== null) return fetched;
  }
  const { stdout } = await git(['for-each-ref', '--format=%(refname:short)']);
  const near = nearest(asked, stdout.split('\n').filter(Boolean));
  throw new UserError({
    what: `--base names no revision: ${JSON.stringify(asked)}.`,
    where: top,
    hint:
      store.isShallow() && (near === undefined || /[~^]/.test(asked))
        ? 'This clone is shallow, and may lack it: `fetch-depth: 0` for actions/checkout, `git fetch --unshallow` on a laptop.'
        : near === undefined
          ? 'It takes a branch, a tag or a commit of this repository.'
          : `Did you mean ${near}?`,
  });
}

/** GitHub makes the test merge anew when the base changes, and the run may have begun before that. */
function outdated(branch: string): NoBase {
  return {
    kind: 'none',
    reason: 'unobtainable',
    message: `What is checked out is still the test merge with the former base, not with ${branch}.`,
    hint: 'Choose the base again, or push a commit: then GitHub starts a run with the new one.',
  };
}

function unobtainable(what: string, problem: string): NoBase {
  return {
    kind: 'none',
    reason: 'unobtainable',
    message: `${what} is not in this clone and could not be fetched: ${problem}.`,
    hint: FETCH_MORE,
  };
}
