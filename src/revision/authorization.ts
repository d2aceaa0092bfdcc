import { type GitSetting, gitEnvironment } from './git.ts';

/** Token for the server that hosts the repository, and that server's address, such as `https://github.com`. */
export type Credentials = { token: string; serverUrl: string };

/**
 * Chooses how git reaches a repository. With a token for its server, git reads no settings except the one header. Without
 * one it reads its user's, and from the repository's own, `local`, only the login that actions/checkout leaves: a header
 * for this very server, or the command for a remote over ssh. Code under test may have planted others, such as a proxy.
 *
 * @returns the address, and git's environment with the login
 */
export function reachServer(
  url: string,
  local: readonly GitSetting[],
  credentials: Credentials | null,
  environment: NodeJS.ProcessEnv,
): { url: string; environment: NodeJS.ProcessEnv } {
  const remote = parseUrl(url);
  const server = credentials && parseUrl(credentials.serverUrl);
  if (credentials && server && remote?.origin === server.origin) {
    const login = `AUTHORIZATION: basic ${encodeLogin(credentials.token)}`;
    const header: GitSetting = [`http.${server.origin}/.extraheader`, login];
    const others = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_CONFIG_'));
    const none = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const own = gitEnvironment({ ...Object.fromEntries(others), ...none }, [header]);
    return { url: server.origin + remote.pathname, environment: own };
  }
  const left = local.filter(([key, value]) => {
    if (remote === null) return key === 'core.sshcommand';
    const scope = key.match(/^http\.(.+)\.extraheader$/)?.[1];
    return scope !== undefined && parseUrl(scope)?.origin === remote.origin && /^authorization:/i.test(value);
  });
  return { url, environment: gitEnvironment(environment, left) };
}

/** Encodes a token as git sends it. */
export const encodeLogin = (token: string) => Buffer.from(`x-access-token:${token}`).toString('base64');

/** Parses an address that accepts headers. Null for others, such as `git@host:path`, which some parsers take for a URL. */
function parseUrl(text: string): URL | null {
  return /^https?:/.test(text) && URL.canParse(text) ? new URL(text) : null;
}
