import type { Called } from './stacks.ts';

/** What a change touches: by file of the head, the functions that hunks begin in, as git names them. */
export type Change = ReadonlyMap<string, readonly string[]>;

/** Options of `git diff` that `readChange` needs: lines of code never look like those of git then. */
export const DIFF =
  'diff --unified=0 --no-color --no-ext-diff --no-textconv --no-renames --src-prefix=a/ --dst-prefix=b/ --output-indicator-new=> --output-indicator-old=<';

/** Reads the output of `git diff`. Files that the head lacks are left out. */
export function readChange(diff: string): Change {
  const files = new Map<string, string[]>();
  let own: string[] = [];
  for (const line of diff.split('\n')) {
    if (line.startsWith('@@ ')) own.push(line.slice(line.indexOf(' @@') + 3));
    if (!line.startsWith('+++ ')) continue;
    own = [];
    if (line.startsWith('+++ b/')) files.set(line.slice('+++ b/'.length).replace(/\t$/, ''), own);
  }
  return files;
}

/**
 * Tells whether a change touches a function: a hunk begins in it. Of one whose file is not known, or not tracked since it
 * was built, all changed files may be.
 */
export function isTouched({ name, file }: Called, change: Change): boolean {
  const own = name.slice(name.lastIndexOf('.') + 1).replace(/[^\w-]/g, '\\$&');
  const word = new RegExp(`(?<![\\w$-])${own}(?![\\w$-])`);
  const isAny = file === '' || /(^|\/)(dist|build|out|lib)\//.test(file);
  return [...change].some(([path, hunks]) => (isAny || path === file) && hunks.some((one) => word.test(one)));
}
