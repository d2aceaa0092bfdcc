import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Work } from '../config/config.ts';
import { isFile } from '../processes/file.ts';

/** Most files that one script is followed to. */
const MOST_FILES = 1000;
/** Files that may import others. */
export const CODE = /\.[cm]?[jt]s$/;
/** Text in quotes that may be the path of a file. */
const PATH = /^(?!\/)[^*?<>|{}$:]*[./][^*?<>|{}$:]*$/;
const LONGEST_PATH = 200;

/** Lists the files that a scenario is made of: its script and what that reads, or its data. */
export function listWorkFiles(work: Work): string[] {
  if (work.kind === 'script') return listScriptFiles(work.path);
  return work.data ? [work.data.path] : [];
}

/**
 * Lists a script and the files that it reads: all that a text in quotes names, be it by `import`, by `open()` or
 * otherwise, beside the file that names it or beside the script. Names that are put together at run time are missed.
 */
function listScriptFiles(script: string): string[] {
  const found = new Set([script]);
  for (const path of found) {
    if (!CODE.test(path) || found.size > MOST_FILES) continue;
    for (const name of listNames(path)) {
      for (const folder of [dirname(path), dirname(script)]) {
        const file = join(folder, name);
        if (isFile(file)) found.add(file);
      }
    }
  }
  return [...found];
}

/** Lists what stands between two quotes on a line. Wrong pairs do no harm: they name no file. */
function listNames(path: string): string[] {
  const parts = (readWorkFile(path)?.toString() ?? '').split(/["'`\n\r]/);
  return [...new Set(parts)].filter((part) => part.length <= LONGEST_PATH && PATH.test(part));
}

/** Reads a file; null where there is none that can be read. */
export function readWorkFile(path: string): Buffer | null {
  try {
    return isFile(path) ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
