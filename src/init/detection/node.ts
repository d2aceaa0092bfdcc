import * as z from 'zod';
import { quotePath } from '../../processes/shell-words.ts';
import { type Files, leaveOutNested } from '../files/files.ts';
import { attempt, type Guessable, isPlain, readSources } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { findMigration, findMigrationScript } from '../needs/migrations.ts';
import { findPort, listPortNames } from '../needs/ports.ts';
import { choosePaths } from '../routes/choice.ts';
import { findFileRoutes } from '../routes/file-routes.ts';
import { chooseManager, describeNodeSetup, findNodeVersion, type NodeManager } from './node-manager.ts';

const ENTRIES = ['server', 'index', 'app', 'main', 'src/server', 'src/index', 'src/app', 'src/main'].flatMap(
  (name) => [`${name}.js`, `${name}.mjs`, `${name}.cjs`],
);
/** Packages that read `$PORT` themselves, so that the service's own code does not name it. */
const TAKES_PORT =
  /^(?:next|nuxt|@remix-run\/serve|@react-router\/serve|strapi|@strapi\/strapi|@sveltejs\/adapter-node|@astrojs\/node|fastify-cli)$/;
const SERVER =
  /^(?:express|fastify|fastify-cli|@nestjs\/core|koa|@hapi\/hapi|hapi|hono|@hono\/node-server|next|nuxt|restify|polka|@feathersjs\/\w+|elysia|@adonisjs\/core|@apollo\/server|apollo-server\w*|strapi|@strapi\/strapi|@loopback\/rest|@remix-run\/serve|@sveltejs\/adapter-node|sails|h3|moleculer-web|@trpc\/server)$/;
/** Commands that watch files, or build before they serve. */
const DEVELOPMENT =
  /\b(?:nodemon|ts-node-dev|tsnd|nx serve|vite(?! preview)|webpack(?:-dev-server)? serve|next dev|nuxt dev|node-dev|supervisor)\b|--watch\b|\btsx watch\b|\bnest start\b/;
const DAEMON = /\bpm2 start\b(?!.*--no-daemon)|\bforever start\b/;
const SECOND = /\b(?:tsc|build|webpack|migrate|ts-node)\b/;

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
  const read = () => Manifest.parse(JSON.parse(json.replace(/^\uFEFF/, '')));
  return attempt(read) ?? Manifest.parse({});
}

/** A service in package.json; null without that file. */
export function findNode(all: Files): ServiceFinding | null {
  const files = leaveOutNested(all, ['package.json']);
  const manifest = readManifest(files);
  if (manifest === null) return null;
  const { scripts } = manifest;
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const manager = chooseManager(files, manifest);
  const sources = readSources(files, ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx']);
  const launcher = files.read('bin/www');
  if (launcher !== null) sources.push({ path: 'bin/www', text: launcher });
  const code = sources.filter(({ path }) => !/\.[jt]sx$/.test(path));
  const isServer =
    dependencies.some((name) => SERVER.test(name)) || code.some(({ text }) => /\bcreateServer\(/.test(text));
  const start = chooseStart(files, manager, manifest);
  const script = findMigrationScript(scripts);
  const { port, env, flag } = dependencies.some((name) => TAKES_PORT.test(name))
    ? { port: { kind: 'given' } as const, env: [], flag: undefined }
    : findPort(code);
  return {
    title: `Node, ${manager.name}`,
    sure: isServer ? 2 : start.why === undefined ? 1 : 0,
    from: 'package.json',
    build: describeBuild(manager, manifest, dependencies.length > 0, findNodeVersion(files, manifest)),
    prepare:
      findMigration(files, dependencies.join(' '), '') ??
      (script ? { text: `${manager.run} ${script}` } : undefined),
    start: flag ? { ...start, text: start.text + flag } : start,
    port,
    env,
    portNames: listPortNames(code),
    ...choosePaths(code, findFileRoutes(files, dependencies)),
    setup: describeNodeSetup(files, manager, manifest),
    manifests: dependencies.map((name) => `"${name}"`).join(' '),
    notes: [
      ...limiterNotes(dependencies),
      ...(code.some(({ text }) => /x-forwarded-proto|sslify|https-?redirect|requireHTTPS/i.test(text))
        ? [
            'Plain HTTP may be redirected to HTTPS. Then send what a proxy would: `headers: {X-Forwarded-Proto: https}`.',
          ]
        : []),
    ],
  };
}

function limiterNotes(dependencies: readonly string[]): string[] {
  const name = dependencies.find((each) => /rate-?limit|throttler|express-slow-down/.test(each));
  return name === undefined
    ? []
    : [
        `${name} limits how often one address may ask. Answers of 429 count as failed: raise its limit for the run.`,
      ];
}

function describeBuild(
  manager: NodeManager,
  { scripts }: Manifest,
  hasDependencies: boolean,
  version: string | null,
): Guessable | undefined {
  const start = findStartScript(scripts) ?? '';
  const steps = [
    ...(hasDependencies || manager.lock !== null ? [manager.install] : []),
    ...(scripts.build === undefined ? [] : [`${manager.run} build`]),
    // A plain node command is taken as it is, and its script's first step is done here.
    ...(isPlainNode(scripts[start] ?? '') && scripts[`pre${start}`] !== undefined
      ? [`${manager.run} pre${start}`]
      : []),
  ];
  if (steps.length === 0) return undefined;
  const doubts = [
    ...(manager.why === undefined ? [] : [manager.why]),
    ...(manager.lock === null && hasDependencies
      ? ['there is no lock file, so base and head may get other versions.']
      : []),
    ...(version === null && hasDependencies
      ? ['no file says which Node it needs; the workflow installs 24.']
      : []),
  ];
  return { text: steps.join(' && '), ...(doubts.length > 0 && { why: doubts.join(' ') }) };
}

function chooseStart(files: Files, manager: NodeManager, { scripts, main }: Manifest): Guessable {
  const name = findStartScript(scripts);
  if (name !== undefined) {
    const command = scripts[name]!;
    // A plain node command is taken as it is: a package manager would stand between the service and its signals.
    if (isPlainNode(command)) return { text: command };
    const text = name === 'start' && manager.name === 'npm' ? 'npm start' : `${manager.run} ${name}`;
    return { text, why: doubt(command) };
  }
  const entry = [main ?? '', ...ENTRIES].find((path) => isPlain(path) && files.has(path));
  if (entry !== undefined)
    return {
      text: `node ${quotePath(entry)}`,
      why: 'package.json has no start script; is this its program?',
    };
  return { text: 'npm start', why: 'package.json has no start script; how does the service start?' };
}

function doubt(command: string): string | undefined {
  const shown = isPlain(command) ? `it runs \`${command.slice(0, 80)}\`` : 'look at the script';
  if (DAEMON.test(command)) return `${shown}, which goes on in the background; it has to stay in front.`;
  if (DEVELOPMENT.test(command))
    return `${shown}, which is made for development; how does it start in production?`;
  if (/&&|;/.test(command) && SECOND.test(command))
    return `${shown}; better build in \`build\`, and migrate in \`prepare\`.`;
  return undefined;
}

function findStartScript(scripts: Manifest['scripts']): string | undefined {
  return ['start:prod', 'start:production', 'start'].find((each) => scripts[each] !== undefined);
}

function isPlainNode(command: string): boolean {
  return /^node( [\w@=./-]+)+$/.test(command);
}
