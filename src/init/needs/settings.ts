import { readCi } from '../files/ci.ts';
import { type ComposeService, fillIn, readCompose } from '../files/compose.ts';
import { readDockerfile } from '../files/dockerfile.ts';
import { readDevcontainer, readDotenvs, type Variable } from '../files/dotenv.ts';
import type { Files } from '../files/files.ts';
import { describeUrl, findDatabases, isOfKind, pointTo } from './databases.ts';
import { type Database, type EnvironmentLine, NO_SECRET, type ServiceFinding } from './finding.ts';

const MOST = 40;
/** These are Tailgate's own, or the machine's. */
const LEFT_OUT =
  /^(?:PORT|PATH|HOME|PWD|USER|SHELL|CI|DEBUG|HOSTNAME|TAILGATE_.*|GITHUB_.*|RUNNER_.*|K6_.*|npm_.*|COMPOSE_.*|DOCKER_.*)$/;
const PLACEHOLDER = /^(?:$|<.*>$|\{.*\}$|x{3,}|change[-_ ]?me|your[-_ ]|replace|todo|\.\.\.|\*+$)/i;
/** Ports of others. */
const REMOTE = /SMTP|MAIL|REDIS|DB|SQL|PG|MONGO|AMQP|RABBIT|CACHE|KAFKA|REMOTE|PROXY/;
/** Settings of services elsewhere, which a run under load does not need. */
const ELSEWHERE = /^(?:AWS|MAIL|VITE|NEXT_PUBLIC|SENTRY|PUSHER|MEMCACHED)_/;

/** Finds the environment of a service, and the databases that it needs. */
export function findSettings(
  files: Files,
  { env: own = [], variables: stated = [], from: mark }: ServiceFinding,
): { env: EnvironmentLine[]; databases: Database[]; unused: Database[] } {
  const { services: composed, from } = readCompose(files);
  const ci = readCi(files);
  const example = [...readDotenvs(files), ...stated];
  // The first one that names a variable counts.
  const known = new Map(example.toReversed().map(({ name, value }) => [name, value]));
  const services = [...composed, ...ci.services].map((each) => ({
    ...each,
    image: each.image && fillIn(each.image, known),
    command: each.command && fillIn(each.command, known),
    environment: Object.fromEntries(
      Object.entries(each.environment).map(([name, value]) => [name, fillIn(value, known)]),
    ),
  }));
  const list = ({ environment }: ComposeService): Variable[] =>
    Object.entries(environment).map(([name, value]) => ({ name, value, from }));
  // Of several the one that is built from this folder.
  const built = services.filter((each) => each.built);
  const isHere = ({ contexts = [] }: ComposeService) =>
    mark !== null && contexts.some((path) => files.name(`${path}/${mark}`) === files.name(mark));
  const container = built.length > 1 ? built.find(isHere) : built[0];
  // Of an image and of CI only what no other file says; of CI, what names another server.
  const image = (readDockerfile(files)?.last ?? []).filter(({ value }) => !value.startsWith('/'));
  const remote = ci.beside.filter(({ name, value }) => REMOTE.test(name) || /^[\w+:]+:\/\//.test(value));
  const named = new Map<string, Variable>();
  for (const each of [
    ...example.filter(({ spare }) => !spare),
    ...(container ? list(container) : []),
    ...image,
    ...readDevcontainer(files),
    ...remote,
    ...example.filter(({ spare }) => spare),
  ])
    if (!named.has(each.name)) named.set(each.name, each);
  const variables = [...named.values()];
  const databases = findDatabases(services, [
    ...variables.filter(({ spare }) => !spare),
    ...services.slice(0, composed.length).flatMap(list),
  ]);
  const isOfFile = variables.some(
    ({ name, value, spare }) =>
      !spare && /CONNECTION|DIALECT|ENGINE|DRIVER/.test(name) && /sqlite/i.test(value),
  );
  const offered = variables.filter(({ spare }) => !spare || !isOfFile);
  const settings = offered
    // What an example has in a comment is taken where it leads to a database that is there, and needed.
    .filter((each) => !each.spare || pointTo(databases, each, variables) !== each.value)
    .map((each) => settle(each, databases, variables))
    .filter(
      ({ name }) => !LEFT_OUT.test(name) && !ELSEWHERE.test(name) && own.every((each) => each.name !== name),
    );
  const lines = [...own, ...settings, ...databases.flatMap((each) => addPort(each, offered))];
  // Two kinds of database may share one variable; the first counts.
  const env = lines
    .filter(({ name }, i) => lines.findIndex((each) => each.name === name) === i)
    .slice(0, MOST);
  // What nothing points to is not started: the service may well do without it.
  const used = databases.filter(({ name }) => env.some(({ value }) => value.includes(`\${${name}.PORT}`)));
  return { env, databases: used, unused: databases.filter((each) => !used.includes(each)) };
}

/** A port for a database of which a variable names the host, and none the port. */
function addPort({ name, hosts, kind }: Database, variables: readonly Variable[]): EnvironmentLine[] {
  const host = variables.find(
    (each) => /_HOST(?:NAME)?$/.test(each.name) && hosts.includes(each.value) && isOfKind(each.name, kind),
  );
  const port = host?.name.replace(/HOST(?:NAME)?$/, 'PORT');
  if (port === undefined || variables.some((each) => each.name === port)) return [];
  return [
    { name: port, value: `\${${name}.PORT}`, why: `${host!.name} has none beside it; is this its name?` },
  ];
}

function settle(
  { name, value, from }: Variable,
  databases: readonly Database[],
  all: readonly Variable[],
): EnvironmentLine {
  const pointed = pointTo(databases, { name, value }, all);
  if (/\$(?!\{[a-z]+\.PORT\})/.test(pointed)) return complete(name, `${from} has no value for it`, databases);
  if (pointed !== value) return { name, value: pointed };
  if (from.includes('compose') && /^\/\w/.test(value))
    return { name, value: '', why: `${from} has ${value}, a path within the container` };
  if (/RATE_?LIMIT|THROTTLE/.test(name) && /^\d+$/.test(value) && !NO_LIMIT.test(name))
    return {
      name,
      value: '1000000',
      why: `${from} says ${value}; a limit of requests would answer the load`,
    };
  // MySQL takes no other password for a user who has none.
  const isOpen = databases.some(({ kind, env }) => env.MYSQL_ALLOW_EMPTY_PASSWORD && isOfKind(name, kind));
  if (value === '' && isOpen && /PASS(?:WORD)?$/.test(name)) return { name, value };
  if (PLACEHOLDER.test(value) || /\$/.test(value))
    return complete(name, `${from} has no value for it`, databases);
  if (/^(?:NODE|FLASK)_ENV$/.test(name) && /^dev/.test(value))
    return { name, value: 'production', why: `${from} says ${value}` };
  if (/^(?:FLASK|APP)_DEBUG$|_RELOAD$/.test(name) && /^(?:1|true|yes|on)$/i.test(value))
    return { name, value: value === '1' ? '0' : 'false', why: `${from} says ${value}` };
  if (isProduction(value) && /Dockerfile|Containerfile/.test(from) && name !== 'NODE_ENV')
    return { name, value, why: `${from} says ${value}; do those settings work here?` };
  return { name, value: value.replace(/^0\.0\.0\.0(?=:|$)/, '127.0.0.1') };
}

/** What stands beside a limit of requests and is none. A throttle has these three letters by chance. */
const NO_LIMIT = /WINDOW|(?<!THRO)TTL|TIME|PERIOD|INTERVAL|DURATION|SECONDS|MINUTES|_MS$|PORT$|DB$|SIZE/;

/** Whether a value asks for the settings of production. */
export function isProduction(value: string): boolean {
  return /^prod(?:uction)?$/i.test(value);
}

/** Whether a variable by its name may hold the URL of a database. */
export function isUrlOfDatabase(name: string): boolean {
  const isUrl = /UR[IL]$|DSN$|MONGO\w{0,40}$/.test(name);
  return isUrl && /DATABASE|DB|SQL|DSN|PG|POSTGRES|MONGO|REDIS|AMQP|RABBIT/.test(name);
}

/** A line for a variable that nothing gives a value, or with an empty value where none is known. */
export function complete(name: string, why: string, databases: readonly Database[]): EnvironmentLine {
  const database = isUrlOfDatabase(name)
    ? (databases.find(({ kind }) => name.toLowerCase().includes(kind)) ??
      (/DATABASE|DB|SQL|DSN/.test(name)
        ? databases.find(({ kind }) => /postgres|mysql|mongo/.test(kind))
        : undefined))
    : undefined;
  if (database) return { name, value: describeUrl(database), why };
  if (name === 'NODE_ENV') return { name, value: 'production', why };
  if (/SECRET|KEY|TOKEN|PASSWORD|SALT/.test(name))
    return { name, value: NO_SECRET, why: `${why}; no real secret belongs here` };
  return { name, value: '', why: `${why}; what should it be?` };
}
