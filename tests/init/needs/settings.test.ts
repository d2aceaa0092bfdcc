import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/config/document.ts';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
import { makesTables } from '../../../src/init/needs/migrations.ts';
import { proposeConfig } from '../../../src/init/proposal.ts';
import { makeFiles } from '../repository.ts';

/** What is proposed for files in a real folder. A proposal that cannot be read fails here. */
function propose(files: Record<string, string>) {
  const folder = makeFiles(files);
  const finding = detect(openFolder(folder));
  const text = proposeConfig(finding, 'shop');
  const config = parseConfig(text, {
    path: `${folder}/tailgate.yml`,
    directory: folder,
    shownAs: 'tailgate.yml',
  });
  const app = config.services.find(({ name }) => name === config.target)!;
  return { text, config, app, finding };
}

const NODE = {
  'package.json':
    '{"scripts":{"start":"node a.js"},"dependencies":{"express":"5","pg":"8"},"engines":{"node":"24"}}',
  'package-lock.json': '{}',
  'a.js': "app.get('/items', f); app.listen(process.env.PORT); const key = process.env.JWT_SECRET;",
};

describe('the environment', () => {
  test('comes from the example of a .env file; what has no value gets a stand-in and a mark', () => {
    const { app, text } = propose({
      ...NODE,
      '.env.example':
        'PORT=3000\nLEVEL=info\nCOOKIE_SECRET=\nCALLBACK=\nNODE_ENV=development\nRATE_LIMIT_MAX=5\n',
    });
    expect(app.env).toMatchObject({ LEVEL: 'info', NODE_ENV: 'production', RATE_LIMIT_MAX: '1000000' });
    expect(app.env).not.toHaveProperty('PORT');
    expect(app.env.COOKIE_SECRET).toMatch(/^only-for-measuring/);
    expect(text).toContain('# GUESS: .env.example has no value for it; no real secret belongs here');
    expect(text).toContain('# CALLBACK:');
  });

  test('never comes from a .env file itself', () => {
    expect(propose({ ...NODE, '.env': 'REAL=secret' }).text).not.toContain('REAL');
  });

  test('has a variable once, where databases of two kinds would share it', () => {
    const { app, text } = propose({
      ...NODE,
      '.env.example': 'DB_HOST=127.0.0.1\n',
      'compose.yaml': 'services: {shop: {image: "mysql:8"}, stock: {image: "postgres:16"}}',
    });
    expect(app.env).toMatchObject({ DB_HOST: '127.0.0.1', DB_PORT: '${mysql.PORT}' });
    expect(text.match(/DB_PORT:/g)).toHaveLength(1);
    expect(app.needs).toEqual(['mysql']);
  });

  test('keeps whatever looks like a reference from being one', () => {
    const { app } = propose({ ...NODE, '.env.example': 'A=x${B}\nC=$D\nE=${{ x }}\nF=${a.PORT}' });
    for (const name of ['A', 'C', 'E', 'F']) expect(app.env).not.toHaveProperty(name);
  });
});

describe('a database', () => {
  test('is the one that words in place of a URL lead to, in a file deeper down as well', () => {
    const { app, finding } = propose({
      ...NODE,
      'src/config/.env.example':
        'DSN=host=db user=shop password=secret dbname=orders port=5432 sslmode=disable',
    });
    expect(app.env.DSN).toBe(
      'host=127.0.0.1 user=shop password=secret dbname=orders sslmode=disable port=${postgres.PORT}',
    );
    expect(finding.databases).toMatchObject([{ env: { POSTGRES_USER: 'shop', POSTGRES_DB: 'orders' } }]);
  });

  test('of the compose file is started by Tailgate where a variable points to it', () => {
    const { config, app } = propose({
      ...NODE,
      '.env.example': 'DATABASE_URL=postgres://u:p@localhost:5432/shop\nREDIS_HOST=redis\nREDIS_PORT=6379',
      'compose.yaml':
        'services:\n  db: {image: "postgres:16", environment: {POSTGRES_USER: u, POSTGRES_PASSWORD: p, POSTGRES_DB: shop}}\n  redis: {image: redis:7}\n  mail: {image: mailhog}',
    });
    expect(app.env).toMatchObject({
      DATABASE_URL: 'postgres://u:p@127.0.0.1:${postgres.PORT}/shop',
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: '${redis.PORT}',
    });
    const postgres = config.services.find(({ name }) => name === 'postgres')!;
    expect(postgres.start).toContain(
      '--env POSTGRES_USER=u --env POSTGRES_PASSWORD=p --env POSTGRES_DB=shop postgres:16',
    );
    expect(postgres.build).toBe('docker pull --quiet postgres:16');
    expect(app.needs).toEqual(['postgres', 'redis']);
  });

  test('that only a URL names is started too, and its version is a guess', () => {
    const { text } = propose({ ...NODE, '.env.sample': 'DB=mysql://root:x@127.0.0.1:3306/shop' });
    expect(text).toContain('mysql://root:x@127.0.0.1:${mysql.PORT}/shop');
    expect(text).toContain('no compose file names its version');
    expect(text).toContain('`external: {mysql: localhost:3306}`');
  });

  test.each([
    [
      'DATABASE_URL=postgres://rosa:hunter2@ep-1.eu.neon.tech:5432/shop?sslmode=require',
      'postgres',
      'postgres://postgres:postgres@127.0.0.1:${postgres.PORT}/app',
    ],
    [
      'DATABASE_URL=postgresql+asyncpg://rosa:hunter2@db.my-shop.com/shop',
      'postgres',
      'postgresql+asyncpg://postgres:postgres@127.0.0.1:${postgres.PORT}/app',
    ],
    [
      'DATABASE_URL=host=db.my-shop.com user=rosa password=hunter2 dbname=shop',
      'postgres',
      'postgres://postgres:postgres@127.0.0.1:${postgres.PORT}/app',
    ],
    [
      'MONGO_URL=mongodb+srv://rosa:hunter2@cluster0.ab1.mongodb.net/shop?w=majority',
      'mongo',
      'mongodb://127.0.0.1:${mongo.PORT}/app',
    ],
    [
      'REDIS_URL=rediss://default:hunter2@shop.cloud.redislabs.com:6380',
      'redis',
      'redis://127.0.0.1:${redis.PORT}',
    ],
  ])('elsewhere, as in %s, has a marked one that stands in for it', (line, kind, url) => {
    const { app, text } = propose({ ...NODE, '.env.example': `${line}\n` });
    const name = line.slice(0, line.indexOf('='));
    expect(app.env).toEqual({ [name]: url });
    expect(app.needs).toEqual([kind]);
    expect(text).toContain(
      `# GUESS: .env.example has a ${kind} elsewhere in ${name}, which no run may reach; this stands in for it`,
    );
    expect(text).not.toMatch(/hunter2|neon|my-shop|mongodb\.net|redislabs/);
  });

  test('elsewhere that a host and a port name has one that stands in for it, with its credentials', () => {
    const { app, text, finding } = propose({
      ...NODE,
      '.env.example':
        'DB_HOST=db.example.com\nDB_PORT=5432\nDB_USER=rosa\nDB_PASSWORD=secret\nDB_NAME=orders\n',
    });
    expect(app.env).toMatchObject({ DB_HOST: '127.0.0.1', DB_PORT: '${postgres.PORT}', DB_USER: 'rosa' });
    expect(finding.databases).toMatchObject([
      { env: { POSTGRES_USER: 'rosa', POSTGRES_PASSWORD: 'secret', POSTGRES_DB: 'orders' } },
    ]);
    expect(text).toContain('.env.example has a postgres elsewhere in DB_HOST, which no run may reach');
  });

  test('elsewhere has that of the compose file in its place, with a mark', () => {
    const { app, config, text } = propose({
      ...NODE,
      '.env.example': 'DATABASE_URL=postgres://rosa:hunter2@db.example.com/x\n',
      'compose.yaml':
        'services: {db: {image: "postgres:16", environment: {POSTGRES_USER: a, POSTGRES_PASSWORD: b, POSTGRES_DB: c}}}',
    });
    expect(app.env).toEqual({ DATABASE_URL: 'postgres://a:b@127.0.0.1:${postgres.PORT}/c' });
    expect(config.services.find(({ name }) => name === 'postgres')!.start).toMatch(/ postgres:16$/);
    expect(text).toContain('DATABASE_URL, which no run may reach; this stands in for it');
  });

  test('on this machine is not elsewhere, though Docker’s name for that has three parts', () => {
    const { app, text } = propose({
      ...NODE,
      '.env.example': 'DATABASE_URL=postgres://u:p@host.docker.internal:5432/shop?sslmode=disable\n',
    });
    expect(app.env.DATABASE_URL).toBe('postgres://u:p@127.0.0.1:${postgres.PORT}/shop?sslmode=disable');
    expect(text).not.toContain('stands in');
  });

  test.each([
    ['"redis-server --requirepass ${REDIS_PASSWORD}"', 'right', 'redis-server --requirepass right'],
    [
      '[redis-server, --requirepass, "${REDIS_PASSWORD}"]',
      '"two words"',
      'redis-server --requirepass "two words"',
    ],
    ['[sh, -c, "umask 7; exec redis-server"]', 'right', "sh -c 'umask 7; exec redis-server'"],
    ['"redis-server --requirepass ${NOBODY_KNOWS}"', 'right', ''],
  ])('of a compose file has its version and its command filled in: %s', (command, password, filled) => {
    const { config, text } = propose({
      ...NODE,
      '.env.example': `REDIS_URL=redis://cache:6379\nREDIS_PASSWORD=${password}\n`,
      'compose.yaml': `services: {cache: {image: "redis:\${REDIS_VERSION:-7.4}", command: ${command}}}`,
    });
    const { start, build } = config.services.find(({ name }) => name === 'redis')!;
    expect(build).toBe('docker pull --quiet redis:7.4');
    expect(start!.slice(start!.indexOf(' redis:'))).toBe(` redis:7.4 ${filled}`.trimEnd());
    expect(text).not.toContain('leaves its version open');
  });

  test('whose version nothing says is the usual one, and marked', () => {
    const { config, text } = propose({
      ...NODE,
      '.env.example': 'DATABASE_URL=postgres://u:p@db/shop\n',
      'compose.yaml': 'services: {db: {image: "postgres:${PG_VERSION}"}}',
    });
    expect(config.services.find(({ name }) => name === 'postgres')!.start).toMatch(/ postgres:17$/);
    expect(text).toContain('# GUESS: postgres:${PG_VERSION} leaves its version open');
  });

  test.each([
    [
      'postgres:16',
      5432,
      '{POSTGRES_USER: a, POSTGRES_PASSWORD_FILE: /run/secrets/db, POSTGRES_DB: c}',
      ' --env POSTGRES_USER=a --env POSTGRES_DB=c --env POSTGRES_HOST_AUTH_METHOD=trust postgres:16',
    ],
    [
      'mysql:8',
      3306,
      '{MYSQL_ROOT_PASSWORD_FILE: /run/secrets/db, MYSQL_DATABASE: c}',
      ' --env MYSQL_DATABASE=c --env MYSQL_ALLOW_EMPTY_PASSWORD=1 mysql:8',
    ],
  ])('needs no file with a secret, as %s has it in a compose file', (image, port, environment, end) => {
    const { config } = propose({
      ...NODE,
      '.env.example': `DB_HOST=db\nDB_PORT=${port}\n`,
      'compose.yaml': `services: {db: {image: "${image}", environment: ${environment}}}`,
    });
    const { start } = config.services.find(({ name }) => name !== 'app')!;
    expect(start!.endsWith(end), start).toBe(true);
    expect(start).not.toContain('_FILE');
  });

  test('of MongoDB keeps the credentials of its compose file, which are the service’s own', () => {
    const { config } = propose({
      ...NODE,
      '.env.example': 'MONGO_URL=mongodb://root:right@mongo:27017/shop\n',
      'compose.yaml':
        'services: {mongo: {image: "mongo:7", environment: {MONGO_INITDB_ROOT_USERNAME: root, MONGO_INITDB_ROOT_PASSWORD: right}}}',
    });
    expect(config.services.find(({ name }) => name === 'mongo')!.start).toContain(
      ' --env MONGO_INITDB_ROOT_USERNAME=root --env MONGO_INITDB_ROOT_PASSWORD=right mongo:7',
    );
  });

  test('of MariaDB has the service’s own credentials, and none of those of its compose file', () => {
    const { config } = propose({
      ...NODE,
      '.env.example': 'DB_HOST=db\nDB_PORT=3306\nDB_USERNAME=rosa\nDB_PASSWORD=right\nDB_DATABASE=orders\n',
      'compose.yaml':
        'services: {db: {image: "mariadb:11", environment: {MARIADB_ROOT_PASSWORD: wrong, MARIADB_USER: other, MARIADB_PASSWORD: wrong, MARIADB_DATABASE: none}}}',
    });
    const { start } = config.services.find(({ name }) => name === 'mysql')!;
    expect(start).toContain(
      '--env MYSQL_USER=rosa --env MYSQL_PASSWORD=right --env MYSQL_ROOT_PASSWORD=right --env MYSQL_DATABASE=orders mariadb:11',
    );
    expect(start).not.toContain('MARIADB_');
  });

  test('that nothing points to is not started', () => {
    const { config } = propose({ ...NODE, 'compose.yaml': 'services: {db: {image: postgres}}' });
    expect(config.services).toHaveLength(1);
  });

  test.each<[string, Record<string, string>]>([
    ['npx prisma migrate deploy', { 'prisma/schema.prisma': '', 'prisma/migrations/1/migration.sql': '' }],
    ['npx knex migrate:latest', { 'knexfile.js': '' }],
    [
      'npm run db:migrate',
      { 'package.json': NODE['package.json'].replace('{"start"', '{"db:migrate":"x","start"') },
    ],
  ])('is brought up to date by %s', (prepare, files) => {
    expect(propose({ ...NODE, ...files }).app.prepare).toBe(prepare);
  });
});

test.each([
  ['migrations/1_a/up.sql', 'migrations/1_a/down.sql', 'cat migrations/*/up.sql | psql "$DB" --quiet'],
  [
    'db/migrations/1_a.up.sql',
    'db/migrations/1_a.down.sql',
    'cat db/migrations/*.up.sql | psql "$DB" --quiet',
  ],
])('the steps in %s are among what may make the tables', (up, down, command) => {
  const { finding } = propose({ ...NODE, '.env.example': 'DB=postgres://localhost/a', [up]: '', [down]: '' });
  expect(finding.migrations!.map(({ text }) => text)).toContain(command);
});

test.each(['', 'CACHE_URL=redis://localhost:6379'])(
  'tables are never made in the user’s own database where the service names none: %j',
  (example) => {
    const { finding } = propose({ ...NODE, '.env.example': example, 'schema.sql': '' });
    expect(finding.migrations!.map(({ text }) => text)).toEqual([
      'psql "${DATABASE_URL:?is not set}" --quiet --file schema.sql',
    ]);
  },
);

test('a script or a make target that calls docker or podman makes no tables', () => {
  const { app, finding } = propose({
    ...NODE,
    'package.json': NODE['package.json'].replace('{"start"', '{"db:up":"docker compose up db","start"'),
    Makefile: 'migrate: build\n\t@echo now\n\tpodman exec db x\nmigrate-up:\n\tx\n',
  });
  expect(app.prepare).toBeUndefined();
  expect(finding.migrations!.map(({ text }) => text)).toEqual(['make migrate-up']);
});

test('a make target is judged by its recipe: none that takes something away, or reaches elsewhere', () => {
  const { finding } = propose({
    ...NODE,
    Makefile:
      'migrate:\n\tpsql -c "truncate items"\nmigrate-prod:\n\theroku run migrate\nmigrate-up:\n\tnpx knex migrate:latest > /dev/null\n',
  });
  expect(finding.migrations!.map(({ text }) => text)).toEqual(['make migrate-up']);
});

test.each([
  ['typeorm', 'typeorm-ts-node-commonjs'],
  ['reset:db', 'node reset.js'],
  ['clean-db', 'node clear.js'],
  ['db:setup', 'prisma migrate reset --force'],
  ['db:init', 'node wipe.js'],
  ['db:migrate', 'wrangler d1 migrations apply shop'],
  ['db:migrate', 'node migrate.js --remote'],
  ['db:push', 'supabase db push'],
  ['migrate', 'heroku run npm run up'],
  ['migrate', 'fly ssh console -C "npm run up"'],
])('the script %s, which runs `%s`, is none that makes tables', (name, command) => {
  expect(makesTables(name, command)).toBe(false);
});

test.each([
  ['migration:run', 'typeorm migration:run -d dist/source.js'],
  ['migrate:latest', 'knex migrate:latest'],
  ['setup-db', 'flyway migrate 2>/dev/null'],
])('the script %s, which runs `%s`, makes tables', (name, command) => {
  expect(makesTables(name, command)).toBe(true);
});

describe('Laravel Sail', () => {
  const SAIL = {
    'composer.json': '{}',
    artisan: '',
    'compose.yaml': `services:
  mysql:
    image: "mysql/mysql-server:8.0"
    environment:
      MYSQL_ROOT_PASSWORD: "\${DB_PASSWORD}"
      MYSQL_ROOT_HOST: "%"
      MYSQL_DATABASE: "\${DB_DATABASE}"
      MYSQL_USER: "\${DB_USERNAME}"
      MYSQL_PASSWORD: "\${DB_PASSWORD}"
      MYSQL_ALLOW_EMPTY_PASSWORD: 1
    volumes:
      - "./vendor/laravel/sail/database/mysql/create-testing-database.sh:/docker-entrypoint-initdb.d/10-create-testing-database.sh"
`,
  };

  test('gets a database with the root that its example names, and no script that is not there', () => {
    const { app, config } = propose({
      ...SAIL,
      '.env.example':
        'DB_CONNECTION=mysql\nDB_HOST=127.0.0.1\nDB_PORT=3306\nDB_DATABASE=shop\nDB_USERNAME=root\nDB_PASSWORD=\n',
    });
    const { start } = config.services.find(({ name }) => name === 'mysql')!;
    expect(start!.slice(start!.indexOf(' --env'))).toBe(
      ' --env MYSQL_ROOT_HOST=% --env MYSQL_ALLOW_EMPTY_PASSWORD=1 --env MYSQL_DATABASE=shop mysql/mysql-server:8.0',
    );
    expect(app.env).toMatchObject({ DB_USERNAME: 'root', DB_PASSWORD: '', DB_PORT: '${mysql.PORT}' });
  });

  test('makes no user root where only the compose file has credentials', () => {
    const { config } = propose({
      ...SAIL,
      '.env.example': 'STORE_URL=mysql://mysql:3306\nDB_USERNAME=root\nDB_PASSWORD=right\nDB_DATABASE=shop\n',
    });
    const { start } = config.services.find(({ name }) => name === 'mysql')!;
    expect(start).toContain(' --env MYSQL_ROOT_PASSWORD=right ');
    expect(start).not.toContain('MYSQL_USER');
  });

  test('with SQLite starts no database for what its example has in comments', () => {
    const { app, config } = propose({
      ...SAIL,
      '.env.example':
        'DB_CONNECTION=sqlite\n# DB_HOST=127.0.0.1\n# DB_PORT=3306\n# DB_DATABASE=laravel\n# DB_USERNAME=root\n# DB_PASSWORD=\n',
    });
    expect(config.services.map(({ name }) => name)).toEqual([config.target]);
    expect(app.env).toMatchObject({ DB_CONNECTION: 'sqlite' });
    expect(app.env).not.toHaveProperty('DB_PORT');
  });
});

test('a folder of files for a database is mounted, though its name ends like that of a file', () => {
  const { config } = propose({
    ...NODE,
    '.env.example': 'DB=mysql://root:x@db:3306/shop\n',
    'initdb.d/a.sql': '',
    'compose.yml':
      'services: {db: {image: "mysql:8", volumes: ["./initdb.d:/docker-entrypoint-initdb.d", "./gone.sql:/docker-entrypoint-initdb.d/gone.sql"]}}',
  });
  const { start } = config.services.find(({ name }) => name === 'mysql')!;
  expect(start).toContain(' --volume "$PWD/initdb.d:/docker-entrypoint-initdb.d:ro" mysql:8');
  expect(start).not.toContain('gone');
});

describe('a workspace', () => {
  test('has its lock file above the folder, and its folders are named from the root', () => {
    const root = makeFiles({
      'package.json': '{"workspaces":["apps/*"]}',
      'pnpm-workspace.yaml': '',
      'pnpm-lock.yaml': '',
      'apps/api/package.json': NODE['package.json'],
      'apps/api/a.js': NODE['a.js'],
    });
    const inside = detect(openFolder(`${root}/apps/api`, root));
    expect(inside.build!.text).toBe('pnpm install --frozen-lockfile');
    expect(inside.setup[1]).toMatchObject({
      with: { cache: 'pnpm', 'cache-dependency-path': '../../pnpm-lock.yaml' },
    });
    expect(JSON.stringify(inside.setup)).toContain(
      'npm install --global --force corepack && corepack enable',
    );
    expect(detect(openFolder(root))).toMatchObject({
      from: 'apps/api/package.json',
      folder: 'apps/api',
      build: { text: 'pnpm install --frozen-lockfile' },
      setup: [{}, { with: { 'node-version-file': 'apps/api/package.json' } }],
    });
  });

  test('has the variables of the service that a compose file builds from its folder', () => {
    const root = makeFiles({
      'compose.yml':
        'services:\n  web: {build: ./web, environment: {LEVEL: web}}\n  api: {build: {context: ./api}, environment: {LEVEL: api}}',
      'web/package.json': '{"name":"web"}',
      'api/package.json': NODE['package.json'],
      'api/a.js': '',
    });
    expect(detect(openFolder(`${root}/api`, root)).env).toContainEqual({ name: 'LEVEL', value: 'api' });
  });

  test('with several services takes the first, and names their folders', () => {
    const root = makeFiles({
      'a/package.json': NODE['package.json'],
      'b/package.json': NODE['package.json'],
    });
    const { folder, notes } = detect(openFolder(root));
    expect(folder).toBe('a');
    expect(notes.join()).toContain('Services were seen in a/, b/; a/ was taken');
  });

  test.each([
    ['bun.lock', 'bun install --frozen-lockfile'],
    ['package-lock.json', 'npm ci --prefix ../..'],
  ])('with %s', (lock, build) => {
    const root = makeFiles({
      [lock]: '',
      'package.json': '{"workspaces":[]}',
      'apps/api/package.json': '{}',
    });
    expect(detect(openFolder(`${root}/apps/api`, root)).build!.text).toBe(build);
  });

  test('of any form ends nothing', () => {
    for (const workspaces of ['3', '{"packages":4}', '[[1]]', 'null', '"x"'])
      expect(() =>
        propose({ 'package.json': `{"workspaces":${workspaces},"scripts":[1],"main":{}}` }),
      ).not.toThrow();
  });
});

describe('another language', () => {
  test.each<[string, Record<string, string>, string, string]>([
    [
      'Ruby, Rails',
      { Gemfile: "gem 'rails'\ngem 'puma'", 'config.ru': '', 'config/routes.rb': 'resources :items' },
      'bundle exec puma',
      '/items',
    ],
    [
      'PHP, Composer',
      { 'composer.json': '{}', 'public/index.php': "$app->get('/items', f);" },
      'php -S 127.0.0.1:$PORT -t public',
      '/',
    ],
    [
      '.NET',
      {
        'src/Web/Web.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web">',
        'src/Web/Program.cs': 'app.MapGet("/items", f);',
      },
      'dotnet ./Web.dll --urls http://127.0.0.1:$PORT',
      '/items',
    ],
  ])('%s is found', (title, files, start, path) => {
    const { finding, text } = propose(files);
    expect(finding.title).toBe(title);
    expect(finding.start.text).toContain(start);
    if (path !== '/') expect(finding.path.text).toBe(path);
    expect(text).toContain('GUESS');
  });
});

test('Symfony is built and started as in production', () => {
  const { app } = propose({ 'composer.json': '{}', 'bin/console': '', 'public/index.php': '' });
  expect(app.build).toMatch(/^APP_ENV=prod composer install --no-dev /);
  expect(app.env).toMatchObject({ APP_ENV: 'prod' });
});

describe('the port', () => {
  const port = (code: string, more: Record<string, string> = {}) =>
    propose({ 'go.mod': 'module x', 'main.go': `package main\nfunc main() {\n${code}\n}`, ...more });

  test('is given by an option of the program, or by a variable of another name', () => {
    expect(port('fs.Int("port", 9898, "HTTP port")').app.start).toBe('./bin/service --port=$PORT');
    expect(port('os.Getenv("HTTP_PORT")').app.env).toMatchObject({ HTTP_PORT: '${PORT}' });
    expect(port('os.Getenv("DB_PORT")').app.env).toEqual({});
  });
});

describe('a setting', () => {
  test('beside a limit of requests is no limit itself, and a throttle has one', () => {
    const kept = {
      RATE_LIMIT_STORE_PORT: '6400',
      RATE_LIMIT_DB: '2',
      RATE_LIMIT_SIZE: '10',
      RATE_LIMIT_PERIOD: '60',
      THROTTLE_TTL: '30',
    };
    const lines = Object.entries({ ...kept, THROTTLE_LIMIT: '9' }).map(([name, value]) => `${name}=${value}`);
    const { app } = propose({ ...NODE, '.env.example': lines.join('\n') });
    expect(app.env).toEqual({ ...kept, THROTTLE_LIMIT: '1000000' });
  });

  test.each([
    ['FLASK_DEBUG', '1', '0'],
    ['APP_DEBUG', 'True', 'false'],
    ['UVICORN_RELOAD', 'on', 'false'],
    ['FLASK_ENV', 'dev', 'production'],
  ])('for development is none in a run, with a mark: %s=%s', (name, said, value) => {
    const { finding } = propose({ ...NODE, '.env.example': `${name}=${said}\n` });
    expect(finding.env).toEqual([{ name, value, why: `.env.example says ${said}` }]);
  });

  test('of an image that asks for production is kept, and marked', () => {
    const Dockerfile = 'FROM node\nENV NODE_ENV=production APP_ENV=production LEVEL=info\n';
    expect(propose({ ...NODE, Dockerfile }).finding.env).toEqual([
      { name: 'NODE_ENV', value: 'production' },
      {
        name: 'APP_ENV',
        value: 'production',
        why: 'Dockerfile says production; do those settings work here?',
      },
      { name: 'LEVEL', value: 'info' },
    ]);
  });
});

describe('a database that is found', () => {
  test.each([
    ['compose.yaml', 'services: {db: {image: "postgres:16"}}', 'postgres:16'],
    ['.github/workflows/ci.yml', 'jobs: {test: {services: {db: {image: "postgres:15"}}}}', 'postgres:15'],
  ])('in %s is kept for a try, where no variable leads to it', (path, text, image) => {
    const files = { ...NODE, [path]: text };
    const { finding } = propose(files);
    expect(finding.databases).toEqual([]);
    expect(finding.unused).toMatchObject([{ kind: 'postgres', image: { text: image } }]);
    const led = propose({ ...files, '.env.example': 'DB_URL=postgres://localhost/shop\n' }).finding;
    expect(led.databases).toMatchObject([{ kind: 'postgres', image: { text: image } }]);
    expect(led.unused).toBeUndefined();
  });

  test.each([
    ['DB_SERVER=localhost', 'DB_PORT=5432', 'postgres'],
    ['STORE_HOSTNAME=127.0.0.1', 'STORE_PORT=3306', 'mysql'],
    ['DB_HOST=db', 'DB_PORT=5432', 'postgres'],
    ['STORE_SERVER=document-store', 'STORE_PORT=27017', 'mongo'],
  ])('by its port has one of its own in a run, of whatever name its host is: %s', (host, port, kind) => {
    const { app } = propose({ ...NODE, '.env.example': `${host}\n${port}\n` });
    const [first, second] = [host, port].map((line) => line.replace(/=.*/, ''));
    expect(app.env).toEqual({ [first!]: '127.0.0.1', [second!]: `\${${kind}.PORT}` });
    expect(app.needs).toEqual([kind]);
  });

  test('in a compose file is the one of its port, whatever name a host beside that has', () => {
    const { app } = propose({
      ...NODE,
      '.env.example': 'CACHE_HOST=store\nCACHE_PORT=6379\n',
      'compose.yaml': 'services: {redis: {image: "redis:7"}}',
    });
    expect(app.env).toEqual({ CACHE_HOST: '127.0.0.1', CACHE_PORT: '${redis.PORT}' });
  });
});

describe('a connection string of .NET', () => {
  const DOTNET = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web">',
    'Program.cs': 'app.MapGet("/items", f);',
  };
  const connect = (host: string) => `Host=${host}; Port=5432;Database=shop;Username=u;Password=a b=`;
  const describeSettings = (text: string) => JSON.stringify({ ConnectionStrings: { Shop: text } });

  test.each<[string, Record<string, string>]>([
    [
      'a compose file',
      {
        'compose.yaml': `services:
  web: {build: ., environment: {ConnectionStrings__Shop: "${connect('db')}"}}
  db: {image: "postgres:16", environment: {POSTGRES_PASSWORD: other}}
`,
      },
    ],
    ['appsettings.json', { 'appsettings.json': describeSettings(connect('localhost')) }],
    [
      'appsettings.Development.json, where that for all is empty,',
      {
        'appsettings.json': describeSettings(''),
        'appsettings.Development.json': describeSettings(connect('localhost')),
      },
    ],
  ])('in %s leads to a database with its credentials', (_, files) => {
    const { app, finding } = propose({ ...DOTNET, ...files });
    expect(app.env).toEqual({
      ConnectionStrings__Shop: 'Host=127.0.0.1;Database=shop;Username=u;Password=a b=;Port=${postgres.PORT}',
    });
    expect(finding.databases).toMatchObject([
      { env: { POSTGRES_USER: 'u', POSTGRES_PASSWORD: 'a b=', POSTGRES_DB: 'shop' } },
    ]);
  });

  test('to a database elsewhere has one that stands in for it, which is no URL', () => {
    const far = `${connect('db.example.com')};SSL Mode=Require`;
    const { app, text } = propose({ ...DOTNET, 'appsettings.json': describeSettings(far) });
    expect(app.env).toEqual({
      ConnectionStrings__Shop:
        'Host=127.0.0.1;Port=${postgres.PORT};Database=app;Username=postgres;Password=postgres',
    });
    expect(text).toContain('appsettings.json has a postgres elsewhere in ConnectionStrings__Shop, which no');
    expect(text).not.toMatch(/example\.com|a b=/);
  });

  test('that names no database leads to a broker, and stays', () => {
    const broker = 'host=localhost;username=guest;password=guest';
    const { app, finding } = propose({ ...DOTNET, 'appsettings.json': describeSettings(broker) });
    expect(app.env).toEqual({ ConnectionStrings__Shop: broker });
    expect(finding.databases).toEqual([]);
  });
});
