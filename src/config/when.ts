import picomatch from 'picomatch/posix.js';
import type { Config } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import type { ProblemParts } from './diagnostics/problem.ts';
import { quote } from './diagnostics/words.ts';
import type { UserConfig } from './schema/schema.ts';

const EXAMPLE = 'expected one such as `src/**`';

/** Reads `when.changed`. Rejects a pattern that can never match: it would prevent every measurement. */
export function readWhen(place: Place, when: UserConfig['when']): Config['when'] {
  if (when === undefined) return undefined;
  const changed: string[] = [];
  for (const { item: pattern, place: at } of place.below('changed').items(when.changed)) {
    const parts = findFault(pattern) ?? (isNegated(pattern) && changed.length === 0 ? FIRST : undefined);
    if (parts) at.add(parts);
    changed.push(pattern);
  }
  return { changed };
}

const FIRST: ProblemParts = {
  what: '`!` takes out of what stands before it, and nothing does.',
  expected: 'expected a pattern without `!` first',
  hint: "Everything but documentation: `changed: ['**', '!docs/**']`.",
};

/** Tells whether a pattern takes long for some names. Each further `*` multiplies the time by the length of a name. */
function hasManyWays(path: string): boolean {
  const parts = path.replace(/\\./g, '').split('/');
  const deep = parts.filter((part) => part === '**').length - 1;
  const stars = parts.map((part) => (part === '**' ? 0 : Math.max(0, part.split('*').length - 2)));
  return stars.reduce((sum, each) => sum + each, Math.max(0, deep)) > 2 || path.split('{').length > 5;
}

function findFault(pattern: string): ProblemParts | undefined {
  const sign = isNegated(pattern) ? '!' : '';
  const path = pattern.slice(sign.length);
  const meant = (text: string) => ({ expected: EXAMPLE, nearest: text === '' ? undefined : sign + text });
  if (path.trim() === '') return { what: 'The pattern is empty.', expected: EXAMPLE };
  if (path !== path.trim())
    return { what: 'The pattern begins or ends with a blank.', ...meant(path.trim()) };
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) {
    const below = path.replace(/^[A-Za-z]:/, '').replace(/^[\\/]+/, '');
    return {
      what: 'A pattern is relative to the folder of this file, so this matches nothing.',
      ...meant(below),
    };
  }
  if (path.startsWith('~/') || path.includes('${'))
    return { what: 'Nobody fills in `~` or `${…}` here.', expected: EXAMPLE };
  if (path.split('/').includes('..')) {
    return {
      what: 'Only files below the folder of this file are looked at, so `..` matches nothing.',
      expected: EXAMPLE,
      hint: 'To look at others as well, move this file up and begin its commands with `cd`.',
    };
  }
  if (/\\(?![*?[\]{}()!\\])/.test(path))
    return { what: 'Folders are separated by `/`.', ...meant(path.replaceAll('\\', '/')) };
  const stuck = path.split('/').find((part) => part.includes('**') && part !== '**');
  if (stuck !== undefined) {
    const before = stuck.slice(0, stuck.indexOf('**'));
    const after = stuck.slice(before.length).replace(/^\*+/, '');
    const apart = [before && `${before}*`, '**', after && `*${after}`].filter(Boolean).join('/');
    return {
      what: `\`**\` stands for folders only where nothing stands beside it; ${quote(stuck)} is a name with two \`*\`.`,
      ...meant(path.replace(stuck, apart)),
    };
  }
  if (/(^|\/)\.?\/./.test(path.replace(/^\.\//, '')))
    return {
      what: 'The names of a path are separated by one `/`.',
      ...meant(path.replace(/(\/\.?)+\//g, '/')),
    };
  if (hasManyWays(path)) {
    return {
      what: 'The pattern can match a name in too many ways: some names would take hours to compare.',
      expected: 'expected one `*` in each name and one `**`, two more at most, and four `{…}` at most',
      hint: 'Write several patterns: a file is named where one of them matches.',
    };
  }
  try {
    compilePatterns([path]);
    return undefined;
  } catch (error) {
    const missing = /Missing (?:opening|closing): "(.)"/.exec((error as Error).message)?.[1];
    return {
      what: missing ? `A bracket has no \`${missing}\`.` : 'This is no pattern.',
      expected: EXAMPLE,
      hint: 'A bracket that is part of a name is written `\\[`.',
    };
  }
}

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
