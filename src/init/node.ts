import * as z from 'zod';
import type { Files, Guessable, ServiceFinding, SetupStep } from './finding.ts';
import { attempt, findPaths, findPort, isPlain, quotePath, readSources } from './source.ts';

const EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx'];
const ENTRIES = ['server', 'index', 'app', 'main', 'src/server', 'src/index', 'src/app', 'src/main'].flatMap(
  (name) => [`${name}.js`, `${name}.mjs`, `${name}.cjs`],
);
const GIVEN =
  /process\.env(?:\.PORT\b|\[\s*["']PORT["']\s*\])|\benv\(\s*["']PORT["']|\{[^}]*\bPORT\b[^}]*\}\s*=\s*process\.env/;
const FIXED = /\.listen\(\s*(?:\{\s*(?:host:[^,]*,\s*)?port:\s*)?(\d{2,5})\b/;
/** Packages that read `$PORT` themselves, so that the service's own code does not name it. */
const TAKES_PORT =
  /^(?:next|nuxt|@remix-run\/serve|@react-router\/serve|strapi|@strapi\/strapi|@sveltejs\/adapter-node|@astrojs\/node)$/;

type Manager = { name: string; lock: string | null; install: string; run: string };

const MANAGERS: Manager[] = [
  { name: 'pnpm', lock: 'pnpm-lock.yaml', install: 'pnpm install --frozen-lockfile', run: 'pnpm run' },
  { name: 'yarn', lock: 'yarn.lock', install: 'yarn install --immutable', run: 'yarn run' },
  { name: 'npm', lock: 'npm-shrinkwrap.json', install: 'npm ci', run: 'npm run' },
  { name: 'npm', lock: 'package-lock.json', install: 'npm ci', run: 'npm run' },
];
const WITHOUT_LOCK: Manager = { name: 'npm', lock: null, install: 'npm install', run: 'npm run' };

const text = z.string().regex(/\S/).optional().catch(undefined);
const texts = z.record(z.string(), text).catch({});
const versions = z.object({ node: text }).catch({});
const Manifest = z.object({
  main: text,
  packageManager: text,
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
  engines: versions,
  volta: versions,
});
type Manifest = z.infer<typeof Manifest>;

/** A service in package.json; null without that file. Values of an unexpected type count as absent. */
export function findNode(files: Files): ServiceFinding | null {
  const json = files.read('package.json');
  if (json === null) return null;
  const read = () => Manifest.parse(JSON.parse(json.replace(/^\uFEFF/, '')));
  const manifest = attempt(read) ?? Manifest.parse({});
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const manager = chooseManager(files, manifest.packageManager);
  const sources = readSources(files, EXTENSIONS);
  const steps = [
    ...(dependencies.length > 0 || manager.lock !== null ? [manager.install] : []),
    ...(manifest.scripts.build === undefined ? [] : [`${manager.run} build`]),
  ];
  return {
    title: `Node, ${manager.name}`,
    from: 'package.json',
    build: steps.join(' && ') || undefined,
    start: chooseStart(files, manager, manifest),
    port: dependencies.some((name) => TAKES_PORT.test(name))
      ? { kind: 'given' }
      : findPort(sources, GIVEN, FIXED),
    ...findPaths(sources),
    setup: describeSetup(files, manager, manifest),
  };
}

function chooseManager(files: Files, declared: string | undefined): Manager {
  const name = declared?.match(/^(npm|pnpm|yarn)@/)?.[1];
  const locked = MANAGERS.filter(({ lock }) => files.has(lock!));
  const manager = locked.find((each) => each.name === name) ?? locked[0] ?? WITHOUT_LOCK;
  // Yarn 1 knows the older name of the option only.
  const isClassic = manager.name === 'yarn' && /^# yarn lockfile v1$/m.test(files.read('yarn.lock') ?? '');
  return isClassic ? { ...manager, install: 'yarn install --frozen-lockfile' } : manager;
}

function chooseStart(files: Files, manager: Manager, { scripts, main }: Manifest): Guessable {
  const name = ['start:prod', 'start:production', 'start'].find((each) => scripts[each] !== undefined);
  if (name !== undefined) {
    // A plain node command is taken as it is: a package manager would stand between the service and its signals.
    if (/^node( [\w@=./-]+)+$/.test(scripts[name]!)) return { text: scripts[name]! };
    return { text: name === 'start' && manager.name === 'npm' ? 'npm start' : `${manager.run} ${name}` };
  }
  const entry = [main ?? '', ...ENTRIES].find((path) => isPlain(path) && files.has(path));
  if (entry !== undefined) return { text: `node ${quotePath(entry)}` };
  return { text: 'npm start', why: 'package.json has no start script; how does the service start?' };
}

function describeSetup(files: Files, manager: Manager, { engines, volta }: Manifest): SetupStep[] {
  const file =
    ['.nvmrc', '.node-version'].find(files.has) ?? ((engines.node ?? volta.node) ? 'package.json' : null);
  return [
    { uses: 'actions/setup-node', with: file ? { 'node-version-file': file } : { 'node-version': '24' } },
    ...(manager.name === 'npm' ? [] : [{ run: 'corepack enable' }]),
  ];
}
