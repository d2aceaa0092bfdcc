import { askGit, bindGit, findCommit, type Git, gitEnvironment } from './git.ts';

/**
 * Asks git which revision is checked out. All is null outside a repository or without git. It only reads, and takes
 * no lock that would stop another git command.
 */
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
  return { commit, dirty: status !== '', branch: branch ?? readBranch(environment), commitTime };
}

/**
 * Reads the branch of a detached checkout, which has none of its own, from what GitHub, GitLab, Jenkins or Buildkite say.
 * For a merge request GitLab says none.
 */
function readBranch(environment: NodeJS.ProcessEnv): string | null {
  const { GITHUB_REF_NAME, CI_COMMIT_BRANCH, BRANCH_NAME, BUILDKITE_BRANCH } = environment;
  return GITHUB_REF_NAME || CI_COMMIT_BRANCH || BRANCH_NAME || BUILDKITE_BRANCH || null;
}

/** Finds the branch whose runs are the baseline: the remote's default, else `main` or `master` if there is one. */
export async function findBaseBranch(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  return (await findDefaultBranch(bindGit(directory, gitEnvironment(environment), signal))) ?? 'main';
}

/** Finds the default branch of the remote, else `main` or `master` here or there; null without any of them. */
export async function findDefaultBranch(git: Git): Promise<string | null> {
  const remote = await askGit(git, 'symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (remote !== null) return remote.replace(/^origin\//, '');
  for (const name of ['main', 'master']) {
    for (const ref of [`refs/heads/${name}`, `refs/remotes/origin/${name}`])
      if ((await findCommit(git, ref)) !== null) return name;
  }
  return null;
}

/** Revision that is checked out, and so is measured. */
export type Subject = {
  /** Full SHA; null outside git. */
  commit: string | null;
  dirty: boolean;
  branch: string | null;
  /** ISO 8601. */
  commitTime: string | null;
};
