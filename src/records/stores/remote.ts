import { UserError } from '../../errors.ts';
import { trustConnection } from '../../revision/authorization.ts';
import { type Checkout, findCheckout, listUserSettings } from '../../revision/checkout.ts';
import { bindGit, type GitSetting, gitEnvironment } from '../../revision/git.ts';

/** Repository that records are pushed to, and how git reaches it. */
export type Remote = {
  /** Address for git: a URL, `host:path`, or a path. */
  url: string;
  /** Folder that relative paths start from. */
  cwd: string;
  /** Name of the repository's hash, `sha1` or `sha256`. */
  format: string;
  settings: GitSetting[];
};

const NO_REMOTE =
  'Records can be kept in a folder instead: `--store .tailgate`, or the input `store` of the action.';

/**
 * Reads the remote from the checkout, once. Later changes by code under test have no effect.
 *
 * @param url of the repository, where it is known without a checkout; null: that of the checkout's remote
 * @throws UserError when there is none
 */
export async function findRemote(
  directory: string,
  url: string | null,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Remote> {
  const checkout = await findCheckout(directory, environment, signal);
  if ('kind' in checkout) {
    const unusable = checkout.reason === 'no-git' || checkout.reason === 'old-git';
    if (url === null || unusable) {
      throw new UserError({
        what: `There is no repository to keep records in: ${checkout.message}`,
        where: directory,
        hint: checkout.hint ?? NO_REMOTE,
      });
    }
    const git = bindGit(directory, gitEnvironment(environment), signal);
    const userSettings = await listUserSettings(git);
    const settings = trustConnection({ settings: userSettings, userSettings }, url);
    return { url, cwd: directory, format: 'sha1', settings };
  }
  const found = url ?? readUrl(checkout);
  if (found === null) {
    throw new UserError({
      what: 'The repository has no remote to keep records in.',
      where: checkout.top,
      hint: `Add one: \`git remote add origin …\`. ${NO_REMOTE}`,
    });
  }
  const settings = trustConnection(checkout, found);
  return { url: found, cwd: checkout.top, format: checkout.format, settings };
}

/** Reads the address that the checkout fetches from. Records are written there as well, whatever `pushurl` says. */
function readUrl({ remote, settings }: Checkout): string | null {
  return settings.find(([key]) => key === `remote.${remote}.url`)?.[1] ?? null;
}
