import { joinNames } from '../../config/diagnostics/words.ts';
import type { ComposeService } from '../files/compose.ts';
import type { Variable } from '../files/dotenv.ts';
import type { Database, EnvironmentLine } from './finding.ts';

type Kind = {
  kind: string;
  /** Names of images. */
  image: RegExp;
  /** Schemes of URLs. */
  scheme: RegExp;
  /** Names of drivers in manifests. */
  driver: RegExp;
  port: number;
  log?: string;
  /** Image that is taken where nothing names one. */
  usual: string;
  env: Record<string, string>;
};

const KINDS: Kind[] = [
  {
    kind: 'postgres',
    image: /(?:^|\/)(?:postgres|postgis|timescaledb|pgvector)/,
    scheme: /^(?:jdbc:)?(?:postgres(?:ql)?|ecto|postgis)(?:\+\w+)?:\/\//,
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
    scheme: /^(?:jdbc:)?(?:mysql2?|mariadb)(?:\+\w+)?:\/\//,
    driver: /["'\s:/](?:mysql2?|mysqlclient|pymysql|aiomysql|go-sql-driver|mariadb|myxql|@fastify\/mysql)\b/i,
    port: 3306,
    log: 'port: 3306\\b',
    usual: 'mysql:8.4',
    env: { MYSQL_ROOT_PASSWORD: 'mysql', MYSQL_DATABASE: 'app' },
  },
  {
    kind: 'mongo',
    image: /(?:^|\/)mongo(?!-express)/,
    scheme: /^mongodb(?:\+srv)?:\/\//,
    driver: /["'\s:/](?:mongoose|mongodb|pymongo|motor|mongo-driver)\b/i,
    port: 27017,
    log: 'Waiting for connections',
    usual: 'mongo:7',
    env: {},
  },
  {
    kind: 'redis',
    image: /(?:^|\/)(?:redis|valkey|keydb|dragonfly)(?!-?(?:commander|insight))/,
    scheme: /^rediss?:\/\//,
    driver: /["'\s:/](?:ioredis|redis)\b/i,
    port: 6379,
    log: 'Ready to accept connections',
    usual: 'redis:7',
    env: {},
  },
  {
    kind: 'rabbitmq',
    image: /(?:^|\/)rabbitmq/,
    scheme: /^amqps?:\/\//,
    driver: /["'\s:/](?:amqplib|pika|amqp091-go|aio-pika|lapin)\b/i,
    port: 5672,
    log: 'Server startup complete',
    usual: 'rabbitmq:4',
    env: {},
  },
  {
    kind: 'nats',
    image: /(?:^|\/)nats(?::|$)/,
    scheme: /^nats:\/\//,
    driver: /["'\s:/](?:nats(?:\.go|-py|\.ws)?)\b/i,
    port: 4222,
    log: 'Server is ready',
    usual: 'nats:2',
    env: {},
  },
];

/** A sentence for drivers of databases, of which no setting says where these are; null without any. */
export function findDriver(manifests: string): string | null {
  const found = KINDS.filter(({ driver, kind }) => kind !== 'redis' && driver.test(manifests));
  if (found.length === 0) return null;
  const drivers = `${found.length > 1 ? 'drivers' : 'a driver'} of ${joinNames(
    found.map(({ kind }) => kind),
    'and',
  )}`;
  const { kind, port } = found[0]!;
  return `Its packages name ${drivers}, and no variable that says where that is was found. If it needs one: \`external: {${kind}: localhost:${port}}\`, or a service of its own that it \`needs\`.`;
}

/** The kind of database that listens on a port, or that words or the name of a host speak of; null for none. */
export function findKind({
  port,
  words,
  host = '',
}: {
  port: number | null;
  words: string;
  host?: string;
}): string | null {
  const found =
    KINDS.find((each) => each.port === port) ??
    KINDS.find(({ image, kind }) => image.test(host.toLowerCase()) || host.toLowerCase().includes(kind)) ??
    KINDS.find(
      ({ scheme, driver, kind }) =>
        new RegExp(`\\b${kind}`, 'i').test(words) || driver.test(words) || scheme.test(words),
    ) ??
    (/PG::|SQLSTATE\[08006\]|sqlx/.test(words) ? KINDS[0] : undefined);
  return found?.kind ?? null;
}

/** A database of a kind that only a try showed, with the credentials that the service's own variables have. */
export function makeDatabase(name: string, variables: readonly EnvironmentLine[]): Database {
  const kind = KINDS.find((each) => each.kind === name)!;
  const url = variables.map(({ value }) => value).find((value) => kind.scheme.test(value));
  const [, , user, password, host, , database] = URL_PARTS.exec(url?.replace(/^jdbc:/, '') ?? '') ?? [];
  const env = url === undefined ? kind.env : credentials(kind, user, password, database);
  return make(kind, { text: kind.usual }, [...(host === undefined ? [] : [host]), ...LOCAL], env);
}

const LOCAL = ['localhost', '127.0.0.1', '0.0.0.0', 'host.docker.internal'];
const URL_PARTS = /^([\w+:]+):\/\/(?:([^:@/]*)(?::([^/]*))?@)?([\w.-]+)(?::(\d+))?(?:\/([\w-]*))?/;

/** The databases of the compose file, and those that variables point to. */
export function findDatabases(
  services: readonly ComposeService[],
  variables: readonly Variable[],
  required: readonly string[],
  manifests: string,
): Database[] {
  const found = new Map<string, Database>();
  for (const { name, image, environment, command } of services) {
    const kind = image === undefined ? undefined : KINDS.find((each) => each.image.test(image));
    if (!kind || found.has(kind.kind)) continue;
    const env = { ...environment };
    for (const [key, value] of Object.entries(env)) {
      const known = /^\$\{?(\w+)(?::?\?[^}]*)?\}?$/.exec(value)?.[1];
      if (known !== undefined)
        env[key] = resolve(variables.find((each) => each.name === known)?.value) ?? kind.env[key] ?? 'app';
    }
    if (kind.kind === 'postgres' && !('POSTGRES_PASSWORD' in env) && !('POSTGRES_HOST_AUTH_METHOD' in env))
      env.POSTGRES_HOST_AUTH_METHOD = 'trust';
    found.set(
      kind.kind,
      make(
        kind,
        { text: /^[\w./:@-]+$/.test(image!) ? image! : kind.usual },
        [name, ...LOCAL],
        { ...env, ...readOwnCredentials(kind, [name, ...LOCAL], variables) },
        command,
      ),
    );
  }
  for (const { value, from } of variables) {
    const kind = KINDS.find(({ scheme }) => scheme.test(value));
    if (!kind || found.has(kind.kind)) continue;
    const [, , user, password, host, , name] = URL_PARTS.exec(value.replace(/^jdbc:/, '')) ?? [];
    // A host of several names is a machine elsewhere.
    if (host === undefined || /\.[a-z]+\.[a-z]+$/i.test(host) || value.includes('+srv')) continue;
    const why = `${from} has a URL of ${kind.kind}, and no compose file names its version`;
    const own = readOwnCredentials(kind, [host], variables) ?? credentials(kind, user, password, name);
    found.set(kind.kind, make(kind, { text: kind.usual, why }, [host, ...LOCAL], own));
  }
  for (const { name, value, from } of variables) {
    const kind = KINDS.find((each) => String(each.port) === value && each.kind !== 'redis');
    const host = variables.find((each) => each.name === name.replace(/PORT$/, 'HOST'))?.value;
    if (!kind || !/_PORT$/.test(name) || found.has(kind.kind) || !LOCAL.includes(host ?? '')) continue;
    const why = `${from} has the port of ${kind.kind} in ${name}, and no compose file names its version`;
    const own = readOwnCredentials(kind, [host!], variables) ?? kind.env;
    found.set(kind.kind, make(kind, { text: kind.usual, why }, LOCAL, own));
  }
  const wanting = required.find((name) =>
    /DATABASE_URL|DB_URL|_DSN$|DB_HOST|PGHOST|MONGO\w{0,40}_UR[IL]|REDIS_UR[IL]/.test(name),
  );
  if (wanting !== undefined && found.size === 0) {
    const kind = KINDS.find(({ driver }) => driver.test(manifests));
    if (kind && !/sqlite/i.test(manifests)) {
      const why = `the code wants ${wanting}, and its driver is one of ${kind.kind}`;
      found.set(kind.kind, make(kind, { text: kind.usual, why }, LOCAL, kind.env));
    }
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
  variables: readonly Variable[],
): Record<string, string> | undefined {
  for (const { name, value } of variables) {
    const [, , user, password, host, , database] = URL_PARTS.exec(value.replace(/^jdbc:/, '')) ?? [];
    const isUrl = kind.scheme.test(value) && hosts.includes(host ?? '');
    const stem = /^(.*?)_?(?:HOST(?:NAME)?|SERVER|UR[IL])$/.exec(name)?.[1];
    const isHost = !isUrl && hosts.includes(value) && stem !== undefined && isOfKind(name, kind.kind);
    if (!isUrl && !isHost) continue;
    const sibling = (names: string) =>
      variables.find((each) => new RegExp(`^${stem}_?(?:${names})$`).test(each.name))?.value;
    const own = [
      user || sibling('USER(?:NAME)?'),
      password || sibling('PASS(?:WORD)?'),
      database || sibling('NAME|DATABASE|DB|DB_NAME'),
    ].map((each) => resolve(each));
    if (own.some((each) => each !== undefined)) return credentials(kind, ...(own as [string]));
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
  command?: string,
): Database {
  return { name: kind, kind, hosts, image, port, log, env, command };
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
  const url = URL_PARTS.exec(value.replace(/^jdbc:/, ''));
  const kind = KINDS.find(({ scheme }) => scheme.test(value))?.kind;
  const byUrl = url && databases.find((each) => each.kind === kind && each.hosts.includes(url[4]!));
  if (url && byUrl) {
    const host = new RegExp(`(//(?:[^/]*@)?)${url[4]!.replaceAll('.', '\\.')}(?::\\d+)?`);
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
    : own.hosts.includes(value) || value === ''
      ? '127.0.0.1'
      : value;
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

/** A URL of the database, for a variable that nothing gives a value. */
export function describeUrl({ kind, name, env }: Database): string {
  const at = `127.0.0.1:\${${name}.PORT}`;
  if (kind === 'postgres') {
    const user = env.POSTGRES_USER ?? 'postgres';
    const password = env.POSTGRES_PASSWORD;
    return `postgres://${user}${password ? `:${password}` : ''}@${at}/${env.POSTGRES_DB ?? user}`;
  }
  if (kind === 'mysql') {
    const [user, password] = env.MYSQL_USER
      ? [env.MYSQL_USER, env.MYSQL_PASSWORD ?? '']
      : ['root', env.MYSQL_ROOT_PASSWORD ?? env.MARIADB_ROOT_PASSWORD ?? ''];
    return `mysql://${user}:${password}@${at}/${env.MYSQL_DATABASE ?? env.MARIADB_DATABASE ?? 'app'}`;
  }
  return (
    { mongo: `mongodb://${at}/app`, redis: `redis://${at}`, rabbitmq: `amqp://guest:guest@${at}` }[kind] ?? at
  );
}
