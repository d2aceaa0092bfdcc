import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Config, Work } from '../config/config.ts';
import { quote } from '../config/diagnostics/words.ts';
import { OWN_PORT } from '../config/hosts.ts';
import { listVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { isFile } from '../processes/file.ts';

/** Most files that one script is followed to. */
const MOST_FILES = 1000;
/** Files that may import others. */
export const CODE = /\.[cm]?[jt]s$/;
/** Text in quotes that may be the path of a file. */
const PATH = /^(?!\/)[^*?<>|{}$:]*[./][^*?<>|{}$:]*$/;
const LONGEST_PATH = 200;

/** How a script reads where the service is. */
const AIM = /\b(?:TARGET|BASE)_URL\b/;
/** Address of this machine in a text in quotes. */
const FIXED = /["'`]https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/"'`]/;

/**
 * Checks that no script loads a fixed address of this machine while base and head each get a port of their own: both
 * would be measured on whatever else answers there.
 *
 * @throws UserError for one that does, and never reads where the service is
 */
export function assertAimed(config: Config): void {
  for (const { services, target, scenarios } of listVariants(config)) {
    const { start, url = '' } = services.find(({ name }) => name === target) ?? {};
    if (start === undefined || !OWN_PORT.test(url)) continue;
    for (const { work, name } of scenarios) {
      if (work.kind !== 'script') continue;
      const files = listScriptFiles(work.path);
      const texts = files.map((path) => readWorkFile(path)?.toString() ?? '');
      const fixed = files.find((_, index) => FIXED.test(texts[index]!));
      if (fixed === undefined || texts.some((text) => AIM.test(text))) continue;
      throw new UserError({
        what: `The script of scenario ${quote(name)} loads an address that is the same for both revisions, and ${quote(target!)} gets a port of its own for each.`,
        where: relative(config.directory, fixed),
        hint: 'Read the address: `` http.get(`${__ENV.BASE_URL}/`) ``.',
      });
    }
  }
}

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
