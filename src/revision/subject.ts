import { execa } from 'execa';
import { childEnvironment } from '../processes/environment.ts';

/**
 * Asks git which revision is checked out. All is null outside a repository or without git. It only reads, and takes
 * no lock that would stop another git command.
 */
export async function readSubject(directory: string, environment: NodeJS.ProcessEnv): Promise<Subject> {
  const git = bindReading(directory, environment);
  const commit = await git('rev-parse', '--verify', 'HEAD');
  if (commit === null) return { commit: null, dirty: false, branch: null, commitTime: null };
  const [status, branch, commitTime] = await Promise.all([
    git('status', '--porcelain', '--untracked-files=no'),
    git('symbolic-ref', '--quiet', '--short', 'HEAD'),
    git('show', '--no-patch', '--format=%cI', 'HEAD'),
  ]);
  // A detached checkout, as in CI, has no branch of its own. The workflow's event knows the branch.
  return { commit, dirty: status !== '', branch: branch ?? environment.GITHUB_REF_NAME ?? null, commitTime };
}

/** Finds the branch whose runs are the baseline: the remote's default, else `main` or `master` if there is one. */
export async function findBaseBranch(directory: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const git = bindReading(directory, environment);
  const remote = await git('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  if (remote !== null) return remote.replace(/^origin\//, '');
  for (const name of ['main', 'master']) {
    if ((await git('rev-parse', '--verify', '--quiet', `refs/heads/${name}`)) !== null) return name;
  }
  return 'main';
}

/** Git that prints something, or null when it fails. */
function bindReading(directory: string, environment: NodeJS.ProcessEnv) {
  return async (...args: string[]): Promise<string | null> => {
    const result = await execa('git', ['--no-optional-locks', ...args], {
      cwd: directory,
      env: childEnvironment(environment),
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    });
    return result.exitCode === 0 ? result.stdout.trim() : null;
  };
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
