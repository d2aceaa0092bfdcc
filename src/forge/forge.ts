/** Finds where the addresses of pages and of the API begin. A slash at the end is removed. */
export function findServer(environment: NodeJS.ProcessEnv): { serverUrl: string; apiUrl: string } {
  const trim = (text: string | undefined) => (text ?? '').replace(/(?<!\/)\/+$/, '');
  const serverUrl = trim(environment.GITHUB_SERVER_URL) || 'https://github.com';
  const apiUrl = trim(environment.GITHUB_API_URL) || guessApi(serverUrl);
  return { serverUrl, apiUrl };
}

/** Guesses the API from the server. github.com is no default: one server's token must not go to another. */
function guessApi(serverUrl: string): string {
  return serverUrl === 'https://github.com' ? 'https://api.github.com' : `${serverUrl}/api/v3`;
}

/** Id of a job in a workflow file, with the characters that GitHub allows. */
export const JOB_ID = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;

/**
 * Reads what the runner says of this job: the folder that everything is relative to; the commit that the event checks
 * out by itself; the id of the job, the same for all of a matrix; the file of the step's summary, empty without one.
 */
export function readRunner(environment: NodeJS.ProcessEnv) {
  const { GITHUB_WORKSPACE, GITHUB_SHA, GITHUB_JOB = '', GITHUB_STEP_SUMMARY = '' } = environment;
  return {
    workspace: GITHUB_WORKSPACE || '.',
    commit: GITHUB_SHA ?? null,
    jobId: JOB_ID.test(GITHUB_JOB) ? GITHUB_JOB : 'job',
    summary: GITHUB_STEP_SUMMARY,
  };
}

/** The token of a workflow's job; null on a laptop, where git has the user's own login. */
export function readCredentials({
  CI,
  GITHUB_TOKEN,
  GH_TOKEN,
  GITHUB_SERVER_URL: serverUrl,
}: NodeJS.ProcessEnv) {
  const token = GITHUB_TOKEN || GH_TOKEN;
  return CI === 'true' && token && serverUrl ? { token, serverUrl } : null;
}
