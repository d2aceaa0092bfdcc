import { DOCKERFILE } from './patterns.ts';
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
  const fits = ({ lock, text = '' }: Installer, at: string) =>
    files.has(at + lock) && new RegExp(text, 'm').test(files.read(at + lock) ?? '');
  // The lock file of a workspace takes precedence over a manifest in the folder itself, which also exists.
  const places = [false, true].flatMap((open) => ['', ...above].map((folder) => ({ open, folder })));
  for (const { open, folder } of places) {
    const row = rows.find((each) => (each.open ?? false) === open && fits(each, folder));
    if (row === undefined) continue;
    const { install = '', prefix = '' } = row;
    const placed = { ...row, lock: folder + row.lock };
    const isAbove = folder !== '' && language === 'node'; // Others do not look at the whole workspace.
    const places = files.all.filter((path) => row.more && new RegExp(row.in!).test(path));
    const said = places.flatMap((path) => files.read(path)?.match(new RegExp(row.more!, 'gm')) ?? []);
    // What is no option says that the folder is a package. Requirements of a Dockerfile replace the usual ones.
    const all = [...new Set(said.map((one) => (/^-/.test(one) ? one : '-e .')))];
    const options = all.filter((one) => !/^-r/.test(one) || files.has(one.slice(3)));
    const full = [/-r /.test(options.join()) ? install.replace(/ -r .*/, '') : install, ...options].join(' ');
    const own = { install: isAbove ? `(cd ${folder.slice(0, -1)} && ${full})` : full };
    const steps = describeSetup(placed, survey);
    return { ...placed, ...own, prefix: prefix.endsWith('/') ? folder + prefix : prefix, steps };
  }
  return null;
}

const WORKFLOW = /^\.github\/workflows\/(?!tailgate)/;

/** Takes the version of a file, a Dockerfile or a workflow before a lower bound and the usual one. */
function describeSetup(row: Installer, { files, manifests }: Survey): Setup {
  const { language, lock, cache, get, open, setup = language } = row;
  const { uses: action, key, usual, from = {}, bounds = {}, says = '(?!)' } = TABLES.setups[setup] ?? {};
  const place = (path: string) => (lock.endsWith(`/${path}`) ? lock : path);
  const find = (wanted: Record<string, string>) =>
    Object.keys(wanted).find((path) => new RegExp(wanted[path]!, 'm').test(files.read(place(path)) ?? ''));
  const read = (named: RegExp) =>
    files.all.flatMap((path) => (named.test(path) ? [files.read(path)] : [])).join('\n');
  const [version] = [`${manifests}\n${read(DOCKERFILE)}`, read(WORKFLOW)].flatMap((text) =>
    (text.match(new RegExp(says, 'gm')) ?? []).sort(Intl.Collator('en', { numeric: true }).compare).slice(-1),
  );
  const exact = find(from);
  const file = exact ?? (version ? undefined : find(bounds));
  const isKnown = open || !key || exact || version;
  const held = language === 'jvm' ? { java: 'true' } : cache && { lock };
  const chosen = file ? { file: place(file) } : { version: version ?? usual };
  return { get, action, key, cache, ...chosen, ...held, ...(!isKnown && { check: 'true' }) };
}
