/**
 * Whose API a server speaks. GitHub Enterprise Server speaks GitHub's. Forgejo began as a copy of Gitea and keeps its
 * API; Gitea's looks like GitHub's at most places, and `gitea.ts` has the others.
 */
export type Forge = 'github' | 'gitea';

/** Gitea's runner sets the one, Forgejo's both. */
export function detectForge(environment: NodeJS.ProcessEnv): Forge {
  const { GITEA_ACTIONS, FORGEJO_ACTIONS, GITHUB_API_URL } = environment;
  const says = [GITEA_ACTIONS, FORGEJO_ACTIONS].includes('true');
  // Runners of others, for instance in a cluster, may leave both out.
  return says || /\/api\/v1\/?$/.test(GITHUB_API_URL ?? '') ? 'gitea' : 'github';
}

/** Start of the addresses of pages, and of the API; without a slash at the end, which Gitea's own have. */
export function findServer(environment: NodeJS.ProcessEnv): { serverUrl: string; apiUrl: string } {
  const trim = (text: string | undefined) => (text ?? '').replace(/\/+$/, '');
  const serverUrl = trim(environment.GITHUB_SERVER_URL) || 'https://github.com';
  const apiUrl = trim(environment.GITHUB_API_URL) || guessApi(serverUrl, detectForge(environment));
  return { serverUrl, apiUrl };
}

/** A token of one server must not be shown to another, so github.com's address is not taken for all. */
function guessApi(serverUrl: string, forge: Forge): string {
  if (forge === 'gitea') return `${serverUrl}/api/v1`;
  return serverUrl === 'https://github.com' ? 'https://api.github.com' : `${serverUrl}/api/v3`;
}

type RunPage = {
  serverUrl: string;
  /** `owner/name`. */
  repository: string;
  id: string;
  /** Counts the runs of one repository on Gitea, those of one workflow on GitHub. */
  number: string;
  attempt: string;
};

/**
 * Page of a workflow run, which also tells which run and attempt it is: see `readRunLink`. Gitea finds runs by their
 * number; from 1.26 on by their identifier, unless asked otherwise. It has no pages for attempts that all versions know.
 */
export function linkRun(forge: Forge, { serverUrl, repository, id, number, attempt }: RunPage): string {
  const runs = `${serverUrl}/${repository}/actions/runs`;
  if (forge === 'github') return `${runs}/${id}/attempts/${attempt}`;
  return `${runs}/${number}?by_index=1&run=${id}&attempt=${attempt}`;
}

/** What a page made by `linkRun` is of, whatever the server; null for any other address. */
export function readRunLink(link: string): { runs: string; id: string; attempt: number } | null {
  const github = /^(.*\/actions\/runs)\/(\d{1,20})(?:\/attempts\/(\d{1,6}))?$/.exec(link);
  const gitea = /^(.*\/actions\/runs)\/\d{1,20}\?by_index=1&run=(\d{1,20})&attempt=(\d{1,6})$/.exec(link);
  const [, runs, id, attempt] = github ?? gitea ?? [];
  return runs === undefined || id === undefined ? null : { runs, id, attempt: Number(attempt ?? 1) };
}
