import picomatch from 'picomatch/posix.js';

/** Result for a path: `in` or `out` by the last pattern that matches, `unnamed` if none does. */
type Match = 'in' | 'out' | 'unnamed';

type Pattern = { negated: boolean; matches: (path: string) => boolean };

/**
 * Compiles patterns of paths that are relative to the configuration. A pattern whose last part has no `*` or `?` also
 * matches all files below a folder of that name: files can differ, a folder by itself cannot.
 *
 * @throws SyntaxError, in the library's words, when a bracket is not closed
 */
export function compilePatterns(patterns: readonly string[]): (path: string) => Match {
  const compiled = patterns.map(compile);
  return (path) => {
    if (LONG.test(path)) return 'in';
    const last = compiled.findLast(({ matches }) => matches(path));
    if (last === undefined) return 'unnamed';
    return last.negated ? 'out' : 'in';
  };
}

/** Paths that are not compared, since it might take minutes: with a long name, or in a hundred folders. They always count. */
const LONG = /[^/]{201}|(?:\/[^/]*){100}/;

/** Tells whether a pattern takes files out of those that earlier patterns name. */
export function isNegated(pattern: string): boolean {
  return pattern.startsWith('!');
}

/** Options that match any file name. A name may hold a line end, which `.` matches only with the flag `s`. */
const OPTIONS = { dot: true, nonegate: true, strictBrackets: true, flags: 's' };

function compile(pattern: string): Pattern {
  const negated = isNegated(pattern);
  const path = (negated ? pattern.slice(1) : pattern)
    .replace(/^(\.\/)+/, '')
    .replace(/(?<!\/)\/+$/, '/**')
    // They are literal, as in `app/(shop)/page.tsx` and `c++/`. The library would read them as groups and repetitions.
    .replace(/(?<!\\)[()+]/g, '\\$&');
  const namesFolder = !/[*?]/.test(path.slice(path.lastIndexOf('/') + 1));
  return { negated, matches: picomatch(namesFolder ? [path, `${path}/**`] : path, OPTIONS) };
}
