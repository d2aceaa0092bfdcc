import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bindGit, gitEnvironment } from './git.ts';

/** Messages of a language's tools when the folder with the dependencies is not there. */
const SIGNS: [RegExp, string[]][] = [
  [/Cannot find (module|package)|ERR_MODULE_NOT_FOUND|Could not resolve "/, ['node_modules']],
  [/ModuleNotFoundError|ImportError|No module named/, ['.venv', 'venv', 'env', '__pypackages__']],
  [/vendor\/autoload\.php|inconsistent vendoring|is explicitly required in go\.mod/, ['vendor']],
  [/Could not find gem|bundler: command not found|Bundler::GemNotFound/, ['vendor']],
];

/** Folders with a project's own programs, below the folder that would be missing. */
const PROGRAMS = ['.bin', 'bin'];

/**
 * Guesses the git-ignored folder or file that a revision lacks. The checkout has it and the arm has not, and the log
 * names it, or the kind of error points to it. Null when none is likely.
 *
 * @param log output of the command that failed
 * @param checkout the configuration's folder in the user's checkout
 * @param directory the folder that matches it in the arm
 * @returns its path below the configuration's folder, such as `node_modules`
 */
export async function guessMissing(
  log: string,
  checkout: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | null> {
  const git = bindGit(checkout, gitEnvironment(environment), signal);
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const { stdout } = await git(args);
  const candidates = stdout
    .split('\0')
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => path !== '' && !existsSync(join(directory, path)))
    // Longer paths come first: the path `packages/api/dist` names `dist` as well.
    .sort((a, b) => b.length - a.length);
  return (
    candidates.find((path) => names(log, path)) ??
    candidates.find((path) => holdsProgram(log, join(checkout, path))) ??
    candidates.find((path) =>
      SIGNS.some(([sign, folders]) => folders.includes(basename(path)) && sign.test(log)),
    ) ??
    null
  );
}

/**
 * Tells whether a log names the path as a word of its own: `dist` is in `./dist/server.js`, not in `distance`. A path
 * that may be a word of plain English needs a slash or quotation mark next to it.
 */
function names(log: string, path: string): boolean {
  const literal = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = new RegExp(`(^|[\\s'"\`=:(/])${literal}($|[\\s'"\`:),/])`, 'gm');
  const plain = /^[a-z]+$/i.test(path);
  return [...log.matchAll(word)].some(([, before, after]) => !plain || /['"`/]/.test(`${before}${after}`));
}

/** Tells whether a folder holds a program that a shell did not find (`vite: not found`, `command not found`). */
function holdsProgram(log: string, folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const commands = [...log.matchAll(/(?<![\w.@-])([\w.@-]+): (?:command )?not found/g)].map(
    ([, command]) => command!,
  );
  return commands.some((command) => PROGRAMS.some((place) => existsSync(join(folder, place, command))));
}
