import { parse } from 'yaml';
import * as z from 'zod';
import type { Files } from './files.ts';
import { attempt, isPlain, word } from './source.ts';

/** A variable that a file sets, and where. `spare`: in a comment of an example, as something that may be set. */
export type Variable = { name: string; value: string; from: string; spare?: boolean };

/** Files of variables by their usual names: `.env.example`, `env-example-relational`, `sample.env`, `.env.docker`. */
const NAME =
  /^(?:(?:[\w-]+\/){0,2}(?:configs?|conf|env|settings)\/)?(?:\.env|env|[\w-]+\.env)(?:[.-](?!d\.)[\w-]{1,80}){0,3}$/;
const EXAMPLE = /example|sample|template|dist|default|tmpl/i;
const NO_VARIABLES = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|ini|json|ya?ml|md|sh|pem|key|gpg|enc|vault)$/;
const MOST = 60;

/**
 * Reads the files of variables: examples, then those that git has. A `.env` of somebody's own may hold secrets: it is never
 * read.
 */
export function readDotenvs(files: Files): Variable[] {
  const all = files.list.filter((path) => NAME.test(path) && !NO_VARIABLES.test(path));
  const examples = all.filter((path) => EXAMPLE.test(path));
  const own = all.filter(
    (path) => !EXAMPLE.test(path) && !/test|ci\b/i.test(path) && files.isTracked?.(path),
  );
  const found = new Map<string, Variable>();
  // The plainest name is the usual one; others, such as one for each kind of database, fill in what it lacks.
  for (const from of [...examples.sort((a, b) => a.length - b.length).slice(0, 1), ...own.slice(0, 2)]) {
    const text = files.read(from) ?? '';
    const spare = parseDotenv(text.replace(/^[ \t]*#[ \t]*/gm, '')).map((each) => ({ ...each, spare: true }));
    for (const each of [...parseDotenv(text), ...spare])
      if (!found.has(each.name) || (found.get(each.name)!.value === '' && !('spare' in each)))
        found.set(each.name, { ...each, from: files.name(from) });
  }
  return [...found.values()];
}

/** Files that git does not have, with the examples that it has of them: `.env` of `.env.example`, the shallowest first. */
export function listExamples(files: Files): [made: string, example: string][] {
  return files.list.flatMap((path): [string, string][] => {
    const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path)!;
    const made = name.replace(
      /[.-](?:example|sample|dist|template)(?=\.|$)|^(?:example|sample)\.?(?=\.)/i,
      '',
    );
    return made === name || made === '' || !isPlain(path) || files.has(folder + made)
      ? []
      : [[folder + made, path]];
  });
}

/** The file from which one that git does not have is made: `.env.example` for `.env`. Undefined without one. */
export function findExample(path: string, has: (path: string) => boolean): string | undefined {
  const [, folder, name] = /^(.*\/)?([^/]*)$/.exec(path)!;
  const after = ['.example', '.sample', '.dist', '.template', '-example'].map((end) => path + end);
  const before = ['example', 'sample'].map((start) => `${folder ?? ''}${start}${name}`);
  return [...after, ...before].find(has);
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

const texts = z.record(z.string(), word).catch({});
const Devcontainer = z.object({ containerEnv: texts, remoteEnv: texts });

/** The variables of a container for development; none without one. */
export function readDevcontainer(files: Files): Variable[] {
  const from = ['.devcontainer/devcontainer.json', '.devcontainer.json'].find(files.has);
  if (from === undefined) return [];
  // JSON with comments and commas at ends, which YAML takes but for the comments.
  const text = (files.read(from) ?? '').replace(/^[ \t]*\/\/.*$/gm, '');
  const found = attempt(() => Devcontainer.parse(parse(text, { logLevel: 'silent' })));
  return (
    Object.entries({ ...found?.containerEnv, ...found?.remoteEnv })
      // A path is one within the container.
      .filter(([name, value]) => /^[A-Za-z_]\w*$/.test(name) && isPlain(value) && !/\$\{|^\//.test(value))
      .map(([name, value]) => ({ name, value, from }))
  );
}
