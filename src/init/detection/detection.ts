import { quoteWord } from '../../processes/shell-words.ts';
import { readCi } from '../files/ci.ts';
import { readDockerfile } from '../files/dockerfile.ts';
import type { Files } from '../files/files.ts';
import { type Guessable, isPlain } from '../files/source.ts';
import type { Detection, EnvironmentLine, Finding, ServiceFinding } from '../needs/finding.ts';
import { listMigrations } from '../needs/migrations.ts';
import { findSettings } from '../needs/settings.ts';
import { findGo, findRust } from './compiled.ts';
import { findCompose, findDockerfile, listImages, UNKNOWN_PATH } from './container.ts';
import { findDeno } from './deno.ts';
import { findDotnet } from './dotnet.ts';
import { findElixir } from './elixir.ts';
import { findJvm } from './jvm.ts';
import { findNode, readManifest } from './node.ts';
import { chooseManager } from './node-manager.ts';
import { findPhp } from './php.ts';
import { findPython } from './python.ts';
import { findRuby } from './ruby.ts';
import { findUnknown } from './unknown.ts';

/** Processes come before containers, since Tailgate can see the processor time that a process takes. */
const DETECTIONS: Detection[] = [
  findNode,
  findDeno,
  findPython,
  findGo,
  findJvm,
  findRust,
  findRuby,
  findPhp,
  findDotnet,
  findElixir,
  findDockerfile,
  findCompose,
  findUnknown,
];

/** Finds the service of a folder: the one that is surest, with its environment and what it needs. */
export function detect(files: Files): Finding {
  const found = detectService(files) ?? UNKNOWN;
  const candidates = found.sure < 2 ? listCandidates(files) : [];
  const isContainer = found.stop !== undefined;
  const { env, databases, notes } =
    isContainer || found.sure === 0
      ? { env: found.env ?? [], databases: [], notes: [] }
      : findSettings(files, found);
  const known = databases.flatMap(({ hosts }) => hosts);
  // Libraries of settings put a prefix of the service before the names in its code.
  const prefix = /^[A-Z]+_/.exec(env.map(({ name }) => name).find((name) => /_ENV$/.test(name)) ?? '')?.[0];
  const names = found.portNames ?? [];
  return {
    ...found,
    setup: found.setup ?? [],
    env,
    databases,
    portNames: [...names, ...(prefix ? names.map((name) => `${prefix}${name}`) : [])],
    build: found.build && addBuildVariables(files, found.build),
    migrations: listMigrations(files, found.prepare?.text, {
      names: Object.keys(readManifest(files)?.scripts ?? {}),
      run: `${chooseManager(files, readManifest(files) ?? {}).run}`,
    }).map((each) => nameUrl(each, env)),
    prepare: found.prepare && nameUrl(found.prepare, env),
    beside: isContainer || found.from === null ? [] : listImages(files, known),
    notes: [
      ...(found.notes ?? []),
      ...notes,
      ...(candidates.length > 0
        ? [`Services were seen in ${candidates.join(', ')}: \`tailgate init\` works in those folders too.`]
        : []),
    ],
  };
}

/** Programs that serve, and that a package manager installs: what images and Procfiles start in production. */
const SERVES =
  /^(?:gunicorn|uvicorn|hypercorn|daphne|waitress-serve|fastapi|flask|python3?|node|npm|yarn|pnpm|bun|bundle|puma|rails|php|java)\b/;

/** A finding with the command of a Procfile or an image, where that of the language is a guess. */
function takeCommand(files: Files, finding: ServiceFinding): ServiceFinding {
  const { start, stop, build } = finding;
  if (start.why === undefined || stop !== undefined) return finding;
  const procfile = /^web:[ \t]*(\S[^\n]*)$/m.exec(files.read('Procfile') ?? '')?.[1];
  const command = [procfile, readDockerfile(files)?.command].find(
    (each) => each && SERVES.test(each) && isPlain(each),
  );
  // Paths of a container lead nowhere outside of it.
  if (!command || /(?:^|\s)\/\w/.test(command)) return finding;
  const prefix = build?.text.includes('.venv/bin/')
    ? '.venv/bin/'
    : build?.text.startsWith('uv ')
      ? 'uv run --no-sync '
      : '';
  const isPython = /^(?:gunicorn|uvicorn|hypercorn|daphne|waitress|fastapi|flask|python)/.test(command);
  const text = command
    .replaceAll('0.0.0.0', '127.0.0.1')
    .replace(/\$\{PORT(?::-?\d+)?\}/g, '$PORT')
    .replace(/((?:--port|--bind|-p|-b)[ =](?:[\w.]+:)?)\d{2,5}(?![.\d])/, '$1$$PORT');
  return { ...finding, sure: 2, start: { text: `${isPython ? prefix : ''}${text}` } };
}

/** Variables without which a build does something else: of an image, or of CI. */
const OF_BUILD =
  /^(?:SQLX_OFFLINE|GOEXPERIMENT|GOFLAGS|CGO_ENABLED|RUSTFLAGS|NODE_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|SKIP_\w+)$/;

function addBuildVariables(files: Files, { text, why }: Guessable): Guessable {
  const known = new Map(
    [...readCi(files).all, ...(readDockerfile(files)?.all ?? [])]
      .filter(({ name }) => OF_BUILD.test(name))
      .map(({ name, value }) => [name, value]),
  );
  const set = [...known].map(([name, value]) => `export ${name}=${quoteWord(value)}; `).join('');
  return { text: `${set}${text}`, why };
}

/** Puts the service's own variable in the place of the usual name. */
function nameUrl({ text, why }: Guessable, env: readonly EnvironmentLine[]): Guessable {
  const own = env.find(({ value }) => /^[\w+]+:\/\/.*\.PORT\}/.test(value))?.name ?? 'DATABASE_URL';
  return { text: text.replaceAll('$DATABASE_URL', () => `$${own}`), why };
}

function detectService(files: Files): ServiceFinding | null {
  const findings = DETECTIONS.map((find) => find(files))
    .filter((finding) => finding !== null)
    .map((finding) => takeCommand(files, finding));
  return findings.reduce<ServiceFinding | null>(
    (best, each) => (best && best.sure >= each.sure ? best : each),
    null,
  );
}

const MANIFEST =
  /^((?:[\w.@ -]+\/){1,3})(?:package\.json|pyproject\.toml|requirements\.txt|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|Gemfile|composer\.json|mix\.exs|deno\.jsonc?)$/;
const MOST_FOLDERS = 40;
const MOST_CANDIDATES = 6;

/** Folders below in which something starts. */
function listCandidates(files: Files): string[] {
  const folders = new Set(
    files.list.map((path) => MANIFEST.exec(path)?.[1]).filter((folder) => folder !== undefined),
  );
  const sure = [...folders]
    .filter(isPlain)
    .slice(0, MOST_FOLDERS)
    .map((folder) => ({ folder, sure: detectService(viewBelow(files, folder))?.sure ?? 0 }));
  return sure
    .filter((each) => each.sure === 2)
    .slice(0, MOST_CANDIDATES)
    .map(({ folder }) => folder);
}

/** The files of a folder below, as if it were opened by itself. */
function viewBelow(files: Files, folder: string): Files {
  return {
    list: files.list.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length)),
    has: (path) => files.has(folder + path),
    read: (path) => files.read(folder + path),
  };
}

const UNKNOWN: ServiceFinding = {
  title: 'nothing known',
  sure: 0,
  from: null,
  start: { text: './service --port $PORT', why: 'how does the service start?' },
  port: { kind: 'given' },
  path: UNKNOWN_PATH,
};
