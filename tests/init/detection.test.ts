import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/document.ts';
import { detect } from '../../src/init/detection.ts';
import { proposeConfig } from '../../src/init/proposal.ts';
import { TABLES } from '../../src/init/tables.ts';
import { inMemory } from './repository.ts';

type Texts = Record<string, string>;

/** What is written for a folder: the file as it is read back, and the lines with CHECK. */
function propose(texts: Texts) {
  const text = proposeConfig(detect(inMemory(texts)), 'shop');
  const { service, services, scenarios } = parse(text);
  const checks = [...text.matchAll(/# CHECK: (.*)/g)].map(([, check]) => check!);
  return { text, service: service ?? services.app, services, scenarios, checks };
}

const file = { path: '/x/tailgate.yml', directory: '/x', shownAs: 'it' };
const node = (scripts: object, dependencies: object = {}) =>
  JSON.stringify({ name: 'shop', scripts, dependencies });
const SPRING =
  '<plugin><artifactId>spring-boot-maven-plugin</artifactId></plugin><java.version>17</java.version>';
const GIN = 'package main\nfunc main() {\n  r.GET("/orders", list)\n  r.Run(":" + os.Getenv("PORT"))\n}\n';
const AXUM = '[package]\nname = "shop"\n[dependencies]\naxum = "0.8"\n';
const BESIDE =
  'services: {db: {image: mysql}, a: {build: ., environment: [D=mysql://db, DB_HOST=db, DB_PORT=3306]}}';
const CSPROJ = '<Project Sdk="Microsoft.NET.Sdk.Web">';

/** Kinds of repositories, with what is written for them: build, start, and what nobody could know but the first request. */
// biome-ignore format: one row a line
const KINDS: [kind: string, files: Texts, build: string | undefined, start: string | undefined, checks: RegExp[]][] = [
  ['express, npm', { 'package.json': node({ start: 'node server.js' }, { express: '5' }), 'package-lock.json': '', 'server.js': 'app.listen(process.env.PORT)' }, 'npm ci', 'node server.js', []],
  ['nest, yarn 1', { 'package.json': node({ build: 'nest build', start: 'nest start', 'start:prod': 'node dist/main' }, { '@nestjs/core': '11' }), 'yarn.lock': '# yarn lockfile v1\n', 'src/main.ts': 'await app.listen(process.env.PORT ?? 3000);' }, 'yarn install --frozen-lockfile && yarn run build', 'node dist/main', []],
  ['a script for development only, without a lock file', { 'package.json': node({ start: 'tsx --watch app.js' }, { express: '4' }), 'app.js': 'const PORT = 8080; app.listen(PORT, () => log(`on ${PORT}`))' }, 'npm install', 'npm run start', [/does not pin versions/, /script is for development/, /^app\.js has `PORT = 8080`: what makes it \$PORT/]],
  ['no start script', { 'package.json': node({}, { express: '4' }), 'package-lock.json': '', 'index.js': 'app.listen(process.env.PORT)' }, 'npm ci', 'node index.js', [/no start script/]],
  ['bun', { 'package.json': node({ start: 'bun run src/index.ts' }, { hono: '4' }), 'bun.lock': '', 'src/index.ts': 'serve({ port: process.env.PORT })' }, 'bun install --frozen-lockfile', 'bun run start', []],
  ['fastapi, uv', { 'pyproject.toml': 'dependencies = ["fastapi", "uvicorn"]', 'uv.lock': '', 'app/main.py': 'app = FastAPI()\n@app.get("/items")\n', 'docker/a.Dockerfile': 'RUN uv sync --locked --no-dev \\\n --extra web && x --extra no' }, 'uv sync --frozen --no-dev --extra web', '.venv/bin/uvicorn app.main:app --host 127.0.0.1 --port $PORT', []],
  ['flask, pip', { 'requirements.txt': 'flask==3.0\n', 'app.py': 'app = Flask(__name__)' }, 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt', ".venv/bin/flask --app 'app:app' run --port $PORT", [/server is for development/]],
  ['flask with a factory, poetry', { 'pyproject.toml': '[tool.poetry.dependencies]\nflask = "3"\ngunicorn = "23"', 'poetry.lock': '', 'src/shop/__init__.py': 'def create_app(settings):\n', 'src/shop/factory.py': 'def create_app():\n' }, 'env -u VIRTUAL_ENV -u CONDA_PREFIX POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --no-root', ".venv/bin/gunicorn 'shop.factory:create_app()' --bind 127.0.0.1:$PORT", []],
  ['django, pip, without a server for production', { 'requirements.txt': 'django==5\n', 'manage.py': '', 'shop/wsgi.py': '', 'shop/settings.py': 'django.db.backends.sqlite3' }, 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt', '.venv/bin/python manage.py runserver --noreload 127.0.0.1:$PORT', [/server is for development/]],
  ['a Procfile', { Procfile: 'release: x\nweb: gunicorn shop.wsgi --log "%(h)s" & x\n', 'requirements.txt': 'gunicorn==1\npsycopg2-binary==2\n', 'manage.py': 'import django', 'shop/wsgi.py': '', 'shop/settings.py': 'sqlite3' }, 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt', '. .venv/bin/activate && gunicorn shop.wsgi --log "%(h)s" & x', [/client of PostgreSQL/, /`prepare: \.venv\/bin\/python manage\.py migrate --noinput`/, /manage\.py names no DJANGO_SETTINGS_MODULE/]],
  ['go below its module', { 'main.go': GIN, '../../go.mod': 'module shop\n' }, 'go build -o bin/service .', 'bin/service', [/^Which command/]],
  ['go with a command in its Dockerfile and flags', { 'go.mod': 'module shop\n', 'main.go': 'func main() {\n cmd.Flags().Int("debug-port", 1); f.String("cluster.listen-address", 2)\n cmd.Flags().IntP("http-port", "p", 80, "") }', 'etc/a.yml': '', Dockerfile: 'COPY etc/a.yml /x/\nHEALTHCHECK \\\n CMD ["/shop", "ready"]\nENTRYPOINT ["tini", "--", "/entrypoint"]\nCMD ["shop", "serve", \\\n "--data=/x/a.yml"]\n' }, 'go build -o bin/service .', 'bin/service serve --http-port $PORT', [/^is `--http-port` \(main\.go\) for its port\?$/, /^Dockerfile starts it with `shop serve --data=\/x\/a\.yml`/]],
  ['rust with an address, and a program beside it', { 'Cargo.toml': AXUM, 'Cargo.lock': '', 'src/bin/job.rs': 'fn main() {}', 'src/bin/web-server.rs': 'fn main() {}\n#[arg(short, long, default_value = "0.0.0.0:80")]\n    pub listen: String' }, 'cargo build --release', 'target/release/web-server --listen 127.0.0.1:$PORT', [/several \(src\/bin\/job\.rs, src\/bin\/web-server\.rs\)/, /is `--listen` \(src\/bin\/web-server\.rs\)/]],
  ['a port by a variable of its own', { 'package.json': node({ start: 'node ./bin/www' }), 'bin/www': 'process.env.MYSQL_PORT; process.env.SHOP_PORT' }, 'npm install', 'node ./bin/www', [/the code reads `MYSQL_PORT`/, /does not pin versions/, /is this the port/]],
  ['go below cmd', { 'go.mod': 'module shop\n', 'cmd/api/main.go': GIN, 'cmd/worker/main.go': 'package main\nfunc main() { godotenv.Load() }' }, 'touch .env && go build -o bin/service ./cmd/api', 'bin/service', [/several \(\.\/cmd\/api, \.\/cmd\/worker\)/, /^Which command/]],
  ['a module of Spring Boot, maven', { 'pom.xml': `<packaging>pom</packaging>\n${SPRING}`, mvnw: '', 'lib/pom.xml': '<a/>', 'shop/pom.xml': SPRING.replace('</p', '<classifier>exec</classifier></p') }, 'sh ./mvnw --batch-mode --quiet -DskipTests package', 'java -jar shop/target/*exec.jar', []],
  ['a module of Spring Boot, gradle', { 'build.gradle': "id 'org.springframework.boot' version '3' apply false", gradlew: '', 'shop/build.gradle': "id 'org.springframework.boot'" }, 'sh ./gradlew --no-daemon --quiet bootJar', 'java -jar shop/build/libs/*.jar', []],
  ['a workspace of crates', { 'Cargo.toml': '[workspace]', 'Cargo.lock': '', 'cli/Cargo.toml': '[package]\nname = "shop-cli"', 'cli/src/main.rs': '', 'web/Cargo.toml': '[package]\nname = "shop-server"', 'web/src/main.rs': 'env::var("PORT")' }, 'cd web && cargo build --release', 'cd web && ../target/release/shop-server', [/^Which command/, /several \(web, cli\)/]],
  ['a program of Python with its own server', { 'requirements.txt': 'flask==3\ntornado==6\n', 'shop.py': "PORT = environ.get('PORT')\nif __name__ == '__main__':\n", 'shop/__init__.py': 'app = Flask(__name__)' }, 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt', '.venv/bin/python shop.py', []],
  ['a command line of Flask that is named as Django’s', { 'uv.lock': '', 'pyproject.toml': '"gunicorn", "flask"', 'manage.py': 'app = create_app()', 'wsgi.py': 'app = create_app()' }, 'uv sync --frozen', ".venv/bin/gunicorn 'wsgi:app' --bind 127.0.0.1:$PORT", []],
  ['a variable for a port in Go, which is no flag', { 'go.mod': 'module shop\n', 'main.go': 'func main() {}\nvar PORT = env.Int("PORT")' }, 'go build -o bin/service .', 'bin/service', [/^Which command/]],
  ['Spring Boot, maven', { 'pom.xml': SPRING, mvnw: '', 'src/main/java/A.java': '@GetMapping("/greeting")' }, 'sh ./mvnw --batch-mode --quiet -DskipTests package', 'java -jar target/*.jar', []],
  ['rails', { Gemfile: "ruby '3.3.1'\ngem 'rails'\ngem 'puma'\n", 'Gemfile.lock': '', 'config.ru': '', 'bin/rails': '', 'config/database.yml': 'adapter: sqlite3' }, 'bundle install', 'bundle exec puma -b tcp://127.0.0.1:$PORT', [/^Gemfile asks for `3\.3\.1`/, /X-Forwarded-Proto/]],
  ['laravel', { 'composer.json': '{}', 'composer.lock': '', artisan: '', '.env.example': 'APP_KEY=\nDB_CONNECTION=sqlite\n' }, 'composer install --no-dev --no-interaction', 'php artisan serve --host 127.0.0.1 --port $PORT --no-reload', [/server is for development/]],
  ['.NET', { 'src/Shop.Api/Shop.Api.csproj': CSPROJ, 'src/Shop.Core/Shop.Core.csproj': '<Project Sdk="Microsoft.NET.Sdk">' }, 'dotnet publish src/Shop.Api/Shop.Api.csproj -c Release -o out', 'cd out && dotnet Shop.Api.dll --urls http://127.0.0.1:$PORT', []],
  ['src as a package, without versions', { 'requirements.txt': '# all\n\nfastapi==1\nuvicorn\n', 'src/main.py': 'from src.api import routes\napp = FastAPI()' }, 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt', '.venv/bin/uvicorn src.main:app --host 127.0.0.1 --port $PORT', [/requirements\.txt does not pin versions/]],
  ['a Dockerfile only', { Dockerfile: 'FROM x\nCOPY . .\nCMD ["x", "--port=8081"]\n' }, undefined, undefined, []],
  ['a service in a workspace', { 'package.json': node({ start: 'node a.js' }), 'a.js': 'process.env.PORT', '../../package.json': '{"workspaces":["services/*"]}', '../../package-lock.json': '' }, '(cd ../.. && npm ci)', 'node a.js', []],
  ['a Dockerfile of a release', { Dockerfile: 'FROM x\nCOPY --from=y a b\nADD https://x/y.tgz .\nEXPOSE 80\n' }, undefined, 'exit 1', [/Dockerfile copies nothing from this checkout/, /how is the service built/]],
  ['sqlx, which asks a database', { 'Cargo.toml': AXUM, 'Cargo.lock': '', 'src/main.rs': 'sqlx::query_as!(A, "") env::var("PORT")' }, 'cargo build --release', 'target/release/shop', [/src\/main\.rs needs a database while it is compiled/, /^Which command/]],
  ['sqlx and documentation that are in git', { 'Cargo.toml': AXUM, 'Cargo.lock': '', '.sqlx/query-1.json': '', 'src/main.rs': 'sqlx::query!("") env::var("PORT")' }, 'cargo build --release', 'target/release/shop', [/^Which command/]],
  ['node with a second build', { 'package.json': node({ start: 'node a.js', build: 'tsc', 'build:ui': 'vite build' }), 'package-lock.json': '', 'a.js': 'process.env.PORT', '.github/workflows/a.yml': 'run: npm run build-native' }, 'npm ci && npm run build', 'node a.js', [/also has `build:ui`/, /run by .*: `npm run build-native`/]],
  ['a script that only calls others, and one for the server', { 'package.json': node({ start: 'yarn start:all', 'start:all': 'npm-run-all --parallel ui api', 'start:server': 'node a.js', 'build:server': 'tsc' }), 'package-lock.json': '', 'a.js': 'process.env.PORT' }, 'npm ci && npm run build:server', 'node a.js', []],
  ['a program of Python with flags', { 'requirements.txt': 'flask==3\nwaitress==3\n', 'main.py': "parser.add_argument('-p', '--port', type=int)\nif __name__ == '__main__':\n" }, 'python3 -m venv .venv && .venv/bin/pip install -r requirements.txt', '.venv/bin/python main.py --port $PORT', [/is `--port` \(main\.py\)/]],
  ['go with a flag that only its README names', { 'go.mod': 'module shop\n', 'main.go': 'func main() { log.Info().Int("port", 1); flag.String("report", "") }', 'README.md': 'Set `--web.listen-address`.' }, 'go build -o bin/service .', 'bin/service --web.listen-address 127.0.0.1:$PORT', [/is `--web\.listen-address` \(README\.md\)/]],
  ['a variable for the port that an example has', { 'Cargo.toml': AXUM, 'Cargo.lock': '', 'src/main.rs': '', '.env.template': '# SHOP_PORT=80' }, 'cargo build --release', 'target/release/shop', [/^Which command/, /is this the port/]],
  ['a site that a workflow makes', { 'go.mod': 'module shop\n', 'main.go': GIN, 'ui/serve.go': '//go:embed dist/*\n', 'ui/distribute.go': '', 'ui/dist/.gitkeep': '', '.github/workflows/a.yml': '- run: make test\n- run: make build-ui\n- run: make release\n- run: make deploy-web\n' }, 'go build -o bin/service .', 'bin/service', [/ui\/serve\.go embeds `dist\/\*`/, /^run by .*: `make build-ui`;/, /^Which command/]],
  ['a site that only a Dockerfile builds', { 'go.mod': 'module shop\n', 'main.go': GIN, 'ui/serve.go': '//go:embed dist\n', 'ui/distribute.go': '', Dockerfile: '# RUN npm ci\nCOPY . .\nCMD ["x"]\n', 'docker/Dockerfile': 'ENV SHOP_PORT=90\nCOPY . .\nRUN set -e && \\\n npm ci\nEXPOSE 22 ${SHOP_PORT}\nCMD ["x"]\n' }, undefined, undefined, []],
  ['a program that pyproject.toml names', { 'pyproject.toml': 'dependencies = ["uvicorn"]\n[project.scripts]\nshop = "shop.cli:cli"\n', 'uv.lock': '', 'shop/cli.py': '@click.option("-p", "--port")', 'shop/check.py': '@click.option("--a-port")' }, 'uv sync --frozen', '.venv/bin/shop --port $PORT', [/is `--port` \(shop\/cli\.py\)/]],
  ['settings, and folders of one machine', { 'package.json': node({ start: 'node a.js' }), 'package-lock.json': '', 'a.js': 'process.env.PORT; os.homedir()', 'config.sample.yml': 'port: 80\ndb:\n  port: 90\n', 'conf/app.example.yml': '', 'start.sh': 'mkdir -p data\n' }, 'npm ci', 'node a.js', [/a\.js uses the home folder/, /config\.sample\.yml, conf\/app\.example\.yml is an example/, /start\.sh has `mkdir -p data`/]],
  ['a program of Java, for production', { 'pom.xml': '<parent><artifactId>up</artifactId></parent><artifactId>shop</artifactId><mainClass>x.Y', mvnw: '', 'README.md': '    ./mvnw -Pprod package\n    java -jar x/shop.jar server a.yml\n' }, 'sh ./mvnw --batch-mode --quiet -DskipTests package -Pprod', 'java -jar target/shop-*.jar', [/^README\.md has `java -jar x\/shop\.jar server a\.yml`/, /nothing here reads/]],
  ['a program of Node that is installed', { 'package.json': '{\n"name": "shop",\n"bin": {"shop": "./lib/bin.js"}}', 'package-lock.json': '', 'README.md': '$ shop start --port 80\n' }, 'npm ci', 'node lib/bin.js start --port $PORT', [/`--port` \(README\.md\) for its port\? README\.md has `shop start --port 80`/]],
  ['a package of Python, as its Dockerfile installs it', { 'requirements.txt': 'flask==3\n', 'docker.txt': '', Dockerfile: 'RUN apt-get install -y git\nRUN apk add --no-cache git libxml2\nRUN pip install \\\n -r docker.txt -r dev.txt', 'setup.py': 'entry_points={"console_scripts": ["shop = shop:run"]}', 'shop.py': 'x' }, 'python3 -m venv .venv && .venv/bin/pip install -r docker.txt -e .', '.venv/bin/shop', [/^Dockerfile installs `--no-cache git libxml2`:/, /^Which command/, /nothing here reads/]],
  ['files that git ignores', { 'package.json': node({ start: 'node a.js b.json', build: 'x --env-file=.env' }), 'package-lock.json': '', 'a.js': 'process.env.PORT', '.gitignore': '/b.json\n.env*\n' }, 'touch .env && npm ci && npm run build', 'node a.js b.json', [/^it reads b\.json, which git ignores/]],
  ['an address in a tag of Go', { 'go.mod': 'module shop\n', 'main.go': 'func main() {}\nPort int `env:"SHOP_PORT"`\n"0.0.0.0:80"', 'gen/a.go': '//go:build ignore\nfunc main() {}' }, 'go build -o bin/service .', 'bin/service', [/^Which command/, /is this the port/]],
  ['modules of Spring Boot', { 'pom.xml': '<packaging>pom', mvnw: '', 'a/pom.xml': `${SPRING}<packaging>war`, 'b/pom.xml': SPRING, 'c/pom.xml': SPRING }, 'sh ./mvnw --batch-mode --quiet -DskipTests package', 'java -jar b/target/*.jar', [/several \(b\/pom\.xml, c\/pom\.xml\)/]],
  ['the top of a workspace', { 'package.json': '{"workspaces":["services/*"]}', 'package-lock.json': '', 'services/api/package.json': node({ start: 'node a.js' }) }, 'cd services/api && (cd ../.. && npm ci)', 'cd services/api && node a.js', [/nothing here reads/]],
];

describe('tailgate init', () => {
  test.each(KINDS)('writes a file that can be read for %s', (_, files, build, start, checks) => {
    const written = propose(files);
    expect(parseConfig(written.text, file).scenarios).toHaveLength(1);
    expect(written.service.build).toBe(build);
    expect(written.service.start).toBe(start);
    const own = written.checks.filter((check) => !check.startsWith('name the requests'));
    expect(own).toHaveLength(checks.length);
    for (const [index, pattern] of checks.entries()) expect(own[index]).toMatch(pattern);
  });

  test('knows each name that its table has', () => {
    for (const { find, language } of TABLES.starters) {
      expect(['dotnet', ...TABLES.installers.map((row) => row.language)]).toContain(language);
      expect(readFileSync('src/init/starters.ts', 'utf8')).toContain(`  ${find ?? ''}`);
    }
  });

  test('suggests databases and variables that are valid', () => {
    for (const { service, env, spring } of TABLES.stores)
      for (const text of [`{ ${service} }`, `{ ${env} }`, `{ ${spring} }`])
        expect(Object.values(parse(text)).join(), text).not.toBe('');
  });

  test('takes the containers as they are where nothing else says how it starts', () => {
    const filesOf = (kind: string) => KINDS.find(([one]) => one.endsWith(kind))![1];
    const site = filesOf('only a Dockerfile builds');
    expect(propose(filesOf('Dockerfile only')).service).toMatchObject({ image: { build: '.', port: 8081 } });
    expect(propose({ Dockerfile: 'COPY . .\nEXPOSE 70\n' }).service.image).toEqual({ build: '.', port: 70 });
    expect(propose(site).service.image).toEqual({ build: '.', dockerfile: 'docker/Dockerfile', port: 90 });
    const env = { D: 'mysql://db:3306', DB_HOST: 'db', DB_PORT: '3306' }; // By name, on their own ports.
    expect(propose({ ...site, 'compose.yml': BESIDE }).service.env).toEqual(env);
  });

  // biome-ignore format: one row a line
  test.each<[string, Texts, object]>([
    ['npm', { 'package.json': '{"engines":{"node":">=22 <25"},"scripts":{"start":"node a"}}', 'package-lock.json': '' }, { action: 'actions/setup-node', key: 'node-version', file: 'package.json', cache: 'npm', lock: 'package-lock.json' }],
    ['a Dockerfile before a lower bound', { 'package.json': '{"engines":{"node":">=8"},"scripts":{"start":"node a"}}', 'package-lock.json': '', Dockerfile: 'FROM node:18.16\nFROM node:0.10' }, { action: 'actions/setup-node', key: 'node-version', version: '18', cache: 'npm', lock: 'package-lock.json' }],
    ['a workflow', { 'requirements.txt': 'flask==1', 'app.py': 'app = Flask(', '.github/workflows/a.yml': 'python-version: ["3.9", "3.10"]' }, { action: 'actions/setup-python', key: 'python-version', version: '3.10' }],
    ['no version', { 'requirements.txt': 'flask==1', 'app.py': 'app = Flask(' }, { action: 'actions/setup-python', key: 'python-version', version: '3.13', check: 'true' }],
    ['maven', { 'pom.xml': SPRING }, { action: 'actions/setup-java', key: 'java-version', version: '17', cache: 'maven', java: 'true' }],
    ['uv', { 'uv.lock': '', 'pyproject.toml': '"fastapi"', 'a.py': 'app = FastAPI()' }, { action: 'astral-sh/setup-uv' }],
    ['go', { 'go.mod': 'module x\ngo 1.24\n', 'main.go': GIN }, { action: 'actions/setup-go', key: 'go-version', file: 'go.mod', cache: 'true', lock: 'go.mod' }],
    ['nothing', { Gemfile: "gem 'rails'", 'config.ru': '' }, {}],
  ])('sets up what the files ask for: %s', (_, files, setup) => {
    expect(detect(inMemory(files)).setup).toEqual(setup);
  });

  test('makes tables before each start only where the database is the run’s own', () => {
    const files = {
      'package.json': node({ start: 'node a.js', 'db:migrate': 'knex migrate', dev: 'a dev' }, { pg: '8' }),
      'package-lock.json': '',
      'a.js': 'process.env.PORT',
    };
    const example = { '.env.example': 'DATABASE_URL=postgres://db/x' };
    const [alone, beside] = [
      propose(files),
      propose({ ...files, ...example, 'compose.yml': 'services: {db: {image: "postgres:17"}}' }),
    ];
    expect(alone.service.prepare).toBeUndefined();
    expect(alone.checks).toEqual([
      expect.stringMatching(/client of PostgreSQL/),
      expect.stringMatching(/`prepare: npm run db:migrate`/),
      expect.anything(),
    ]);
    expect(beside.service).toMatchObject({ prepare: 'npm run db:migrate', needs: ['db'] });
    expect(beside.services.db).toEqual({ compose: { file: 'compose.yml', service: 'db', port: 5432 } });
    // One that is led to is none for what another server has.
    const both = { ...files, ...example, '.env.example': 'REDIS_URL=redis://cache/0\nDB_HOST=localhost' };
    const cached = propose({ ...both, 'compose.yml': 'services: {cache: {image: redis}}' });
    expect(cached.service.prepare).toBeUndefined();
    expect(cached.service.env.REDIS_URL).toBe('redis://127.0.0.1:${cache.PORT}/0');
    // A file is its own as well; a server of whoever calls is not.
    const prisma = (provider: string) => ({
      'package.json': node({ start: 'node a.js' }, { '@prisma/client': '6', migrate: '1' }),
      'db/schema.prisma': `provider = "${provider}"`,
      'a.js': 'process.env.PORT',
    });
    expect(propose(prisma('sqlite')).service.prepare).toMatch(/^npx prisma migrate deploy --schema db/);
    expect(propose(prisma('mysql')).service.prepare).toBeUndefined();
  });

  // biome-ignore format: one row a line
  test.each<[string, Texts, RegExp]>([
    ['settings that lead to a database elsewhere', { 'src/main/resources/application.yml': 'url: jdbc:postgresql://10.0.4.7:5432/shop' }, /application\.yml points to `10\.0\.4\.7`, which a run must not reach/],
    ['code that does', { 'a.java': '"mongodb+srv://me:p@s.w@cluster0.abc.mongodb.net/x"' }, /a\.java points to `cluster0\.abc\.mongodb\.net`/],
    ['what a start script runs', { 'docker/entrypoint.sh': 'flask deploy\nexec java -jar x' }, /^docker\/entrypoint\.sh runs `exec java -jar x`, `flask deploy`:/],
    ['what a new database shows first', { 'a.java': '"/2fa/setup", "/web/setup"' }, /^a\.java has `\/web\/setup`: what does a new database need/],
    ['a debug build by default', { 'go.mod': '', Dockerfile: 'ARG X_MODE=debug\nCOPY . .\nRUN make x\nCMD ["x"]', 'pom.xml': '' }, /Dockerfile has `ARG X_MODE=debug`: what does production have/],
    ['a file that a compose file mounts, and another repository', { '.gitmodules': '\tpath = web\n', 'docker/compose.yml': ' - ./x.hjson:/etc/x.hjson' }, /names or mounts `web`, `\.\/x\.hjson:\/etc\/x\.hjson`/],
    ['a database to which no variable leads', { '.devcontainer/docker-compose.yml': 'services: {db: {image: "mysql:8"}}' }, /uses \$\{db\.PORT\}: which is needed, and by which variable/],
    ['a database that nothing starts', { '.env-sample': 'A=1', 'conf/env-sample': 'A_HOST=localhost\nA_PORT=5432', Dockerfile: 'RUN cp conf/env-sample .env' }, /nothing here starts what A_PORT leads to/],
    ['settings that lead to this machine', { 'conf/app.ini': 'Host = localhost\nPort = 6379\nURL = "Server=.;User=x"' }, /conf\/app\.ini leads to `localhost\s{1,9}Port = 6379`, `Server=\.`: what/],
    ['steps that change a database', { 'db/migrations/001_a.sql': '' }, /^steps in db\/migrations\/001_a\.sql change the database/],
    ['variables that no example has', { 'a.go': 'os.Getenv("S3_A")', 'db/a.js': 'open(process.env.DB_URI); process.env.A_B || 1' }, /the code reads `DB_URI`, `S3_A` \(/],
    ['a database of Spring Boot', { 'pom.xml': `${SPRING}<artifactId>postgresql</artifactId>com.h2database` }, /client of PostgreSQL, besides one in a file, is .* SPRING_DATASOURCE_URL: 'jdbc:postgresql:/],
    ['a variable that the code requires', { 'a.py': 'if S3_A_URL:\n  os.environ["S3_A_KEY"]\nos.environ["CARGO_X"], os.environ["SHOP_URL"]' }, /the code requires `SHOP_URL` \(a\.py\)/],
    ['more variables than it names', { 'a.py': [...'ABCDEFGHIJKLMN'].map((one) => `os.environ["${one}_URL"]`).join() }, /`L_URL` and 2 more \(a\.py\)/],
    ['an error at the start', { 'src/config.js': 'console.error("\\u001b[31mappId is required\\u001b[0m");\n process.exit(1)' }, /an error in src\/config\.js: `appId is required`/],
    ['a limit of requests', { 'requirements.txt': 'Flask-Limiter==3' }, /`Flask-Limiter` \(requirements\.txt\) limits requests/],
    ['steps of a workflow, not those that are done', { '.github/workflows/a.yml': 'run: npm run build\nrun: npm run docs:build\nrun: mvn -B clean package' }, /^run by \.github\/workflows\/a\.yml: `npm run build`;/],
    ['a file of variables that a compose file lacks', { 'compose.yml': 'services: {db: {image: postgres, env_file: .env}}' }, /^compose\.yml reads \.env, which git lacks/],
    ['what a Dockerfile sets', { Dockerfile: 'ENV NODE_ENV=a SQLX_OFFLINE=true \\\n B=c' }, /Dockerfile sets `SQLX_OFFLINE`, `B`:/],
    ['what makes tables', { 'bin/entry': 'manage.py database init', 'bin/.env': 'db:seed' }, /^bin\/entry has `manage\.py database init`:/],
    ['an image of something else', { 'compose.yaml': 'services: {v: {image: x/vault, environment: {A: b}}}' }, /compose\.yaml also has v: are/],
    ['other services', { 'compose.yaml': 'services: {mail: {build: {dockerfile: m.Dockerfile}, ports: [1]}, app: {build: .}, worker: {image: x}, old: {image: x, profiles: [old]}}' }, /compose\.yaml also has mail, worker: are/],
  ])('marks %s', (_, files, check) => {
    expect(propose({ 'pom.xml': SPRING, ...files }).checks).toContainEqual(expect.stringMatching(check));
  });

  // biome-ignore format: one row a line
  test.each<[string, Texts, string]>([
    ['an address', { 'a.go': '"redis://u:s3cr3t@r.example.com", "mysql://s3.cr3t:x@localhost"' }, 'a.go points to `r.example.com`,'],
    ['an error', { 'config.go': 'panic("API_KEY=s3cr3t is required")' }, 'config.go: `API_KEY=… is required`'],
    ['a Dockerfile', { Dockerfile: 'ENV A_TOKEN=s3cr3t A="b s3cr3t"\nENV B s3cr3t\nRUN PASSWORD=s3cr3t go generate --token s3cr3t' }, 'Dockerfile sets `A_TOKEN`, `A`, `B`:'],
    ['a command', { Dockerfile: 'CMD ["app", "--api-key", "s3cr3t", "redis://u:s3cr3t@r"]' }, 'starts it with `app --api-key … redis://…@r`'],
    ['a workflow', { '.github/workflows/a.yml': ' DJANGO_SECRET_KEY: s3cr3t\n  run: npm run build --password="a s3cr3t"' }, '`npm run build --password=…`'],
  ])('quotes no secret of %s', (_, files, part) => {
    const { text } = propose({ 'go.mod': 'module x', 'main.go': GIN, ...files });
    expect(text).toContain(part);
    expect(text).not.toMatch(/s3\.?cr3t/);
  });

  test('takes no address of this machine, of a container or of a variable for one elsewhere', () => {
    const { checks } = propose({
      'package.json': node({ start: 'node a.js' }),
      'package-lock.json': '',
      'a.js':
        'process.env.PORT; "postgres://u:p@localhost/x", "redis://cache:6379", `mysql://${host}/x`, "amqp://127.0.0.1"',
    });
    expect(checks).toEqual([expect.stringMatching(/^name the requests/)]);
  });

  test('writes what can be read, whatever names the files have', () => {
    const odd = 'a "b" #c: {d} \n# e';
    const files = {
      'package.json': node({ start: `node ${odd}` }),
      [`${odd}/x.csproj`]: CSPROJ,
      '.env.example': `A=${'x: "y" # z'}\nB='{"a": [1]}'\n`,
    };
    expect(() => parseConfig(propose(files).text, file)).not.toThrow();
  });
});
