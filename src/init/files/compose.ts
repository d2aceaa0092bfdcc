import * as z from 'zod';
import { quoteWord } from '../../processes/shell-words.ts';
import { findExample, parseDotenv } from './dotenv.ts';
import type { Files } from './files.ts';
import { isPlain, readShape, word } from './source.ts';

const NAMES = [
  'compose',
  'docker-compose',
  'docker-compose.dev',
  'docker-compose.local',
  'compose.dev',
].flatMap((name) => [`${name}.yaml`, `${name}.yml`]);

/** A service of a compose file. Whatever has another form than usual counts as absent. */
export type ComposeService = {
  name: string;
  /** Built here: from these folders, that of the context and that of the Dockerfile. */
  built: boolean;
  contexts?: string[];
  image?: string;
  ports: unknown[];
  environment: Record<string, string>;
  command?: string;
  /** Files of the repository that fill a database when it is new, and where its image looks for them. */
  initial?: { file: string; target: string }[];
};

const Service = z.object({
  build: z.unknown().optional(),
  image: z.string().optional().catch(undefined),
  ports: z.array(z.unknown()).catch([]),
  environment: z
    .union([
      z.record(z.string(), word.nullable().catch(null)),
      z.array(z.unknown()).transform((lines) =>
        Object.fromEntries(
          lines.flatMap((line) => {
            const [, name, value] = /^(\w+)=(.*)$/s.exec(String(line)) ?? [];
            return name === undefined ? [] : [[name, value!]];
          }),
        ),
      ),
    ])
    .catch({}),
  env_file: z
    .union([
      z.string().transform((path) => [path]),
      z.array(z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)])),
    ])
    .catch([]),
  volumes: z.array(z.unknown()).catch([]),
  command: z
    .union([z.string(), z.array(z.string()).transform((parts) => parts.map(quoteUnfilled).join(' '))])
    .optional()
    .catch(undefined),
});

/** Quotes a word of a list. One that refers to a variable gets quotes within which that can be filled in. */
function quoteUnfilled(word: string): string {
  return word.includes('$') ? `"${word.replace(/["\\`]/g, '\\$&')}"` : quoteWord(word);
}

const Compose = z.object({ services: z.record(z.string(), Service.nullable().catch(null)) });

/** The services of the first compose file, here or in a folder above within the repository; none without one. */
export function readCompose(files: Files): { from: string; services: ComposeService[] } {
  const from = [
    '',
    'docker/',
    'deploy/',
    '.devcontainer/',
    ...(files.above ?? []).map((folder) => `${folder}/`),
  ]
    .flatMap((folder) => NAMES.map((name) => folder + name))
    .find(files.has);
  const found = from === undefined ? null : readShape(files, from, Compose);
  const folder = from?.slice(0, from.lastIndexOf('/') + 1) ?? '';
  // Compose itself reads this file to fill in values.
  const own = new Map(from === undefined ? [] : readEnvironmentFile(files, `${folder}.env`));
  const services = Object.entries(found?.services ?? {}).flatMap(([name, each]) => {
    if (!each || !isPlain(name)) return [];
    const filed = each.env_file.flatMap((path) =>
      readEnvironmentFile(files, folder + path.replace(/^\.\//, '')),
    );
    const environment = [...filed, ...Object.entries(each.environment)].flatMap(([key, value]) =>
      /^[A-Za-z_]\w*$/.test(key) && typeof value === 'string' && (value === '' || isPlain(value))
        ? [[key, fillIn(value, own)]]
        : [],
    );
    const initial = each.volumes.flatMap((volume) => {
      const [, file, target] =
        /^\.\/([\w./-]+):(\/docker-entrypoint-initdb\.d\b[\w./-]*)/.exec(String(volume)) ?? [];
      // What git does not have, such as a script of a package, Docker would make as an empty folder.
      const isScript = /\.(?:sh|sql|js|gz|xz|zst)$/.test(file ?? '');
      const isThere = file !== undefined && (!isScript || files.has(folder + file));
      return isThere ? [{ file: folder + file, target: target! }] : [];
    });
    return [
      {
        ...each,
        name,
        image: each.image && fillIn(each.image, own),
        command: each.command && fillIn(each.command, own),
        built: each.build !== undefined,
        contexts: listContexts(each.build).map((path) => folder + path),
        environment: Object.fromEntries(environment),
        initial,
      },
    ];
  });
  return { from: from === undefined ? '' : files.name(from), services };
}

/** The folders that an image is built from, relative to that of the compose file. */
function listContexts(build: unknown): string[] {
  if (typeof build === 'string') return [build];
  const { context, dockerfile } = (build ?? {}) as { context?: unknown; dockerfile?: unknown };
  const folder = typeof context === 'string' ? context : '.';
  const [, below] = /^(.{1,200})\/[^/]+$/.exec(String(dockerfile ?? '')) ?? [];
  return below === undefined ? [folder] : [folder, `${folder}/${below}`];
}

/** A file that git does not have is made from its example. */
function readEnvironmentFile(files: Files, path: string): [string, string][] {
  const name = files.has(path) && files.isTracked?.(path) ? path : findExample(path, files.has);
  return name === undefined ? [] : parseDotenv(files.read(name) ?? '').map((each) => [each.name, each.value]);
}

/** `${NAME}` becomes the value that is known, and `${NAME:-value}` its own without one. What has neither stays. */
export function fillIn(text: string, known: ReadonlyMap<string, string>): string {
  return text.replace(
    /\$\{(\w+)(?::?-([^}]{0,500})|:?\?[^}]{0,500})?\}|\$(\w+)/g,
    (all, braced, otherwise, plain) => {
      const value = known.get(braced ?? plain);
      return value || (otherwise ?? value ?? all);
    },
  );
}
