import { need, parseEvent } from './event.ts';
import { detectForge, type Forge, findServer, linkRun } from './forge.ts';
import { readTrigger, type Trigger } from './trigger.ts';

/** The workflow run, read once from its environment and event. */
export type GitHubContext = {
  trigger: Trigger;
  owner: string;
  repo: string;
  defaultBranch: string;
  /** Branch whose runs are the baseline: the target of the pull request or merge queue, else the default branch. */
  baseBranch: string;
  /** True when this run is part of the baseline: a push to the default branch of this very repository. */
  records: boolean;
  /** Login of the user who started the run; empty where the runner does not say. */
  actor: string;
  run: { id: string; attempt: string; url: string };
  /** The API that the server speaks. */
  forge: Forge;
  /** Addresses of pages and of the API, for instance `https://github.com` and `https://api.github.com`. */
  serverUrl: string;
  apiUrl: string;
};

/**
 * Reads the run from `environment` (GITHUB_*, see "Default environment variables" in GitHub's documentation) and
 * from the event that `readEvent` finds at GITHUB_EVENT_PATH. Throws `UserError` outside GitHub Actions, on an
 * unreadable event, and on `pull_request_target`.
 */
export function loadContext(
  environment: NodeJS.ProcessEnv,
  readEvent: (path: string) => string,
): GitHubContext {
  const path = need(environment, 'GITHUB_EVENT_PATH');
  const event = parseEvent(path, readEvent);
  const [owner, repo] = need(environment, 'GITHUB_REPOSITORY').split('/', 2);
  const trigger = readTrigger(environment, event, path, `${owner}/${repo}`);
  // GitHub's event of a schedule names no repository, and is of the default branch; other runners leave it out elsewhere.
  const scheduled =
    environment.GITHUB_EVENT_NAME === 'schedule' &&
    /^refs\/heads\/(.+)$/.exec(environment.GITHUB_REF ?? '')?.[1];
  const defaultBranch = event.repository?.default_branch ?? (scheduled || 'main');
  const id = environment.GITHUB_RUN_ID ?? '0';
  // A runner may leave it empty.
  const attempt = environment.GITHUB_RUN_ATTEMPT || '1';
  const number = environment.GITHUB_RUN_NUMBER ?? id;
  const forge = detectForge(environment);
  const { serverUrl, apiUrl } = findServer(environment);
  const page = { serverUrl, repository: `${owner}/${repo}`, id, number, attempt };
  return {
    trigger,
    owner: owner!,
    repo: repo ?? '',
    defaultBranch,
    baseBranch: 'baseBranch' in trigger ? trigger.baseBranch : defaultBranch,
    records: isRecorded(trigger, defaultBranch),
    actor: environment.GITHUB_ACTOR ?? '',
    run: { id, attempt, url: linkRun(forge, page) },
    forge,
    serverUrl,
    apiUrl,
  };
}

function isRecorded(trigger: Trigger, defaultBranch: string): boolean {
  if (trigger.kind === 'push') return trigger.branch === defaultBranch;
  if (trigger.kind !== 'workflow_run' || trigger.fromFork) return false;
  return trigger.event === 'push' && trigger.headBranch === defaultBranch;
}
