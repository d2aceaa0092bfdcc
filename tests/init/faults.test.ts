import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/document.ts';
import { detect } from '../../src/init/detection/detection.ts';
import { openFolder } from '../../src/init/folder.ts';
import { findPlace } from '../../src/init/place.ts';
import { proposeConfig } from '../../src/init/proposal.ts';
import { makeRepository } from './repository.ts';

/** The proposal for a repository in which all files are committed but those that it ignores. */
async function propose(files: Record<string, string>) {
  const folder = makeRepository(files);
  const place = await findPlace(folder, process.env, new AbortController().signal, undefined);
  const finding = detect(openFolder(folder, place.root, place.known));
  const text = proposeConfig(finding, 'shop');
  parseConfig(text, { path: `${folder}/tailgate.yml`, directory: folder, shownAs: 'it' });
  const written = parse(text);
  return { finding, text, written, app: written.services?.app ?? written.service };
}

const NODE = {
  'package.json':
    '{"scripts":{"start":"node a.js"},"dependencies":{"express":"5","pg":"8"},"engines":{"node":"24"}}',
  'package-lock.json': '{}',
};
const POM =
  '<project><groupId>org.springframework.boot</groupId><java.version>21</java.version><artifactId>postgresql</artifactId></project>';
const SPRING = {
  'pom.xml': POM,
  'src/main/java/a/App.java': '@SpringBootApplication\nclass App {\n@GetMapping("/items")',
};

describe('what a repository says to machines', () => {
  test('a file whose name ends in .config.ts is the service’s own code', async () => {
    const { finding } = await propose({ ...NODE, 'src/app.config.ts': "app.get('/items', f)" });
    expect(finding.path.text).toBe('/items');
  });

  test('a setting is no route', async () => {
    const { finding } = await propose({
      ...NODE,
      'src/a.ts': "configService.get('app.port')\nconfig.get('database.url', x)",
    });
    expect(finding.candidates).toEqual([]);
  });

  test('Spring names its database in its settings, with the profile that is active', async () => {
    const { written } = await propose({
      ...SPRING,
      'src/main/resources/application.properties':
        'spring.profiles.active=pg\nspring.datasource.username=shop\nspring.datasource.password=secret',
      'src/main/resources/application-pg.yml':
        'spring:\n  datasource:\n    url: jdbc:postgresql://${DB_HOST:localhost}:5432/orders',
    });
    expect(written.services.app.env).toMatchObject({
      SPRING_DATASOURCE_URL: 'jdbc:postgresql://127.0.0.1:${postgres.PORT}/orders',
      SPRING_DATASOURCE_USERNAME: 'shop',
    });
    expect(written.services.postgres.start).toMatch(
      /POSTGRES_USER=shop.*POSTGRES_PASSWORD=secret.*POSTGRES_DB=orders/,
    );
  });

  test('Spring’s database elsewhere is one here, with the user that stands beside its URL', async () => {
    const { written, text } = await propose({
      ...SPRING,
      'src/main/resources/application.properties':
        'spring.datasource.url=jdbc:postgresql://shop.abc.eu-central-1.rds.amazonaws.com:5432/orders?ssl=true\nspring.datasource.username=rosa\nspring.datasource.password=secret',
    });
    expect(written.services.app.env).toMatchObject({
      SPRING_DATASOURCE_URL: 'jdbc:postgresql://127.0.0.1:${postgres.PORT}/rosa',
      SPRING_DATASOURCE_USERNAME: 'rosa',
    });
    expect(written.services.postgres.start).toMatch(
      /POSTGRES_USER=rosa.*POSTGRES_PASSWORD=secret.*POSTGRES_DB=rosa/,
    );
    expect(text).toContain('SPRING_DATASOURCE_URL, which no run may reach; this stands in for it');
  });

  test.each<[string, Record<string, string>, string, string | undefined]>([
    [
      'of several applications, below',
      {
        'pom.xml': POM,
        'api/src/main/java/a/Api.java': '@SpringBootApplication\nclass Api {\n@GetMapping("/items")',
        'jobs/src/main/java/a/Jobs.java': '@SpringBootApplication\nclass Jobs {}',
        'jobs/src/main/resources/application.properties':
          'server.servlet.context-path=/jobs\nspring.datasource.url=jdbc:postgresql://db:5432/jobs',
        Dockerfile: 'FROM eclipse-temurin\nCOPY api/target/*.jar app.jar\nCMD ["java", "-jar", "app.jar"]',
      },
      'exec java -jar api/target/*.jar --server.port=$PORT',
      'there are several applications, and api was taken.',
    ],
    [
      'of several applications, here',
      {
        ...SPRING,
        'jobs/src/main/java/a/Jobs.java': '@SpringBootApplication\nclass Jobs {}',
        'jobs/src/main/resources/application.properties':
          'server.servlet.context-path=/jobs\nspring.datasource.url=jdbc:postgresql://db:5432/jobs',
      },
      'exec java -jar target/*.jar --server.port=$PORT',
      'there are several applications, and that of this folder was taken.',
    ],
    [
      'of the module that Maven packs',
      {
        'pom.xml': POM.replace('<project>', '<project><modules><module>web</module></modules>'),
        'web/pom.xml': '<artifactId>spring-boot-maven-plugin</artifactId>',
        'web/src/main/java/a/Items.java': '@GetMapping("/items")',
        'webhooks/src/main/resources/application.properties':
          'server.servlet.context-path=/hooks\nspring.datasource.url=jdbc:postgresql://db:5432/hooks',
      },
      'exec java -jar web/target/*.jar --server.port=$PORT',
      undefined,
    ],
  ])('Spring’s settings are those %s', async (_, files, start, why) => {
    const { finding } = await propose(files);
    expect(finding.start).toEqual({ text: start, why });
    expect(finding.path.text).toBe('/items');
    expect([finding.env, finding.databases]).toEqual([[], []]);
  });

  test('the credentials of a database are those of the service, whatever compose gives its container', async () => {
    const { written } = await propose({
      ...NODE,
      '.env.example': 'DB_HOST=localhost\nDB_USER=shop\nDB_PASSWORD=right\nDB_NAME=orders\n',
      'compose.yml':
        'services:\n  db:\n    image: postgres:16\n    environment: {POSTGRES_USER: other, POSTGRES_PASSWORD: wrong, POSTGRES_DB: none}',
    });
    expect(written.services.postgres.start).toMatch(
      /POSTGRES_USER=shop.*POSTGRES_PASSWORD=right.*POSTGRES_DB=orders/,
    );
  });

  test('a database is known by its port and host, where no URL and no compose file names it', async () => {
    const { written } = await propose({
      ...NODE,
      '.env.example':
        'DB_CONNECTION=mysql\nDB_HOST=127.0.0.1\nDB_PORT=3306\nDB_DATABASE=shop\nDB_USERNAME=rosa\nDB_PASSWORD=secret\n',
    });
    expect(written.services.app.env).toMatchObject({ DB_HOST: '127.0.0.1', DB_PORT: '${mysql.PORT}' });
    expect(written.services.mysql.start).toMatch(
      /MYSQL_USER=rosa.*MYSQL_PASSWORD=secret.*MYSQL_DATABASE=shop/,
    );
  });

  test('an empty database gets its tables by what the repository has for that', async () => {
    const { finding, app } = await propose({
      'package.json': NODE['package.json'].replace('"start"', '"db:migrate":"x","db:drop":"x","start"'),
      '.env.example': 'STORE_URL=postgres://localhost:5432/a\n',
      Makefile: 'build:\n\tx\nmigrate-up: build\n\tx\n',
      'sql/schema.sql': '',
    });
    expect(app.prepare).toBe('npm run db:migrate');
    expect(finding.migrations!.map(({ text }) => text)).toEqual([
      'make migrate-up',
      'psql "$STORE_URL" --quiet --file sql/schema.sql',
    ]);
  });

  test('a compose file’s env_file is read, from its example where git ignores it', async () => {
    const { app } = await propose({
      ...NODE,
      '.gitignore': '.env.docker\n',
      '.env.docker': 'LEVEL=mine',
      '.env.docker.example': 'LEVEL=info',
      'compose.yml': 'services:\n  web:\n    build: .\n    env_file: [.env.docker]',
    });
    expect(app.env.LEVEL).toBe('info');
  });

  test('variables of an image and of CI reach the build and the service', async () => {
    const { app, written } = await propose({
      'Cargo.toml': '[package]\nname = "shop"\n[dependencies]\naxum = "1"',
      'src/main.rs': '',
      Dockerfile:
        'FROM rust AS build\nENV SQLX_OFFLINE=true\nRUN cargo build\nFROM debian\nENV APP_ENVIRONMENT production\nENV A=1 \\\n  B="two words" PATH=/app\nCMD ["/app/shop"]',
      '.github/workflows/ci.yml':
        'jobs:\n  test:\n    env: {DATABASE_URL: "postgres://ci:ci@localhost:5432/shop", OTHER: "${{ secrets.X }}"}\n    services:\n      pg: {image: "postgres:15", env: {POSTGRES_USER: ci}}',
    });
    expect(app.build).toBe('export SQLX_OFFLINE=true; cargo build --release');
    expect(app.env).toEqual({
      APP_ENVIRONMENT: 'production',
      A: '1',
      B: 'two words',
      DATABASE_URL: 'postgres://ci:ci@127.0.0.1:${postgres.PORT}/shop',
    });
    expect(written.services.postgres.build).toContain('postgres:15');
  });

  test('a container for development gives variables and databases', async () => {
    const { app, written } = await propose({
      ...NODE,
      '.devcontainer/devcontainer.json':
        '{\n  // for all\n  "containerEnv": {"DB_URL": "postgres://a:b@db/c", "HOME_DIR": "${localEnv:HOME}", "LEVEL": "info",},\n}',
      '.devcontainer/docker-compose.yml': 'services: {db: {image: "postgres:16"}}',
    });
    expect(app.env).toEqual({ DB_URL: 'postgres://a:b@127.0.0.1:${postgres.PORT}/c', LEVEL: 'info' });
    expect(written.services.postgres.build).toContain('postgres:16');
  });

  test('an image’s command, or a Procfile’s, is the start where the language leaves it open', async () => {
    const python = { 'requirements.txt': 'flask\ngunicorn\n', 'shop/__init__.py': '' };
    const image = await propose({
      ...python,
      Dockerfile: 'FROM python\nCMD ["gunicorn", "shop:make()", "--bind", "0.0.0.0:8000"]',
    });
    expect(image.app.start).toBe(".venv/bin/gunicorn 'shop:make()' --bind 127.0.0.1:$PORT");
    const procfile = await propose({
      ...python,
      Procfile: 'worker: x\nweb: gunicorn shop.web -b 0.0.0.0:${PORT:-5000}\n',
    });
    expect(procfile.app.start).toBe('.venv/bin/gunicorn shop.web -b 127.0.0.1:$PORT');
  });

  test('a server that the image starts comes before an application that the code has, which is another way', async () => {
    const { app, finding } = await propose({
      'requirements.txt': 'fastapi\nuvicorn\ngunicorn\n',
      'db/env.py': 'app = create_app()',
      'shop/main.py': '',
      Dockerfile:
        'FROM python\nENTRYPOINT ["uvicorn", "shop.main:app"]\nCMD ["--host", "0.0.0.0", "--port", "80", "--reload"]',
    });
    expect(app.start).toBe('.venv/bin/uvicorn shop.main:app --host 127.0.0.1 --port $PORT');
    expect(finding.others).toEqual([
      { start: { text: expect.stringMatching('uvicorn db.env:app'), why: undefined } },
    ]);
  });

  test('what an example has in a comment is set where it leads to a database that is there', async () => {
    const { app } = await propose({
      ...NODE,
      '.env.example':
        'POSTGRES_USER=a\n#export POSTGRES_HOST=db\n#export REDIS_URL=redis://cache:6379/0\n# LEVEL=debug\n# for HOST=x\n',
      'compose.yml':
        'services: {db: {image: "postgres:16", environment: {POSTGRES_USER: "${POSTGRES_USER}"}}, cache: {image: redis}}',
    });
    expect(app.env).toEqual({
      POSTGRES_USER: 'a',
      POSTGRES_HOST: '127.0.0.1',
      POSTGRES_PORT: '${postgres.PORT}',
      REDIS_URL: 'redis://127.0.0.1:${redis.PORT}/0',
    });
  });

  test('what a Procfile does before it serves, or at a release, is done before each start', async () => {
    const { app } = await propose({
      'requirements.txt': 'django\ngunicorn\n',
      'manage.py': '',
      'shop/wsgi.py': '',
      Procfile:
        'release: ./warm.sh\nweb: python manage.py migrate && python manage.py collectstatic --no-input && gunicorn shop.wsgi\n',
    });
    expect(app).toMatchObject({
      prepare:
        './warm.sh && .venv/bin/python manage.py migrate && .venv/bin/python manage.py collectstatic --no-input',
      start: '.venv/bin/gunicorn shop.wsgi',
    });
  });

  test('what prepares it for the language stays where a Procfile has only other steps, and its doubt stays', async () => {
    const django = await propose({
      'requirements.txt': 'django\ngunicorn\n',
      'manage.py': '',
      'shop/wsgi.py': '',
      Procfile:
        'web: pip install --upgrade pip && python manage.py collectstatic --noinput && gunicorn shop.wsgi\n',
    });
    expect(django.app.prepare).toBe(
      '.venv/bin/python manage.py migrate --noinput && pip install --upgrade pip && .venv/bin/python manage.py collectstatic --noinput',
    );
    const rails = await propose({
      Gemfile: "gem 'rails'\ngem 'puma'",
      'config/database.yml': '',
      Procfile: 'release: bundle exec rails db:migrate\nweb: bundle exec puma -C config/puma.rb\n',
    });
    expect(rails.finding.prepare).toEqual({
      text: 'bundle exec rails db:migrate',
      why: expect.stringMatching(/^base and head need databases of their own/),
    });
  });

  const FLASK = { 'requirements.txt': 'flask\n', 'app.py': 'app = Flask(__name__)' };
  const DJANGO = { 'requirements.txt': 'django\n', 'manage.py': '', 'shop/wsgi.py': '' };
  const node = (scripts: string) => ({
    'package.json': `{"scripts":${scripts},"dependencies":{"express":"5"}}`,
    'package-lock.json': '{}',
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'npm start',
      { ...node('{"start":"nodemon a.js"}'), Dockerfile: 'FROM node\nCMD ["npm", "start"]' },
      'it runs `nodemon a.js`, which is made for development',
    ],
    [
      'npm run dev',
      { ...node('{"dev":"nodemon a.js"}'), Dockerfile: 'FROM node\nCMD ["npm", "run", "dev"]' },
      'it runs `nodemon a.js`, which is made for development',
    ],
    [
      'yarn start',
      {
        'package.json': node('{"start":"nodemon a.js"}')['package.json'],
        'yarn.lock': '',
        Dockerfile: 'FROM node\nCMD ["yarn", "start"]',
      },
      'it runs `nodemon a.js`, which is made for development',
    ],
    [
      'npm run dev',
      { ...node('{"dev":"x"}'), 'index.js': '', Dockerfile: 'FROM node\nCMD npm run dev' },
      '`npm run dev` is made for development; how does it run in production?',
    ],
    [
      '.venv/bin/flask run --host=127.0.0.1 --port $PORT',
      { ...FLASK, Dockerfile: 'FROM python\nCMD ["flask", "run", "--host=0.0.0.0"]' },
      'this is Flask’s server for development',
    ],
    [
      '.venv/bin/python3 -m flask run --host=127.0.0.1',
      { ...FLASK, Dockerfile: 'FROM python\nCMD ["python3", "-m", "flask", "run", "--host=0.0.0.0"]' },
      'this is Flask’s server for development',
    ],
    [
      '.venv/bin/python manage.py runserver 127.0.0.1:$PORT',
      { ...DJANGO, Procfile: 'web: python manage.py runserver 0.0.0.0:$PORT\n' },
      'this is Django’s server for development',
    ],
    [
      '.venv/bin/python manage.py runserver --noreload 127.0.0.1:$PORT',
      {
        ...DJANGO,
        Dockerfile: 'FROM python\nCMD python manage.py migrate && python manage.py runserver 0.0.0.0:80',
      },
      'this is Django’s server for development',
    ],
  ])('a server for development stays marked, whoever starts it: %s', async (start, files, why) => {
    const { finding } = await propose(files);
    expect(finding.start).toEqual({ text: start, why: expect.stringContaining(why) });
  });

  test('the steps of an image’s command are told apart, and each is a program of the environment', async () => {
    const { app } = await propose({
      Pipfile: '[packages]\nflask = "*"\n',
      'Pipfile.lock': '{}',
      'app.py': 'app = Flask(__name__)',
      Dockerfile: 'FROM python\nCMD flask db upgrade; gunicorn app:app -b :5000',
    });
    expect(app).toMatchObject({
      prepare: '.venv/bin/flask db upgrade',
      start: '.venv/bin/gunicorn app:app -b 127.0.0.1:$PORT',
    });
  });

  test('what a start script builds first is built once', async () => {
    const { app } = await propose({
      ...NODE,
      'package.json':
        '{"scripts":{"build":"tsc","start":"npm run build && node dist/a.js"},"dependencies":{"express":"5"}}',
    });
    expect(app).toMatchObject({ build: 'npm ci && npm run build', start: 'node dist/a.js' });
  });

  test('the only service below runs in its folder, with the environment that the compose file above gives it', async () => {
    const { app, written } = await propose({
      'docker-compose.yml':
        'services:\n  web:\n    build: ./src\n    ports: ["8002:8000"]\n    environment: ["DATABASE_URL=postgresql://a:b@db/c"]\n  db: {image: "postgres:15", environment: [POSTGRES_USER=a, POSTGRES_PASSWORD=b, POSTGRES_DB=c]}',
      'src/requirements.txt': 'fastapi\nuvicorn\n',
      'src/app/main.py': 'app = FastAPI()',
    });
    expect(app).toMatchObject({
      build: 'cd src && python3 -m venv .venv && .venv/bin/pip install -r requirements.txt',
      start: 'cd src && .venv/bin/uvicorn app.main:app --host 127.0.0.1 --port $PORT',
      env: { DATABASE_URL: 'postgresql://a:b@127.0.0.1:${postgres.PORT}/c' },
    });
    expect(written.services.postgres.build).toContain('postgres:15');
  });

  test('a database is filled by the files that the compose file gives it', async () => {
    const { written } = await propose({
      ...NODE,
      '.env.example': 'DB=mysql://root:x@db:3306/shop\n',
      'shop.sql': '',
      'compose.yml':
        'services:\n  db: {image: mysql:8, volumes: ["./shop.sql:/docker-entrypoint-initdb.d/a.sql", "data:/x"]}',
    });
    expect(written.services.mysql.start).toContain(
      '--volume "$PWD/shop.sql:/docker-entrypoint-initdb.d/a.sql:ro" mysql:8',
    );
  });

  test.each(['', 'src/'])(
    'files for a database are named from the top where the service is below, with the compose file in %j',
    async (place) => {
      const { written } = await propose({
        'src/package.json': NODE['package.json'],
        'src/.env.example': 'DB=mysql://root:x@db:3306/shop\n',
        [`${place}shop.sql`]: '',
        [`${place}compose.yml`]:
          'services: {db: {image: mysql:8, volumes: ["./shop.sql:/docker-entrypoint-initdb.d/a.sql"]}}',
      });
      expect(written.services.mysql.start).toContain(` --volume "$PWD/${place}shop.sql:`);
    },
  );

  test('a description of its API in the repository names paths', async () => {
    const { finding } = await propose({
      ...NODE,
      'api/openapi.yaml': 'paths: {/orders: {get: {}}, "/orders/{id}": {get: {}}}',
    });
    expect(finding.path.text).toBe('/orders');
  });

  test('manage.py is Django only with Django', async () => {
    const { app } = await propose({
      'requirements.txt': 'flask\n',
      'manage.py': '',
      'app.py': 'app = Flask(__name__)',
    });
    expect(app.start).toBe('.venv/bin/flask --app app:app run --port $PORT');
  });

  test.each(['env-example-relational', '.env.example', 'sample.env', '.env.template', 'env.dist'])(
    '%s gives the environment',
    async (name) => {
      const { app } = await propose({ ...NODE, [name]: 'LEVEL=info\n' });
      expect(app.env).toMatchObject({ LEVEL: 'info' });
    },
  );

  test('a .env is read where git has it, and never where it is somebody’s own', async () => {
    expect((await propose({ ...NODE, '.env': 'LEVEL=info\n' })).app.env).toMatchObject({ LEVEL: 'info' });
    const ignored = await propose({ ...NODE, '.gitignore': '.env', '.env': 'LEVEL=mine\n' });
    expect(ignored.text).not.toContain('mine');
    const folder = makeRepository(NODE);
    writeFileSync(`${folder}/.env`, 'LEVEL=mine\n');
    const { known } = await findPlace(folder, process.env, new AbortController().signal, undefined);
    expect(proposeConfig(detect(openFolder(folder, folder, known)), 'x')).not.toContain('mine');
  });

  test('files that git ignores are not there: no lock file, no module', async () => {
    const { app } = await propose({
      '.gitignore': 'Cargo.lock\n',
      'Cargo.lock': '',
      'Cargo.toml': '[package]\nname = "shop"\n[dependencies]\naxum = "1"',
      'src/main.rs': '',
    });
    expect(app.build).toBe('cargo build --release');
  });

  test('a variable that only switches something on is not set', async () => {
    const { text } = await propose({
      'requirements.txt': 'flask\n',
      'app.py': 'app = Flask(__name__)\nif "SENTRY_ON" in os.environ: go()',
    });
    expect(text).not.toContain('SENTRY_ON');
  });

  test('the name of a variable may stand in a constant: it is tried', async () => {
    const { finding } = await propose({
      'go.mod': 'module x',
      'main.go': 'package main\nfunc main() { os.Getenv(portName) }\nconst portName = "SHOP_PORT"',
    });
    expect(finding.env).toMatchObject([{ name: 'SHOP_PORT', value: '${PORT}', why: expect.any(String) }]);
  });

  test('20,000 files are read within the limits of a folder', async () => {
    const known = new Map(
      Array.from(
        { length: 20_000 },
        (_, index) => [`packages/p${index % 200}/src/a${index}.ts`, true] as const,
      ),
    );
    const folder = makeRepository(NODE);
    const files = openFolder(folder, folder, new Map([...known, ['package.json', true]]));
    expect(files.list).toHaveLength(5000);
    expect(files.list[0]).toBe('package.json');
    expect(detect(files).from).toBe('package.json');
  });
});
