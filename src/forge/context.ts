import { UserError } from '../errors.ts';
import { need, type Payload, readTrigger, type Trigger } from './trigger.ts';

/** The workflow run, read once from its environment and event. */
export type GitHubContext = {
  trigger: Trigger;
  owner: string;
  repo: string;
  defaultBranch: string;
  /** Branch whose runs are the baseline: the target of the pull request or merge queue, otherwise the default branch. */
  baseBranch: string;
  /** True if this run is part of the baseline: a push to the default branch. */
  records: boolean;
  run: { id: string; attempt: string; url: string };
  /** Addresses of the site and the API, such as `https://github.com` and `https://api.github.com`. */
  serverUrl: string;
  apiUrl: string;
};

/**
 * Reads the run from `environment` (GITHUB_*, see "Default environment variables" in GitHub's documentation) and
 * from the event that `readEvent` finds at GITHUB_EVENT_PATH.
 *
 * @throws UserError outside GitHub Actions, on an unreadable event, and on those that are refused
 */
export function loadContext(
  environment: NodeJS.ProcessEnv,
  readEvent: (path: string) => string,
): GitHubContext {
  const path = need(environment, 'GITHUB_EVENT_PATH');
  const name = need(environment, 'GITHUB_EVENT_NAME');
  const [owner = '', repo = ''] = need(environment, 'GITHUB_REPOSITORY').split('/', 2);
  const [serverUrl = '', apiUrl = ''] = ['GITHUB_SERVER_URL', 'GITHUB_API_URL'].map((url) =>
    need(environment, url).replace(/\/$/, ''),
  );
  // Gitea and Forgejo answer some requests differently, so what is read there could let something pass.
  if (apiUrl.endsWith('/api/v1')) {
    const what = `The action needs GitHub's API, but ${apiUrl} is a different one.`;
    throw new UserError({ what, hint: 'Use the command line there; see docs/other-ci.md.' });
  }
  let event: Payload;
  let trigger: Trigger;
  try {
    event = JSON.parse(readEvent(path));
    trigger = readTrigger(environment, name, event);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const what = `The ${name} event cannot be read, or is not from GitHub: ${String(cause)}.`;
    throw new UserError({ what, where: path, cause });
  }
  // The event of a schedule names no repository, and belongs to the default branch.
  const scheduled = name === 'schedule' && /^refs\/heads\/(.+)$/.exec(environment.GITHUB_REF ?? '')?.[1];
  const defaultBranch: string = event?.repository?.default_branch ?? (scheduled || 'main');
  const id = environment.GITHUB_RUN_ID ?? '0';
  const attempt = environment.GITHUB_RUN_ATTEMPT || '1';
  const url = `${serverUrl}/${owner}/${repo}/actions/runs/${id}/attempts/${attempt}`;
  return {
    trigger,
    owner,
    repo,
    defaultBranch,
    baseBranch: 'baseBranch' in trigger ? trigger.baseBranch : defaultBranch,
    records: trigger.kind === 'push' && trigger.branch === defaultBranch,
    run: { id, attempt, url },
    serverUrl,
    apiUrl,
  };
}
