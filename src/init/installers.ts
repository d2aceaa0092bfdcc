import type { Survey } from './starters.ts';
import { type Installer, TABLES } from './tables.ts';
import type { Setup } from './workflows/actions.ts';

/** An installer whose file exists. `lock`: its path, in the folder or above it. `steps`: how a workflow sets it up. */
export type Installed = Installer & { steps: Setup };

/** Files that say that the folders below share the lock file beside them. */
const WORKSPACE = ['pnpm-workspace.yaml', 'package.json', 'pyproject.toml', 'Cargo.toml'];
const IS_WORKSPACE = /^packages:|"workspaces"|^\[tool\.uv\.workspace\]|^\[workspace\]/m;

/** Chooses how the dependencies of a service in this language are installed; null if it has none of the files. */
export function chooseInstaller(language: string, survey: Survey): Installed | null {
  const { files } = survey;
  const isShared = (folder: string) =>
    language === 'go' || WORKSPACE.some((name) => IS_WORKSPACE.test(files.read(folder + name) ?? ''));
  const above = (files.above ?? []).filter(isShared);
  const rows = TABLES.installers.filter((row) => row.language === language);
  // The lock file of a workspace takes precedence over a manifest in the folder itself, which also exists.
  for (const isOpen of [false, true])
    for (const folder of ['', ...above]) {
      const row = rows.find(({ lock, text = '', open = false }) => {
        const found = open === isOpen ? files.read(folder + lock) : null;
        return found !== null && new RegExp(text, 'm').test(found);
      });
      if (row === undefined) continue;
      const { install = '', prefix = '' } = row;
      const placed = { ...row, lock: folder + row.lock };
      return {
        ...placed,
        // Only Node's package managers look at the whole workspace.
        install: folder !== '' && language === 'node' ? `(cd ${folder.slice(0, -1)} && ${install})` : install,
        prefix: prefix.endsWith('/') ? folder + prefix : prefix,
        steps: describeSetup(placed, survey),
      };
    }
  return null;
}

/** Says how a workflow sets the tools up. */
function describeSetup(
  { language, lock, cache, get, setup = language }: Installer,
  { files, manifests }: Survey,
): Setup {
  const { uses: action, key, usual, from = {}, says } = TABLES.setups[setup] ?? {};
  // A module of Go may be above.
  const place = (path: string) => (lock.endsWith(`/${path}`) ? lock : path);
  const isThere = (path: string) => new RegExp(from[path]!, 'm').test(files.read(place(path)) ?? '');
  const named = Object.keys(from).find(isThere);
  const file = named && place(named);
  const version = (says && new RegExp(says).exec(manifests)?.[1]) ?? usual;
  // The action for Java knows by itself which files count.
  const held = language === 'jvm' ? { java: 'true' } : cache && { lock };
  return { get, action, key, cache, ...(file ? { file } : { version }), ...held };
}
