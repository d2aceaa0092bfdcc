import { parseAllDocuments } from 'yaml';
import type { Files } from './files.ts';
import { attempt } from './source.ts';

/**
 * Reads settings as Spring and others do: `a.b-c` of a file of properties or of documents in YAML that hold for all
 * profiles. Keys have no dashes and no capitals, since all their spellings mean the same. What cannot be read has none.
 */
export function readProperties(files: Files, path: string): Map<string, string> {
  const text = files.read(path) ?? '';
  const pairs = path.endsWith('.properties') ? readLines(text) : readYaml(text);
  return new Map(pairs.map(([key, value]) => [key.replaceAll('-', '').toLowerCase(), value]));
}

function readLines(text: string): [string, string][] {
  return [...text.matchAll(/^[ \t]*([\w.-]+)[ \t]*[=:](.*)$/gm)].map(([, key, value]) => [
    key!,
    value!.trim(),
  ]);
}

/** A document with such a key holds for some profiles only. */
const OF_PROFILE = /^spring\.(?:config\.activate\.|profiles$)/;

function readYaml(text: string): [string, string][] {
  // Maven fills in `@name@`, which is no YAML.
  const plain = text.replace(/@[\w.-]+@/g, 'filled-in');
  const documents = attempt(() =>
    parseAllDocuments(plain, { logLevel: 'silent' }).map((document) => document.toJS() as unknown),
  );
  return (documents ?? [])
    .map((value) => flatten('', value))
    .filter((pairs) => pairs.every(([key]) => !OF_PROFILE.test(key)))
    .flat();
}

function flatten(prefix: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return prefix === '' ? [] : [[prefix, String(value ?? '')]];
  return Object.entries(value).flatMap(([key, below]) =>
    flatten(prefix === '' ? key : `${prefix}.${key}`, below),
  );
}
