/**
 * The API that a server speaks. GitHub Enterprise Server speaks GitHub's. Forgejo began as a copy of Gitea and keeps
 * its API. Gitea's API is mostly like GitHub's; `gitea.ts` has the differences.
 */
export type Forge = 'github' | 'gitea';

/** Detects the API. Gitea's runner sets GITEA_ACTIONS, Forgejo's runner sets both variables. */
export function detectForge(environment: NodeJS.ProcessEnv): Forge {
  const { GITEA_ACTIONS, FORGEJO_ACTIONS, GITHUB_API_URL } = environment;
  const says = [GITEA_ACTIONS, FORGEJO_ACTIONS].includes('true');
  // Other runners, for instance in a cluster, may set neither.
  return says || /\/api\/v1\/?$/.test(GITHUB_API_URL ?? '') ? 'gitea' : 'github';
}

/** Finds where the addresses of pages and of the API begin. The slash at the end, which Gitea sets, is removed. */
export function findServer(environment: NodeJS.ProcessEnv): { serverUrl: string; apiUrl: string } {
  const trim = (text: string | undefined) => (text ?? '').replace(/(?<!\/)\/+$/, '');
  const serverUrl = trim(environment.GITHUB_SERVER_URL) || 'https://github.com';
  const apiUrl = trim(environment.GITHUB_API_URL) || guessApi(serverUrl, detectForge(environment));
  return { serverUrl, apiUrl };
}

/** Guesses the API from the server. github.com is no default: one server's token must not go to another. */
function guessApi(serverUrl: string, forge: Forge): string {
  if (forge === 'gitea') return `${serverUrl}/api/v1`;
  return serverUrl === 'https://github.com' ? 'https://api.github.com' : `${serverUrl}/api/v3`;
}

type RunPage = {
  serverUrl: string;
  /** `owner/name`. */
  repository: string;
  id: string;
  /** Number among the runs of the repository on Gitea, and among those of the workflow on GitHub. */
  number: string;
  attempt: string;
};

/**
 * Address of a workflow run's page. `readRunLink` reads the run and the attempt from it. Gitea finds runs by their
 * number; from 1.26 on by their identifier, unless `by_index` is set. No page of an attempt works in all its versions.
 */
export function linkRun(forge: Forge, { serverUrl, repository, id, number, attempt }: RunPage): string {
  const runs = `${serverUrl}/${repository}/actions/runs`;
  if (forge === 'github') return `${runs}/${id}/attempts/${attempt}`;
  return `${runs}/${number}?by_index=1&run=${id}&attempt=${attempt}`;
}

/** Reads the run from an address that `linkRun` made, on any server; null for other addresses. */
export function readRunLink(link: string): { runs: string; id: string; attempt: number } | null {
  const github = /^(.*\/actions\/runs)\/(\d{1,20})(?:\/attempts\/(\d{1,6}))?$/.exec(link);
  const gitea = /^(.*\/actions\/runs)\/\d{1,20}\?by_index=1&run=(\d{1,20})&attempt=(\d{1,6})$/.exec(link);
  const [, runs, id, attempt] = github ?? gitea ?? [];
  return runs === undefined || id === undefined ? null : { runs, id, attempt: Number(attempt ?? 1) };
}
