import * as fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/**
 * Writes a file completely or not at all, and creates its folder. A device or a pipe is written to, and never replaced.
 *
 * @throws the system's error, with the path
 */
export function writeWhole(path: string, text: string): void {
  try {
    if (isReplaceable(path)) {
      fs.mkdirSync(dirname(resolve(path)), { recursive: true });
      writeFileAtomic.sync(path, text);
    } else appendTo(path, text);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/** Writes to a device or a pipe. Without `O_NONBLOCK`, opening a pipe without a reader blocks; with it, a full one does not. */
function appendTo(path: string, text: string): void {
  const held = fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  try {
    fs.appendFileSync(path, text);
  } finally {
    fs.closeSync(held);
  }
}

/** Tells whether a file may be created here. Entries in /dev and /proc lead to files that processes have open. */
function isReplaceable(path: string): boolean {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return (!stats || stats.isFile() || stats.isDirectory()) && !/^\/(dev|proc)\//.test(resolve(path));
}

/** Explains why a file could not be written, before time is spent on its contents. Null if nothing prevents it. */
export function explainUnwritable(path: string): string | null {
  try {
    if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'it is a folder';
    let folder = dirname(resolve(path));
    while (!fs.existsSync(folder)) folder = dirname(folder);
    fs.accessSync(isReplaceable(path) ? `${folder}/` : path, fs.constants.W_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Tells whether there is a file that can be examined. */
export function isFile(path: string): boolean {
  try {
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}
