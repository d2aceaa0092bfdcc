import * as z from 'zod';
import { quotePath, quoteWord } from '../../processes/shell-words.ts';
import type { Files } from '../files/files.ts';
import { attempt, type Guessable, isPlain } from '../files/source.ts';
import { makesTables } from '../needs/migrations.ts';
import type { SetupStep } from '../workflows/actions.ts';
import { findVersionFile, type Language } from './language.ts';

const ENTRIES = ['server', 'index', 'app', 'main', 'src/server', 'src/index', 'src/app', 'src/main'].flatMap(
  (name) => [`${name}.js`, `${name}.mjs`, `${name}.cjs`],
);
const SERVER =
  /^(?:express|fastify|@nestjs\/core|koa|@?hapi(?:\/hapi)?|hono|@hono\/node-server|restify|polka|@feathersjs\/\w+|elysia|@adonisjs\/core|@apollo\/server|apollo-server\w*|@loopback\/rest|sails|h3|moleculer-web|@trpc\/server|next|nuxt|@remix-run\/serve|@react-router\/serve|@?strapi\S*|@sveltejs\/adapter-node|@astrojs\/node|fastify-cli)$/;
/** Commands that watch files, build before they serve, or go on in the background. */
const DEVELOPMENT =
  /\b(?:nodemon|ts-node-dev|tsnd|nx serve|vite(?! preview)|webpack(?:-dev-server)? serve|next dev|nuxt dev|node-dev|supervisor|tsx watch|nest start|^(?:start:)?dev|forever start|pm2 start(?!.{0,200}--no-daemon))\b|--watch\b/;

/** What a script does before it serves that wants the database. */
const USES_DATABASE = /migrat|seed|\bdb\b|sequelize|knex|typeorm|prisma (?:migrate|db)/;

const text = z.string().regex(/\S/).optional().catch(undefined);
const texts = z.record(z.string(), text).catch({});
const versions = z.object({ node: text }).catch({});
const Manifest = z.object({
  name: text,
  main: text,
  packageManager: text,
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
  engines: versions,
  volta: versions,
  workspaces: z.unknown().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Reads a package.json; null without one. Values of an unexpected type count as absent. */
export function readManifest(files: Files, path = 'package.json'): Manifest | null {
  const json = files.read(path);
  if (json === null) return null;
  return attempt(() => Manifest.parse(JSON.parse(json.replace(/^\uFEFF/, '')))) ?? Manifest.parse({});
}

export const NODE: Language = {
  title: 'Node',
  marks: ['package.json'],
  code: ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx'],
  describe({ files, sources }) {
    const manifest = readManifest(files)!;
    const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    const manager = chooseManager(files, manifest);
    const launcher = files.read('bin/www');
    const code = [
      ...sources.filter(({ path }) => !/\.[jt]sx$/.test(path)),
      ...(launcher === null ? [] : [{ path: 'bin/www', text: launcher }]),
    ];
    const serves =
      dependencies.some((name) => SERVER.test(name)) ||
      code.some(({ text: each }) => /\bcreateServer\(/.test(each));
    const { start, before, prepare } = chooseStart(files, manager, manifest);
    const install = dependencies.length > 0 || manager.lock !== null ? [manager.install] : [];
    const build = chooseBuild(files, manager, manifest);
    const schema = files.list.find((path) => /(?:^|\/)schema\.prisma$/.test(path)) ?? '';
    const version = findNodeVersion(files, manifest);
    const doubts = [
      ...(manager.lock === null ? ['there is no lock file, so base and head may get other versions.'] : []),
      ...(version === null ? ['no file says which Node it needs; the workflow installs 24.'] : []),
    ];
    const steps = [...new Set([...install, ...build, ...before])].join(' && ');
    return {
      title: `Node, ${manager.name}`,
      sure: serves ? 2 : start.why === undefined ? 1 : 0,
      build: steps
        ? { text: steps, ...(install.length > 0 && doubts.length > 0 && { why: doubts.join(' ') }) }
        : undefined,
      prepare,
      start,
      // Its daemon is one for each home: base, head and that of whoever calls would be one.
      ...(Object.values(manifest.scripts).some((command) => /\bpm2\b/.test(command ?? '')) && {
        env: [{ name: 'PM2_HOME', value: '.pm2' }],
      }),
      migrations: Object.entries(manifest.scripts)
        .filter(([name, command]) => makesTables(name, command))
        .map(([name]) => ({ text: `${manager.name} run ${name}` })),
      setup: describeSetup(manager, version),
      manifests: `${dependencies.map((name) => `"${name}"`).join(' ')} ${files.read(schema) ?? ''}`,
      sources: code,
    };
  },
};

/** How it is built: in a workspace after the packages that it depends on. */
function chooseBuild(files: Files, { name, lock }: NodeManager, manifest: Manifest): string[] {
  const above = /^(?:\.\.\/)+/.exec(lock ?? '')?.[0];
  const root = above === undefined ? null : readManifest(files, `${above}package.json`);
  const isLinked = Object.values({ ...manifest.dependencies, ...manifest.devDependencies }).some(
    (version) => version === '*' || version?.startsWith('workspace:'),
  );
  if (root && isLinked && manifest.name) {
    if ({ ...root.dependencies, ...root.devDependencies }.turbo !== undefined)
      return [`(cd ${above} && npx turbo run build --filter=${quoteWord(manifest.name)})`];
    if (name === 'pnpm') return [`pnpm --filter ${quoteWord(`${manifest.name}...`)} run --if-present build`];
  }
  return manifest.scripts.build === undefined ? [] : [`${name} run build`];
}

/** How it starts, and what its script does before that: `build` does it, and `prepare` from where it wants the database. */
function chooseStart(
  files: Files,
  manager: NodeManager,
  { scripts, main }: Manifest,
): { start: Guessable; before: string[]; prepare?: Guessable } {
  const findScript = (names: string[]) => names.find((each) => scripts[each] !== undefined);
  const entry = [main ?? '', ...ENTRIES].find((path) => isPlain(path) && files.has(path));
  const name =
    findScript(['start:prod', 'start:production', 'start']) ??
    (entry === undefined ? findScript(['serve', 'server', 'start:dev', 'dev']) : undefined);
  if (name !== undefined) {
    const steps = scripts[name]!.split(' && ').map((step) => step.trim());
    const last = steps.pop()!;
    const before = [
      ...(scripts[`pre${name}`] === undefined ? [] : [`${manager.name} run pre${name}`]),
      ...steps,
    ];
    // A plain node command is taken as it is: a package manager would stand between the service and its signals.
    if (
      /^node( [\w@=./-]+)+$/.test(last) &&
      before.every((step) => /^(?:npm|pnpm|yarn|bun) run [\w:-]+$/.test(step))
    ) {
      // A build has neither the variables of the service nor its database.
      const first = before.findIndex((step) =>
        USES_DATABASE.test(`${step} ${scripts[step.split(' ').at(-1)!] ?? ''}`),
      );
      return first < 0
        ? { start: { text: last }, before }
        : {
            start: { text: last },
            before: before.slice(0, first),
            prepare: { text: before.slice(first).join(' && ') },
          };
    }
    const shown = isPlain(last) ? `it runs \`${scripts[name]!.slice(0, 80)}\`` : 'look at the script';
    return {
      start: {
        text: name === 'start' && manager.name === 'npm' ? 'npm start' : `${manager.name} run ${name}`,
        why: DEVELOPMENT.test(`${name} ${scripts[name]}`)
          ? `${shown}, which is made for development; how does it start in production, and in front?`
          : steps.length > 0
            ? `${shown}; better build in \`build\`, and migrate in \`prepare\`.`
            : undefined,
      },
      before: [],
    };
  }
  const why = `package.json has no start script; ${entry === undefined ? 'how does the service start?' : 'is this its program?'}`;
  return { start: { text: entry === undefined ? 'npm start' : `node ${quotePath(entry)}`, why }, before: [] };
}

export type NodeManager = {
  name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Path of the lock file; null without one. */
  lock: string | null;
  install: string;
  /** Commands of a workflow that install it. */
  get?: string;
};

/** Node 25 and newer bring no corepack. */
const COREPACK = 'npm install --global --force corepack && corepack enable';
const BUN = {
  name: 'bun',
  install: 'bun install --frozen-lockfile',
  get: 'npm install --global bun',
} as const;
const MANAGERS: (NodeManager & { lock: string })[] = [
  { name: 'pnpm', lock: 'pnpm-lock.yaml', install: 'pnpm install --frozen-lockfile', get: COREPACK },
  { name: 'yarn', lock: 'yarn.lock', install: 'yarn install --immutable', get: COREPACK },
  { ...BUN, lock: 'bun.lock' },
  { ...BUN, lock: 'bun.lockb' },
  { name: 'npm', lock: 'npm-shrinkwrap.json', install: 'npm ci' },
  { name: 'npm', lock: 'package-lock.json', install: 'npm ci' },
];

/** The package manager of the lock file: the folder's own, or that of a workspace above it. */
export function chooseManager(files: Files, { packageManager }: Manifest): NodeManager {
  const declared = packageManager?.match(/^(npm|pnpm|yarn|bun)@/)?.[1];
  const above = (files.above ?? []).filter(
    (folder) =>
      files.has(`${folder}/pnpm-workspace.yaml`) ||
      Boolean(readManifest(files, `${folder}/package.json`)?.workspaces),
  );
  for (const folder of ['', ...above.map((each) => `${each}/`)]) {
    const locked = MANAGERS.filter(({ lock }) => files.has(folder + lock));
    const found = locked.find(({ name }) => name === declared) ?? locked[0];
    if (found === undefined) continue;
    const manager = { ...found, lock: folder + found.lock };
    // npm looks at the folder's own lock file only. The others find the workspace by themselves.
    if (manager.name === 'npm' && folder !== '')
      return { ...manager, install: `npm ci --prefix ${folder.slice(0, -1)}` };
    // Yarn 1 knows the older name of the option only, and runners have it.
    const isClassic = /^# yarn lockfile v1$/m.test(manager.name === 'yarn' ? files.read(manager.lock)! : '');
    return isClassic ? { ...manager, install: 'yarn install --frozen-lockfile', get: undefined } : manager;
  }
  const unlocked = MANAGERS.find(({ name }) => name === declared) ?? MANAGERS.at(-1)!;
  return { ...unlocked, lock: null, install: `${unlocked.name} install` };
}

/** The file that says which Node it needs; null without one. */
export function findNodeVersion(files: Files, { engines, volta }: Manifest): string | null {
  return (
    findVersionFile(files, ['.nvmrc', '.node-version'], 'nodejs') ??
    ((engines.node ?? volta.node) ? 'package.json' : null)
  );
}

/** For zizmor, which looks at workflows. */
const ADHOC = 'zizmor: ignore[adhoc-packages] no lockfile has the package manager itself';

/** The manager comes first: setup-node asks it where its cache is. */
export function describeSetup({ name, lock, get }: NodeManager, version: string | null): SetupStep[] {
  const cached = lock !== null && name !== 'bun' && { cache: name, 'cache-dependency-path': lock };
  return [
    ...(get === undefined ? [] : [{ run: get, comment: ADHOC }]),
    {
      uses: 'actions/setup-node',
      with: { ...(version ? { 'node-version-file': version } : { 'node-version': '24' }), ...cached },
    },
  ];
}
