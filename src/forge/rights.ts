import { explainDeliveryFault } from './fault.ts';
import { flatten } from './foreign.ts';
import type { Octokit } from './octokit.ts';

/** What somebody may do in a repository, as far as an acceptance asks; `unknown`: the server did not say. */
export type Rights = 'write' | 'triage' | 'none' | 'unknown';

/** Where acceptances are read, and by what means. */
export type ForgeRepository = {
  octokit: Octokit;
  owner: string;
  repo: string;
  /** Told, in one line each, of what could not be read. */
  note: (text: string) => void;
};

/** Includes `owner`, which Gitea has. */
const WRITING: readonly string[] = ['admin', 'write', 'maintain', 'owner'];

/** Asks for the rights of logins, once each. Never throws. */
export function askRights(repository: ForgeRepository): (login: string) => Promise<Rights> {
  const known = new Map<string, Promise<Rights>>();
  return (login) => {
    const key = login.toLowerCase();
    const rights = known.get(key) ?? ask(repository, login);
    known.set(key, rights);
    return rights;
  };
}

/** The endpoint calls `triage` `read` and `maintain` `write`; `role_name` and `user.permissions` tell them apart. */
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
