import { askGit, bindGit, gitEnvironment } from '../revision/git.ts';

/** Derives the web address of the repository, without a user, from that of git's remote; null if it has none. */
export function findAddress(remote: string): string | null {
  const trim = (address: string) => address.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '');
  const url = URL.canParse(remote) ? new URL(remote) : null;
  if (url !== null && /^https?:$/.test(url.protocol))
    return trim(`${url.protocol}//${url.host}${url.pathname}`);
  if (url?.protocol === 'ssh:') return trim(`https://${url.hostname}${url.pathname}`);
  const [, host, path] = /^(?:[\w.-]+@)?([\w.-]+\.[\w-]+):(?!\/\/)([^\s?#]+)$/.exec(remote) ?? [];
  return host === undefined ? null : trim(`https://${host}/${path}`);
}

/** Asks git for the web address of a folder's remote; null if it has none. */
export async function readRemote(
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | null> {
  const git = bindGit(directory, gitEnvironment(environment), signal);
  const remote = await askGit(git, 'config', '--get', 'remote.origin.url');
  return remote === null ? null : findAddress(remote);
}
