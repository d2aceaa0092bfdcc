import type { Files } from '../files/files.ts';
import { readSources } from '../files/source.ts';
import { describeSecret, type ServiceFinding } from '../needs/finding.ts';
import { choosePaths } from '../routes/choice.ts';

/** A service in Elixir, with Phoenix or Plug; null without a mix.exs. */
export function findElixir(files: Files): ServiceFinding | null {
  const manifest = files.read('mix.exs');
  if (manifest === null) return null;
  const phoenix = /\{:phoenix,/.test(manifest);
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
      ...(phoenix ? [describeSecret('SECRET_KEY_BASE'), { name: 'PHX_HOST', value: '127.0.0.1' }] : []),
    ],
    ...choosePaths(readSources(files, ['.ex'])),
    setup: [{ run: 'sudo apt-get update -q && sudo apt-get install -qy elixir erlang-dev erlang-xmerl' }],
    manifests: manifest,
  };
}
