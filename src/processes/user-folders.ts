import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { UserError } from '../errors.ts';
import { hasPrivateFolder, makePrivateFolder, ownUser } from './ownership.ts';

/**
 * Finds the folder for Tailgate's own files below one of the user's base folders. Null for a user without a home.
 *
 * @param variable that names the base folder; the XDG base directory specification says to ignore relative paths
 * @param usual path of the base folder in the home
 */
export function findUserFolder(
  environment: NodeJS.ProcessEnv,
  variable: 'XDG_STATE_HOME' | 'XDG_CACHE_HOME',
  usual: string,
): string | null {
  const named = environment[variable] ?? '';
  if (isAbsolute(named)) return join(named, 'tailgate');
  const home = environment.HOME || findHome();
  return isAbsolute(home) ? join(home, usual, 'tailgate') : null;
}

/** A user of a container may have no entry in the list of users, and so no home. */
function findHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

const ADVICE = 'Or set XDG_STATE_HOME to another folder of yours.';

/**
 * Finds the folder in which runs note what the next one has to clear up: that of the job on a runner, else the user's.
 * It is never in a temporary folder that all users share, where another one could make it first.
 */
function findStateFolder({ RUNNER_TEMP, ...environment }: NodeJS.ProcessEnv): string {
  if (RUNNER_TEMP) return join(RUNNER_TEMP, `tailgate-runs-${ownUser()}`);
  const folder = findUserFolder(environment, 'XDG_STATE_HOME', '.local/state');
  if (folder !== null) return folder;
  throw new UserError({
    what: 'There is no place to note what a killed run would leave: HOME is not set, and this user has no home.',
    hint: 'Set XDG_STATE_HOME to a folder of yours.',
  });
}

/** Makes the folder of states. @throws UserError where it cannot be made, or where it is not this user's alone */
export function makeStateFolder(environment: NodeJS.ProcessEnv): string {
  const folder = findStateFolder(environment);
  makePrivateFolder(folder, ADVICE);
  return folder;
}

/** Opens the folder of states. Null when there is none yet. @throws UserError where it is not this user's alone */
export function openStateFolder(environment: NodeJS.ProcessEnv): string | null {
  const folder = findStateFolder(environment);
  return hasPrivateFolder(folder, ADVICE) ? folder : null;
}
