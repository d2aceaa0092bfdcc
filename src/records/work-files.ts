import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Config, Work } from '../config/config.ts';
import { quote } from '../config/diagnostics/words.ts';
import { OWN_PORT } from '../config/hosts.ts';
import { listVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { isFile } from '../processes/file.ts';

/** Files that may import others. */
export const CODE = /\.[cm]?[jt]s$/;
/** How a script reads where the service is. */
const AIM = /\b(?:TARGET|BASE)_URL\b/;
/** Address of this machine in a quoted text. */
const FIXED = /["'`]https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/"'`]/;

/**
 * Checks that no script sends load to a fixed address of this machine while base and head each get their own port: both
 * would be measured on whatever else responds there.
 *
 * @throws UserError for a script that does so, and never reads where the service is
 */
export function assertAimed(config: Config): void {
  for (const { services, target, scenarios } of listVariants(config)) {
    const { start, url = '' } = services.find(({ name }) => name === target) ?? {};
    if (start === undefined || !OWN_PORT.test(url)) continue;
    for (const { work, name } of scenarios) {
      if (work.kind !== 'script') continue;
      const text = listScriptFiles(work.path).map(readWorkFile).join('\n');
      if (!FIXED.test(text) || AIM.test(text)) continue;
      throw new UserError({
        what: `The script of scenario ${quote(name)} sends load to an address that is the same for both revisions, but ${quote(target!)} gets its own port for each.`,
        where: relative(config.directory, work.path),
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
 * Lists a script and the files that it reads: everything that a quoted text names, by `import`, by `open()` or
 * otherwise, relative to the file that names it or to the script. Names composed at run time are missed.
 */
function listScriptFiles(script: string): string[] {
  const found = new Set([script]);
  for (const path of found) {
    if (!CODE.test(path)) continue;
    // Text between two quotes on a line. Wrong pairs do no harm: they name no file.
    const parts = `${readWorkFile(path)}`.split(/["'`\n\r]/);
    for (const name of new Set(parts.filter((part) => part.length <= 200 && /[./]/.test(part))))
      for (const file of [join(dirname(path), name), join(dirname(script), name)])
        if (isFile(file)) found.add(file);
  }
  return [...found];
}

/** Reads a file; null where there is none. */
export function readWorkFile(path: string): Buffer | null {
  return isFile(path) ? readFileSync(path) : null;
}
