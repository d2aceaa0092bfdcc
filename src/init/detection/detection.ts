import { quoteWord } from '../../processes/shell-words.ts';
import { readCi } from '../files/ci.ts';
import { readDockerfile } from '../files/dockerfile.ts';
import { listExamples } from '../files/dotenv.ts';
import { type Files, leaveOutNested } from '../files/files.ts';
import { type Guessable, isPlain, readSources } from '../files/source.ts';
import type { EnvironmentLine, Finding, ServiceFinding } from '../needs/finding.ts';
import { listMigrations } from '../needs/migrations.ts';
import { findPort } from '../needs/ports.ts';
import { findSettings } from '../needs/settings.ts';
import { choosePaths } from '../routes/choice.ts';
import { listKnownPaths } from '../routes/descriptions.ts';
import type { SetupStep } from '../workflows/actions.ts';
import { takeCommand } from './commands.ts';
import { findCompose, findDockerfile } from './container.ts';
import type { Language } from './language.ts';
import { LANGUAGES } from './languages.ts';

/** Finds the service of a folder: the one that is surest, with its environment and what it needs. */
export function detect(files: Files): Finding {
  const own = detectService(files);
  const others = own.sure < 2 && files.below ? listServicesBelow(files) : [];
  const [below] = others;
  const seen = others.map(({ folder }) => folder).join(', ');
  // Of several the first is taken where nothing starts here.
  if (below === undefined || (others.length > 1 && own.sure > 0)) return complete(files, own, seen);
  // Its commands run in its folder.
  const { folder, found } = below;
  const finding = complete(
    files.below!(folder),
    found,
    others.length > 1 ? `${seen}; ${folder} was taken` : '',
  );
  const setup = finding.setup.map((step) => moveBelow(step, folder));
  return { ...finding, folder: folder.slice(0, -1), from: `${folder}${finding.from}`, setup };
}

/** Adds to a service what is found in the same way for all. @param seen folders in which other services are */
function complete(files: Files, found: ServiceFinding, seen: string): Finding {
  const isProcess = found.container === undefined && found.sure > 0;
  const { sources = [], manifests = '' } = found;
  const isTold =
    found.container !== undefined || /\$\{?PORT\b/.test(JSON.stringify([found.start, found.env]));
  const port = findPort(sources, isTold);
  const start = port.flag ? { ...found.start, text: found.start.text + port.flag } : found.start;
  const paths = choosePaths(sources, listKnownPaths(files), found.outer, files.name);
  const own = [...(found.env ?? []), ...port.env];
  const { env, databases, unused } = isProcess
    ? findSettings(files, { ...found, env: own })
    : { env: own, databases: [], unused: [] };
  const { prepare, others } = isProcess ? listMigrations(files, found) : { others: [] };
  return {
    title: found.title,
    from: found.from,
    container: found.container,
    build: found.build && addBuildVariables(files, found.build),
    prepare: prepare && nameUrl(prepare, env),
    start,
    port: { kind: 'given', why: port.why },
    path: paths.path,
    candidates: paths.candidates,
    setup: found.setup ?? [],
    env,
    databases,
    ...(unused.length > 0 && { unused }),
    manifests,
    examples: listExamples(files),
    portNames: port.names,
    others: found.others ?? [],
    migrations: others.map((each) => nameUrl(each, env)),
    notes: [
      ...(found.notes ?? []),
      ...(LIMITER.test(manifests)
        ? [
            'It limits how often one address may ask. Answers of 429 count as failed: raise that limit for the run.',
          ]
        : []),
      ...(seen === ''
        ? []
        : [`Services were seen in ${seen}: \`tailgate init\` works in those folders too.`]),
    ],
  };
}

/** Libraries that limit requests. */
const LIMITER = /rate-?limit|throttler|express-slow-down|slowapi|flask-limiter|rack-attack/;

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

/** Puts the service's own variable in the place of the usual name. Without one a command fails: psql would take the user's. */
function nameUrl({ text, why }: Guessable, env: readonly EnvironmentLine[]): Guessable {
  const own = env.find(({ value }) => /^(?:postgres|mysql|mariadb)[\w+]*:\/\/.*\.PORT\}/.test(value))?.name;
  const url = own === undefined ? '${DATABASE_URL:?is not set}' : `$${own}`;
  return { text: text.replaceAll('$DATABASE_URL', () => url), why };
}

/** Processes come before containers, since they start sooner and need less. */
function detectService(files: Files): ServiceFinding {
  const findings = [
    ...LANGUAGES.map((language) => findLanguage(files, language)),
    findDockerfile(files),
    findCompose(files),
  ];
  return findings.reduce<ServiceFinding>(
    (best, each) => (each === null || (best.from !== null && best.sure >= each.sure) ? best : each),
    UNKNOWN,
  );
}

function findLanguage(
  whole: Files,
  { title, marks, code, hasParts, describe }: Language,
): ServiceFinding | null {
  const { list, has } = whole;
  const from = marks
    .map((mark) =>
      mark.startsWith('*') ? list.find((path) => path.endsWith(mark.slice(1))) : has(mark) && mark,
    )
    .find(Boolean);
  if (!from) return null;
  const files = hasParts ? whole : leaveOutNested(whole, marks);
  const manifest = files.read(from) ?? '';
  const sources = readSources(files, code);
  const described = describe({ files, from, manifest, sources });
  return described && takeCommand(files, { title, from, manifests: manifest, sources, ...described });
}

const MANIFEST =
  /^((?:[\w.@ -]+\/){1,3})(?:package\.json|pyproject\.toml|requirements\.txt|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|Gemfile|composer\.json)$/;
const MOST_FOLDERS = 40;
const MOST_BELOW = 6;

/** Folders below in which a service is. */
function listServicesBelow(files: Files): { folder: string; found: ServiceFinding }[] {
  const folders = new Set(files.list.map((path) => MANIFEST.exec(path)?.[1] ?? ''));
  return [...folders]
    .filter(isPlain)
    .slice(0, MOST_FOLDERS)
    .map((folder) => ({ folder, found: detectService(files.below!(folder)) }))
    .filter(({ found }) => found.sure === 2)
    .slice(0, MOST_BELOW);
}

/** Names the files of a workflow's steps from above. */
function moveBelow(step: SetupStep, folder: string): SetupStep {
  if ('run' in step) return step;
  const inputs = Object.entries(step.with).map(([key, value]) => [
    key,
    /-(?:file|path|glob)$/.test(key) ? `${folder}${value}` : value,
  ]);
  return { ...step, with: Object.fromEntries(inputs) };
}

const UNKNOWN: ServiceFinding = {
  title: 'nothing known',
  sure: 0,
  from: null,
  start: { text: './service --port $PORT', why: 'how does the service start?' },
};
