import type { Called } from './stacks.ts';

/** What a change touches, by file of the head: a function in which a hunk begins, as git names it, or a changed line. */
export type Change = readonly { file: string; line: string; isHunk: boolean }[];

/** Options of `git diff` that `readChange` needs: they keep lines of code from looking like git's own. */
export const DIFF =
  'diff --unified=0 --no-color --no-ext-diff --no-textconv --no-renames --src-prefix=a/ --dst-prefix=b/ --output-indicator-new=> --output-indicator-old=<';

/** Parses the output of `git diff`. Files that the head lacks are left out. */
export function readChange(diff: string): Change {
  let file = '';
  return diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ ')) file = /^\+\+\+ b\/(.*?)\t?$/.exec(line)?.[1] ?? '';
    const [, code] = /^(?:[<>]|@@ [-+\d, ]{1,60} @@)(.*)$/s.exec(line) ?? [];
    return code === undefined || file === '' ? [] : [{ file, line: code, isHunk: line.startsWith('@') }];
  });
}

/** Files that contain the versions of packages. */
const MANIFEST =
  /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|requirements[\w-]*\.txt|pyproject\.toml|(poetry|uv|Pipfile)\.lock|go\.mod)$/;

/** What precedes a function in the line that declares it: words, a Go receiver, and no statement. */
const BEFORE =
  '(?!(?:return|throw|await|yield|new|else|case|assert|not|go|defer|delete|in|of)\\b)(?:[\\w<>[\\]?&*, ]+|func \\([^()]*\\) *)';

/**
 * Tells whether a change touches a function: a hunk begins in it, or a changed line declares it. If its file is
 * unknown, or not tracked because it was built, any changed file may contain it. A package is touched if its version moves:
 * its name is where that of a changed line belongs.
 */
export function isTouched({ kind, name, file }: Called, change: Change): boolean {
  const isPackage = kind === 'package';
  // Python writes a package in several ways.
  const tidy = (text: string) => (isPackage ? text.toLowerCase().replaceAll('_', '-') : text);
  const own = name.replace(isPackage ? /^(node_modules|(site|dist)-packages)\// : /^.*\./s, '');
  const alone = `(?<![\\w$-])${tidy(own).replace(/\W/g, '\\$&')}(?![\\w$-])`;
  const named = new RegExp(alone);
  // A JavaScript method has nothing before it, but a body.
  const declared = new RegExp(`^\\s*(?=\\S)(?:${BEFORE}${alone}\\s*[(=<:[]|${alone}\\s*\\(.*\\{\\s*$)`);
  const isAny = !file || /(^|\/)(dist|build|out|lib)\//.test(file);
  return change.some((part) => {
    if (MANIFEST.test(part.file) !== isPackage || !(isAny || part.file === file)) return false;
    return (isPackage || part.isHunk ? named : declared).test(tidy(part.line));
  });
}
