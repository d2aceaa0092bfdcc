import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { UserError } from '../errors.ts';

/** Writes the result of a command to a file, whole or not at all. @throws UserError when it cannot be written */
export async function writeResultFile(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(resolve(path)), { recursive: true });
    await writeFileAtomic(path, text.endsWith('\n') ? text : `${text}\n`);
  } catch (cause) {
    throw new UserError({
      what: `The result could not be written: ${(cause as Error).message}`,
      where: path,
      cause,
    });
  }
}
