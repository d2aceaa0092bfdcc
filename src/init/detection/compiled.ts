import { quotePath } from '../../processes/shell-words.ts';
import { isPlain } from '../files/source.ts';
import type { Language } from './language.ts';

const GO_SERVES = /\bListenAndServe|\.Run\(|\.Listen\(|\.Start\(|\.Serve\(/;
/** Programs beside the service, by their names. */
const GO_ASIDE = /story|example|demo|tool|gen|migrat|cli|client|ctl|worker|seed|mock|bench|script/i;
const MOST_MAINS = 4;

export const GO: Language = {
  title: 'Go',
  marks: ['go.mod'],
  code: ['.go'],
  describe({ files, manifest, sources }) {
    const nameFolder = (path: string) => path.split('/').slice(0, -1).join('/');
    const mains = sources
      .filter(({ text }) => /^package main\b/m.test(text) && /^func main\(\)/m.test(text))
      .map(({ path }) => nameFolder(path))
      .filter((folder, at, all) => all.indexOf(folder) === at && (folder === '' || isPlain(folder)));
    const serves = (folder: string) =>
      sources.some(({ path, text }) => nameFolder(path) === folder && GO_SERVES.test(text));
    const rank = (folder: string) =>
      (folder === '' ? -8 : 0) +
      (serves(folder) ? 0 : 4) +
      (GO_ASIDE.test(folder.split('/').at(-1)!) ? 2 : 0) +
      (/server|api|web|http|app|d$/i.test(folder) ? 0 : 1);
    const [chosen, ...rest] = mains.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_MAINS);
    const name = (folder: string | undefined) => (folder ? quotePath(`./${folder}`) : '.');
    const build = (folder: string | undefined) => ({ text: `go build -o bin/service ${name(folder)}` });
    const target = name(chosen);
    const why =
      chosen === undefined
        ? 'no main package was found; which one is the service?'
        : mains.length > 1
          ? `there are several main packages; ${target} was taken.`
          : undefined;
    return {
      sure: chosen === undefined ? 0 : 2,
      build: build(chosen),
      start: { text: './bin/service', why },
      others: rest.map((folder) => ({
        build: build(folder),
        start: { text: './bin/service', why: `${name(folder)} was taken, of several main packages` },
      })),
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
      // What other programs of the module say of ports is about something else.
      sources: sources.filter(
        ({ path }) =>
          !mains.some((folder) => folder !== chosen && folder !== '' && path.startsWith(`${folder}/`)),
      ),
    };
  },
};

const RUST_SERVER = /^(?:axum|actix-web|rocket|warp|poem|tide|salvo|hyper|ntex)\b/m;

export const RUST: Language = {
  title: 'Rust',
  marks: ['Cargo.toml'],
  code: ['.rs'],
  hasParts: true,
  describe({ files, sources }) {
    const packages = files.list
      .filter((path) => /(?:^|\/)Cargo\.toml$/.test(path))
      .slice(0, 50)
      .map((path) => ({ folder: path.replace(/\/?Cargo\.toml$/, ''), text: files.read(path) ?? '' }))
      .flatMap(({ folder, text }) => {
        const name = readName(text, '[package]');
        const hasMain =
          text.includes('[[bin]]') || files.has(folder ? `${folder}/src/main.rs` : 'src/main.rs');
        return name !== undefined && hasMain ? [{ folder, text, name }] : [];
      });
    const chosen = packages.find(({ text }) => RUST_SERVER.test(text)) ?? packages[0];
    const { text = '', folder, name } = chosen ?? {};
    const serves = RUST_SERVER.test(text);
    const program =
      /^default-run\s*=\s*"([\w-]+)"/m.exec(text)?.[1] ?? readName(text, '[[bin]]') ?? name ?? 'service';
    const why =
      packages.length === 1 && serves
        ? undefined
        : chosen === undefined
          ? 'which program is the service?'
          : `${program} was taken, of ${packages.length > 1 ? 'several programs' : 'a package with no web framework'}; is it the service?`;
    return {
      sure: serves ? 2 : 0,
      build: {
        text: `cargo build --release${files.has('Cargo.lock') ? ' --locked' : ''}${folder ? ` --package ${name}` : ''}`,
      },
      start: { text: `./target/release/${program}`, why },
      // Rocket reads its port from a variable of its own.
      ...(/^rocket\b/m.test(text) && { env: [{ name: 'ROCKET_PORT', value: '${PORT}' }] }),
      // Runners bring Rust along, and rustup itself follows rust-toolchain.toml.
      manifests: packages.map((each) => each.text).join('\n'),
      sources,
    };
  },
};

/** The name in a section of TOML. */
function readName(toml: string, section: string): string | undefined {
  const found = toml.split(/^(?=\[)/m).find((each) => each.startsWith(section));
  return /^name\s*=\s*"([\w-]+)"/m.exec(found ?? '')?.[1];
}
