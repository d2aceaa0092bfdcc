import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder } from '../processes/folder.ts';
import { readTail } from '../processes/log.ts';

/** A private temporary folder for one run: logs, generated scripts, summaries. */
export type Workspace = { path: string; logs: string; k6: string };

export const WORKSPACE_PREFIX = 'tailgate-run-';

/** Names a workspace that does not exist yet, without links: the system reports the real working folders of processes. */
export function nameWorkspace(): Workspace {
  const parent = realpathSync(process.env.RUNNER_TEMP || tmpdir());
  const path = join(parent, `${WORKSPACE_PREFIX}${randomUUID().slice(0, 8)}`);
  return { path, logs: join(path, 'logs'), k6: join(path, 'k6') };
}

export function makeWorkspace({ path, logs, k6 }: Workspace): void {
  for (const folder of [path, logs, k6]) mkdirSync(folder, { mode: 0o700 });
}

/** Folders of a workspace that are worth keeping. */
const KEPT = ['logs', 'k6'] as const;

/** Creates the folder for `keepWorkspace`. @throws UserError if it is not writable, or if another user can write to it */
export function makeKeepFolder(target: string): void {
  for (const folder of KEPT) makePrivateFolder(join(target, folder), 'Give `--keep` a writable folder.');
}

/** Copies the run's text files to `target` for the user; `clean` removes secrets. */
export function keepWorkspace(workspace: Workspace, target: string, clean: (text: string) => string): void {
  makeKeepFolder(target);
  for (const folder of KEPT) {
    for (const entry of readdirSync(workspace[folder], { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const { name } = entry;
      const text = readFileSync(join(workspace[folder], name), 'utf8');
      writeFileSync(join(target, folder, name), clean(text));
    }
  }
}

/** Lines that are read of a log, and most characters of each. */
const LAST_LINES = 40;
const LONGEST_LINE = 400;

/**
 * Reads the last lines of the newest log of each service, by arm, and of k6; empty logs are left out.
 *
 * @param clean removes secrets before lines are cut: otherwise half of one could remain
 */
export function readLastLogs(
  { logs, k6 }: Workspace,
  clean: (text: string) => string,
): { name: string; log: string }[] {
  const list = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.log'));
  const all = [
    ...list(logs).map((file) => ({ name: nameServiceLog(file), path: join(logs, file) })),
    ...list(k6).map((file) => ({ name: 'k6', path: join(k6, file) })),
  ];
  const newest = new Map<string, string>();
  for (const { name, path } of all.sort((a, b) => statSync(a.path).mtimeMs - statSync(b.path).mtimeMs)) {
    const lines = clean(readTail(path, LAST_LINES)).split('\n');
    const log = lines.map((line) => line.slice(0, LONGEST_LINE)).join('\n');
    if (name !== null && log.trim() !== '') newest.set(name, log);
  }
  return [...newest].map(([name, log]) => ({ name, log })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names whose log it is, such as `api of base`; null for logs of builds. */
function nameServiceLog(file: string): string | null {
  const [, service, instance] = /^(.+)\.((?:head|base)_\w+|run)\.log$/.exec(file) ?? [];
  if (service === undefined) return null;
  return instance === 'run' ? service : `${service} of ${instance!.split('_')[0]}`;
}
