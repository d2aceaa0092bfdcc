import { quotePath } from '../../processes/shell-words.ts';
import type { Files } from '../files/files.ts';
import type { Guessable } from '../files/source.ts';
import { findKind, readUrl } from './databases.ts';
import type { ServiceFinding } from './finding.ts';

type Migration = {
  /** A file that shows that the tool is used. */
  file: RegExp;
  /** What else its manifest has to name. */
  named?: RegExp;
  /** `%` is the prefix of programs, such as `.venv/bin/`; `&` the folder of the file. */
  command: string;
  why?: string;
};

/** The first that fits is taken. Tools that other tools build upon come last. */
const MIGRATIONS: Migration[] = [
  { file: /(?:^|\/)prisma\/migrations\/.{0,200}\.sql$/, command: 'npx prisma migrate deploy' },
  { file: /(?:^|\/)schema\.prisma$/, command: 'npx prisma db push', why: 'Prisma has no migrations here' },
  { file: /^knexfile\.[cm]?[jt]s$/, command: 'npx knex migrate:latest' },
  {
    file: /(?:^|\/)migrations\/.{0,200}\.js$/,
    named: /sequelize-cli/,
    command: 'npx sequelize-cli db:migrate',
  },
  { file: /^drizzle\.config\.[jt]s$/, command: 'npx drizzle-kit migrate' },
  { file: /^alembic\.ini$/, command: '%alembic upgrade head' },
  { file: /^migrations\/alembic\.ini$/, named: /flask-migrate/i, command: '%flask db upgrade' },
  {
    file: /(?:^|\/)migrations?\/.{0,200}\.sql$/,
    named: /pressly\/goose/,
    command: 'go run github.com/pressly/goose/v3/cmd/goose@v3.24.1 -dir & postgres "$DATABASE_URL" up',
    why: 'which folder and which database?',
  },
  {
    file: /(?:^|\/)migrations?\/[^/]*\.up\.sql$/,
    named: /^go \d/m,
    command:
      // Its driver wants TLS where the URL does not say.
      'PGSSLMODE=disable go run -tags postgres,mysql github.com/golang-migrate/migrate/v4/cmd/migrate@v4.18.1 -path & -database "$DATABASE_URL" up',
    why: 'the files look like those of golang-migrate; which database?',
  },
  {
    file: /(?:^|\/)migrations\/[^/]+\/up\.sql$/,
    command: 'diesel migration run',
    why: 'the command comes from `cargo install diesel_cli`',
  },
];

/** Names of scripts and of targets that make tables. */
const MAKES =
  /(?:migrat\w{0,20}|(?:db|schema|prisma|typeorm|knex|sequelize)[-_:]?(?:setup|init|push|up|prepare|deploy|latest|load)|(?:setup|init|sync|prepare|load|update)[-_:]?(?:db|schema))(?:[-_:](?:up|run|deploy|latest|prod))?$/;
/** They take something away, are for development, or reach a server elsewhere. `latest` and `/dev/null` are no such words. */
const OTHER =
  /drop|down|undo|create|rollback|revert|reset|clean|wipe|delete|truncate|generate|(?<!\/)dev|(?<!la)test|seed|docker|podman|remote|wrangler|supabase|heroku|\bfly(?:ctl)?\b|\bssh\b|kubectl/i;
/** What a recipe does that a try must not. */
const FAR =
  /docker|podman|remote|wrangler|supabase|heroku|\bfly(?:ctl)?\b|\bssh\b|kubectl|\bdrop|\breset|truncate|wipe/i;
const SCHEMA = /(?:^|\/)(?:schema|init|initdb|tables|create|database|setup)[\w-]{0,40}\.sql$/i;

/** Files that make tables one after the other: `migrations/1_a/up.sql`, `migrations/1_a.up.sql` and `migrations/1_a.sql`. */
const STEPS = /^((?:[\w.-]{1,100}\/){0,20}migrations?)\/(?:[^/]+(\/up)|[^/]+?(\.up)?)\.sql$/;

/** Tells by the name of a script, and by what it runs, whether it makes tables. */
export function makesTables(name: string, command = ''): boolean {
  return MAKES.test(name) && !OTHER.test(`${name} ${command}`);
}

/** The host of the database that the settings of Alembic name themselves, where no variable reaches them. */
function findNamed(files: Files, path: string): string | undefined {
  const literal = /^sqlalchemy\.url\s{0,9}=\s{0,9}(\S+)/m.exec(files.read(path) ?? '')?.[1] ?? '';
  const scripts = files.list.filter((each) => /(?:^|\/)env\.py$/.test(each));
  const isTold = scripts.some((each) =>
    /set_main_option|environ|getenv|settings|current_app|create_(?:async_)?engine/.test(
      files.read(each) ?? '',
    ),
  );
  return isTold ? undefined : readUrl(literal)?.host;
}

/** Migrations of goose, sql-migrate and dbmate up to the mark from which they take back what they made. */
const FORWARD = "awk 'FNR==1{d=0} /^-- *([+]goose |[+]migrate |migrate:)[Dd]own/{d=1} !d'";
const BACK = /^-- {0,9}(?:\+goose |\+migrate |migrate:)down/im;

/** Whether a file of a folder holds the way back as well. */
function isWayBack(files: Files, folder: string) {
  return (path: string) =>
    path.startsWith(`${folder}/`) && path.endsWith('.sql') && BACK.test(files.read(path) ?? '');
}

/** What leads to a database of whoever calls, or wherever a file of settings says. */
const LEADS = /:\/\/|localhost|127\.0\.0\.1|\.env\w*\b|\s-h\s{0,9}[\w.]|--host\b/;
const OF_DATABASE = /^PG|DB|DATABASE|POSTGRES|SQL|MONGO/;

/**
 * Targets of a Makefile that make tables. None where it includes another file, or sets where the database is: that wins
 * over the variables of a run.
 */
function listTargets(text: string): string[] {
  if (/^[ \t]{0,20}[-s]?include[ \t]/im.test(text)) return [];
  const set = [...text.matchAll(/^ {0,20}(?:(?:export|override)[ \t]+)?(\w+)[ \t]*[:?!]{0,2}=[ \t]*(.*)$/gm)];
  const isPlace = (name: string, value: string) =>
    OF_DATABASE.test(name) && (/HOST|UR[IL]|DSN|SERVER/.test(name) || LEADS.test(value));
  if (set.some(([, name, value]) => isPlace(name!, value!))) return [];
  const far = new Set<string>();
  const isFar = (words: string) =>
    FAR.test(words) ||
    LEADS.test(words) ||
    [...words.matchAll(/\$[({](\w{1,60})[)}]/g)].some(([, name]) => far.has(name!));
  // One variable is often made of another.
  for (let round = 0; round < 3; round++)
    for (const [, name, value] of set) if (isFar(value!)) far.add(name!);
  return [...text.matchAll(/^([\w-]{1,40}):(?!=)(.*(?:\n\t.*)*)/gm)]
    .filter(([, name, recipe]) => makesTables(name!) && !isFar(recipe!))
    .map(([, name]) => `make ${name}`);
}

/**
 * Lists commands that may make the tables of a service, the likeliest first: those of tools and scripts, of which the first
 * runs before each start, and others that a try goes through where tables are missing.
 */
export function listMigrations(
  files: Files,
  { manifests = '', prefix = '', prepare, migrations = [] }: ServiceFinding,
): { prepare?: Guessable; others: Guessable[] } {
  const tools = MIGRATIONS.flatMap(({ file, named, command, why }) => {
    const path = files.list.find((each) => file.test(each));
    if (path === undefined || named?.test(manifests) === false) return [];
    const folder = quotePath(path.split('/').slice(0, -1).join('/') || '.');
    const host = path.endsWith('alembic.ini') ? findNamed(files, path) : undefined;
    // That of whoever calls is none for a run.
    if (host !== undefined && /^(?:localhost|127\.)/.test(host)) return [];
    const doubt = host && `${path} names the database itself; let env.py read a variable`;
    return [{ text: command.replace('%', prefix).replace('&', () => folder), why: why ?? doubt }];
  });
  const schema = files.list.find((path) => SCHEMA.test(path));
  const steps = files.list.filter((path) => !/down|undo/.test(path)).map((path) => STEPS.exec(path));
  const [, folder, inner, up = inner ?? ''] = steps.find((found) => found !== null) ?? [];
  const isMysql = findKind({ port: null, words: manifests }) === 'mysql';
  const show =
    folder !== undefined && up === '' && files.list.some(isWayBack(files, folder)) ? FORWARD : 'cat';
  const rest = [
    ...listTargets(files.read('Makefile') ?? ''),
    ...(folder === undefined || isMysql
      ? []
      : [`${show} ${quotePath(folder)}/*${up}.sql | psql "$DATABASE_URL" --quiet`]),
    ...(schema === undefined || isMysql ? [] : [`psql "$DATABASE_URL" --quiet --file ${quotePath(schema)}`]),
  ].map((text) => ({ text, why: 'its tables were missing without this' }));
  const [first, ...others] = [...(prepare ? [prepare] : []), ...tools, ...migrations];
  return { prepare: first, others: [...others, ...rest] };
}
