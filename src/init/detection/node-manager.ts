import type { Files } from '../files/files.ts';
import type { SetupStep } from '../workflows/actions.ts';
import { type Manifest, readManifest } from './node.ts';

export type NodeManager = {
  name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Path of the lock file; null without one. */
  lock: string | null;
  install: string;
  run: string;
  /** Why it is a guess. */
  why?: string;
  /** Commands of a workflow that install it. */
  get?: string;
};

/** For zizmor, which looks at workflows. */
const ADHOC = 'zizmor: ignore[adhoc-packages] no lockfile has the package manager itself';

/** Node 25 and newer bring no corepack. */
const COREPACK = 'npm install --global --force corepack && corepack enable';
const BUN = {
  name: 'bun',
  install: 'bun install --frozen-lockfile',
  run: 'bun run',
  get: 'npm install --global bun',
} as const;
const MANAGERS: (NodeManager & { lock: string })[] = [
  {
    name: 'pnpm',
    lock: 'pnpm-lock.yaml',
    install: 'pnpm install --frozen-lockfile',
    run: 'pnpm run',
    get: COREPACK,
  },
  { name: 'yarn', lock: 'yarn.lock', install: 'yarn install --immutable', run: 'yarn run', get: COREPACK },
  { ...BUN, lock: 'bun.lock' },
  { ...BUN, lock: 'bun.lockb' },
  { name: 'npm', lock: 'npm-shrinkwrap.json', install: 'npm ci', run: 'npm run' },
  { name: 'npm', lock: 'package-lock.json', install: 'npm ci', run: 'npm run' },
];
const WITHOUT_LOCK: NodeManager = { name: 'npm', lock: null, install: 'npm install', run: 'npm run' };

/** The package manager of the lock file: the folder's own, or that of a workspace above it. */
export function chooseManager(
  files: Files,
  { packageManager }: Pick<Manifest, 'packageManager'>,
): NodeManager {
  const declared = packageManager?.match(/^(npm|pnpm|yarn|bun)@/)?.[1];
  for (const folder of [
    '',
    ...(files.above ?? []).filter((above) => isWorkspace(files, above)).map((above) => `${above}/`),
  ]) {
    const locked = MANAGERS.filter(({ lock }) => files.has(folder + lock));
    const manager = locked.find(({ name }) => name === declared) ?? locked[0];
    const names = new Set(locked.map(({ name }) => name));
    const why =
      names.size > 1 && declared === undefined
        ? `there are lock files of ${[...names].join(' and ')}; is ${manager!.name} the one in use?`
        : undefined;
    if (manager) return settle(files, { ...manager, lock: folder + manager.lock, why }, folder);
  }
  const unlocked = MANAGERS.find(({ name }) => name === declared);
  return unlocked ? { ...unlocked, lock: null, install: `${unlocked.name} install` } : WITHOUT_LOCK;
}

function settle(files: Files, manager: NodeManager & { lock: string }, folder: string): NodeManager {
  // npm looks at the folder's own lock file only. The others find the workspace by themselves.
  if (manager.name === 'npm' && folder !== '')
    return { ...manager, install: `npm ci --prefix ${folder.slice(0, -1)}` };
  // Yarn 1 knows the older name of the option only, and runners have it.
  const isClassic = manager.name === 'yarn' && /^# yarn lockfile v1$/m.test(files.read(manager.lock) ?? '');
  return isClassic ? { ...manager, install: 'yarn install --frozen-lockfile', get: undefined } : manager;
}

function isWorkspace(files: Files, folder: string): boolean {
  return (
    files.has(`${folder}/pnpm-workspace.yaml`) ||
    Boolean(readManifest(files, `${folder}/package.json`)?.workspaces)
  );
}

/** The file that says which Node it needs; null without one. */
export function findNodeVersion(files: Files, { engines, volta }: Manifest): string | null {
  return (
    ['.nvmrc', '.node-version'].find(files.has) ?? ((engines.node ?? volta.node) ? 'package.json' : null)
  );
}

/** The manager comes first: setup-node asks it where its cache is. */
export function describeNodeSetup(
  files: Files,
  { name, lock, get }: NodeManager,
  manifest: Manifest,
): SetupStep[] {
  const file = findNodeVersion(files, manifest);
  const cached = lock !== null && name !== 'bun' && { cache: name, 'cache-dependency-path': lock };
  return [
    ...(get === undefined ? [] : [{ run: get, comment: ADHOC }]),
    {
      uses: 'actions/setup-node',
      with: { ...(file ? { 'node-version-file': file } : { 'node-version': '24' }), ...cached },
    },
  ];
}
