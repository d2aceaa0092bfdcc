import * as z from 'zod';
import { quotePath } from '../../processes/shell-words.ts';
import { readDotenvs, type Variable } from '../files/dotenv.ts';
import type { Files } from '../files/files.ts';
import { isPlain, readShape } from '../files/source.ts';
import { describeSecret } from '../needs/finding.ts';
import type { SetupStep } from '../workflows/actions.ts';
import { GO, RUST } from './compiled.ts';
import { JVM } from './jvm.ts';
import type { Language } from './language.ts';
import { chooseManager, describeSetup, findNodeVersion, NODE, readManifest } from './node.ts';
import { PYTHON } from './python.ts';

const RUBY: Language = {
  title: 'Ruby',
  marks: ['Gemfile'],
  code: ['.rb', '.ru'],
  describe({ files, manifest, sources }) {
    const hasGem = (name: string) => new RegExp(`^[ \\t]*gem ["']${name}["']`, 'm').test(manifest);
    const rails = hasGem('rails');
    const program = sources.find(
      ({ path, text }) => !path.includes('/') && /require ["']sinatra["']/.test(text),
    )?.path;
    const server = hasGem('puma')
      ? 'puma --bind tcp://127.0.0.1:$PORT'
      : 'rackup --host 127.0.0.1 --port $PORT';
    const isRack = files.has('config.ru');
    return {
      title: rails ? 'Ruby, Rails' : 'Ruby, Rack',
      sure: rails || isRack || program ? 2 : 0,
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
        text: `bundle exec ${!isRack && program ? `ruby ${quotePath(program)} -o 127.0.0.1 -p $PORT` : server}`,
        why: rails
          ? 'production settings may want TLS (`force_ssl`) or assets; is this how it runs?'
          : undefined,
      },
      env: rails
        ? [
            { name: 'RAILS_ENV', value: 'production' },
            describeSecret('SECRET_KEY_BASE'),
            { name: 'RAILS_LOG_TO_STDOUT', value: '1' },
          ]
        : [{ name: 'RACK_ENV', value: 'production' }],
      sources: sources.filter(({ path }) => !rails || path.includes('config/routes')),
      // Rails puts it in place of whatever the file says for production.
      variables:
        rails && hasGem('pg') && files.has('config/database.yml')
          ? [
              {
                name: 'DATABASE_URL',
                value: readDotenvs(files).some((each) => /^(?:DB|DATABASE|PG|POSTGRES)/.test(each.name))
                  ? ''
                  : 'postgres://postgres:postgres@localhost/app',
                from: 'config/database.yml',
              },
            ]
          : [],
    };
  },
};

const PHP: Language = {
  title: 'PHP',
  marks: ['composer.json'],
  code: ['.php'],
  describe({ files, sources }) {
    const laravel = files.has('artisan');
    const symfony = !laravel && files.has('bin/console');
    const root =
      ['public', 'web', 'www', 'htdocs'].find((folder) => files.has(`${folder}/index.php`)) ??
      (files.has('index.php') ? '.' : undefined);
    const migrate = 'php artisan migrate --force';
    const assets = bundleAssets(files);
    const sqlite = /DB_CONNECTION=sqlite/.test(files.read('.env.example') ?? '');
    return {
      title: laravel ? 'PHP, Laravel' : 'PHP, Composer',
      sure: laravel || root ? 2 : 0,
      // Its scripts would load what only development has.
      build: {
        text: `${symfony ? 'APP_ENV=prod ' : ''}composer install --no-dev --no-interaction --optimize-autoloader${assets.build}`,
      },
      setup: assets.setup,
      prepare: laravel
        ? {
            text: sqlite ? `touch database/database.sqlite && ${migrate}` : migrate,
            why: 'a database for each instance; which one?',
          }
        : undefined,
      start: {
        text: laravel
          ? 'php artisan serve --host=127.0.0.1 --port=$PORT --no-reload'
          : `php -S 127.0.0.1:$PORT -t ${root ?? 'public'}`,
        why: 'PHP’s own server stands in for the one of production.',
      },
      // Workers of PHP's own server. Without them it answers one request after the other.
      env: [
        { name: 'PHP_CLI_SERVER_WORKERS', value: '4' },
        ...(symfony ? [{ name: 'APP_ENV', value: 'prod' }] : []),
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
      sources: sources.filter(({ path }) => !laravel || /^routes\/(?:web|api)\.php$/.test(path)),
    };
  },
};

/** Builds what pages of Laravel and Symfony load, without which each of them fails; with what a workflow needs for that. */
function bundleAssets(files: Files): { build: string; setup: SetupStep[] } {
  const manifest = readManifest(files);
  const packages = Object.keys({ ...manifest?.dependencies, ...manifest?.devDependencies });
  const script = ['build', 'production', 'prod'].find((name) => manifest?.scripts[name] !== undefined);
  const bundles = packages.some((name) =>
    /^(?:laravel-vite-plugin|laravel-mix|@symfony\/webpack-encore)$/.test(name),
  );
  if (manifest === null || script === undefined || !bundles) return { build: '', setup: [] };
  const manager = chooseManager(files, manifest);
  const build = ` && ${manager.install} && ${manager.name} run ${script}`;
  return { build, setup: describeSetup(manager, findNodeVersion(files, manifest)) };
}

const DOTNET: Language = {
  title: '.NET',
  marks: ['*.csproj', '*.fsproj'],
  code: ['.cs'],
  hasParts: true,
  describe({ files, sources }) {
    const projects = files.list.filter((path) => /\.[cf]sproj$/.test(path) && !/tests?\b/i.test(path));
    const web = projects.filter((path) => /Sdk="Microsoft\.NET\.Sdk\.Web"/.test(files.read(path) ?? ''));
    const chosen = web[0] ?? projects[0];
    if (chosen === undefined || !isPlain(chosen)) return null;
    const [, folder, name] = /^((?:.*\/)?)([^/]+)\.[cf]sproj$/.exec(chosen)!;
    const assembly = /<AssemblyName>([\w.-]+)<\/AssemblyName>/.exec(files.read(chosen) ?? '')?.[1] ?? name;
    return {
      sure: web.length > 0 ? 2 : 0,
      from: chosen,
      build: { text: `dotnet publish --configuration Release --output .tailgate-app ${quotePath(chosen)}` },
      // Settings are read from the current folder.
      start: {
        text: `cd .tailgate-app && exec dotnet ${quotePath(`./${assembly}.dll`)} --urls http://127.0.0.1:$PORT`,
        why: `${web.length === 1 ? '' : `is ${chosen} the service? `}It starts with the settings of production; does it find its connection strings?`,
      },
      sources: sources.filter(({ path }) => path.startsWith(folder!)),
      variables: listConnections(files, folder!),
      manifests: projects.map((path) => files.read(path) ?? '').join('\n'),
    };
  },
};

const Connections = z.object({ ConnectionStrings: z.record(z.string(), z.string()) });

/** Connection strings of the settings, as the variables by which .NET is told of others. */
function listConnections(files: Files, folder: string): Variable[] {
  return ['appsettings.json', 'appsettings.Development.json'].flatMap((from) =>
    Object.entries(readShape(files, folder + from, Connections)?.ConnectionStrings ?? {})
      // The general settings often leave empty what those of development have.
      .filter(([key, value]) => /^\w+$/.test(key) && isPlain(value))
      .map(([key, value]) => ({ name: `ConnectionStrings__${key}`, value, from })),
  );
}

/** The first of those that are equally sure is taken. */
export const LANGUAGES: readonly Language[] = [NODE, PYTHON, GO, JVM, RUST, RUBY, PHP, DOTNET];
