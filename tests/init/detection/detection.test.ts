import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { parseConfig } from '../../../src/config/document.ts';
import { readConfig } from '../../../src/config/read.ts';
import { detect } from '../../../src/init/detection/detection.ts';
import type { Files } from '../../../src/init/files/files.ts';
import { openFolder } from '../../../src/init/folder.ts';
import type { Finding } from '../../../src/init/needs/finding.ts';
import { proposeConfig } from '../../../src/init/proposal.ts';
import { makeFiles } from '../repository.ts';

/** Detects in a real folder, writes the proposal there and reads it back. */
function propose(files: Record<string, string>): { finding: Finding; config: Config; text: string } {
  const folder = makeFiles(files);
  const finding = detect(openFolder(folder));
  const text = proposeConfig(finding, 'shop');
  writeFileSync(join(folder, 'tailgate.yml'), text);
  return { finding, config: readConfig('tailgate.yml', folder), text };
}

const EXPRESS = `app.get('/healthz', ok); app.get('/', home); app.get('/search', search); app.get('/items/:id', item);
app.listen(process.env.PORT);`;

describe('of several programs', () => {
  const serve = 'package main\nfunc main() {\n\thttp.ListenAndServe(":8080", nil)\n}\n';

  test('the one is built that serves by its name, and the others are tried where it fails', () => {
    const { finding } = propose({
      'go.mod': 'module example.com/shop\n',
      'cmd/shop-storybook/main.go': serve,
      'cmd/shopd/main.go': serve,
      'cmd/shopctl/main.go': serve.replace('ListenAndServe', 'Get'),
    });
    expect(finding.build!.text).toBe('go build -o bin/service ./cmd/shopd');
    expect(finding.others!.map(({ build }) => build!.text)).toEqual([
      'go build -o bin/service ./cmd/shop-storybook',
      'go build -o bin/service ./cmd/shopctl',
    ]);
  });

  test('of Maven the first is built that can be started', () => {
    const module = (plugin: string) => `<project><artifactId>${plugin}</artifactId></project>`;
    const { finding } = propose({
      'pom.xml': '<project><modules><module>api</module><module>web</module></modules></project>',
      'api/pom.xml': module('maven-jar-plugin'),
      'web/pom.xml': module('quarkus-maven-plugin'),
    });
    expect(finding.build!.text).toContain('--projects web --also-make package');
    expect(finding.start.text).toContain('-jar web/target/quarkus-app/quarkus-run.jar');
  });
});

describe('a Node repository', () => {
  test('is started by its script, on the port it is given, and measured by its first route', () => {
    const { config, finding, text } = propose({
      'package.json':
        '{"scripts":{"start":"node server.js"},"dependencies":{"express":"5"},"engines":{"node":">=22"}}',
      'package-lock.json': '{}',
      'server.js': EXPRESS,
    });
    const [service] = config.services;
    expect(service).toMatchObject({
      build: 'npm ci',
      start: 'node server.js',
      url: 'http://127.0.0.1:${PORT}',
    });
    expect(config.scenarios).toMatchObject([{ name: 'search', work: { request: { url: '/search' } } }]);
    expect(finding.setup).toMatchObject([
      {
        uses: 'actions/setup-node',
        with: {
          'node-version-file': 'package.json',
          cache: 'npm',
          'cache-dependency-path': 'package-lock.json',
        },
      },
    ]);
    expect(text.match(/# GUESS: .*/g)).toEqual([
      '# GUESS: read in server.js; is it the whole path, does it answer without a login, and does it matter to your users?',
    ]);
  });

  test.each([
    ['package-lock.json', '{}', 'npm ci && npm run build', 'npm start'],
    ['pnpm-lock.yaml', '', 'pnpm install --frozen-lockfile && pnpm run build', 'pnpm run start'],
    ['yarn.lock', '__metadata:', 'yarn install --immutable && yarn run build', 'yarn run start'],
    [
      'yarn.lock',
      '# yarn lockfile v1\n',
      'yarn install --frozen-lockfile && yarn run build',
      'yarn run start',
    ],
  ])('with %s (%j) is built by its package manager', (lock, text, build, start) => {
    const manifest = '{"scripts":{"build":"tsc","start":"NODE_ENV=production node ."}}';
    const { config } = propose({ 'package.json': manifest, [lock]: text });
    expect(config.services[0]).toMatchObject({ build, start });
  });

  test('without a start script is a marked guess, unless there is a file to start', () => {
    const guess = propose({ 'package.json': '{}' });
    expect(guess.text).toMatch(/# GUESS: package\.json has no start script/);
    const watched = propose({ 'package.json': '{"scripts":{"dev":"tsx src/bin.ts"}}' });
    expect(watched.text).toMatch(
      /# GUESS: it runs `tsx src\/bin\.ts`, which is made for development.*\n.*npm run dev/,
    );
    expect(propose({ 'package.json': '{}', 'src/index.js': EXPRESS }).config.services[0]!.start).toBe(
      'node src/index.js',
    );
    expect(
      propose({ 'package.json': '{"main":"my app.js"}', 'my app.js': '' }).config.services[0]!.start,
    ).toBe("node 'my app.js'");
  });
});

describe('a Python repository', () => {
  test.each([
    [
      {
        'requirements.txt': 'fastapi\nuvicorn\n',
        'app/main.py': 'app = FastAPI()\n@app.get("/search")\ndef f(): ...',
      },
      '.venv/bin/uvicorn app.main:app --host 127.0.0.1 --port $PORT',
    ],
    [
      {
        'pyproject.toml': '[project]\ndependencies = ["starlette", "uvicorn"]',
        'uv.lock': '',
        'src/shop/web.py': 'api = Starlette()',
      },
      'uv run --no-sync uvicorn shop.web:api --app-dir src --host 127.0.0.1 --port $PORT',
    ],
    [
      { 'requirements.txt': 'Flask==3\ngunicorn==23\n', 'app.py': 'app = Flask(__name__)' },
      '.venv/bin/gunicorn app:app --bind 127.0.0.1:$PORT',
    ],
    [
      { 'requirements.txt': 'flask\n', 'app.py': 'app = Flask(__name__)' },
      '.venv/bin/flask --app app:app run --port $PORT',
    ],
    [
      { 'requirements.txt': 'django\n', 'manage.py': '', 'shop/wsgi.py': '' },
      '.venv/bin/python manage.py runserver --noreload 127.0.0.1:$PORT',
    ],
    [
      {
        'pyproject.toml': '[tool.poetry.dependencies]\ndjango = "5"\ngunicorn = "23"',
        'poetry.lock': '',
        'manage.py': '',
        'shop/wsgi.py': '',
      },
      '.venv/bin/gunicorn shop.wsgi --bind 127.0.0.1:$PORT',
    ],
  ])('%# is started by its server', (files, start) => {
    const { config, text } = propose(files as Record<string, string>);
    expect(config.services[0]!.start).toBe(start);
    expect(text).not.toContain('GUESS: no FastAPI');
  });

  test.each([
    [
      'poetry.lock',
      'env -u VIRTUAL_ENV -u CONDA_PREFIX POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-root --only main',
    ],
    ['Pipfile.lock', 'PIPENV_IGNORE_VIRTUALENVS=1 PIPENV_VENV_IN_PROJECT=1 pipenv sync'],
  ])('with a %s is installed beside its code, whatever environment the caller has active', (lock, build) => {
    const flask = { 'requirements.txt': 'flask\n', 'app.py': 'app = Flask(__name__)' };
    const { config } = propose({ ...flask, [lock]: '' });
    expect(config.services[0]!.build).toBe(build);
  });

  test('with none of the frameworks is a marked guess', () => {
    const { text } = propose({ 'requirements.txt': 'aiohttp', 'main.py': 'web.run_app(app, port=9000)' });
    expect(text).toContain('GUESS: no FastAPI');
    expect(text).toContain('GUESS: does the service listen on $PORT?');
  });
});

const GO_MAIN =
  'package main\nfunc main() { http.HandleFunc("GET /quote", q); http.ListenAndServe(":8080", nil) }';

describe('a compiled service', () => {
  test('in Go is built from its main package', () => {
    const root = propose({ 'go.mod': 'module x', 'main.go': GO_MAIN });
    expect(root.config.services[0]).toMatchObject({
      build: 'go build -o bin/service .',
      start: './bin/service',
    });
    expect(root.text).toContain('GUESS: does the service listen on $PORT?');
    expect(root.config.scenarios[0]!.name).toBe('quote');
    const below = propose({
      'go.mod': 'module x',
      'cmd/api/main.go': GO_MAIN.replace('":8080"', 'os.Getenv("PORT")'),
    });
    expect(below.config.services[0]!.build).toBe('go build -o bin/service ./cmd/api');
    expect(below.finding.port).toEqual({ kind: 'given' });
  });

  test('in Go with several programs says which one was taken', () => {
    const { text } = propose({
      'go.mod': 'module x',
      'cmd/migrate/main.go': 'package main\nfunc main() {}',
      'cmd/server/main.go': GO_MAIN,
    });
    expect(text).toContain('build: go build -o bin/service ./cmd/server');
    expect(text).toMatch(/GUESS: there are several main packages/);
  });

  test('in Java is built by Maven or Gradle and told its port', () => {
    const pom =
      '<project><parent><artifactId>spring-boot-starter-parent</artifactId></parent><properties><java.version>17</java.version></properties></project>';
    const maven = propose({ 'pom.xml': pom, mvnw: '', 'src/main/java/A.java': '@GetMapping("/quotes")' });
    expect(maven.config.services[0]).toMatchObject({
      build: 'sh ./mvnw --batch-mode --quiet -DskipTests package',
      start: 'exec java -jar target/*.jar --server.port=$PORT',
    });
    expect(maven.finding.setup).toMatchObject([{ with: { 'java-version': '17' } }]);
    const gradle = propose({ 'build.gradle.kts': 'plugins { id("org.springframework.boot") }', gradlew: '' });
    expect(gradle.config.services[0]!.build).toBe('sh ./gradlew --no-daemon --quiet bootJar');
  });

  test.each([
    ['gradlew', 'build.gradle.kts', 'plugins { id("org.springframework.boot") }', '--no-daemon'],
    ['mvnw', 'pom.xml', '<artifactId>spring-boot-starter-web</artifactId>', '--batch-mode'],
  ])('in Java is built by the %s of a folder above', (wrapper, manifest, text, option) => {
    const root = makeFiles({ [wrapper]: '', [`services/shop/${manifest}`]: text });
    const { build } = detect(openFolder(join(root, 'services/shop'), root));
    expect(build!.text).toContain(`sh ../../${wrapper} ${option} --quiet `);
  });

  test('in Java has the prefixes of its settings, in YAML and in properties', () => {
    const java = {
      'pom.xml': '<artifactId>spring-boot-starter-web</artifactId>',
      'src/main/java/Books.java': '@RequestMapping("/books") class Books { @GetMapping List<Book> all() {} }',
    };
    const proposeFor = (path: string, settings: string) =>
      propose({ ...java, [`src/main/resources/${path}`]: settings }).finding.path.text;
    for (const [path, settings] of [
      ['application.properties', 'server.servlet.context-path=/shop\nname=a'],
      [
        'application.yml',
        'spring.config.activate.on-profile: dev\nserver.servlet.context-path: /dev\n---\nname: "@name@"\nserver:\n  servlet:\n    contextPath: /shop\n',
      ],
    ] as const)
      expect(proposeFor(path, settings)).toBe('/shop/books');
    expect(proposeFor('application.yml', 'server: [\n')).toBe('/books');
  });

  test('in Rust is the program of its package', () => {
    const { config } = propose({
      'Cargo.toml': '[package]\nname = "quotes"\n',
      'Cargo.lock': '',
      'src/main.rs': '',
    });
    expect(config.services[0]).toMatchObject({
      build: 'cargo build --release --locked',
      start: './target/release/quotes',
    });
  });
});

describe('a repository of containers', () => {
  test('is built from its Dockerfile, on the port that it exposes', () => {
    const { config, text } = propose({ Dockerfile: 'FROM x\nEXPOSE 8000/tcp\n' });
    expect(config.services[0]).toMatchObject({
      container: { kind: 'image', from: { build: '.' }, port: 8000 },
      url: 'http://127.0.0.1:${PORT}',
    });
    expect(text).not.toMatch(/start:|stop:/);
  });

  test('is run by its compose file as it is', () => {
    const compose = 'services:\n  db:\n    image: postgres\n  web:\n    build: .\n    ports: ["8080:80"]\n';
    const { config } = propose({ 'compose.yaml': compose });
    expect(config.services[0]).toMatchObject({
      container: { kind: 'compose', file: 'compose.yaml', service: 'web', port: 80 },
      url: 'http://127.0.0.1:${PORT}',
    });
  });
});

describe('whatever a repository holds', () => {
  test('an empty one gets a frame to fill in', () => {
    const { text } = propose({});
    expect(text).toContain('# GUESS: how does the service start?');
  });

  const NAMES = [
    'package.json',
    'package-lock.json',
    'pnpm-lock.yaml',
    'server.js',
    'src/app.py',
    'main.py',
    'pyproject.toml',
    'requirements.txt',
    'uv.lock',
    'manage.py',
    'go.mod',
    'cmd/a b/main.go',
    "cmd/it's/main.go",
    'pom.xml',
    'build.gradle',
    'Cargo.toml',
    'src/main.rs',
    'Dockerfile',
    'compose.yaml',
  ];
  const snippet = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constantFrom(
      EXPRESS,
      GO_MAIN,
      'app = FastAPI()',
      'services: {a: {ports: ["${PORT}:1", 2, null]}}',
      'services: [1]',
      '"x"',
      'null',
    ),
    fc
      .record(
        {
          main: fc.string({ unit: 'binary' }),
          scripts: fc.record({ start: fc.string({ unit: 'binary' }), build: fc.string() }),
        },
        { requiredKeys: [] },
      )
      .map((manifest) => JSON.stringify(manifest)),
    fc.webPath().map((path) => `app.get('${path}', f); listen(${path.length})`),
  );

  test('the proposal can be read', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...NAMES), snippet),
        fc.string({ unit: 'binary' }),
        (texts, odd) => {
          const all: Record<string, string> = { ...texts, [`${odd}.js`]: 'listen(80)' };
          const files: Files = {
            list: Object.keys(all),
            has: (path) => Object.hasOwn(all, path),
            name: (path) => path,
            read: (path) => (Object.hasOwn(all, path) ? all[path]! : null),
          };
          const text = proposeConfig(detect(files), 'shop');
          const place = { path: '/r/tailgate.yml', directory: '/r', shownAs: 'tailgate.yml' };
          const config = parseConfig(text, place);
          expect(config.scenarios).toHaveLength(1);
          expect(config.services[0]!.start).toBe(detect(files).start.text);
        },
      ),
      { numRuns: 500 },
    );
  });
});
