import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bindGit, gitEnvironment } from './git.ts';

/** What a language's tools say when the folder with the dependencies is not there. */
const SIGNS: [RegExp, string[]][] = [
  [/Cannot find (module|package)|ERR_MODULE_NOT_FOUND|Could not resolve "/, ['node_modules']],
  [/ModuleNotFoundError|ImportError|No module named/, ['.venv', 'venv', 'env', '__pypackages__']],
  [/vendor\/autoload\.php|inconsistent vendoring|is explicitly required in go\.mod/, ['vendor']],
  [/Could not find gem|bundler: command not found|Bundler::GemNotFound/, ['vendor']],
];

/** Where programs of a project's own are, below the folder that would be missing. */
const PROGRAMS = ['.bin', 'bin'];

/**
 * The git-ignored folder or file that a revision seems to lack: one that the checkout has and the arm has not, and
 * that the log names or that its kind of error points to. Null when none is likely.
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
    // `packages/api/dist` before `dist`, which its own path names as well.
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
 * The path as a word of its own: `dist` is in `./dist/server.js`, not in `distance`. Where it might be a word of plain
 * English, a slash or quotation mark has to be next to it.
 */
function names(log: string, path: string): boolean {
  const literal = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = new RegExp(`(^|[\\s'"\`=:(/])${literal}($|[\\s'"\`:),/])`, 'gm');
  const plain = /^[a-z]+$/i.test(path);
  return [...log.matchAll(word)].some(([, before, after]) => !plain || /['"`/]/.test(`${before}${after}`));
}

/** Shells name the command that they do not find: `sh: 1: vite: not found`, `bash: vite: command not found`. */
function holdsProgram(log: string, folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const commands = [...log.matchAll(/([\w.@-]+): (?:command )?not found/g)].map(([, command]) => command!);
  return commands.some((command) => PROGRAMS.some((place) => existsSync(join(folder, place, command))));
}
