import type { Files } from '../files/files.ts';
import { readSources, type SourceFile } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { choosePaths } from '../routes/choice.ts';

/** A service in PHP, behind PHP's own server; null without a composer.json. */
export function findPhp(files: Files): ServiceFinding | null {
  const manifest = files.read('composer.json');
  if (manifest === null) return null;
  const laravel = files.has('artisan');
  const root =
    ['public', 'web', 'www', 'htdocs'].find((folder) => files.has(`${folder}/index.php`)) ??
    (files.has('index.php') ? '.' : undefined);
  const isApi = ({ path }: SourceFile) => laravel && path === 'routes/api.php';
  const sources = readSources(files, ['.php']).filter(
    ({ path }) => !laravel || /^routes\/(?:web|api)\.php$/.test(path),
  );
  const api = choosePaths(sources.filter(isApi), [], '/api').candidates.map((path) => ({
    path,
    file: 'routes/api.php',
  }));
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
    ...choosePaths(
      sources.filter((each) => !isApi(each)),
      api,
    ),
    manifests: manifest,
  };
}
