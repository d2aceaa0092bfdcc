import type { Credentials } from '../revision/authorization.ts';

/** The token of a workflow's job; null on a laptop, where git has the user's own login. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials | null {
  const token = environment.GITHUB_TOKEN || environment.GH_TOKEN;
  const serverUrl = environment.GITHUB_SERVER_URL;
  return environment.CI === 'true' && token && serverUrl ? { token, serverUrl } : null;
}
