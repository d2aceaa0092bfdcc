import picomatch from 'picomatch/posix.js';

/** Result for a path: `in` or `out` by the last pattern that matches, `unnamed` if none does. */
type Match = 'in' | 'out' | 'unnamed';

/**
 * Compiles patterns for paths from the root of the repository. One that begins with `/` starts there, any other
 * in the configuration's folder. A pattern whose last part has no `*` or `?` also matches all files below a folder of
 * that name: files can differ, a folder by itself cannot.
 *
 * @param prefix the configuration's folder relative to the root, or an empty text
 */
export function compilePatterns(patterns: readonly string[], prefix: string): (path: string) => Match {
  const compiled = patterns.map((pattern) => ({ pattern, matches: compile(pattern, prefix) }));
  return (path) => {
    const last = compiled.findLast(({ matches }) => matches(path));
    if (last === undefined) return 'unnamed';
    return last.pattern.startsWith('!') ? 'out' : 'in';
  };
}

/** Options that match any file name. A name may contain a line break, which `.` matches only with the flag `s`. */
const OPTIONS = { dot: true, nonegate: true, flags: 's' };

function compile(pattern: string, prefix: string): (path: string) => boolean {
  const written = pattern.replace(/^!/, '');
  const folder = prefix.replace(/[\\*?[\]{}!]/g, '\\$&');
  const parts: string[] = [];
  for (const part of (written.startsWith('/') ? written : `${folder}/${written}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  // They are literal, as in `app/(shop)/page.tsx` and `c++/`. The library would read them as groups and repetitions.
  const all = [...parts, ...(written.endsWith('/') || parts.length === 0 ? ['**'] : [])];
  const path = all.join('/').replace(/(?<!\\)[()+]/g, '\\$&');
  const namesFolder = !/[*?]/.test(path.slice(path.lastIndexOf('/') + 1));
  return picomatch(namesFolder ? [path, `${path}/**`] : path, OPTIONS);
}
