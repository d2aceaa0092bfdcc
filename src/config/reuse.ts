import type { Service } from './config.ts';
import type { Path, ProblemParts, Problems } from './diagnostics/problem.ts';
import { quote } from './diagnostics/quotation.ts';
import { type CheckFile, resolveInside } from './script.ts';

type ReuseContext = { problems: Problems; directory: string; checkFile: CheckFile };

/** `package-lock.json`, `pnpm-lock.yaml`, `Cargo.lock`, `bun.lockb`, `go.sum`: nobody reuses these themselves. */
const LOCK_NAME = /[-.]lock(?:\.(?:json|ya?ml))?$|\.lockb$|(?:^|\/)go\.sum$/;

const EXAMPLES = { path: 'node_modules', lockFile: 'package-lock.json' };

/** Reads `reuse`: paths to take over, each with the lock file that says whether they still fit. */
export function readReuse(
  path: Path,
  input: Record<string, string | undefined> | undefined,
  { problems, directory, checkFile }: ReuseContext,
): Service['reuse'] {
  const reuse: Service['reuse'] = [];
  for (const [key, text] of Object.entries(input ?? {})) {
    const at = [...path, key];
    if (
      text !== undefined &&
      LOCK_NAME.test(key) &&
      !LOCK_NAME.test(text) &&
      readInside(text, directory, EXAMPLES.lockFile).path
    ) {
      problems.rejectKey(
        at,
        'The path comes first, then the lock file that it follows from.',
        `did you mean \`${text}: ${key}\`?`,
      );
      continue;
    }
    const own = readInside(key, directory, EXAMPLES.path);
    if (own.parts) problems.add(at, { on: 'key', ...own.parts });
    const lock = text === undefined ? undefined : readInside(text, directory, EXAMPLES.lockFile);
    if (lock?.parts) problems.add(at, lock.parts);
    if (!own.path || !lock?.path) continue;
    if (reuse.some((other) => other.path === own.path)) {
      problems.rejectKey(at, `${quote(own.path)} is given twice.`, 'expected one of them');
    }
    checkLockFile(at, own.path, lock.path, { problems, directory, checkFile });
    reuse.push({ path: own.path, lockFile: lock.path });
  }
  return reuse;
}

/** Two services build in one folder: what is taken over there cannot hang on two different lock files. */
export function checkReuse(
  services: readonly Service[],
  pathOf: (name: string) => Path,
  problems: Problems,
): void {
  const first = new Map<string, { name: string; lockFile: string }>();
  for (const { name, reuse } of services) {
    for (const { path, lockFile } of reuse) {
      const other = first.get(path) ?? { name, lockFile };
      first.set(path, other);
      if (other.lockFile === lockFile || other.name === name) continue;
      problems.rejectKey(
        [...pathOf(name), 'reuse'],
        `\`${other.name}\` reuses ${quote(path)} with another lock file: ${quote(other.lockFile)}.`,
        'expected the same one',
      );
    }
  }
}

function checkLockFile(
  at: Path,
  path: string,
  lockFile: string,
  { problems, directory, checkFile }: ReuseContext,
): void {
  if (lockFile === path || lockFile.startsWith(`${path}/`)) {
    problems.reject(
      at,
      `This lock file lies in ${quote(path)} itself, so no other revision has one to compare it with.`,
      `expected one that is committed, such as \`${EXAMPLES.lockFile}\``,
    );
    return;
  }
  const { fault, nearest } = checkFile(`${directory.replace(/\/$/, '')}/${lockFile}`) ?? {};
  if (!fault) return;
  problems.reject(
    at,
    fault === 'missing' ? 'There is no such file.' : 'This is a folder, not a lock file.',
    nearest ? `did you mean \`${nearest}\`?` : `expected a file such as \`${EXAMPLES.lockFile}\``,
  );
}

/** A path below the folder in its shortest form, or why the text is none. */
function readInside(
  text: string,
  directory: string,
  example: string,
): { path: string; parts?: undefined } | { parts: ProblemParts; path?: undefined } {
  const inside = resolveInside(directory, text)?.slice(directory.replace(/\/$/, '').length + 1);
  const expected = `expected a path below this file, such as \`${example}\``;
  const meant = (path: string | undefined) => (path ? `did you mean \`${path}\`?` : expected);
  const fail = (what: string, proposal = expected) => ({ parts: { what, expected: proposal } });
  if (text.trim() === '') return fail('The path is empty.');
  if (text.startsWith('~') || text.includes('$')) return fail('Nobody fills in `~` or `$` here.');
  if (text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text)) {
    const below = text.startsWith(`${directory}/`) ? text.slice(directory.length + 1) : undefined;
    return fail('Both paths of `reuse` are relative to this file.', meant(below));
  }
  if (inside === undefined && !text.split('/').includes('..'))
    return fail('This is the whole folder, not something in it.');
  if (inside === undefined) return fail('This path leaves the folder of this file.');
  if (text.split('/').includes('..')) return fail('`..` is not followed here.', meant(inside));
  if (text.includes('*')) return fail('Patterns are not filled in here.', 'expected a path written out');
  if (inside === '.git' || inside.startsWith('.git/'))
    return fail('`.git` is not a part of a revision.', 'leave it out');
  return { path: inside };
}
