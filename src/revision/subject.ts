import { askGit, bindGit, findCommit, type Git, gitEnvironment } from './git.ts';

/** The revision that is checked out, and so is measured. */
export type Subject = {
  /** Full SHA; null outside git. */
  commit: string | null;
  dirty: boolean;
  branch: string | null;
  /** ISO 8601. */
  commitTime: string | null;
};

/** Variables of GitHub, GitLab, Jenkins and Buildkite: the branch of a detached checkout, and its target branch. */
const BRANCH = ['GITHUB_REF_NAME', 'CI_COMMIT_BRANCH', 'BRANCH_NAME', 'BUILDKITE_BRANCH'];
const TARGET = [
  'GITHUB_BASE_REF',
  'CI_MERGE_REQUEST_TARGET_BRANCH_NAME',
  'CHANGE_TARGET',
  'BUILDKITE_PULL_REQUEST_BASE_BRANCH',
];

const find = (environment: NodeJS.ProcessEnv, names: string[]) =>
  names.map((name) => environment[name]).find(Boolean) ?? null;

/** Asks git which revision is checked out. All is null outside a repository or without git. */
export async function readSubject(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Subject> {
  const git = bindGit(directory, gitEnvironment(environment), signal);
  const commit = await askGit(git, 'rev-parse', '--verify', 'HEAD');
  if (commit === null) return { commit: null, dirty: false, branch: null, commitTime: null };
  const [status, branch, commitTime] = await Promise.all([
    askGit(git, 'status', '--porcelain', '--untracked-files=no'),
    askGit(git, 'symbolic-ref', '--quiet', '--short', 'HEAD'),
    askGit(git, 'show', '--no-patch', '--format=%cI', 'HEAD'),
  ]);
  return { commit, dirty: status !== '', branch: branch ?? find(environment, BRANCH), commitTime };
}

/** Finds the branch to compare with, whose runs are the baseline: the target of a change under review, otherwise the default. */
export async function findBaseBranch(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const git = bindGit(directory, gitEnvironment(environment), signal);
  return find(environment, TARGET) ?? (await findDefaultBranch(git)) ?? 'main';
}

/**
 * Finds the default branch of the remote, otherwise `main` or `master` there or here; null if there is none. After the remote
 * has renamed it, the clone may name one that no longer exists there, with a local branch of that name left over.
 */
export async function findDefaultBranch(git: Git): Promise<string | null> {
  const named = await askGit(git, 'symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  const isThere = async (ref: string) => (await findCommit(git, ref)) !== null;
  if (named !== null && (await isThere(`refs/remotes/${named}`))) return named.replace(/^origin\//, '');
  for (const name of ['main', 'master'])
    for (const place of ['refs/remotes/origin', ...(named === null ? ['refs/heads'] : [])])
      if (await isThere(`${place}/${name}`)) return name;
  return null;
}
