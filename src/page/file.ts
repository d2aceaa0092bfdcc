import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { UserError } from '../errors.ts';
import { writeWhole } from '../processes/file.ts';
import type { Picture } from '../report/charts/charts.ts';

/** Largest page that is read. A larger file was named by mistake. */
const LARGEST_BYTES = 4 * 1024 * 1024;

/** Reads a page; null when there is none. @throws UserError when it cannot be read, or is no UTF-8 text */
export async function readPageFile(path: string, shownAs: string): Promise<string | null> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > LARGEST_BYTES) throw new Error(`it has ${bytes.length} bytes, more than any page`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UserError({
      what: `${shownAs} cannot be read: ${(cause as Error).message}`,
      where: path,
      cause,
    });
  }
}

/** Names the folder of a page's pictures, beside it: `performance` for `docs/performance.md`. */
export function pictureFolder(path: string): string {
  return basename(path, extname(path));
}

/** Writes the pictures, then the page, each whole or not at all. @throws the system's error, with the path */
export function writePageFile(path: string, text: string, pictures: readonly Picture[]): void {
  const folder = join(dirname(path), pictureFolder(path));
  for (const { name, svg } of pictures) writeWhole(join(folder, name), svg);
  writeWhole(path, text);
}
