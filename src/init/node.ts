import type { Files, Finding, Guessable, SetupStep } from './finding.ts';
import { choosePath, findHealth, findPort, findRoutes, isPlain, quotePath, readSources } from './source.ts';

const EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx'];
const ENTRIES = ['server', 'index', 'app', 'main', 'src/server', 'src/index', 'src/app', 'src/main'].flatMap(
  (name) => [`${name}.js`, `${name}.mjs`, `${name}.cjs`],
);
const GIVEN =
  /process\.env(?:\.PORT\b|\[\s*["']PORT["']\s*\])|\benv\(\s*["']PORT["']|\{[^}]*\bPORT\b[^}]*\}\s*=\s*process\.env/;
const FIXED = /\.listen\(\s*(?:\{\s*(?:host:[^,]*,\s*)?port:\s*)?(\d{2,5})\b/;
/** They take their port from `$PORT` without a word of it in the code. */
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

/** A service in package.json; null without one. */
export function findNode(files: Files): Finding | null {
  const text = files.read('package.json');
  if (text === null) return null;
  const manifest = parseObject(text);
  const scripts = objectAt(manifest, 'scripts');
  const dependencies = [
    ...Object.keys(objectAt(manifest, 'dependencies')),
    ...Object.keys(objectAt(manifest, 'devDependencies')),
  ];
  const manager = chooseManager(files, textAt(manifest, 'packageManager'));
  const sources = readSources(files, EXTENSIONS);
  const routes = findRoutes(sources);
  return {
    title: `Node, ${manager.name}`,
    from: 'package.json',
    build: chooseBuild(manager, dependencies.length > 0, textAt(scripts, 'build')),
    start: chooseStart(files, manager, manifest, scripts),
    port: dependencies.some((name) => TAKES_PORT.test(name))
      ? { kind: 'given' }
      : findPort(sources, GIVEN, FIXED),
    health: findHealth(routes),
    path: choosePath(routes),
    setup: describeSetup(files, manager, manifest),
    beside: [],
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

function chooseBuild(manager: Manager, depends: boolean, script: string | undefined): string | undefined {
  const steps = [
    ...(depends || manager.lock !== null ? [manager.install] : []),
    ...(script === undefined ? [] : [`${manager.run} build`]),
  ];
  return steps.length === 0 ? undefined : steps.join(' && ');
}

function chooseStart(
  files: Files,
  manager: Manager,
  manifest: Record<string, unknown>,
  scripts: Record<string, unknown>,
): Guessable {
  for (const name of ['start:prod', 'start:production', 'start']) {
    const script = textAt(scripts, name);
    if (script === undefined) continue;
    // The service itself, not a package manager that stands between it and the signals.
    if (/^node( [\w@=./-]+)+$/.test(script)) return { text: script };
    return { text: name === 'start' && manager.name === 'npm' ? 'npm start' : `${manager.run} ${name}` };
  }
  const main = textAt(manifest, 'main');
  const entry = [...(main === undefined ? [] : [main]), ...ENTRIES].find(
    (path) => isPlain(path) && files.has(path),
  );
  if (entry !== undefined) return { text: `node ${quotePath(entry)}` };
  return { text: 'npm start', why: 'package.json has no start script; how does the service start?' };
}

function describeSetup(files: Files, manager: Manager, manifest: Record<string, unknown>): SetupStep[] {
  const file = ['.nvmrc', '.node-version'].find((name) => files.has(name));
  const engines =
    textAt(objectAt(manifest, 'engines'), 'node') ?? textAt(objectAt(manifest, 'volta'), 'node');
  const version: Record<string, string> = file
    ? { 'node-version-file': file }
    : engines
      ? { 'node-version-file': 'package.json' }
      : { 'node-version': '24' };
  return [
    { uses: 'actions/setup-node', with: version },
    ...(manager.name === 'npm' ? [] : [{ run: 'corepack enable' }]),
  ];
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function objectAt(value: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.hasOwn(value, key) ? asObject(value[key]) : {};
}

function textAt(value: Record<string, unknown>, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
