import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { makeFiles } from '../repository.ts';

const NODE = {
  'package.json': '{"scripts":{"start":"node a.js"},"dependencies":{"express":"5","pg":"8"}}',
  'package-lock.json': '{}',
};

/** Commands that may make the tables, by a Makefile. */
function listTargets(Makefile: string): string[] {
  return detect(openFolder(makeFiles({ ...NODE, Makefile }))).migrations!.map(({ text }) => text);
}

test.each([
  ['a URL of its own', 'STORE ?= postgres://localhost/shop', 'go run ./migrate -database "$(STORE)"'],
  ['a host of its own', 'ADDRESS := localhost:5432', 'go run ./migrate ${ADDRESS}'],
  ['one of several parts', 'ADDRESS=localhost\nSTORE = -h $(ADDRESS) -d shop', 'psql $(STORE) -f up.sql'],
  ['a program of Docker', 'RUN = docker compose exec db', '$(RUN) psql -f up.sql'],
  ['a URL of the recipe', '', 'go run ./migrate -database postgres://localhost/shop'],
  ['a file of settings in the recipe', '', 'set -a && . ./.env && npx knex migrate:latest'],
])('a make target that leads to the database of whoever calls is none to try: %s', (_, head, recipe) => {
  expect(listTargets(`${head}\nmigrate-up: build\n\t${recipe}\nmigrate:\n\tnode up.js\n`)).toEqual([
    'make migrate',
  ]);
});

test.each([
  ['includes a file of settings', 'include .env\nexport'],
  ['includes whatever else', 'include tools.mk'],
  ['names a host', 'DB_HOST := staging.example.com'],
  ['includes one that may be missing', '-include config/local.env'],
  ['includes one where it is there', 'ifneq (,$(wildcard ./.env))\n    include .env\nendif'],
  ['sets the URL for all', 'export DATABASE_URL = postgres://localhost:5432/shop'],
  ['sets the host for all', 'ifndef PGHOST\n  PGHOST = localhost\nendif'],
])('no target of a Makefile is tried that %s', (_, head) => {
  const others = 'FLAGS := -v\nHOMEPAGE = https://example.com\nDB_NAME ?= shop';
  const target = 'migrate-up:\n\tnode up.js $(FLAGS) $(DB_NAME) $(UNKNOWN)\n';
  expect(listTargets(`${others}\n${target}`)).toEqual(['make migrate-up']);
  expect(listTargets(`${others}\n${head}\n${target}`)).toEqual([]);
});

test('golang-migrate asks no TLS of a database that was started for the run', () => {
  const folder = makeFiles({
    'go.mod': 'module x\n\ngo 1.24\n',
    'main.go': 'package main\nfunc main() { http.ListenAndServe(":8080", nil) }\n',
    'migrations/1_a.up.sql': '',
    '.env.example': 'STORE_URL=postgres://localhost:5432/shop\n',
  });
  expect(detect(openFolder(folder)).prepare!.text).toMatch(
    /^PGSSLMODE=disable go run .* -path migrations -database "\$STORE_URL" up$/,
  );
});

test('goose is run in a version of its own, whatever the module requires', () => {
  const folder = makeFiles({
    'go.mod': 'module x\n\ngo 1.24\n\nrequire github.com/pressly/goose/v3 v3.5.0\n',
    'main.go': 'package main\nfunc main() { http.ListenAndServe(":8080", nil) }\n',
    'migrations/1_a.sql': '-- +goose Up\n',
    '.env.example': 'STORE_URL=postgres://localhost:5432/shop\n',
  });
  expect(detect(openFolder(folder)).prepare!.text).toBe(
    'go run github.com/pressly/goose/v3/cmd/goose@v3.24.1 -dir migrations postgres "$STORE_URL" up',
  );
});

test.each([
  ['-- +goose Up', '-- +goose Down'],
  ['-- +migrate Up', '--  +migrate Down'],
  ['-- migrate:up', '--migrate:down'],
])('migrations with their way back in the same file are run up to that: %s', (up, down) => {
  const folder = makeFiles({
    ...NODE,
    '.env.example': 'DB=postgres://localhost/a\n',
    'db/migrations/1_a.sql': `${up}\ncreate a;\n${down}\ndrop a;\n`,
    'db/migrations/2_b.sql': `${up}\ncreate b;\n${down}\ndrop b;\n`,
  });
  const [command, ...others] = detect(openFolder(folder)).migrations!.map(({ text }) => text);
  const [show, rest] = command!.split(/(?= \| psql)/);
  expect([rest, others]).toEqual([' | psql "$DB" --quiet', []]);
  const shown = execFileSync('sh', ['-c', show!], { cwd: folder, encoding: 'utf8' });
  expect(shown).toBe(`${up}\ncreate a;\n${up}\ncreate b;\n`);
});

test('psql is for PostgreSQL: a service with MySQL alone has no such line', () => {
  const list = (drivers: string) =>
    detect(
      openFolder(
        makeFiles({
          'package.json': `{"scripts":{"start":"node a.js"},"dependencies":{"express":"5",${drivers}}}`,
          'migrations/1_a.sql': 'create a;',
          'schema.sql': '',
        }),
      ),
    ).migrations!.map(({ text }) => text);
  expect(list('"mysql2":"3"')).toEqual([]);
  expect(list('"mysql2":"3","pg":"8"')).toEqual([
    'cat migrations/*.sql | psql "${DATABASE_URL:?is not set}" --quiet',
    'psql "${DATABASE_URL:?is not set}" --quiet --file schema.sql',
  ]);
});

test.each([
  ['postgresql+psycopg2://u:p@db/shop', 'engine_from_config(config.get_section(name))', true],
  ['postgresql://u:p@localhost/shop', 'config.set_main_option("sqlalchemy.url", URL)', false],
  ['postgresql://u:p@localhost/shop', 'url = os.environ["DATABASE_URL"]', false],
  ['driver://user:pass@localhost/dbname', 'engine_from_config(config.get_section(name))', false],
  ['sqlite:///shop.db', 'engine_from_config(config.get_section(name))', false],
])(
  'Alembic is doubted where it names a database, and no variable reaches it: %s, %s',
  (url, env, doubted) => {
    const folder = makeFiles({
      'requirements.txt': 'fastapi\nuvicorn\nalembic\n',
      'main.py': 'app = FastAPI()',
      'alembic.ini': `[alembic]\nscript_location = alembic\nsqlalchemy.url = ${url}\n`,
      'alembic/env.py': env,
    });
    expect(detect(openFolder(folder)).prepare).toEqual({
      text: '.venv/bin/alembic upgrade head',
      why: doubted ? 'alembic.ini names the database itself; let env.py read a variable' : undefined,
    });
  },
);

test('Alembic is left out where it would reach the database of whoever calls', () => {
  const folder = makeFiles({
    'requirements.txt': 'fastapi\nuvicorn\nalembic\n',
    'main.py': 'app = FastAPI()',
    'alembic.ini': '[alembic]\nsqlalchemy.url = postgresql://u:p@localhost/shop\n',
    'alembic/env.py': 'engine_from_config(config.get_section(name))',
  });
  expect(detect(openFolder(folder)).prepare).toBeUndefined();
});
