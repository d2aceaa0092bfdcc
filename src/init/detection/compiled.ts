import { quotePath } from '../../processes/shell-words.ts';
import { type Files, leaveOutNested } from '../files/files.ts';
import { isPlain, readSources } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { findMigration } from '../needs/migrations.ts';
import { findPort, listPortNames } from '../needs/ports.ts';
import { choosePaths } from '../routes/choice.ts';

const GO_SERVES = /\bListenAndServe|\.Run\(|\.Listen\(|\.Start\(|\.Serve\(/;
/** A command of cobra or urfave/cli that serves. */
const GO_COMMAND = /\b(?:Use|Name):\s*"(serve|server|start|web|api|http)\b/;

/** A service in a Go module; null without `go.mod`. */
export function findGo(whole: Files): ServiceFinding | null {
  const files = leaveOutNested(whole, ['go.mod']);
  const manifest = files.read('go.mod');
  if (manifest === null) return null;
  const all = readSources(files, ['.go']);
  const mains = [
    ...new Set(
      all
        .filter(({ text }) => /^package main\b/m.test(text) && /^func main\(\)/m.test(text))
        .map(({ path }) => path.split('/').slice(0, -1).join('/')),
    ),
  ].filter((folder) => folder === '' || isPlain(folder));
  const inside = (path: string, folder: string) =>
    path.startsWith(folder && `${folder}/`) &&
    !path.slice(folder === '' ? 0 : folder.length + 1).includes('/');
  const served = (folder: string) =>
    all.some(({ path, text }) => inside(path, folder) && GO_SERVES.test(text));
  const chosen = mains.includes('')
    ? ''
    : (mains.find(served) ?? mains.find((folder) => /server|api|web|http|app/i.test(folder)) ?? mains[0]);
  // What other programs of the module say of ports is about something else.
  const sources = all.filter(
    ({ path }) =>
      !mains.some((folder) => folder !== chosen && folder !== '' && path.startsWith(`${folder}/`)),
  );
  const target = chosen ? quotePath(`./${chosen}`) : '.';
  const { port, env, flag } = findPort(sources);
  const isGin = sources.some(({ text }) => /\.Run\(\s*\)/.test(text) && /gin\./.test(text));
  const command = sources.map(({ text }) => GO_COMMAND.exec(text)?.[1]).find(Boolean);
  const doubts = [
    ...(chosen === undefined ? ['no main package was found; which one is the service?'] : []),
    ...(mains.length > 1 ? [`there are several main packages; ${target} was taken.`] : []),
    ...(command ? [`the program has a command \`${command}\`; is it the service?`] : []),
  ];
  return {
    title: 'Go',
    sure: chosen === undefined ? 0 : 2,
    from: 'go.mod',
    build: { text: `go build -o bin/service ${target}` },
    prepare: findMigration(files, manifest, ''),
    start: {
      text: `./bin/service${command ? ` ${command}` : ''}${flag ?? ''}`,
      ...(doubts.length > 0 && { why: doubts.join(' ') }),
    },
    port: isGin ? { kind: 'given' } : port,
    env,
    portNames: listPortNames(sources),
    ...choosePaths(sources),
    setup: [
      {
        uses: 'actions/setup-go',
        with: {
          'go-version-file': 'go.mod',
          ...(files.has('go.sum') && { 'cache-dependency-path': 'go.sum' }),
        },
      },
    ],
    manifests: manifest,
    notes: findOutside(sources),
  };
}

/** A database in a file above the folder would be shared by base and head. */
function findOutside(sources: readonly { path: string; text: string }[]): string[] {
  for (const { path, text } of sources) {
    const file = /["'`]((?:\.\/)?\.\.\/[\w./-]+\.(?:db|sqlite3?))["'`]/.exec(text)?.[1];
    if (file) return [`${path} opens ${file}, outside of this folder: base and head must not share it.`];
  }
  return [];
}

const RUST_SERVER = /^(?:axum|actix-web|rocket|warp|poem|tide|salvo|hyper|ntex)\b/m;

/** A service in a Rust package, or in one of a workspace; null without `Cargo.toml`. */
export function findRust(files: Files): ServiceFinding | null {
  const root = files.read('Cargo.toml');
  if (root === null) return null;
  const packages = files.list
    .filter((path) => /(?:^|\/)Cargo\.toml$/.test(path))
    .slice(0, 50)
    .map((path) => ({ folder: path.replace(/\/?Cargo\.toml$/, ''), text: files.read(path) ?? '' }))
    .map(({ folder, text }) => ({
      folder,
      text,
      name: /^\[package\][^[]*?^name\s*=\s*"([\w-]+)"/ms.exec(text)?.[1],
    }))
    .filter(
      ({ folder, text, name }) =>
        name !== undefined &&
        (/^\[\[bin\]\]/m.test(text) || files.has(folder ? `${folder}/src/main.rs` : 'src/main.rs')),
    );
  const chosen = packages.find(({ text }) => RUST_SERVER.test(text)) ?? packages[0];
  const name = chosen?.name;
  const program =
    /^default-run\s*=\s*"([\w-]+)"/m.exec(chosen?.text ?? '')?.[1] ??
    /^\[\[bin\]\][^[]*?^name\s*=\s*"([\w-]+)"/ms.exec(chosen?.text ?? '')?.[1] ??
    name;
  const sources = readSources(files, ['.rs']);
  const locked = files.has('Cargo.lock') ? ' --locked' : '';
  const isRocket = /^rocket\b/m.test(chosen?.text ?? '');
  const { port, env, flag } = findPort(sources);
  const doubts = [
    ...(name === undefined ? ['which program is the service?'] : []),
    ...(packages.length > 1
      ? [`there are several programs; that of ${chosen!.folder || 'the root'} was taken.`]
      : []),
    ...(chosen && !RUST_SERVER.test(chosen.text) ? ['no web framework was seen in its dependencies.'] : []),
  ];
  return {
    title: 'Rust',
    sure: chosen && RUST_SERVER.test(chosen.text) ? 2 : 0,
    from: 'Cargo.toml',
    build: {
      text: `cargo build --release${locked}${chosen?.folder ? ` --package ${name}` : ''}`,
      why: describeFeatures(chosen?.text ?? ''),
    },
    prepare: sources.some(({ text }) => /\bmigrate!|embed_migrations!|run_pending_migrations/.test(text))
      ? undefined
      : findMigration(files, root, ''),
    start: {
      text: `./target/release/${program ?? 'service'}${flag ?? ''}`,
      ...(doubts.length > 0 && { why: doubts.join(' ') }),
    },
    port: isRocket ? { kind: 'given' } : port,
    env: isRocket ? [{ name: 'ROCKET_PORT', value: '${PORT}' }] : env,
    portNames: listPortNames(sources),
    ...choosePaths(sources),
    // Runners bring Rust along, and rustup itself follows rust-toolchain.toml.
    manifests: packages.map(({ text }) => text).join('\n'),
  };
}

/** Programs that ask for a choice, such as that of a database, have features and none of them by default. */
function describeFeatures(manifest: string): string | undefined {
  const sections = manifest.replaceAll(/#.*$/gm, '').split(/^(?=\[)/m);
  const section = sections.find((each) => each.startsWith('[features]')) ?? '';
  const names = [...section.matchAll(/^([\w-]+)\s*=/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'default');
  if (names.length === 0 || /^default\s*=\s*\[\s*["']/m.test(section)) return undefined;
  const shown = names.slice(0, 3).join(', ');
  return `Cargo.toml has features (${shown}${names.length > 3 ? ', …' : ''}) and none by default; does it need \`--features\`?`;
}
