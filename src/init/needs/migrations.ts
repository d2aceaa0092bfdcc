import { quotePath } from '../../processes/shell-words.ts';
import type { Files } from '../files/files.ts';
import type { Guessable } from '../files/source.ts';

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
  { file: /(?:^|\/)prisma\/migrations\/.*\.sql$/, command: 'npx prisma migrate deploy' },
  {
    file: /(?:^|\/)schema\.prisma$/,
    command: 'npx prisma db push',
    why: 'there are no migrations of Prisma',
  },
  { file: /^knexfile\.[cm]?[jt]s$/, command: 'npx knex migrate:latest' },
  {
    file: /^\.sequelizerc$|^migrations\/.*\.js$/,
    named: /sequelize-cli/,
    command: 'npx sequelize-cli db:migrate',
  },
  { file: /^drizzle\.config\.[jt]s$/, command: 'npx drizzle-kit migrate' },
  { file: /^alembic\.ini$/, command: '%alembic upgrade head' },
  {
    file: /^migrations\/alembic\.ini$/,
    named: /flask-migrate/i,
    command: '%flask db upgrade',
    why: 'does FLASK_APP name the application?',
  },
  { file: /^manage\.py$/, named: /django/i, command: '%python manage.py migrate --noinput' },
  {
    file: /(?:^|\/)migrations?\/.*\.sql$/,
    named: /pressly\/goose/,
    command: 'go run github.com/pressly/goose/v3/cmd/goose -dir & postgres "$DATABASE_URL" up',
    why: 'which folder and which database?',
  },
  {
    file: /(?:^|\/)migrations?\/[^/]*\.up\.sql$/,
    command:
      'go run -tags postgres,mysql github.com/golang-migrate/migrate/v4/cmd/migrate@v4.18.1 -path & -database "$DATABASE_URL" up',
    why: 'the files look like those of golang-migrate; which database?',
  },
  {
    file: /^diesel\.toml$/,
    command: 'diesel migration run',
    why: 'the command comes from `cargo install diesel_cli`',
  },
  { file: /^bin\/rails$|^config\/database\.yml$/, named: /rails/, command: 'bin/rails db:prepare' },
];
/** Names of scripts in package.json that bring a database up to date. */
const SCRIPT =
  /^(?:db|prisma|migration|migrations|typeorm|knex|sequelize)?[:-]?(?:migrate|migration:run|migrations:run|run)(?:[:-](?:deploy|latest|up|prod|run))?$/;

/** The command that brings a fresh database up to date; undefined without one. @param manifests their texts */
export function findMigration(files: Files, manifests: string, prefix: string): Guessable | undefined {
  for (const { file, named, command, why } of MIGRATIONS) {
    const path = files.list.find((each) => file.test(each)) ?? (hasHidden(files, file) ? '' : undefined);
    if (path === undefined || (named && !named.test(manifests))) continue;
    const folder = quotePath(path.split('/').slice(0, -1).join('/') || '.');
    return { text: command.replace('%', prefix).replace('&', () => folder), why };
  }
  return undefined;
}

/** Hidden files are not listed, and this one is asked for by name. */
function hasHidden(files: Files, file: RegExp): boolean {
  return file.source.includes('sequelizerc') && files.has('.sequelizerc');
}

/** The script of package.json that migrates. */
export function findMigrationScript(
  scripts: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return Object.keys(scripts).find(
    (name) =>
      name !== 'run' &&
      SCRIPT.test(name) &&
      !/create|down|rollback|generate|dev/.test(`${name} ${scripts[name]}`),
  );
}

/** Targets of a Makefile and scripts of package.json that may make tables, and those that end or only write something. */
const MAKES =
  /^(?:db[-_:]?)?(?:migrat\w*(?:[-_:](?:up|run|deploy|latest))?|setup|init|push|schema|prepare)$|^db[-_:]?(?:setup|init|push|up)$/;
const SCHEMA = /(?:^|\/)(?:schema|init|initdb|tables|create|database|setup)[\w-]{0,40}\.sql$/i;

/**
 * Lists commands that may make the tables of a service, beside the one that is proposed: a try runs them where tables
 * are missing.
 *
 * @param scripts names of package.json's scripts, and what runs one, such as `npm run`
 */
export function listMigrations(
  files: Files,
  prepare: string | undefined,
  { names, run }: { names: readonly string[]; run: string },
): Guessable[] {
  const targets = [...(files.read('Makefile') ?? '').matchAll(/^([\w-]{1,40}):(?!=)/gm)].map(
    ([, name]) => name!,
  );
  const schema = files.list.find((path) => SCHEMA.test(path));
  const commands = [
    ...names
      .filter((name) => /db|migrat|schema|prisma/.test(name) && MAKES.test(name))
      .map((name) => `${run} ${name}`),
    ...targets
      .filter((name) => /db|migrat|schema/.test(name) && MAKES.test(name))
      .map((name) => `make ${name}`),
    ...(schema === undefined ? [] : [`psql "$DATABASE_URL" --quiet --file ${quotePath(schema)}`]),
  ];
  const why = 'its tables were missing without this';
  return commands.filter((text) => text !== prepare).map((text) => ({ text, why }));
}
