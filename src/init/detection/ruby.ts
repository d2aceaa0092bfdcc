import type { Files } from '../files/files.ts';
import { readSources } from '../files/source.ts';
import { describeSecret, type ServiceFinding } from '../needs/finding.ts';
import { choosePaths } from '../routes/choice.ts';

/** A service in Ruby: Rails, or an application of Rack; null without a Gemfile. */
export function findRuby(files: Files): ServiceFinding | null {
  const manifest = files.read('Gemfile');
  if (manifest === null) return null;
  const rails = /^[ \t]*gem ["']rails["']/m.test(manifest);
  const puma = /^[ \t]*gem ["']puma["']/m.test(manifest);
  const rack = files.has('config.ru');
  const program = files.list.find(
    (path) => /^[\w-]+\.rb$/.test(path) && /require ["']sinatra["']/.test(files.read(path) ?? ''),
  );
  const sources = readSources(files, ['.rb', '.ru']).filter(
    ({ path }) => !rails || /config\/routes/.test(path),
  );
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
          describeSecret('SECRET_KEY_BASE'),
          { name: 'RAILS_LOG_TO_STDOUT', value: '1' },
        ]
      : [{ name: 'RACK_ENV', value: 'production' }],
    ...choosePaths(sources),
    manifests: manifest,
    notes: /rack-attack/.test(manifest)
      ? ['rack-attack limits requests. Answers of 429 count as failed.']
      : [],
  };
}
