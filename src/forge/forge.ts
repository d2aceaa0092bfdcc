/** Id of a job in a workflow file, with the characters that GitHub allows. */
export const JOB_ID = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;

/**
 * Reads what the runner says about this job: the folder that everything is relative to; the commit that the event checks
 * out by default.
 */
export function readRunner(environment: NodeJS.ProcessEnv) {
  const { GITHUB_WORKSPACE, GITHUB_SHA, GITHUB_JOB = '' } = environment;
  return {
    workspace: GITHUB_WORKSPACE || '.',
    commit: GITHUB_SHA ?? null,
    jobId: JOB_ID.test(GITHUB_JOB) ? GITHUB_JOB : 'job',
  };
}

/** The token of a workflow's job; null on a laptop, where git has the user's own login. */
export function readCredentials(environment: NodeJS.ProcessEnv) {
  const { CI, GITHUB_TOKEN, GH_TOKEN, GITHUB_SERVER_URL: serverUrl } = environment;
  const token = GITHUB_TOKEN || GH_TOKEN;
  return CI === 'true' && token && serverUrl ? { token, serverUrl } : null;
}
