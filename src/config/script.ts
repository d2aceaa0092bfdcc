import type { Path, Problems } from './diagnostics/problem.ts';

/** Why there is no such file, and the nearest one, relative to the configuration; undefined when there is. */
export type CheckFile = (
  absolutePath: string,
) => { fault: 'missing' | 'folder'; nearest?: string } | undefined;

type ScriptContext = { problems: Problems; directory: string; checkFile: CheckFile };

/**
 * Checks the path of a user's script and makes it absolute.
 *
 * @returns the absolute path; the text itself when it leaves the folder, which is a problem then
 */
export function readScript(
  path: Path,
  script: string,
  { problems, directory, checkFile }: ScriptContext,
): string {
  const absolute = resolveInside(directory, script);
  if (script.trim() === '')
    problems.reject(path, '`script` is empty.', 'expected one such as `load/browse.js`');
  else if (script.startsWith('/') || /^[A-Za-z]:[\\/]/.test(script)) {
    const inside = script.startsWith(`${directory}/`) ? script.slice(directory.length + 1) : undefined;
    problems.reject(
      path,
      'The path of a script is relative to this file.',
      inside ? `did you mean \`${inside}\`?` : 'expected one such as `load/browse.js`',
    );
  } else if (/^[a-z]+:\/\//i.test(script)) {
    problems.reject(
      path,
      'A script is a file of the repository, not a URL.',
      'expected one such as `load/browse.js`',
    );
  } else if (absolute === undefined) {
    problems.reject(
      path,
      'The script lies outside of the folder of this file.',
      'expected one such as `load/browse.js`',
    );
  } else {
    const { fault, nearest } = checkFile(absolute) ?? {};
    if (fault) {
      problems.reject(
        path,
        fault === 'missing' ? 'There is no such file.' : 'This is a folder, not a script.',
        nearest ? `did you mean \`${nearest}\`?` : 'expected a file',
      );
    }
  }
  return absolute ?? script;
}

/** The absolute path of a relative one, or undefined when it leaves the folder. */
export function resolveInside(directory: string, relative: string): string | undefined {
  const parts: string[] = [];
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.length === 0 ? undefined : [directory.replace(/\/$/, ''), ...parts].join('/');
}
