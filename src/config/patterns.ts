import picomatch from 'picomatch/posix.js';

/** What the patterns say of a path: `in` or `out` by the last one that matches, `unnamed` if none does. */
type Match = 'in' | 'out' | 'unnamed';

type Pattern = { negated: boolean; matches: (path: string) => boolean };

/**
 * Compiles patterns of paths that are relative to the configuration. A pattern whose last part has no `*` or `?`
 * stands for all below a folder of that name as well: a folder by itself never differs, its files do.
 *
 * @throws SyntaxError with the library's words on a bracket that is not closed
 */
export function compilePatterns(patterns: readonly string[]): (path: string) => Match {
  const compiled = patterns.map(compile);
  return (path) => {
    const last = compiled.findLast(({ matches }) => matches(path));
    if (last === undefined) return 'unnamed';
    return last.negated ? 'out' : 'in';
  };
}

/** Whether a pattern takes out of what stands before it. */
export function isNegated(pattern: string): boolean {
  return pattern.startsWith('!');
}

/** Every file, however it is named: `.` alone would not match a line end, and a name may hold one. */
const OPTIONS = { dot: true, nonegate: true, strictBrackets: true, flags: 's' };

function compile(pattern: string): Pattern {
  const negated = isNegated(pattern);
  const path = (negated ? pattern.slice(1) : pattern)
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '/**')
    // Literal, as in `app/(shop)/page.tsx`; to the library they are groups of a regular expression.
    .replace(/(?<!\\)[()]/g, '\\$&');
  const namesFolder = !/[*?]/.test(path.slice(path.lastIndexOf('/') + 1));
  return { negated, matches: picomatch(namesFolder ? [path, `${path}/**`] : path, OPTIONS) };
}
