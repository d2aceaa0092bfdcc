import type { Files } from '../files/folder.ts';
import { isPlain, quotePath, readSources } from '../files/source.ts';
import { choosePaths } from '../routes/choice.ts';
import { DIALECTS } from '../routes/dialect.ts';
import { findFileRoutes } from '../routes/file-routes.ts';
import { findRoutes } from '../routes/tree.ts';
import type { EnvironmentLine, ServiceFinding } from './finding.ts';
import { findPort } from './ports.ts';

/** Long enough for what asks for 64 letters; nobody's secret. */
const NO_SECRET = 'only-for-measuring-0123456789abcdef0123456789abcdef0123456789abcdef';
const secret = (name: string): EnvironmentLine => ({
  name,
  value: NO_SECRET,
  why: 'a stand-in; no real secret belongs here',
});

/** A service in Ruby: Rails, or an application of Rack; null without a Gemfile. */
export function findRuby(files: Files): ServiceFinding | null {
  const manifest = files.read('Gemfile');
  if (manifest === null) return null;
  const rails = /^\s*gem ["']rails["']/m.test(manifest);
  const puma = /^\s*gem ["']puma["']/m.test(manifest);
  const rack = files.has('config.ru');
  const program = files.list.find(
    (path) => /^[\w-]+\.rb$/.test(path) && /require ["']sinatra["']/.test(files.read(path) ?? ''),
  );
  const { extensions } = DIALECTS.ruby;
  const sources = readSources(files, extensions).filter(({ path }) => !rails || /config\/routes/.test(path));
  const start = rack
    ? puma
      ? 'bundle exec puma --bind tcp://127.0.0.1:$PORT'
      : 'bundle exec rackup --host 127.0.0.1 --port $PORT'
    : program && `bundle exec ruby ${program} -o 127.0.0.1 -p $PORT`;
  return {
    title: rails ? 'Ruby, Rails' : 'Ruby, Rack',
    sure: rails || start ? 2 : 0,
    from: 'Gemfile',
    build: {
      text: 'bundle config set --local path vendor/bundle && bundle install',
      why: 'which Ruby does it need? The workflow takes that of the runner',
    },
    prepare:
      rails && files.has('config/database.yml')
        ? {
            text: 'bundle exec rails db:prepare',
            why: 'base and head need databases of their own; config/database.yml names them',
          }
        : undefined,
    start: {
      text: start ?? 'bundle exec rackup --host 127.0.0.1 --port $PORT',
      why: rails
        ? 'production settings may want TLS (`force_ssl`) or assets; is this how it runs?'
        : start
          ? undefined
          : 'no config.ru was found; how does the service start?',
    },
    port: { kind: 'given' },
    env: rails
      ? [
          { name: 'RAILS_ENV', value: 'production' },
          secret('SECRET_KEY_BASE'),
          { name: 'RAILS_LOG_TO_STDOUT', value: '1' },
        ]
      : [{ name: 'RACK_ENV', value: 'production' }],
    ...choosePaths(findRoutes(sources, DIALECTS.ruby)),
    manifests: manifest,
    extensions,
    notes: /rack-attack/.test(manifest)
      ? ['rack-attack limits requests. Answers of 429 count as failed.']
      : [],
  };
}

/** A service in PHP, behind PHP's own server; null without a composer.json. */
export function findPhp(files: Files): ServiceFinding | null {
  const manifest = files.read('composer.json');
  if (manifest === null) return null;
  const laravel = files.has('artisan');
  const root =
    ['public', 'web', 'www', 'htdocs'].find((folder) => files.has(`${folder}/index.php`)) ??
    (files.has('index.php') ? '.' : undefined);
  const { extensions } = DIALECTS.php;
  const found = readSources(files, extensions);
  const own = laravel ? found.filter(({ path }) => /^routes\/(?:web|api)\.php$/.test(path)) : found;
  const isApi = (path: string) => laravel && path === 'routes/api.php';
  const routes = [
    ...findRoutes(
      own.filter(({ path }) => !isApi(path)),
      DIALECTS.php,
    ),
    ...findRoutes(
      own.filter(({ path }) => isApi(path)),
      DIALECTS.php,
      '/api',
    ),
  ];
  const sqlite = laravel && /DB_CONNECTION=sqlite/.test(files.read('.env.example') ?? '');
  return {
    title: laravel ? 'PHP, Laravel' : 'PHP, Composer',
    sure: laravel || root ? 2 : 0,
    from: 'composer.json',
    build: { text: 'composer install --no-dev --no-interaction --optimize-autoloader' },
    prepare: laravel
      ? {
          text: sqlite
            ? 'touch database/database.sqlite && php artisan migrate --force'
            : 'php artisan migrate --force',
          why: 'a database for each instance; which one?',
        }
      : undefined,
    start: {
      text: laravel
        ? 'php artisan serve --host=127.0.0.1 --port=$PORT --no-reload'
        : `php -S 127.0.0.1:$PORT -t ${root ?? 'public'}`,
      why: 'PHP’s own server stands in for the one of production.',
    },
    port: { kind: 'given' },
    // Workers of PHP's own server. Without them it answers one request after the other.
    env: [
      { name: 'PHP_CLI_SERVER_WORKERS', value: '4' },
      ...(laravel
        ? [
            { name: 'APP_ENV', value: 'production' },
            { name: 'APP_DEBUG', value: 'false' },
            {
              name: 'APP_KEY',
              value: 'base64:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
              why: 'a stand-in; no real secret belongs here',
            },
          ]
        : []),
    ],
    ...choosePaths(routes),
    manifests: manifest,
  };
}

/** A web project of .NET; null without one. */
export function findDotnet(files: Files): ServiceFinding | null {
  const projects = files.list.filter((path) => /\.[cf]sproj$/.test(path)).slice(0, 60);
  if (projects.length === 0) return null;
  const web = projects.filter(
    (path) => /Sdk="Microsoft\.NET\.Sdk\.Web"/.test(files.read(path) ?? '') && !/tests?\b/i.test(path),
  );
  const chosen = web[0] ?? projects[0]!;
  const name = chosen
    .split('/')
    .at(-1)!
    .replace(/\.[cf]sproj$/, '');
  const folder = chosen.split('/').slice(0, -1).join('/');
  const { extensions } = DIALECTS.dotnet;
  const sources = readSources(files, extensions);
  const doubts = [
    ...(web.length === 0 ? ['no project of the kind Microsoft.NET.Sdk.Web was found.'] : []),
    ...(web.length > 1
      ? [`there are several web projects; ${isPlain(chosen) ? chosen : 'the first'} was taken.`]
      : []),
    'it starts with the settings of production; does it find its connection strings?',
  ];
  return {
    title: '.NET',
    sure: web.length > 0 ? 2 : 0,
    from: chosen,
    build: { text: `dotnet publish --configuration Release --output .tailgate-app ${quotePath(chosen)}` },
    // Settings are read from the current folder.
    start: {
      text: `cd .tailgate-app && exec dotnet ${quotePath(`./${name}.dll`)} --urls http://127.0.0.1:$PORT`,
      why: doubts.join(' '),
    },
    port: { kind: 'given' },
    ...choosePaths(
      findRoutes(
        sources.filter(({ path }) => path.startsWith(folder && `${folder}/`)),
        DIALECTS.dotnet,
      ),
    ),
    manifests: projects.map((path) => files.read(path) ?? '').join('\n'),
    extensions,
  };
}

/** A service in Elixir, with Phoenix or Plug; null without a mix.exs. */
export function findElixir(files: Files): ServiceFinding | null {
  const manifest = files.read('mix.exs');
  if (manifest === null) return null;
  const phoenix = /\{:phoenix,/.test(manifest);
  const { extensions } = DIALECTS.elixir;
  return {
    title: phoenix ? 'Elixir, Phoenix' : 'Elixir',
    sure: phoenix ? 2 : 0,
    from: 'mix.exs',
    build: {
      text: 'mix local.hex --force && mix local.rebar --force && mix deps.get --only prod && MIX_ENV=prod mix compile',
    },
    prepare: /ecto_sql|postgrex/.test(manifest)
      ? { text: 'mix ecto.create && mix ecto.migrate', why: 'base and head need databases of their own' }
      : undefined,
    start: {
      text: phoenix ? 'mix phx.server' : 'mix run --no-halt',
      why: 'does config/runtime.exs read $PORT, and what else does it want?',
    },
    port: { kind: 'given' },
    env: [
      { name: 'MIX_ENV', value: 'prod' },
      ...(phoenix ? [secret('SECRET_KEY_BASE'), { name: 'PHX_HOST', value: '127.0.0.1' }] : []),
    ],
    ...choosePaths(findRoutes(readSources(files, extensions), DIALECTS.elixir)),
    setup: [{ run: 'sudo apt-get update -q && sudo apt-get install -qy elixir erlang-dev erlang-xmerl' }],
    manifests: manifest,
    extensions,
  };
}

/** A service for Deno; null without a deno.json. */
export function findDeno(files: Files): ServiceFinding | null {
  const from = ['deno.json', 'deno.jsonc'].find(files.has);
  if (from === undefined) return null;
  const { extensions } = DIALECTS.node;
  const sources = readSources(files, [...extensions, '.tsx']);
  const manifest = files.read(from) ?? '';
  const task = ['start', 'serve', 'preview'].find((name) => new RegExp(`"${name}"\\s*:`).test(manifest));
  const entry = ['main.ts', 'server.ts', 'mod.ts', 'src/main.ts', 'index.ts', 'app.ts'].find(files.has);
  const builds = /"build"\s*:/.test(manifest);
  const fresh = /fresh/.test(manifest);
  const { port, env } = findPort(files, sources, 8000);
  return {
    title: fresh ? 'Deno, Fresh' : 'Deno',
    sure:
      sources.some(({ text }) => /Deno\.serve\(|\bserve\(|\.listen\(/.test(text)) || fresh ? 2 : task ? 1 : 0,
    from,
    build: {
      text: `deno install${entry ? ` --entrypoint ${entry}` : ''}${builds ? ' && deno task build' : ''}`,
    },
    start:
      task && !builds
        ? {
            text: `deno task ${task}`,
            why: new RegExp(`"${task}"\\s*:\\s*"[^"]*(?:--watch|dev\\.ts)`).test(manifest)
              ? 'this task watches files, which is for development; how does it start in production?'
              : undefined,
          }
        : { text: `deno run --allow-all ${entry ?? 'main.ts'}`, why: 'is this its program?' },
    port,
    env,
    ...choosePaths([...findRoutes(sources, DIALECTS.node), ...findFileRoutes(files, fresh ? ['fresh'] : [])]),
    setup: [{ run: 'npm install --global deno' }],
    manifests: manifest,
    extensions,
  };
}

/** Build files of other languages. They are named, so that nobody thinks that nothing was seen. */
const UNKNOWN: [RegExp, string][] = [
  [/^build\.sbt$/, 'Scala'],
  [/^(?:project\.clj|deps\.edn)$/, 'Clojure'],
  [/^Package\.swift$/, 'Swift'],
  [/\.cabal$|^stack\.yaml$/, 'Haskell'],
  [/^rebar\.config$/, 'Erlang'],
  [/^gleam\.toml$/, 'Gleam'],
  [/^shard\.yml$/, 'Crystal'],
  [/\.nimble$/, 'Nim'],
  [/^pubspec\.yaml$/, 'Dart'],
  [/^dune-project$/, 'OCaml'],
  [/^(?:CMakeLists\.txt|meson\.build)$/, 'C or C++'],
  [/^build\.zig$/, 'Zig'],
  [/^(?:cpanfile|Makefile\.PL)$/, 'Perl'],
  [/^BUILD(?:\.bazel)?$/, 'Bazel'],
  [/^Makefile$/, 'Make'],
];

/** A language that was seen, with the line that is left to write; null without any. */
export function findUnknown(files: Files): ServiceFinding | null {
  for (const [pattern, language] of UNKNOWN) {
    const from = files.list.find((path) => pattern.test(path));
    if (from === undefined) continue;
    return {
      title: `${language}, seen and not known`,
      sure: 0,
      from,
      build: { text: 'make', why: `${language} is not known here: write the command that builds it.` },
      start: {
        text: './service --port $PORT',
        why: `${language} is not known here: write the command that starts it, in front, on $PORT.`,
      },
      port: { kind: 'given' },
      path: { text: '/', why: 'which request matters to your users?' },
    };
  }
  return null;
}
