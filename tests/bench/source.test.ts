import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const { loadSource } = await import(pathToFileURL(resolve('bench/source.mjs')).href);

const scripts = readdirSync('bench', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => ({ name, text: readFileSync(join('bench', name), 'utf8') }))
  .filter(({ text }) => text.includes('loadSource'))
  .map(({ name, text }) => ({
    name,
    text,
    paths: text.match(/(?<=')(?:src|tests)\/[\w/.-]+\.ts(?=')/g) ?? [],
  }))
  .filter(({ paths }) => paths.length > 0);

test.each(scripts)('what $name takes from src is there', async ({ text, paths }) => {
  const taken = [
    ...[...text.matchAll(/\bsource\s*\.(\w+)\(/g)].map(([, name]) => name!),
    ...[...text.matchAll(/\{([^{}]+)\} = await loadSource/g)].flatMap(([, names]) =>
      names!
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ];
  expect(taken).not.toEqual([]);
  const source = await loadSource(paths);
  expect(taken.filter((name) => source[name] === undefined)).toEqual([]);
});
