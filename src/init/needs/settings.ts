import { readCompose } from '../files/compose.ts';
import { readExample, readOwnNames, type Variable } from '../files/dotenv.ts';
import type { Files } from '../files/folder.ts';
import { readSources } from '../files/source.ts';
import { describeUrl, findDatabases, findDriver, pointTo } from './databases.ts';
import { type Database, type EnvironmentLine, NO_SECRET, type ServiceFinding } from './finding.ts';

/** Code that cannot do without a variable, by the forms in which libraries write it. The first group is its name. */
const REQUIRED = [
  /environ\[\s*["']([A-Z]\w*)["']\s*\](?!\s*=[^=])/g,
  /env::var\(\s*"([A-Z]\w*)"\s*\)\s*(?:\?|\.(?:expect|unwrap)\()/g,
  /ENV\.fetch\(\s*["']([A-Z]\w*)["']\s*\)(?!\s*\{)/g,
  /fetch_env!\(\s*"([A-Z]\w*)"/g,
  /get_env\(\s*"([A-Z]\w*)"\s*\)\s*\|\|\s*raise/g,
  /env:"([A-Z]\w*)[^`\n]*(?:required|notEmpty)|env-required:"true"[^`\n]*\benv:"([A-Z]\w*)"/g,
  /^[ \t]*([A-Z][A-Z0-9_]+):\s*(?:str|url|z\s*\.string|z\.url|Joi\s*\.string|host|email)\((?![^\n]*(?:default|optional|Default))/gm,
  /\bconfig\(\s*["']([A-Z]\w*)["']\s*\)/g,
  /\benv(?:\.\w+)?\(\s*["']([A-Z]\w*)["']\s*\)/g,
  /process\.env\.([A-Z]\w*(?:SECRET|_KEY|TOKEN|DATABASE_URL|MONGO\w*|_DSN|PASSWORD))\b(?!\s*(?:\|\||\?\?|=|\)))/g,
  /(?:process|Deno)\.env\.(?:get\(["'])?(DATABASE_URL)\b(?!["')\s]*(?:\|\||\?\?|=))/g,
  /#\[(?:clap|arg)\([^)]*\benv\b\s*[,)][^\]]*\]\s*(?:pub )?(\w+):\s*String/g,
];
/** Fields without a default in a class of settings (pydantic). */
const FIELDS = /^class\s+\w+\(\s*(?:\w+\.)?BaseSettings[^)]*\):\n((?:[ \t]+[^\n]*\n|\n)*)/gm;
const FIELD = /^[ \t]+(\w+)\s*:\s*(?:str|SecretStr|\w*Dsn|\w*Url|EmailStr)\s*$/gm;
const MOST = 40;
/** These are Tailgate's own, or the machine's. */
const LEFT_OUT =
  /^(?:PORT|PATH|HOME|PWD|USER|SHELL|CI|DEBUG|HOSTNAME|TAILGATE_.*|GITHUB_.*|RUNNER_.*|K6_.*|npm_.*|COMPOSE_.*|DOCKER_.*)$/;
const PLACEHOLDER = /^(?:$|<.*>$|\{.*\}$|x{3,}|change[-_ ]?me|your[-_ ]|replace|todo|\.\.\.|\*+$)/i;
/** What a web server says of a request (RFC 3875); in Python it is read from an `environ` as well. */
const OF_REQUEST =
  /^(?:HTTP_(?!HOST$|PORT$|ADDR)\w+|REMOTE_(?:ADDR|HOST|USER)|REQUEST_(?:METHOD|URI)|QUERY_STRING|PATH_INFO|SCRIPT_NAME|CONTENT_(?:TYPE|LENGTH))$/;
/** Ports of others. */
const REMOTE = /SMTP|MAIL|REDIS|DB|SQL|PG|MONGO|AMQP|RABBIT|CACHE|KAFKA|REMOTE|PROXY/;
/** Settings of services elsewhere, which a run under load does not need. */
const ELSEWHERE = /^(?:AWS|MAIL|VITE|NEXT_PUBLIC|SENTRY|PUSHER|MEMCACHED)_/;

/** Finds the environment of a service, and the databases that it needs. */
export function findSettings(
  files: Files,
  finding: ServiceFinding,
): { env: EnvironmentLine[]; databases: Database[]; notes: string[] } {
  const { services, from } = readCompose(files);
  const example = readExample(files);
  const container = services.find(({ built }) => built);
  const fill = (value: string) =>
    value.replace(
      /\$\{?(\w+)(?::?\?[^}]*)?\}?/g,
      (text, name) => example.find((each) => each.name === name)?.value ?? text,
    );
  const given: Variable[] = Object.entries(container?.environment ?? {}).map(([name, value]) => ({
    name,
    value: fill(value),
    from,
  }));
  const variables = [...given.filter(({ name }) => example.every((each) => each.name !== name)), ...example];
  const known = readOwnNames(files);
  const required = (finding.extensions ? listRequired(files, finding.extensions) : []).filter(
    ({ name }) => !known.includes(name),
  );
  const databases = findDatabases(
    services,
    [
      ...variables,
      ...services.flatMap(({ environment }) =>
        Object.entries(environment).map(([name, value]) => ({ name, value, from })),
      ),
    ],
    [
      ...required.map(({ name }) => name),
      ...variables.filter(({ value }) => value === '').map(({ name }) => name),
    ],
    finding.manifests ?? '',
  );
  const own = finding.env ?? [];
  const settings = [
    ...variables.map((each) => settle(each, databases, variables)),
    ...required
      .filter(({ name }) => variables.every((each) => each.name !== name))
      .map(({ name, path }) => complete(name, `${path} asks for it`, databases)),
  ].filter(
    ({ name }) => !LEFT_OUT.test(name) && !ELSEWHERE.test(name) && own.every((each) => each.name !== name),
  );
  const env = [...own, ...settings].slice(0, MOST);
  // What nothing points to is not started: the service may well do without it.
  const used = databases.filter(({ name }) => env.some(({ value }) => value.includes(`\${${name}.PORT}`)));
  const driver = used.length === 0 ? findDriver(finding.manifests ?? '') : null;
  return { env, databases: used, notes: driver ? [driver] : [] };
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
  if (/RATE_?LIMIT|THROTTLE/.test(name) && /^\d+$/.test(value) && !/WINDOW|TTL|TIME/.test(name))
    return {
      name,
      value: '1000000',
      why: `${from} says ${value}; a limit of requests would answer the load`,
    };
  if (PLACEHOLDER.test(value) || /\$/.test(value))
    return complete(name, `${from} has no value for it`, databases);
  if (name === 'NODE_ENV' && /^dev/.test(value))
    return { name, value: 'production', why: `${from} says ${value}` };
  if (/^(?:APP_|HTTP_|SERVER_|LISTEN_|BIND_)?(?:HOST|ADDR(?:ESS)?)$/.test(name) && value === '0.0.0.0')
    return { name, value: '127.0.0.1' };
  if (/(?:ADDR(?:ESS)?|LISTEN|BIND)$/.test(name) && /^[\w.]*:\d{2,5}$/.test(value) && !REMOTE.test(name))
    return {
      name,
      value: '127.0.0.1:${PORT}',
      why: `${from} says ${value}; is this where the service listens?`,
    };
  if (/PORT$/.test(name) && /^\d+$/.test(value) && !REMOTE.test(name))
    return { name, value, why: 'if the service listens there too, base and head cannot both have it' };
  return { name, value };
}

function complete(name: string, why: string, databases: readonly Database[]): EnvironmentLine {
  const database = /_UR[IL]$|_DSN$|^DSN$|MONGO\w{0,40}$/.test(name)
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

function listRequired(files: Files, extensions: readonly string[]): { name: string; path: string }[] {
  const found = new Map<string, string>();
  for (const { path, text } of readSources(files, [...extensions, '.exs'])) {
    const fields = [...text.matchAll(FIELDS)].flatMap(([, body]) =>
      [...body!.matchAll(FIELD)].map(([, name]) => name!),
    );
    const names = REQUIRED.flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => match[1] ?? match[2]!),
    );
    for (const name of [...fields, ...names].map((each) => each.toUpperCase()))
      if (!found.has(name) && !OF_REQUEST.test(name)) found.set(name, path);
  }
  return [...found].slice(0, MOST).map(([name, path]) => ({ name, path }));
}
