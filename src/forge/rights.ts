import { explainDeliveryFault } from './fault.ts';
import { flatten } from './foreign.ts';
import type { Octokit } from './octokit.ts';

/** The rights of a user in a repository, as far as an acceptance needs them. `unknown`: the server did not say. */
export type Rights = 'write' | 'triage' | 'none' | 'unknown';

/** The repository where acceptances are read, and the client that reads them. */
export type ForgeRepository = {
  octokit: Octokit;
  owner: string;
  repo: string;
  /** Receives one line for each thing that could not be read. */
  note: (text: string) => void;
};

/** Names of roles that may write. Only Gitea has `owner`. */
const WRITING: readonly string[] = ['admin', 'write', 'maintain', 'owner'];

/** Makes a function that asks for the rights of a login, once for each. It never throws. */
export function askRights(repository: ForgeRepository): (login: string) => Promise<Rights> {
  const known = new Map<string, Promise<Rights>>();
  return (login) => {
    const key = login.toLowerCase();
    const rights = known.get(key) ?? ask(repository, login);
    known.set(key, rights);
    return rights;
  };
}

/** The endpoint's `permission` says `read` for `triage` and `write` for `maintain`. The other fields tell them apart. */
async function ask({ octokit, owner, repo, note }: ForgeRepository, username: string): Promise<Rights> {
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username });
    const details = data.user?.permissions;
    if (WRITING.includes(data.permission) || details?.push) return 'write';
    return data.role_name === 'triage' || details?.triage ? 'triage' : 'none';
  } catch (error) {
    note(`The rights of ${flatten(username, 60)} cannot be read (${explainDeliveryFault(error).reason}).`);
    return 'unknown';
  }
}
