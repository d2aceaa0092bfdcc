import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { execa } from 'execa';
import type { Service } from '../config/config.ts';
import { copyInto, removeFolder } from '../processes/folder.ts';

/**
 * Copies what a service may reuse of the checkout (`node_modules`) into an arm. Each path is copied only if its lock
 * file is the same in both. A note tells of each path that is left out. The arm's `build` has to make it then.
 *
 * @param checkout the configuration's folder in the user's checkout
 * @param directory the folder that matches it in the arm
 * @returns a note for each that is left out
 */
export async function reusePaths(
  checkout: string,
  directory: string,
  reuse: Service['reuse'],
  signal: AbortSignal,
): Promise<string[]> {
  const notes: string[] = [];
  for (const { path, lockFile } of reuse) {
    const problem =
      examine(checkout, directory, path, lockFile) ??
      (await take(checkout, directory, { path, lockFile }, signal));
    if (problem !== null) notes.push(`${path} is not reused: ${problem}`);
  }
  return notes;
}

function examine(checkout: string, directory: string, path: string, lockFile: string): string | null {
  for (const name of [path, lockFile]) {
    const parts = relative('.', name).split('/');
    if (isAbsolute(name) || parts[0] === '' || parts.includes('..') || parts.includes('.git')) {
      return `${name} is not below the folder of tailgate.yml`;
    }
  }
  const source = join(checkout, path);
  if (!existsSync(source)) return 'the checkout has none';
  if (!isWithin(source, checkout)) return 'it is a link to a place outside of the folder of tailgate.yml';
  const target = join(directory, path);
  if (!isWithin(nearestFolder(dirname(target)), directory)) {
    return 'a link of this revision leads out of its tree';
  }
  if (lstatSync(target, { throwIfNoEntry: false })) return 'this revision has its own';
  const [here, there] = [readIfThere(join(checkout, lockFile)), readIfThere(join(directory, lockFile))];
  if (here === null || there === null) {
    return `${here === null ? 'the checkout' : 'this revision'} has no ${lockFile}`;
  }
  if (!here.equals(there)) return `${lockFile} differs from the checkout's`;
  if (existsSync(join(source, 'pyvenv.cfg'))) {
    return 'a virtual environment holds the paths of the checkout; let `build` make it';
  }
  return null;
}

async function take(
  checkout: string,
  directory: string,
  { path, lockFile }: Service['reuse'][number],
  signal: AbortSignal,
): Promise<string | null> {
  const target = join(directory, path);
  mkdirSync(dirname(target), { recursive: true });
  const problem =
    (await copyInto(dirname(target), resolve(checkout, path), signal)) ??
    (await findLinkBack(target, checkout, signal));
  if (problem !== null) removeFolder(target);
  else await age(target, join(directory, lockFile), signal);
  return problem;
}

/**
 * Makes files old that are newer than the revision's: they were written while the run laid it out. A build that goes by
 * times would take them for made from its sources, and both arms might run the same code.
 */
async function age(folder: string, reference: string, signal: AbortSignal): Promise<void> {
  const touch = ['-exec', 'touch', '-t', '200001010000', '{}', '+'];
  await execa('find', [folder, '-type', 'f', '-newer', reference, ...touch], {
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
  });
}

/** Finds a link to the checkout's files. With it both arms would run the same code. */
async function findLinkBack(folder: string, checkout: string, signal: AbortSignal): Promise<string | null> {
  // `-lname` is in GNU, BSD and recent BusyBox versions of find. Without it no link is found.
  const places = new Set([checkout, realpathSync(checkout)]);
  const names = [...places].flatMap((place) => ['-o', '-lname', `${place}/*`]);
  const { stdout } = await execa('find', [folder, '-type', 'l', '(', ...names.slice(1), ')', '-print'], {
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
  });
  const [first] = stdout.split('\n');
  return first ? `${relative(folder, first)} in it is a link into the checkout` : null;
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(path));
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
