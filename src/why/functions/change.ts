import type { Called } from './stacks.ts';

/** What a change touches, by file of the head: the functions that hunks begin in, as git names them, and changed lines. */
export type Change = ReadonlyMap<string, { hunks: readonly string[]; lines: readonly string[] }>;

/** Options of `git diff` that `readChange` needs: lines of code never look like those of git then. */
export const DIFF =
  'diff --unified=0 --no-color --no-ext-diff --no-textconv --no-renames --src-prefix=a/ --dst-prefix=b/ --output-indicator-new=> --output-indicator-old=<';

/** Most characters of a line that are looked at. */
const LONGEST_LINE = 1000;

/** Reads the output of `git diff`. Files that the head lacks are left out. */
export function readChange(diff: string): Change {
  const files = new Map<string, { hunks: string[]; lines: string[] }>();
  let file = { hunks: [] as string[], lines: [] as string[] };
  for (const text of diff.split('\n')) {
    const line = text.slice(0, LONGEST_LINE);
    if (/^[<>]/.test(line)) file.lines.push(line.slice(1));
    else if (line.startsWith('@@ ')) file.hunks.push(line.slice(line.indexOf(' @@') + 3));
    else if (line.startsWith('+++ ')) {
      file = { hunks: [], lines: [] };
      if (line.startsWith('+++ b/')) files.set(line.slice('+++ b/'.length).replace(/\t$/, ''), file);
    }
  }
  return files;
}

/** Files in which the versions of packages stand. */
const MANIFEST =
  /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|requirements[\w-]*\.txt|pyproject\.toml|(poetry|uv|Pipfile)\.lock|go\.mod)$/;

/**
 * Tells whether a change touches a function: a hunk begins in it, or a changed line declares it. Of one whose file is not
 * known, or not tracked since it was built, all changed files may be. Of a package its version is moved: its name stands
 * where that of a changed line belongs.
 */
export function isTouched({ name, file, isPackage }: Called, change: Change): boolean {
  // Python writes one package in several ways.
  const tidy = (text: string) => (isPackage ? text.toLowerCase().replace(/_/g, '-') : text);
  const own = isPackage
    ? tidy(name.replace(/^(node_modules|site-packages|dist-packages)\//, ''))
    : name.slice(name.lastIndexOf('.') + 1);
  const isAny = file === '' || (!file.endsWith('/') && /(^|\/)(dist|build|out|lib)\//.test(file));
  return [...change].some(([path, { hunks, lines }]) => {
    const isMeant = isAny || path === file || path.slice(0, path.lastIndexOf('/') + 1) === file;
    if (!isMeant || MANIFEST.test(path) !== isPackage) return false;
    const has = (line: string) => listPlaces(tidy(line), own).length > 0;
    return hunks.some(has) || lines.some(isPackage ? has : (line) => declares(line, own));
  });
}

/** Lists where a name stands by itself in a line. */
function listPlaces(line: string, name: string): number[] {
  const places = [];
  for (let at = line.indexOf(name); at >= 0 && name !== ''; at = line.indexOf(name, at + name.length))
    if (!/[\w$-]/.test(line.charAt(at - 1)) && !/[\w$-]/.test(line.charAt(at + name.length))) places.push(at);
  return places;
}

/** What comes before the name of a function that a line declares: words, a receiver of Go, and no statement. */
const HEAD =
  /^(?!(return|throw|await|yield|new|else|case|assert|not|go|defer|delete|in|of)\b)([\w<>[\]?&*, ]*|func \([^()]*\) *)$/;

function declares(line: string, name: string): boolean {
  return listPlaces(line, name).some((at) => {
    const before = line.slice(0, at).trimStart();
    const after = line.slice(at + name.length).trimStart();
    return HEAD.test(before) && (before !== '' ? /^[(=<:[]/.test(after) : /^\(.*\{$/.test(after));
  });
}
