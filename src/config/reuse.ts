import type { Service } from './config.ts';
import type { DeclaredService } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import type { ProblemParts } from './diagnostics/problem.ts';
import { propose, quote } from './diagnostics/words.ts';
import { type Folder, rejectMissingFile, resolveInside } from './script.ts';

/** Lock files, not for reuse: `package-lock.json`, `pnpm-lock.yaml`, `Cargo.lock`, `bun.lockb`, `go.sum`. */
const LOCK_NAME = /[-.]lock(?:\.(?:json|ya?ml))?$|\.lockb$|(?:^|\/)go\.sum$/;

const EXAMPLES = { path: 'node_modules', lockFile: 'package-lock.json' };

/** Reads `reuse`: paths to copy, each with the lock file that tells whether the copy still fits. */
export function readReuse(
  place: Place,
  input: Record<string, string | undefined> | undefined,
  folder: Folder,
): Service['reuse'] {
  const { directory } = folder;
  const reuse: Service['reuse'] = [];
  for (const [key, text] of Object.entries(input ?? {})) {
    const at = place.below(key);
    const own = readInside(key, directory, EXAMPLES.path);
    const lock = text === undefined ? undefined : readInside(text, directory, EXAMPLES.lockFile);
    if (text !== undefined && lock?.path && LOCK_NAME.test(key) && !LOCK_NAME.test(text)) {
      const what = 'The path comes first, then the lock file that it follows from.';
      at.rejectKey(what, `did you mean \`${text}: ${key}\`?`);
      continue;
    }
    if (own.parts) at.add({ on: 'key', ...own.parts });
    if (lock?.parts) at.add(lock.parts);
    if (!own.path || !lock?.path) continue;
    if (reuse.some((other) => other.path === own.path))
      at.rejectKey(`${quote(own.path)} is given twice.`, 'expected one of them');
    checkLockFile(at, own.path, lock.path, folder);
    reuse.push({ path: own.path, lockFile: lock.path });
  }
  return reuse;
}

/** Checks that services, which build in one folder, name the same lock file for the same path. */
export function checkReuse(services: readonly Service[], declared: readonly DeclaredService[]): void {
  const first = new Map<string, { name: string; lockFile: string }>();
  for (const [index, { name, reuse }] of services.entries()) {
    for (const { path, lockFile } of reuse) {
      const other = first.get(path) ?? { name, lockFile };
      first.set(path, other);
      if (other.lockFile === lockFile || other.name === name) continue;
      const what = `\`${other.name}\` reuses ${quote(path)} with another lock file: ${quote(other.lockFile)}.`;
      declared[index]?.place.below('reuse').rejectKey(what, 'expected the same one');
    }
  }
}

function checkLockFile(place: Place, path: string, lockFile: string, { directory, checkFile }: Folder): void {
  if (lockFile === path || lockFile.startsWith(`${path}/`)) {
    place.reject(
      `This lock file lies in ${quote(path)} itself, so no other revision has one to compare it with.`,
      `expected one that is committed, such as \`${EXAMPLES.lockFile}\``,
    );
    return;
  }
  const fault = checkFile(`${directory.replace(/\/$/, '')}/${lockFile}`);
  rejectMissingFile(place, fault, 'a lock file', `expected a file such as \`${EXAMPLES.lockFile}\``);
}

/** Reads a path below the folder in its shortest form, or explains why the text is none. */
function readInside(
  text: string,
  directory: string,
  example: string,
): { path: string; parts?: undefined } | { parts: ProblemParts; path?: undefined } {
  const inside = resolveInside(directory, text)?.slice(directory.replace(/\/$/, '').length + 1);
  const expected = `expected a path below this file, such as \`${example}\``;
  const fail = (what: string, proposal = expected) => ({ parts: { what, expected: proposal } });
  if (text.trim() === '') return fail('The path is empty.');
  if (text.startsWith('~') || text.includes('$')) return fail('Nobody fills in `~` or `$` here.');
  if (text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text)) {
    const below = text.startsWith(`${directory}/`) ? text.slice(directory.length + 1) : undefined;
    return fail('Both paths of `reuse` are relative to this file.', propose(below, expected));
  }
  if (inside === undefined && !text.split('/').includes('..'))
    return fail('This is the whole folder, not something in it.');
  if (inside === undefined) return fail('This path leaves the folder of this file.');
  if (text.split('/').includes('..')) return fail('`..` is not followed here.', propose(inside, expected));
  if (text.includes('*')) return fail('Patterns are not filled in here.', 'expected a path written out');
  if (inside === '.git' || inside.startsWith('.git/'))
    return fail('`.git` is not a part of a revision.', 'leave it out');
  return { path: inside };
}
