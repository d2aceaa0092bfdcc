import type { ComposeService } from '../files/compose.ts';
import type { Variable } from '../files/dotenv.ts';
import type { Database, EnvironmentLine } from './finding.ts';

/** `image`: beginnings of names of images; `driver`: names in manifests; `usual`: the image where nothing names one. */
type Kind = Pick<Database, 'kind' | 'port' | 'log' | 'env'> & {
  image: RegExp;
  driver: RegExp;
  usual: string;
};

const KINDS: Kind[] = [
  {
    kind: 'postgres',
    image: /(?:^|\/)(?:postgres|postgis|timescaledb|pgvector|ecto)/,
    driver:
      /["'\s:/](?:pg|postgres|psycopg\w*|asyncpg|postgrex|pgx|lib\/pq|Npgsql\w*|tokio-postgres|postgresql)\b/i,
    port: 5432,
    // The server that only prepares the data listens on no address.
    log: 'listening on IPv4 address',
    usual: 'postgres:17',
    env: { POSTGRES_USER: 'postgres', POSTGRES_PASSWORD: 'postgres', POSTGRES_DB: 'app' },
  },
  {
    kind: 'mysql',
    image: /(?:^|\/)(?:mysql|mariadb|percona)/,
    driver: /["'\s:/](?:mysql2?|mysqlclient|pymysql|aiomysql|go-sql-driver|mariadb|myxql|@fastify\/mysql)\b/i,
    port: 3306,
    log: 'port: 3306\\b',
    usual: 'mysql:8.4',
    env: { MYSQL_ROOT_PASSWORD: 'mysql', MYSQL_DATABASE: 'app' },
  },
  {
    kind: 'mongo',
    image: /(?:^|\/)mongo(?!-express)/,
    driver: /["'\s:/](?:mongoose|mongodb|pymongo|motor|mongo-driver)\b/i,
    port: 27017,
    log: 'Waiting for connections',
    usual: 'mongo:7',
    env: {},
  },
  {
    kind: 'redis',
    image: /(?:^|\/)(?:redis|valkey|keydb|dragonfly)(?!-?(?:commander|insight))/,
    driver: /["'\s:/](?:ioredis|redis)\b/i,
    port: 6379,
    log: 'Ready to accept connections',
    usual: 'redis:7',
    env: {},
  },
  {
    kind: 'rabbitmq',
    image: /(?:^|\/)(?:rabbitmq|amqp)/,
    driver: /["'\s:/](?:amqplib|pika|amqp091-go|aio-pika|lapin)\b/i,
    port: 5672,
    log: 'Server startup complete',
    usual: 'rabbitmq:4',
    env: {},
  },
];

/**
 * The kind of database that listens on a port, or that words or the name of a host speak of; null for none.
 *
 * @param without kinds that words do not mean
 */
export function findKind({
  port,
  words,
  host = '',
  without = [],
}: {
  port: number | null;
  words: string;
  host?: string;
  without?: readonly string[];
}): string | null {
  const meant = KINDS.filter(({ kind }) => !without.includes(kind));
  const found =
    KINDS.find((each) => each.port === port) ??
    KINDS.find(({ image, kind }) => image.test(host.toLowerCase()) || host.toLowerCase().includes(kind)) ??
    meant.find(({ driver, kind }) => new RegExp(`\\b${kind}`, 'i').test(words) || driver.test(words)) ??
    (/PG::|SQLSTATE\[08006\]|sqlx/.test(words) ? meant.find(({ kind }) => kind === 'postgres') : undefined);
  return found?.kind ?? null;
}

/** Ends of names of variables that hold a host. */
const HOSTS = ['HOST', 'HOSTNAME', 'SERVER'];
const LOCAL = ['localhost', '127.0.0.1', '0.0.0.0', 'host.docker.internal'];
const URL_PARTS = /^[\w+:]+:\/\/(?:([^:@/]*)(?::([^/]*))?@)?([\w.-]+)(?::\d+)?(?:\/([\w-]*))?/;

/** Words that stand in place of a URL of PostgreSQL. */
const WORDS = /(?:^|\s)(host|user|password|dbname)=([^\s']{1,200})/g;

/** The same for .NET: `Host=db;Username=app;Database=shop`. */
const OF_DOTNET = /^\s*\w[\w ]*=[^;=]*;/;
const WORDS_OF_DOTNET = /(?:^|;)\s*(host|user(?:name| ?id)?|password|database)=([^;]{1,200})/gi;

/** The parts of a URL of a database, or of words such as `host=db user=app dbname=shop`; null for other texts. */
export function readUrl(value: string) {
  const isDotnet = OF_DOTNET.test(value);
  const pairs = [...value.matchAll(isDotnet ? WORDS_OF_DOTNET : WORDS)].map(([, key, text]) => [
    key!.toLowerCase().replace(/^user.*/, 'user'),
    text!.trim(),
  ]);
  const { host, user = '', password = '', ...more }: Record<string, string> = Object.fromEntries(pairs);
  const name = more.database ?? more.dbname ?? '';
  // Brokers have such words as well, and no database.
  if (host !== undefined && (name || (user && !isDotnet)))
    return { kind: KINDS[0]!, user, password, host, name };
  const scheme = /^(?:jdbc:)?([a-z][\w+]*):\/\//.exec(value)?.[1] ?? '';
  const kind = KINDS.find(({ image }) => image.test(scheme));
  const parts = URL_PARTS.exec(value.replace(/^jdbc:/, ''));
  if (kind === undefined || parts === null) return null;
  return { kind, user: parts[1] ?? '', password: parts[2] ?? '', host: parts[3]!, name: parts[4] ?? '' };
}

/** A database of a kind that only a try showed, with the credentials that the service's own variables have. */
export function makeDatabase(name: string, variables: readonly EnvironmentLine[]): Database {
  const kind = KINDS.find((each) => each.kind === name)!;
  const url = variables.map(({ value }) => readUrl(value)).find((each) => each?.kind === kind);
  const hosts = url ? [url.host, ...LOCAL] : LOCAL;
  // Nobody has said its password, so any will do.
  const open = { ...kind.env, ...(kind.kind === 'postgres' && { POSTGRES_HOST_AUTH_METHOD: 'trust' }) };
  return make(kind, { text: kind.usual }, hosts, readOwnCredentials(kind, hosts, variables) ?? open);
}

/** Whether a host is a machine elsewhere, as one of several names is. */
function isElsewhere(host: string): boolean {
  return /\.[\w-]+\.[a-z]+$/i.test(host) && !LOCAL.includes(host);
}

/** Whether a URL of a database leads to a machine elsewhere. */
function leadsElsewhere(value: string): boolean {
  return value.includes('+srv') || isElsewhere(readUrl(value)?.host ?? '');
}

/** Variables by which images make a user and a database. */
const MAKES_USER = /^(?:POSTGRES|MYSQL|MARIADB)_\w{0,20}(?:USER|PASSWORD|DB|DATABASE)$/;

/** Names credentials as an image reads them. */
function nameFor(image: string, given: Record<string, string>): Record<string, string> {
  if (!/bitnami(?:legacy)?\/mariadb/.test(image)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key === 'MYSQL_ALLOW_EMPTY_PASSWORD' ? 'ALLOW_EMPTY_PASSWORD' : key.replace(/^MYSQL_/, 'MARIADB_'),
      value,
    ]),
  );
}

/** The databases of a compose file or of CI, and those that variables point to. One stands in for what is elsewhere. */
export function findDatabases(
  services: readonly ComposeService[],
  variables: readonly Variable[],
): Database[] {
  const found = new Map<string, Database>();
  for (const { name, image, environment, command, initial } of services) {
    const kind = image === undefined ? undefined : KINDS.find((each) => each.image.test(image));
    if (!kind || found.has(kind.kind)) continue;
    const hosts = [name, ...LOCAL];
    const given = readOwnCredentials(kind, hosts, variables);
    const own = Object.fromEntries(
      Object.entries(environment)
        // A file with a secret is not there, and an image refuses a password beside one.
        .filter(([key]) => !key.endsWith('_FILE') && !(given && MAKES_USER.test(key)))
        .map(([key, value]) => [key, resolve(value) ?? kind.env[key] ?? 'app']),
    );
    const env: Record<string, string> = { ...own, ...(given && nameFor(image!, given)) };
    // The images of MySQL and MariaDB refuse root here, and want to be told where root has no password.
    for (const key of ['MYSQL_USER', 'MARIADB_USER']) if (env[key] === 'root') delete env[key];
    if (kind.kind === 'mysql' && !Object.keys(env).some((key) => /(?:ROOT|EMPTY)_PASSWORD$/.test(key)))
      env.MYSQL_ALLOW_EMPTY_PASSWORD = '1';
    if (kind.kind === 'postgres' && !('POSTGRES_PASSWORD' in env)) env.POSTGRES_HOST_AUTH_METHOD ??= 'trust';
    const isKnown = /^[\w./:@-]+$/.test(image!);
    const text = isKnown
      ? { text: image! }
      : { text: kind.usual, why: `${image!.slice(0, 80)} leaves its version open` };
    found.set(kind.kind, {
      ...make(kind, text, hosts, env),
      command: command?.includes('$') ? undefined : command,
      initial,
    });
  }
  for (const { name, value, from } of variables) {
    const url = readUrl(value);
    const kind = url?.kind ?? KINDS.find((each) => String(each.port) === value && each.kind !== 'redis');
    const stem = name.replace(/_PORT$/, '');
    const sibling = variables.find((each) => HOSTS.some((end) => each.name === `${stem}_${end}`));
    const host = url?.host ?? sibling?.value ?? '';
    const isFar = leadsElsewhere(value) || isElsewhere(host);
    // `db` is a name that a compose file gives.
    if (!kind || !(url || LOCAL.includes(host) || /^[\w-]+$/.test(host) || isFar)) continue;
    const why = isFar
      ? `${from} has a ${kind.kind} elsewhere in ${url ? name : sibling!.name}, which no run may reach; this stands in for it`
      : `${from} has ${kind.kind} in ${name}, and no compose file names its version`;
    const known = found.get(kind.kind);
    if (known) {
      known.hosts.push(host);
      if (isFar) known.image = { why, ...known.image };
      const given = isFar && !url ? readOwnCredentials(kind, [host], variables) : undefined;
      if (given) Object.assign(known.env, nameFor(known.image.text, given));
      continue;
    }
    const own =
      readOwnCredentials(kind, [host], variables) ??
      (url && !isFar ? credentials(kind, url.user, url.password, url.name) : kind.env);
    found.set(kind.kind, make(kind, { text: kind.usual, why }, [host, ...LOCAL], own));
  }
  return [...found.values()];
}

/**
 * The credentials that the service itself uses: those of its URL, or of variables such as DB_USER beside DB_HOST. They win
 * over those of a compose file, since the database can be given any.
 */
function readOwnCredentials(
  kind: Kind,
  hosts: readonly string[],
  variables: readonly Pick<Variable, 'name' | 'value'>[],
): Record<string, string> | undefined {
  for (const { name, value } of variables) {
    const url = readUrl(value);
    const stem = /^(.*?)_?(?:HOST(?:NAME)?|SERVER|UR[IL])$/.exec(name)?.[1];
    const isUrl = url?.kind === kind && hosts.includes(url.host);
    if (!isUrl && (stem === undefined || !hosts.includes(value) || !isOfKind(name, kind.kind))) continue;
    const sibling = (names: string) =>
      // Quarkus has the user beside `…_JDBC_URL`.
      variables.find((each) => new RegExp(`^${stem?.replace(/_JDBC$/, '')}_?(?:${names})$`).test(each.name))
        ?.value;
    // What opens a machine elsewhere is nothing for this one.
    const said = isUrl && !leadsElsewhere(value) ? url : null;
    const own = [
      said?.user || sibling('USER(?:NAME)?'),
      said?.password || sibling('PASS(?:WORD)?'),
      said?.name || sibling('NAME|DATABASE|DB|DB_NAME'),
    ].map((each) => resolve(each));
    if (own.some((each) => each !== undefined)) return credentials(kind, ...own);
  }
  return undefined;
}

/** A value that is known; a reference to a variable is none. */
function resolve(value: string | undefined): string | undefined {
  return value === '' || value?.includes('$') ? undefined : value;
}

function make(
  { kind, port, log }: Kind,
  image: Database['image'],
  hosts: string[],
  env: Record<string, string>,
): Database {
  return { name: kind, kind, hosts, image, port, log, env };
}

function credentials({ kind, env }: Kind, user = '', password = '', name = ''): Record<string, string> {
  if (kind === 'postgres')
    return {
      POSTGRES_USER: user || 'postgres',
      ...(password ? { POSTGRES_PASSWORD: password } : { POSTGRES_HOST_AUTH_METHOD: 'trust' }),
      POSTGRES_DB: name || user || 'postgres',
    };
  if (kind !== 'mysql') return env;
  return {
    ...(user && user !== 'root' && { MYSQL_USER: user, MYSQL_PASSWORD: password }),
    ...(password ? { MYSQL_ROOT_PASSWORD: password } : { MYSQL_ALLOW_EMPTY_PASSWORD: '1' }),
    MYSQL_DATABASE: name || 'app',
  };
}

/** Turns a value that points to a database into one that points to the container. */
export function pointTo(
  databases: readonly Database[],
  { name, value }: EnvironmentLine,
  all: readonly EnvironmentLine[],
): string {
  const url = readUrl(value);
  const byUrl = databases.find((each) => each.kind === url?.kind.kind && each.hosts.includes(url.host));
  if (url && byUrl) {
    if (leadsElsewhere(value)) return standIn(value, byUrl);
    if (!value.includes('://')) {
      const isDotnet = OF_DOTNET.test(value);
      const end = isDotnet ? ';' : ' ';
      const parts = value.split(end).filter((part) => part !== '' && !/^\s*port=/i.test(part));
      const local = parts.map((part) => part.replace(/^(\s*host)=.*/i, '$1=127.0.0.1'));
      return [...local, `${isDotnet ? 'Port' : 'port'}=\${${byUrl.name}.PORT}`].join(end);
    }
    const host = new RegExp(`(//(?:[^/]*@)?)${url.host.replaceAll('.', '\\.')}(?::\\d+)?`);
    return value.replace(host, `$1127.0.0.1:\${${byUrl.name}.PORT}`);
  }
  const bare = /^([\w.-]+):(\d+)$/.exec(value);
  const byAddress =
    bare && databases.find((each) => each.hosts.includes(bare[1]!) && Number(bare[2]) === each.port);
  if (byAddress) return `127.0.0.1:\${${byAddress.name}.PORT}`;
  // DB_HOST and DB_PORT belong together: the port tells which database it is.
  const stem = /^(.*?)_?(HOST(?:NAME)?|SERVER|PORT|ADDRESS)$/.exec(name)?.[1];
  if (stem === undefined) return value;
  const port = Number(all.find((each) => each.name === `${stem}_PORT` || each.name === `${stem}PORT`)?.value);
  const own = databases.find(
    (each) => each.port === port || each.hosts[0] === value || isOfKind(stem, each.kind),
  );
  const isDatabase = own && !/^(?:APP|HTTP|WEB|SERVER|API)?$/.test(stem);
  if (!isDatabase) return value;
  return name.endsWith('PORT')
    ? `\${${own.name}.PORT}`
    : own.hosts.includes(value) || value === '' || isElsewhere(value) || isOwnName(value, own.port === port)
      ? '127.0.0.1'
      : value;
}

/** Whether a host beside the port of a database is a name within a compose file. */
function isOwnName(host: string, isBeside: boolean): boolean {
  return isBeside && /^[\w-]+$/.test(host);
}

/** Whether the name of a variable speaks of a kind of database. */
export function isOfKind(name: string, kind: string): boolean {
  return new RegExp(ALIASES[kind] ?? kind, 'i').test(name);
}

const ALIASES: Record<string, string> = {
  postgres: 'postgres|^pg|db|database|sql',
  mysql: 'mysql|maria|db|database|sql',
  mongo: 'mongo|db',
  redis: 'redis|cache',
  rabbitmq: 'rabbit|amqp',
};

/** The URL of a database in place of one elsewhere, without its options. The scheme, which names the driver, stays. */
function standIn(value: string, database: Database): string {
  const { name, env } = database;
  const { POSTGRES_USER: user = 'postgres', POSTGRES_PASSWORD: password, POSTGRES_DB: own = user } = env;
  // .NET takes no URL.
  if (OF_DOTNET.test(value))
    return `Host=127.0.0.1;Port=\${${name}.PORT};Database=${own};Username=${user}${password ? `;Password=${password}` : ''}`;
  const url = describeUrl(database);
  const scheme = /^(?:jdbc:)?[\w+]+(?=:\/\/)/.exec(value)?.[0] ?? '';
  // These are for TLS, and for hosts that DNS lists.
  if (scheme === '' || /\+srv$|^rediss|^amqps/.test(scheme)) return url;
  const rest = url.slice(url.indexOf('://'));
  // Drivers of Java are told the user beside the URL.
  return scheme + (scheme.startsWith('jdbc:') ? rest.replace(/^.*@/, '://') : rest);
}

/** A URL of the database, for a variable that nothing gives a value. */
export function describeUrl({ kind, name, env }: Database): string {
  const at = `127.0.0.1:\${${name}.PORT}`;
  const { POSTGRES_USER: user = 'postgres', POSTGRES_PASSWORD: password } = env;
  if (kind === 'postgres')
    return `postgres://${user}${password ? `:${password}` : ''}@${at}/${env.POSTGRES_DB ?? user}`;
  if (kind === 'mysql') {
    const root = `root:${env.MYSQL_ROOT_PASSWORD ?? env.MARIADB_ROOT_PASSWORD ?? ''}`;
    const login = env.MYSQL_USER ? `${env.MYSQL_USER}:${env.MYSQL_PASSWORD ?? ''}` : root;
    return `mysql://${login}@${at}/${env.MYSQL_DATABASE ?? env.MARIADB_DATABASE ?? 'app'}`;
  }
  const { MONGO_INITDB_ROOT_USERNAME: root, MONGO_INITDB_ROOT_PASSWORD: secret } = env;
  const others = {
    mongo: root && secret ? `mongodb://${root}:${secret}@${at}/app?authSource=admin` : `mongodb://${at}/app`,
    redis: `redis://${at}`,
    rabbitmq: `amqp://${env.RABBITMQ_DEFAULT_USER ?? 'guest'}:${env.RABBITMQ_DEFAULT_PASS ?? 'guest'}@${at}`,
  };
  return others[kind as keyof typeof others];
}
