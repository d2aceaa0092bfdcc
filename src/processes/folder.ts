import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

/** Removes a folder with its contents, read-only folders too (Go's module cache has them). Follows no links. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    openUp(path);
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

function openUp(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(join(path, entry.name));
  }
}

/** Number of files and folders that fit into one command line. */
const AT_ONCE = 200;

/**
 * Copies entries of one folder into another that exists, with modes, times and links as they are, and shares their
 * blocks where the file system can.
 *
 * @returns null, or why it failed; then some may have been copied
 */
export async function copyEntries(
  from: string,
  names: readonly string[],
  to: string,
  signal: AbortSignal,
): Promise<string | null> {
  // The signal is looked at here: a short command may be done before its cancellation ends it.
  const stopped = 'it was interrupted';
  for (let first = 0; first < names.length; first += AT_ONCE) {
    if (signal.aborted) return stopped;
    const paths = names.slice(first, first + AT_ONCE).map((name) => join(from, name));
    const problem = await copy(paths, to, signal);
    if (problem !== null) return problem;
  }
  return signal.aborted ? stopped : null;
}

async function copy(paths: string[], to: string, signal: AbortSignal): Promise<string | null> {
  const run = (options: string[]) =>
    execa('cp', [...options, '--', ...paths, `${to}/`], {
      reject: false,
      stdin: 'ignore',
      cancelSignal: signal,
    });
  // BusyBox and macOS do not know the option. They copy nothing when they meet an option they do not know.
  const shared = await run(['-a', '--reflink=auto']);
  if (shared.exitCode === 0) return null;
  const unknown = /unrecognized option|illegal option|invalid option/.test(shared.stderr);
  const result = unknown ? await run(['-a']) : shared;
  return result.exitCode === 0 ? null : (result.stderr.trim().split('\n').at(-1) ?? 'cp failed');
}
