import type { Called } from './stacks.ts';

/** What a change touches, by file of the head: the functions that hunks begin in, as git names them, and changed lines. */
export type Change = ReadonlyMap<string, { hunks: readonly string[]; lines: readonly string[] }>;

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@(.*)/;

/** Most characters of a line that are looked at. */
const LONGEST_LINE = 1000;

/** Reads the output of `git diff --unified=0` with the prefixes `a/` and `b/`. Files that the head lacks are left out. */
export function readChange(diff: string): Change {
  const files = new Map<string, { hunks: string[]; lines: string[] }>();
  let file: { hunks: string[]; lines: string[] } | undefined;
  // Lines of code may look like those of git: a hunk has as many as it says.
  let left = 0;
  for (const text of diff.split('\n')) {
    const line = text.slice(0, LONGEST_LINE);
    if (left > 0) {
      if (!line.startsWith('\\')) left--;
      file?.lines.push(line.slice(1));
    } else if (line.startsWith('@@ ')) {
      const [, before = '1', after = '1', name = ''] = HUNK.exec(line) ?? [];
      left = Number(before) + Number(after);
      file?.hunks.push(name);
    } else if (line.startsWith('+++ ')) {
      file = { hunks: [], lines: [] };
      if (line.startsWith('+++ b/')) files.set(line.slice('+++ b/'.length).replace(/\t$/, ''), file);
    }
  }
  return files;
}

/**
 * Tells whether a change touches a function: a hunk begins in it, or a changed line declares it. Of one whose file is not
 * known, or not tracked since it was built, all changed files may be.
 */
export function isTouched({ name, file }: Called, change: Change): boolean {
  const own = name.slice(name.lastIndexOf('.') + 1);
  const isAny = file === '' || (!file.endsWith('/') && /(^|\/)(dist|build|out|lib)\//.test(file));
  return [...change].some(([path, { hunks, lines }]) => {
    const isMeant = isAny || path === file || path.slice(0, path.lastIndexOf('/') + 1) === file;
    if (!isMeant || MANIFEST.test(path)) return false;
    return (
      hunks.some((hunk) => listPlaces(hunk, own).length > 0) || lines.some((line) => declares(line, own))
    );
  });
}

/** Tells whether a change moves the version of a package: its name stands where that of a changed line belongs. */
export function isMoved({ name }: Called, change: Change): boolean {
  const own = tidy(name.replace(/^(node_modules|site-packages|dist-packages)\//, ''));
  return [...change].some(
    ([path, { hunks, lines }]) =>
      MANIFEST.test(path) && [...hunks, ...lines].some((line) => listPlaces(tidy(line), own).length > 0),
  );
}

/** Python writes one package in several ways. */
const tidy = (name: string) => name.toLowerCase().replace(/_/g, '-');

const MANIFEST =
  /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|requirements[\w-]*\.txt|pyproject\.toml|(poetry|uv|Pipfile)\.lock|go\.mod)$/;

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
