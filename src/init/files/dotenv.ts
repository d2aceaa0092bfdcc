import type { Files } from './files.ts';
import { isPlain } from './source.ts';

/** A variable that a file sets, and where. */
export type Variable = { name: string; value: string; from: string };

const EXAMPLES = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  'env.example',
  'example.env',
  'sample.env',
  '.env-example',
  '.env.local.example',
  '.env.development.example',
];
const MOST = 60;

/** Files that are committed, and that services read themselves. */
const OWN = ['variables.env', 'default.env', '.env.defaults', '.flaskenv'];

/** Names of variables that a service reads from a file of its own. */
export function readOwnNames(files: Files): string[] {
  return OWN.flatMap((path) => parseDotenv(files.read(path) ?? '').map(({ name }) => name));
}

/** Reads the example of a `.env` file. The real one may hold secrets, and git ignores it: it is never read. */
export function readExample(files: Files): Variable[] {
  const from = EXAMPLES.find(files.has);
  return from === undefined ? [] : parseDotenv(files.read(from) ?? '').map((each) => ({ ...each, from }));
}

/** Reads lines `NAME=value`, with or without `export` and quotes. `${OTHER}` is filled in from lines before it. */
export function parseDotenv(text: string): Omit<Variable, 'from'>[] {
  const found = new Map<string, string>();
  for (const match of text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*)$/gm)) {
    const quoted = /^(["'])(.*?)\1/.exec(match[2]!);
    const value = quoted ? quoted[2]! : match[2]!.replace(/(?:^|\s)#.*/, '').trim();
    const filled = value.replace(/\$\{?(\w+)\}?/g, (all, name) => found.get(name) ?? all);
    if (found.size < MOST && (filled === '' || isPlain(filled))) found.set(match[1]!, filled);
  }
  return [...found].map(([name, value]) => ({ name, value }));
}
