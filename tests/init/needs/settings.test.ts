import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/config/document.ts';
import { detect } from '../../../src/init/detection/detection.ts';
import { openFolder } from '../../../src/init/folder.ts';
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

  test('keeps whatever looks like a reference from being one', () => {
    const { app } = propose({ ...NODE, '.env.example': 'A=x${B}\nC=$D\nE=${{ x }}' });
    for (const name of ['A', 'C', 'E']) expect(app.env).not.toHaveProperty(name);
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
