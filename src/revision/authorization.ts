import type { Checkout } from './checkout.ts';
import type { Git, GitSetting } from './git.ts';

/** Token for the server that holds the repository, and that server's address, such as `https://github.com`. */
export type Credentials = { token: string; serverUrl: string };

/**
 * Makes the header that carries the token. Null without a token, where the remote is another server, and where the
 * configuration has a header already (that of actions/checkout): GitHub refuses a request with two.
 *
 * @param remote URL as git uses it, `insteadOf` applied; null without one
 * @param git has the settings that the header would be added to
 */
export async function authorize(
  remote: string | null,
  git: Git,
  credentials: Credentials | null,
): Promise<GitSetting | null> {
  if (credentials === null || remote === null) return null;
  const [url, server] = [remote, credentials.serverUrl].map(parseUrl);
  if (!url || !server || url.username !== '' || url.origin !== server.origin) return null;
  const present = await git(['config', '--get-urlmatch', 'http.extraheader', url.href]);
  if (present.stdout !== '') return null;
  const login = Buffer.from(`x-access-token:${credentials.token}`).toString('base64');
  return [`http.${url.origin}/.extraheader`, `AUTHORIZATION: basic ${login}`];
}

/** Parses an address that takes headers. Null for others, such as `git@host:path`, a URL to some parsers. */
export function parseUrl(text: string): URL | null {
  return /^https?:/.test(text) && URL.canParse(text) ? new URL(text) : null;
}

/** Settings of a connection. */
export const CONNECTION = /^(core\.(sshcommand|gitproxy|askpass)|(http|credential|url|ssh|protocol|safe)\.)/;

/**
 * Lists the settings of a connection by which a token may go: those of the user and the system, and what
 * actions/checkout leaves in the repository. That is a header for this very server, which learns nothing new by it, or
 * the command for a remote over ssh, which never has a token of ours in its environment. All else in the repository's
 * own files may have been written by earlier code under test, on a machine that keeps its workspace: an `insteadOf`, a
 * proxy or a credential helper would get the token.
 *
 * @param remote address of the repository, before `insteadOf`
 */
export function trustConnection(
  { settings, userSettings }: Pick<Checkout, 'settings' | 'userSettings'>,
  remote: string,
): GitSetting[] {
  const server = parseUrl(remote);
  return settings.filter((setting) => {
    const [key, value] = setting;
    if (userSettings.includes(setting)) return CONNECTION.test(key);
    if (server === null) return key === 'core.sshcommand';
    const scope = key.match(/^http\.(.+)\.extraheader$/)?.[1];
    return scope !== undefined && parseUrl(scope)?.origin === server.origin && /^authorization:/i.test(value);
  });
}
