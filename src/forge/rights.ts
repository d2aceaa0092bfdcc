import { explainDeliveryFault } from './fault.ts';
import { flatten } from './foreign.ts';
import type { Octokit } from './octokit.ts';

/** Levels of rights in a repository, from the lowest. */
export const LEVELS = ['triage', 'write', 'maintain', 'admin'] as const;
export type Level = (typeof LEVELS)[number];

/** The rights of a user in a repository. `none`: less than triage. `unknown`: the server did not say. */
export type Rights = Level | 'none' | 'unknown';

/** True when the rights are known to be the level or more. */
export function reaches(rights: Rights, least: Level): boolean {
  return (LEVELS as readonly Rights[]).indexOf(rights) >= LEVELS.indexOf(least);
}

/** The repository where acceptances are read, and the client that reads them. */
export type ForgeRepository = {
  octokit: Octokit;
  owner: string;
  repo: string;
  /** Receives one line for each thing that could not be read. */
  note: (text: string) => void;
};

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

/**
 * The endpoint's `permission` says `read` for `triage` and `write` for `maintain`. The other fields tell them apart,
 * and only the details tell what a role of an organisation's own may do. Only Gitea has `owner`.
 */
async function ask({ octokit, owner, repo, note }: ForgeRepository, username: string): Promise<Rights> {
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username });
    const details = data.user?.permissions;
    const names = [data.permission, data.role_name];
    if (names.includes('owner') || names.includes('admin') || details?.admin) return 'admin';
    if (names.includes('maintain') || details?.maintain) return 'maintain';
    if (names.includes('write') || details?.push) return 'write';
    return names.includes('triage') || details?.triage ? 'triage' : 'none';
  } catch (error) {
    note(`The rights of ${flatten(username, 60)} cannot be read (${explainDeliveryFault(error).reason}).`);
    return 'unknown';
  }
}
